//! Random histories, with nested reverts and several transactions, against the plain model.

use crate::{
    model::{Model, ModelAccount, Now, World, value},
    support::{address, word},
};
use eevm_bytecode::Bytecode;
use eevm_primitives::{Address, B256, Fork, KECCAK_EMPTY, Log, U256, keccak256};
use eevm_state::{
    AccessLog, AccountId, AccountInfo, CacheDb, Checkpoint, Database, InMemoryDb, State, StateDiff,
};
use proptest::{collection::vec, prelude::*};
use std::sync::OnceLock;

const ADDRESSES: u64 = 5;
const KEYS: u64 = 4;

#[derive(Debug, Clone)]
enum Op {
    Load(u64),
    Access(u64, bool),
    LoadSlot(u64, u64),
    AccessSlot(u64, u64, bool),
    SetSlot(u64, u64, u64),
    Transient(u64, u64),
    SetTransient(u64, u64, u64),
    AddBalance(u64, u64),
    SubBalance(u64, u64),
    Transfer(u64, u64, u64),
    SetBalance(u64, u64),
    IncrementNonce(u64),
    SetNonce(u64, u64),
    SetCode(u64, u64),
    Code(u64),
    Touch(u64),
    Create(u64),
    MarkToDelete(u64),
    Log(u64),
    Refund(i64),
    Checkpoint,
    Revert,
    /// Takes back several checkpoints at once.
    RevertMany(usize),
    /// Keeps what was done since the last checkpoint.
    Keep,
    ForgetTouched,
    CompareAll,
    End(End),
}

#[derive(Debug, Clone)]
struct End {
    commit: bool,
    clear: bool,
    /// What the next transaction makes warm.
    warm: Vec<(u64, Option<u64>)>,
}

fn op() -> impl Strategy<Value = Op> {
    let a = || 1..=ADDRESSES;
    let k = || 0..KEYS;
    let v = || prop_oneof![2 => Just(0_u64), 3 => 1..4_u64];
    prop_oneof![
        2 => a().prop_map(Op::Load),
        3 => (a(), any::<bool>()).prop_map(|(a, c)| Op::Access(a, c)),
        2 => (a(), k()).prop_map(|(a, k)| Op::LoadSlot(a, k)),
        4 => (a(), k(), any::<bool>()).prop_map(|(a, k, c)| Op::AccessSlot(a, k, c)),
        8 => (a(), k(), v()).prop_map(|(a, k, v)| Op::SetSlot(a, k, v)),
        1 => (a(), k()).prop_map(|(a, k)| Op::Transient(a, k)),
        3 => (a(), k(), v()).prop_map(|(a, k, v)| Op::SetTransient(a, k, v)),
        2 => (a(), v()).prop_map(|(a, v)| Op::AddBalance(a, v)),
        2 => (a(), v()).prop_map(|(a, v)| Op::SubBalance(a, v)),
        3 => (a(), a(), v()).prop_map(|(a, b, v)| Op::Transfer(a, b, v)),
        2 => (a(), v()).prop_map(|(a, v)| Op::SetBalance(a, v)),
        2 => a().prop_map(Op::IncrementNonce),
        1 => (a(), prop_oneof![Just(0), Just(u64::MAX)]).prop_map(|(a, n)| Op::SetNonce(a, n)),
        2 => (a(), v()).prop_map(|(a, v)| Op::SetCode(a, v)),
        1 => a().prop_map(Op::Code),
        3 => a().prop_map(Op::Touch),
        4 => a().prop_map(Op::Create),
        3 => a().prop_map(Op::MarkToDelete),
        1 => a().prop_map(Op::Log),
        1 => (-5..5_i64).prop_map(Op::Refund),
        7 => Just(Op::Checkpoint),
        4 => Just(Op::Revert),
        1 => (0..9_usize).prop_map(Op::RevertMany),
        1 => Just(Op::Keep),
        1 => Just(Op::ForgetTouched),
        1 => Just(Op::CompareAll),
        3 => end().prop_map(Op::End),
    ]
}

