//! One frame over a [`World`], run through every dispatcher that the build has.

use crate::world::{Account, World};
use eevm_bytecode::{Bytecode, opcode};
use eevm_interpreter::{
    Block, Call, Creation, Dispatch, Exit, Inspector, Interpreter, Message, Rules, Step,
    TransactionEnvironment,
};
use eevm_primitives::{Address, B256, Bytes, Fork, U256};
use eevm_testing::asm::push;

/// The account whose code runs.
pub(crate) const SELF: Address = Address::repeat_byte(0x5e);
/// The account that calls it.
pub(crate) const CALLER: Address = Address::repeat_byte(0xca);
/// Another account, with a balance, a nonce, and [`OTHER_CODE`].
pub(crate) const OTHER: Address = Address::repeat_byte(0x07);
/// Its code.
pub(crate) const OTHER_CODE: [u8; 5] = [0x60, 1, 0x60, 2, 0x01];

/// 2^`bits`.
pub(crate) fn pow2(bits: usize) -> U256 {
    U256::ONE << bits
}

pub(crate) fn word(value: u64) -> U256 {
    U256::from(value)
}

/// What is around the code.
#[derive(Debug, Clone)]
pub(crate) struct Setting {
    pub(crate) rules: Rules,
    pub(crate) message: Message,
    pub(crate) world: World,
    pub(crate) block: Block,
    pub(crate) transaction: TransactionEnvironment,
    pub(crate) return_data: Vec<u8>,
}

/// How a frame ended.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Ran {
    pub(crate) exit: Exit,
    pub(crate) gas_left: u64,
    pub(crate) output: Vec<u8>,
    pub(crate) world: World,
    pub(crate) call: Option<String>,
    pub(crate) creation: Option<String>,
    /// What is only known from the traced run.
    pub(crate) trace: Trace,
}

/// Observations of the traced run.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Trace {
    pub(crate) steps: usize,
    pub(crate) last_opcode: u8,
    pub(crate) last_pc: usize,
    pub(crate) last_stack: Vec<U256>,
    pub(crate) last_memory_len: usize,
}

impl Inspector for Trace {
    fn step(&mut self, step: &Step<'_>) {
        self.steps += 1;
        self.last_opcode = step.opcode;
        self.last_pc = step.pc;
        self.last_stack.clear();
        self.last_stack.extend_from_slice(step.stack);
        self.last_memory_len = step.memory.len();
    }
}

impl Default for Setting {
    fn default() -> Self {
        Self::at(Fork::Osaka)
    }
}

impl Setting {
    pub(crate) fn at(fork: Fork) -> Self {
        let mut world = World::default();
        let account = |balance, nonce, code: &[u8]| Account { balance, nonce, code: code.to_vec() };
        world.accounts.insert(SELF, account(word(0x5e1f), 3, &[]));
        world.accounts.insert(CALLER, account(word(0xca11), 4, &[]));
        world.accounts.insert(OTHER, account(word(0x07e2), 5, &OTHER_CODE));
        let mut block = Block::default();
        block.chain_id = 0x1111_2222_3333_4444;
        block.coinbase = Address::repeat_byte(0xcb);
        block.number = 1000;
        block.timestamp = 0x7777_0000_0000_0001;
        block.gas_limit = 0x9999_0000_0000_0002;
        block.base_fee_per_gas = pow2(200) + word(7);
        block.difficulty = pow2(201) + word(8);
        block.prev_randao = B256::repeat_byte(0x3a);
        block.blob_base_fee = pow2(202) + word(9);
        let mut transaction = TransactionEnvironment::default();
        transaction.origin = Address::repeat_byte(0x09);
        transaction.gas_price = pow2(203) + word(10);
        transaction.blob_versioned_hashes = vec![B256::repeat_byte(1), B256::repeat_byte(2)];
        Self {
            rules: Rules::for_fork(fork),
            message: Message {
                caller: CALLER,
                target: SELF,
                code_address: SELF,
                value: pow2(100) + word(3),
                data: Bytes::new(),
                gas: 10_000_000,
                depth: 0,
                is_static: false,
            },
            world,
            block,
            transaction,
            return_data: Vec::new(),
        }
    }

