//! A small world, one message, and every way to run it: both dispatchers, watched and not.

use crate::shadow::Shadow;
use eevm::{
    AccessLog, AccountDiff, AccountInfo, Address, Block, Bytecode, Bytes, Dispatch, Evm,
    ExceptionalHalt, Fork, InMemoryDb, Message, Outcome, StateDiff, U256,
};

/// Who sends the messages.
pub(crate) const SENDER: Address = Address::repeat_byte(0x5e);
/// Contracts of the scenes.
pub(crate) const A: Address = Address::repeat_byte(0xaa);
pub(crate) const B: Address = Address::repeat_byte(0xbb);
pub(crate) const C: Address = Address::repeat_byte(0xcc);
/// An account that does not exist unless a scene makes it.
pub(crate) const NOBODY: Address = Address::repeat_byte(0x0d);

pub(crate) fn word(value: u64) -> U256 {
    U256::from(value)
}

/// A world, and a message to [`A`].
#[derive(Debug, Clone)]
pub(crate) struct Scene {
    pub(crate) fork: Fork,
    pub(crate) db: InMemoryDb,
    pub(crate) message: Message,
    pub(crate) block: Block,
}

/// What came of it, the same in every way to run it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Ran {
    pub(crate) outcome: Outcome,
    pub(crate) diff: StateDiff,
    pub(crate) access: AccessLog,
}

/// Machines for one fork, kept so that each run meets what earlier ones left behind.
pub(crate) struct Machines {
    fork: Fork,
    evms: Vec<Evm<InMemoryDb>>,
}

impl Scene {
    pub(crate) fn at(fork: Fork) -> Self {
        let message = Message {
            caller: SENDER,
            target: A,
            code_address: A,
            gas: 5_000_000,
            ..Message::default()
        };
        let scene = Self { fork, db: InMemoryDb::new(), message, block: Block::default() };
        scene.balance(SENDER, 1_000_000)
    }

    /// Gives an account code, and the nonce that created contracts have.
    pub(crate) fn code(mut self, address: Address, code: impl AsRef<[u8]>) -> Self {
        let mut info = self.info(address);
        info.code = Some(Bytecode::new(code.as_ref()));
        info.nonce = 1;
        self.db.insert_account(address, info);
        self
    }

    pub(crate) fn balance(mut self, address: Address, balance: u64) -> Self {
        let info = AccountInfo { balance: word(balance), ..self.info(address) };
        self.db.insert_account(address, info);
        self
    }

    pub(crate) fn nonce(mut self, address: Address, nonce: u64) -> Self {
        let info = AccountInfo { nonce, ..self.info(address) };
        self.db.insert_account(address, info);
        self
    }

    pub(crate) fn slot(mut self, address: Address, key: u64, value: u64) -> Self {
        self.db.insert_storage(address, word(key), word(value));
        self
    }

    pub(crate) const fn gas(mut self, gas: u64) -> Self {
        self.message.gas = gas;
        self
    }

    pub(crate) fn value(mut self, value: u64) -> Self {
        self.message.value = word(value);
        self
    }

    pub(crate) fn data(mut self, data: impl AsRef<[u8]>) -> Self {
        self.message.data = Bytes::copy_from_slice(data.as_ref());
        self
    }

    fn info(&self, address: Address) -> AccountInfo {
        self.db.get_account(&address).cloned().unwrap_or_default()
    }

    /// Runs the message in every way.
    #[track_caller]
    pub(crate) fn run(&self) -> Ran {
        Machines::new(self.fork).run(self)
    }
}

impl Machines {
    pub(crate) fn new(fork: Fork) -> Self {
        let evm = |dispatch| {
            let mut evm = Evm::new(InMemoryDb::new(), fork);
            assert_eq!(evm.set_dispatch(dispatch), dispatch);
            evm
        };
        let dispatches = [Dispatch::FASTEST, Dispatch::Match, Dispatch::FASTEST, Dispatch::Match];
        Self { fork, evms: dispatches.map(evm).into() }
    }

    /// Runs `scene` on each machine, the last two watched, and compares.
    #[track_caller]
    pub(crate) fn run(&mut self, scene: &Scene) -> Ran {
        assert_eq!(self.fork, scene.fork);
        let mut shadows = Vec::new();
        let mut all = Vec::new();
        for (index, evm) in self.evms.iter_mut().enumerate() {
            *evm.db_mut() = scene.db.clone();
            *evm.block_mut() = scene.block.clone();
            let mut shadow = Shadow::new(scene);
            let result = if index < 2 {
                evm.execute_message(&scene.message)
            } else {
                evm.execute_message_inspected(&scene.message, &mut shadow)
            };
            let mut execution = result.unwrap();
            let diff = execution.state_diff();
            let access = execution.access_log();
            all.push(Ran { outcome: execution.outcome().clone(), diff, access });
            if index >= 2 {
                shadows.push(shadow.finish());
            }
        }
        let last = all.pop().unwrap();
        for (index, ran) in all.iter().enumerate() {
            assert_eq!(ran, &last, "way {index} against the watched match loop");
        }
        assert_eq!(shadows[0], shadows[1], "what the inspector saw");
        last
    }
}

impl Ran {
    pub(crate) fn account(&self, address: Address) -> Option<&AccountDiff> {
        self.diff.accounts.iter().find(|diff| diff.address == address)
    }

    /// The slot's new value, if it changed.
    pub(crate) fn slot(&self, address: Address, key: u64) -> Option<u64> {
        let diff = self.account(address)?;
        let (_, value) = diff.storage.iter().find(|(at, _)| *at == word(key))?;
        Some(u64::try_from(*value).unwrap())
    }

    /// The balance, if the account changed and lives.
    pub(crate) fn balance(&self, address: Address) -> Option<u64> {
        Some(u64::try_from(self.account(address)?.info.as_ref()?.balance).unwrap())
    }

    /// The output as words.
    #[track_caller]
    pub(crate) fn words(&self) -> Vec<U256> {
        assert!(self.outcome.is_success(), "{:?}", self.outcome);
        self.outcome.output().chunks(32).map(|word| U256::from_be_slice(word)).collect()
    }

    /// The output, which is one word.
    #[track_caller]
    pub(crate) fn word(&self) -> U256 {
        let words = self.words();
        assert_eq!(words.len(), 1);
        words[0]
    }

    #[track_caller]
    pub(crate) fn halted(&self, reason: ExceptionalHalt, gas: u64) {
        assert_eq!(self.outcome, Outcome::Halt { gas_used: gas, reason });
        assert!(self.diff.accounts.is_empty(), "{:?}", self.diff);
    }

    pub(crate) fn gas_used(&self) -> u64 {
        self.outcome.gas_used()
    }

    pub(crate) fn accessed(&self, address: Address) -> bool {
        self.access.accounts.iter().any(|account| account.address == address)
    }
}