fn end() -> impl Strategy<Value = End> {
    let warm = vec((1..=ADDRESSES, proptest::option::of(0..KEYS)), 0..4);
    (prop::bool::weighted(0.7), prop::bool::weighted(0.2), warm)
        .prop_map(|(commit, clear, warm)| End { commit, clear, warm })
}

fn world() -> impl Strategy<Value = World> {
    let account = (0..3_u64, 0..3_u64, 0..2_u64);
    let accounts = proptest::collection::btree_map(1..=ADDRESSES, account, 0..5);
    let slots = vec((1..=ADDRESSES, 0..KEYS, 1..4_u64), 0..8);
    (accounts, slots).prop_map(|(accounts, slots)| {
        let mut world = World::default();
        for (a, (nonce, balance, code)) in accounts {
            let code = code_of(code);
            let account = ModelAccount { nonce, balance: word(balance), code };
            world.accounts.insert(address(a), account);
        }
        for (a, k, v) in slots {
            if world.accounts.contains_key(&address(a)) {
                world.storage.entry(address(a)).or_default().insert(word(k), word(v));
            }
        }
        world
    })
}

fn code_of(number: u64) -> Vec<u8> {
    (0..number).map(|_| 0x5b).collect()
}

/// The hashes of what `code_of` gives, computed once.
fn code_hash_of(code: &[u8]) -> B256 {
    static HASHES: OnceLock<Vec<B256>> = OnceLock::new();
    HASHES.get_or_init(|| (0..4).map(|n| keccak256(&code_of(n))).collect())[code.len()]
}

fn bytecode_of(code: &[u8]) -> Bytecode {
    Bytecode::with_hash(code, code_hash_of(code))
}

fn database(world: &World) -> InMemoryDb {
    let mut db = InMemoryDb::new();
    for (address, account) in &world.accounts {
        let info = AccountInfo {
            nonce: account.nonce,
            balance: account.balance,
            code: Some(bytecode_of(&account.code)),
            ..AccountInfo::default()
        };
        db.insert_account(*address, info);
    }
    for (address, slots) in &world.storage {
        for (key, value) in slots {
            db.insert_storage(*address, *key, *value);
        }
    }
    db
}

fn world_of(db: &InMemoryDb) -> World {
    let mut world = World::default();
    for (address, info) in db.accounts() {
        let code = if info.code_hash == KECCAK_EMPTY {
            Vec::new()
        } else {
            db.get_code(&info.code_hash).unwrap().bytes().to_vec()
        };
        let account = ModelAccount { nonce: info.nonce, balance: info.balance, code };
        world.accounts.insert(*address, account);
        let slots: crate::model::Slots = db.storage_of(address).map(|(k, v)| (*k, *v)).collect();
        assert_eq!(info.has_storage, !slots.is_empty());
        if !slots.is_empty() {
            world.storage.insert(*address, slots);
        }
    }
    world
}

/// Both sides, side by side.
struct Pair {
    state: State,
    model: Model,
    /// What the state reads.
    db: CacheDb<InMemoryDb>,
    /// Everything committed.
    committed: InMemoryDb,
    checkpoints: Vec<(Checkpoint, Now)>,
    commits_to_db: bool,
}

impl Pair {
    fn id(&mut self, a: u64) -> AccountId {
        self.model.note(address(a));
        self.state.load_account(&self.db, &address(a)).unwrap()
    }