    pub(crate) fn data(mut self, data: &[u8]) -> Self {
        self.message.data = Bytes::copy_from_slice(data);
        self
    }

    pub(crate) const fn gas(mut self, gas: u64) -> Self {
        self.message.gas = gas;
        self
    }

    pub(crate) const fn in_static_call(mut self) -> Self {
        self.message.is_static = true;
        self
    }

    pub(crate) fn machine(&self) -> Box<Interpreter> {
        let mut machine = Interpreter::new(self.rules.clone());
        machine.block = self.block.clone();
        machine.transaction = self.transaction.clone();
        machine
    }

    /// Runs `code` until it ends or asks for a call or creation: fastest, by `match`, and both
    /// traced. All must agree.
    #[track_caller]
    pub(crate) fn run(&self, code: &[u8]) -> Ran {
        let mut traced = self.run_one(code, Dispatch::FASTEST, true);
        let by_match = self.run_one(code, Dispatch::Match, true);
        assert_eq!(traced, by_match, "traced, both dispatchers, of {code:02x?}");
        let trace = std::mem::take(&mut traced.trace);
        for dispatch in [Dispatch::FASTEST, Dispatch::Match] {
            let plain = self.run_one(code, dispatch, false);
            assert_eq!(plain, traced, "{dispatch:?} against traced, of {code:02x?}");
        }
        traced.trace = trace;
        traced
    }

    fn run_one(&self, code: &[u8], dispatch: Dispatch, traced: bool) -> Ran {
        let mut machine = self.machine();
        assert_eq!(machine.set_dispatch(dispatch), dispatch);
        let mut world = self.world.clone();
        let mut trace = Trace::default();
        let program = machine.program(&Bytecode::new(code));
        machine.push_message(&self.message, program);
        machine.set_return_data(self.return_data.clone());
        let exit = if traced {
            machine.run(&mut world, Some(&mut trace))
        } else {
            machine.run(&mut world, None)
        };
        let frame_gas = machine.current_frame().map_or(0, eevm_interpreter::Frame::gas_left);
        let call = (exit == Exit::Call).then(|| show_call(machine.call()));
        let creation = (exit == Exit::Create).then(|| show_creation(machine.creation()));
        let (gas_left, output) = match exit {
            Exit::Call | Exit::Create => (frame_gas, Vec::new()),
            _ => (machine.finish_frame(exit).1, machine.return_data().to_vec()),
        };
        Ran { exit, gas_left, output, world, call, creation, trace }
    }

    /// The word on top of the stack after `code`, through both untraced dispatchers.
    #[track_caller]
    pub(crate) fn top(&self, code: &[u8]) -> U256 {
        let mut code = code.to_vec();
        code.extend(return_top());
        let ran = self.run(&code);
        assert_eq!(ran.exit, Exit::Return, "of {code:02x?}");
        U256::try_from_be_slice(&ran.output).unwrap()
    }
}

/// Returns the word on top of the stack, on every fork.
pub(crate) fn return_top() -> Vec<u8> {
    vec![0x60, 0, opcode::MSTORE, 0x60, 32, 0x60, 0, opcode::RETURN]
}

/// `operands` pushed so that the first is the top of the stack, then `op`.
pub(crate) fn apply(op: u8, operands: &[U256]) -> Vec<u8> {
    let mut items: Vec<_> = operands.iter().rev().map(|&operand| push(operand)).collect();
    items.push(op.into());
    eevm_testing::asm::assemble(&items).unwrap()
}

/// A call, field by field, for comparisons that say what differs.
pub(crate) fn show_call(call: &Call) -> String {
    let Call { kind, gas, caller, target, code_address, delegate, value, is_static, .. } = call;
    format!(
        "{kind:?} gas {gas} caller {caller} target {target} code {code_address} \
         delegate {delegate:?} value {value} static {is_static} in {:?} out {:?}",
        call.input, call.output
    )
}

/// A creation, field by field.
pub(crate) fn show_creation(creation: &Creation) -> String {
    let Creation { gas, creator, value, salt, init_code } = creation;
    format!("gas {gas} creator {creator} value {value} salt {salt:?} code {init_code:?}")
}
