//! The state as execution-specs has it: maps, sets, and whole copies for snapshots.

use eevm_primitives::{Address, Fork, U256};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ModelAccount {
    pub(crate) nonce: u64,
    pub(crate) balance: U256,
    pub(crate) code: Vec<u8>,
}

impl ModelAccount {
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

pub(crate) type Slots = BTreeMap<U256, U256>;

/// Accounts, and the non-zero slots of those that have any.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct World {
    pub(crate) accounts: BTreeMap<Address, ModelAccount>,
    pub(crate) storage: BTreeMap<Address, Slots>,
}

/// All that a revert takes back.
#[derive(Debug, Clone, Default)]
pub(crate) struct Now {
    pub(crate) world: World,
    pub(crate) transient: BTreeMap<(Address, U256), U256>,
    pub(crate) warm_accounts: BTreeSet<Address>,
    pub(crate) warm_slots: BTreeSet<(Address, U256)>,
    pub(crate) created: BTreeSet<Address>,
    pub(crate) wiped: BTreeSet<Address>,
    pub(crate) to_delete: BTreeSet<Address>,
    pub(crate) touched: BTreeSet<Address>,
    pub(crate) logs: Vec<Address>,
    pub(crate) refund: i64,
}

#[derive(Debug, Clone)]
pub(crate) struct Model {
    pub(crate) fork: Fork,
    pub(crate) now: Now,
    pub(crate) start: World,
    pub(crate) accessed: Vec<(Address, Vec<U256>)>,
}

impl Model {
    pub(crate) fn new(fork: Fork, world: World) -> Self {
        let now = Now { world: world.clone(), ..Now::default() };
        Self { fork, now, start: world, accessed: Vec::new() }
    }

    pub(crate) fn begin(&mut self) {
        let world = self.now.world.clone();
        self.start = world.clone();
        self.now = Now { world, ..Now::default() };
        self.accessed.clear();
    }

    pub(crate) fn discard(&mut self) {
        self.now = Now { world: self.start.clone(), ..Now::default() };
    }

    /// `incorporate_child_on_error`: 0x03 stays touched.
    pub(crate) fn revert(&mut self, to: &Now) {
        let ripemd160 = Address::from_low_u64(3);
        let sticky = self.sweeps() && self.now.touched.contains(&ripemd160);
        self.now = to.clone();
        if sticky {
            self.now.touched.insert(ripemd160);
        }
    }

    /// Whether touched accounts are swept at the end, Spurious Dragon to London.
    fn sweeps(&self) -> bool {
        (Fork::SpuriousDragon..Fork::Paris).contains(&self.fork)
    }

    pub(crate) fn note(&mut self, address: Address) -> &mut Vec<U256> {
        let position = self.accessed.iter().position(|(a, _)| *a == address);
        let position = position.unwrap_or_else(|| {
            self.accessed.push((address, Vec::new()));
            self.accessed.len() - 1
        });
        &mut self.accessed[position].1
    }

    pub(crate) fn note_slot(&mut self, address: Address, key: U256) {
        let slots = self.note(address);
        if !slots.contains(&key) {
            slots.push(key);
        }
    }

    pub(crate) fn account(&self, address: Address) -> ModelAccount {
        self.now.world.accounts.get(&address).cloned().unwrap_or_default()
    }

    pub(crate) fn exists(&self, address: Address) -> bool {
        self.now.world.accounts.contains_key(&address)
    }

    pub(crate) fn slot(&self, address: Address, key: U256) -> U256 {
        value(&self.now.world, address, key)
    }

    /// `get_storage_original`.
    pub(crate) fn original(&self, address: Address, key: U256) -> U256 {
        if self.now.created.contains(&address) || self.now.wiped.contains(&address) {
            return U256::ZERO;
        }
        value(&self.start, address, key)
    }

    pub(crate) fn set_slot(&mut self, address: Address, key: U256, value: U256) {
        let slots = self.now.world.storage.entry(address).or_default();
        if value.is_zero() {
            slots.remove(&key);
        } else {
            slots.insert(key, value);
        }
        if slots.is_empty() {
            self.now.world.storage.remove(&address);
        }
    }

    /// `modify_state`, and what surrounds it in each fork's `fork.py` and `interpreter.py`.
    pub(crate) fn modify(&mut self, address: Address, change: impl FnOnce(&mut ModelAccount)) {
        let mut account = self.account(address);
        change(&mut account);
        let empty = account.is_empty();
        let existed = self.exists(address);
        self.now.world.accounts.insert(address, account);
        if empty && self.fork >= Fork::Paris {
            if existed {
                self.destroy(address);
            }
            self.now.world.accounts.remove(&address);
        } else if empty && self.sweeps() {
            self.now.touched.insert(address);
        }
    }

    pub(crate) fn destroy(&mut self, address: Address) {
        self.now.world.storage.remove(&address);
        self.now.world.accounts.remove(&address);
        self.now.wiped.insert(address);
    }

    pub(crate) fn touch(&mut self, address: Address) {
        if self.fork >= Fork::Paris {
            return;
        }
        self.now.world.accounts.entry(address).or_default();
        if self.sweeps() {
            self.now.touched.insert(address);
        }
    }

    pub(crate) fn create(&mut self, address: Address) {
        self.now.world.storage.remove(&address);
        self.now.wiped.insert(address);
        self.now.created.insert(address);
        self.now.world.accounts.entry(address).or_default();
        if self.fork >= Fork::SpuriousDragon {
            self.now.touched.insert(address);
        }
    }

    pub(crate) fn finish(&mut self) {
        for address in self.now.to_delete.clone() {
            self.destroy(address);
        }
        for address in self.now.touched.clone() {
            if self.exists(address) && self.account(address).is_empty() {
                self.destroy(address);
            }
        }
    }
}

pub(crate) fn value(world: &World, address: Address, key: U256) -> U256 {
    world.storage.get(&address).and_then(|slots| slots.get(&key)).copied().unwrap_or(U256::ZERO)
}