    fn run(&mut self, op: &Op) {
        match *op {
            Op::Load(a) => {
                let id = self.id(a);
                self.compare_account(a, id);
            }
            Op::Access(a, cold_allowed) => self.access(a, cold_allowed),
            Op::LoadSlot(a, k) => {
                let id = self.id(a);
                self.compare_slot(a, id, k);
            }
            Op::AccessSlot(a, k, cold_allowed) => self.access_slot(a, k, cold_allowed),
            Op::SetSlot(a, k, v) => {
                let id = self.id(a);
                if !self.model.exists(address(a)) {
                    return;
                }
                self.model.note_slot(address(a), word(k));
                let slot = self.state.load_slot(&self.db, id, &word(k)).unwrap();
                self.state.set_slot(slot, word(v));
                self.model.set_slot(address(a), word(k), word(v));
                self.compare_slot(a, id, k);
            }
            Op::Transient(a, k) => {
                let id = self.id(a);
                let expected = self.model.now.transient.get(&(address(a), word(k)));
                let expected = expected.copied().unwrap_or(U256::ZERO);
                assert_eq!(self.state.transient(id, &word(k)), expected);
            }
            Op::SetTransient(a, k, v) => {
                let id = self.id(a);
                self.state.set_transient(id, &word(k), word(v));
                self.model.now.transient.insert((address(a), word(k)), word(v));
                assert_eq!(self.state.transient(id, &word(k)), word(v));
            }
            Op::Code(a) => {
                let id = self.id(a);
                let code = self.state.code(&self.db, id).unwrap().bytes().to_vec();
                assert_eq!(code, self.model.account(address(a)).code);
            }
            Op::Log(a) => {
                self.state.log(Log { address: address(a), ..Log::default() });
                self.model.now.logs.push(address(a));
            }
            Op::Refund(gas) => {
                self.state.add_refund(gas);
                self.model.now.refund += gas;
            }
            Op::Checkpoint => {
                self.checkpoints.push((self.state.checkpoint(), self.model.now.clone()));
            }
            Op::Revert => self.revert_to(self.checkpoints.len().saturating_sub(1)),
            Op::RevertMany(depth) => self.revert_to(depth),
            Op::Keep => drop(self.checkpoints.pop()),
            Op::ForgetTouched => {
                self.state.forget_touched();
                self.model.now.touched.clear();
                // As after the outermost frame.
                self.checkpoints.clear();
            }
            Op::CompareAll => self.compare_all(),
            Op::End(ref end) => self.end(end),
            _ => self.change(op),
        }
        assert_eq!(self.state.refund_counter(), self.model.now.refund);
        let logs: Vec<_> = self.state.logs().iter().map(|log| log.address).collect();
        assert_eq!(logs, self.model.now.logs);
    }

    fn change(&mut self, op: &Op) {
        match *op {
            Op::AddBalance(a, v) => {
                let id = self.id(a);
                self.state.add_balance(id, word(v));
                self.model.modify(address(a), |account| account.balance += word(v));
            }
            Op::SubBalance(a, v) => {
                let id = self.id(a);
                let enough = self.model.account(address(a)).balance >= word(v);
                assert_eq!(self.state.sub_balance(id, word(v)), enough);
                if enough {
                    self.model.modify(address(a), |account| account.balance -= word(v));
                }
            }
            Op::Transfer(a, b, v) => {
                let (from, to) = (self.id(a), self.id(b));
                let enough = self.model.account(address(a)).balance >= word(v);
                assert_eq!(self.state.transfer(from, to, word(v)), enough);
                if enough {
                    self.model.modify(address(a), |account| account.balance -= word(v));
                    self.model.modify(address(b), |account| account.balance += word(v));
                }
            }
            Op::SetBalance(a, v) => {
                let id = self.id(a);
                self.state.set_balance(id, word(v));
                self.model.modify(address(a), |account| account.balance = word(v));
            }
            Op::IncrementNonce(a) => {
                let id = self.id(a);
                let old = self.model.account(address(a)).nonce;
                let expected = (old != u64::MAX).then_some(old);
                assert_eq!(self.state.increment_nonce(id), expected);
                if expected.is_some() {
                    self.model.modify(address(a), |account| account.nonce += 1);
                }
            }
            Op::SetNonce(a, nonce) => {
                let id = self.id(a);
                self.state.set_nonce(id, nonce);
                self.model.modify(address(a), |account| account.nonce = nonce);
            }
            Op::SetCode(a, number) => {
                let id = self.id(a);
                self.state.set_code(id, bytecode_of(&code_of(number)));
                self.model.modify(address(a), |account| account.code = code_of(number));
            }
            Op::Touch(a) => {
                let id = self.id(a);
                self.state.touch(id);
                self.model.touch(address(a));
            }
            Op::Create(a) => {
                let id = self.id(a);
                self.state.create_account(id);
                self.model.create(address(a));
            }
            Op::MarkToDelete(a) => {
                let id = self.id(a);
                let newly = self.model.now.to_delete.insert(address(a));
                assert_eq!(self.state.mark_account_to_delete(id), newly);
            }
            _ => unreachable!("handled in `run`"),
        }
    }

    fn access(&mut self, a: u64, cold_allowed: bool) {
        let cold = !self.model.now.warm_accounts.contains(&address(a));
        let answer = self.state.access_account(&self.db, &address(a), cold_allowed).unwrap();
        assert_eq!(answer.map(|(_, cold)| cold), (cold_allowed || !cold).then_some(cold));
        if let Some((id, _)) = answer {
            self.model.now.warm_accounts.insert(address(a));
            self.model.note(address(a));
            self.compare_account(a, id);
        }
    }

    fn access_slot(&mut self, a: u64, k: u64, cold_allowed: bool) {
        let id = self.id(a);
        let cold = !self.model.now.warm_slots.contains(&(address(a), word(k)));
        let answer = self.state.access_slot(&self.db, id, &word(k), cold_allowed).unwrap();
        assert_eq!(answer.map(|(_, cold)| cold), (cold_allowed || !cold).then_some(cold));
        if let Some((slot, _)) = answer {
            let slot = self.state.slot(slot);
            assert_eq!(slot.present, self.model.slot(address(a), word(k)));
            assert_eq!(slot.original, self.model.original(address(a), word(k)));
            self.model.now.warm_slots.insert((address(a), word(k)));
            self.model.note_slot(address(a), word(k));
            self.compare_slot(a, id, k);
        }
    }

    fn revert_to(&mut self, depth: usize) {
        if let Some((checkpoint, now)) = self.checkpoints.get(depth).cloned() {
            self.state.revert(checkpoint);
            self.model.revert(&now);
            // The checkpoint itself stays good, but reverting twice to it is no use.
            self.checkpoints.truncate(depth);
        }
    }

    fn end(&mut self, end: &End) {
        self.checkpoints.clear();
        self.state.finish_transaction();
        self.model.finish();
        let diff = self.state.state_diff();
        assert_eq!(diff, self.state.state_diff(), "the diff leaves no traces");
        check_diff(&diff, &self.model.start);
        check_accesses(&self.state.access_log(), &self.model.accessed);
        if end.commit {
            self.state.commit_transaction();
            self.committed.commit(&diff);
            if self.commits_to_db {
                self.db.commit(&diff);
            }
            assert_eq!(world_of(&self.committed), self.model.now.world);
        } else {
            let mut would_be = self.committed.clone();
            would_be.commit(&diff);
            assert_eq!(world_of(&would_be), self.model.now.world);
            self.state.discard_transaction();
            self.model.discard();
            assert_eq!(self.state.state_diff(), StateDiff::default());
        }
        if end.clear {
            self.state.clear();
            self.db = CacheDb::new(self.committed.clone());
        }
        self.begin(&end.warm);
    }

    fn begin(&mut self, warm: &[(u64, Option<u64>)]) {
        self.state.begin_transaction();
        self.model.begin();
        for &(a, k) in warm {
            if let Some(k) = k {
                self.state.warm_slot(&address(a), &word(k));
                self.model.now.warm_slots.insert((address(a), word(k)));
            } else {
                self.state.warm_account(&address(a));
                self.model.now.warm_accounts.insert(address(a));
            }
        }
    }

    #[track_caller]
    fn compare_account(&self, a: u64, id: AccountId) {
        let (account, now) = (self.state.account(id), &self.model.now);
        let expected = self.model.account(address(a));
        assert_eq!(account.address(), address(a));
        assert_eq!((account.nonce, account.balance), (expected.nonce, expected.balance));
        assert_eq!(account.code_hash, code_hash_of(&expected.code));
        assert_eq!(account.exists(), self.model.exists(address(a)));
        assert_eq!(account.is_alive(), !expected.is_empty());
        assert_eq!(account.created_in_transaction(), now.created.contains(&address(a)));
        assert_eq!(account.is_to_be_deleted(), now.to_delete.contains(&address(a)));
        let has_storage = now.world.storage.contains_key(&address(a));
        if has_storage != account.has_storage() {
            // The one inexact case that is documented.
            assert!(!has_storage);
            assert!(self.db.inner().get_account(&address(a)).unwrap().has_storage);
        }
        let warm = now.warm_accounts.contains(&address(a));
        assert_eq!(self.state.is_account_warm(&address(a)), warm);
    }

    #[track_caller]
    fn compare_slot(&mut self, a: u64, id: AccountId, k: u64) {
        self.model.note_slot(address(a), word(k));
        let warm = self.model.now.warm_slots.contains(&(address(a), word(k)));
        assert_eq!(self.state.is_slot_warm(id, &word(k)), warm);
        let slot = self.state.load_slot(&self.db, id, &word(k)).unwrap();
        let slot = self.state.slot(slot);
        assert_eq!(slot.key, word(k));
        assert_eq!(slot.present, self.model.slot(address(a), word(k)), "present");
        assert_eq!(slot.original, self.model.original(address(a), word(k)), "original");
    }

    fn compare_all(&mut self) {
        for a in 1..=ADDRESSES {
            let id = self.id(a);
            self.compare_account(a, id);
            let code = self.state.code(&self.db, id).unwrap();
            assert_eq!(code.bytes(), self.model.account(address(a)).code);
            for k in 0..KEYS {
                self.compare_slot(a, id, k);
                let expected = self.model.now.transient.get(&(address(a), word(k)));
                let expected = expected.copied().unwrap_or(U256::ZERO);
                assert_eq!(self.state.transient(id, &word(k)), expected);
            }
        }
    }
}

/// Nothing in the diff is as it was before.
fn check_diff(diff: &StateDiff, start: &World) {
    let mut seen = std::collections::BTreeSet::new();
    for change in &diff.accounts {
        let at = change.address;
        assert!(seen.insert(at), "twice: {at}");
        let before = start.accounts.get(&at);
        let same = match (&change.info, before) {
            (None, None) => panic!("deleted what was not there"),
            (Some(info), Some(before)) => {
                let same_code = info.code_hash == code_hash_of(&before.code);
                assert_eq!(info.code.is_none(), same_code);
                (info.nonce, info.balance) == (before.nonce, before.balance) && same_code
            }
            _ => false,
        };
        assert!(!same || change.storage_wiped || !change.storage.is_empty(), "no change: {at}");
        for &(key, new) in &change.storage {
            let wiped = change.storage_wiped;
            let before = if wiped { U256::ZERO } else { value(start, at, key) };
            assert_ne!(new, before, "no change of a slot");
        }
    }
}

fn check_accesses(log: &AccessLog, expected: &[(Address, Vec<U256>)]) {
    let log: Vec<_> =
        log.accounts.iter().map(|access| (access.address, access.slots.clone())).collect();
    assert_eq!(log, expected);
}

fn check(fork: Fork, world: &World, commits_to_db: bool, ops: &[Op]) {
    let db = database(world);
    assert_eq!(world_of(&db), *world);
    let mut pair = Pair {
        state: State::new(fork),
        model: Model::new(fork, world.clone()),
        db: CacheDb::new(db.clone()),
        committed: db,
        checkpoints: Vec::new(),
        commits_to_db,
    };
    pair.begin(&[]);
    for op in ops {
        pair.run(op);
    }
    pair.compare_all();
    pair.end(&End { commit: true, clear: false, warm: Vec::new() });
    pair.compare_all();
    // What the committed database says, a fresh state says as well.
    if commits_to_db {
        for a in 1..=ADDRESSES {
            let info = pair.db.account(&address(a)).unwrap();
            assert_eq!(info.is_some(), pair.model.exists(address(a)));
            for k in 0..KEYS {
                let stored = pair.db.storage(&address(a), &word(k)).unwrap();
                assert_eq!(stored, pair.model.slot(address(a), word(k)));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn histories_match_the_model(
        fork in prop::sample::select(vec![
            Fork::Frontier, Fork::TangerineWhistle, Fork::SpuriousDragon, Fork::London,
            Fork::Paris, Fork::Cancun, Fork::Osaka,
        ]),
        world in world(),
        commits_to_db: bool,
        ops in vec(op(), 0..120),
    ) {
        check(fork, &world, commits_to_db, &ops);
    }
}
