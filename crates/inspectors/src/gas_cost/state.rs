//! What instructions cost that depends on accounts and slots.

use super::{Part, Quote};
use crate::Fault;
use eevm_bytecode::opcode::{CALL, CALLCODE};
use eevm_interpreter::{CallTarget, PeekedAccount, PeekedSlot, StorageSlot};
use eevm_primitives::{
    Address, Fork, U256, address_from_word,
    gas::{GAS_CALL_STIPEND, GAS_WARM_ACCESS, SstoreRules},
    to_u64,
};

impl Quote<'_, '_> {
    /// What a cold account adds (EIP-2929).
    pub(super) fn account_surcharge(self, word: &U256) -> u64 {
        let is_warm = self.account(&address_from_word(word)).is_warm;
        if is_warm { 0 } else { self.step.rules.gas.cold_account_surcharge }
    }

    /// What a cold slot adds to SLOAD.
    pub(super) fn sload_surcharge(self) -> u64 {
        let is_warm = self.slot(self.word(0)).is_warm;
        if is_warm { 0 } else { self.step.rules.gas.cold_sload_surcharge }
    }

    /// SSTORE (EIP-2200, EIP-2929).
    pub(super) fn sstore(self, left: u64) -> Part {
        let gas = &self.step.rules.gas;
        if gas.sstore == SstoreRules::NetWithSentry && left <= GAS_CALL_STIPEND {
            return Err(Fault::ReentrancySentry);
        }
        let PeekedSlot { is_warm, slot: StorageSlot { original, current } } =
            self.slot(self.word(0));
        let new = *self.word(1);
        let surcharge = if is_warm { 0 } else { gas.cold_sstore_surcharge };
        let cost = if gas.sstore == SstoreRules::Current {
            if current.is_zero() && !new.is_zero() { gas.sstore_set } else { gas.sstore_reset }
        } else if current == new || original != current {
            gas.sstore_noop
        } else if original.is_zero() {
            gas.sstore_set
        } else {
            gas.sstore_reset
        };
        Ok(surcharge.saturating_add(cost))
    }

    /// SELFDESTRUCT, without its static gas.
    pub(super) fn self_destruct(self) -> u64 {
        let rules = self.step.rules;
        let heir = self.account(&address_from_word(self.word(0)));
        let surcharge = if heir.is_warm { 0 } else { rules.gas.cold_self_destruct_surcharge };
        let counts =
            rules.fork < Fork::SpuriousDragon || self.account(self.step.frame.target()).has_balance;
        let is_new = heir.target.is_dead && counts;
        surcharge.saturating_add(if is_new { rules.gas.self_destruct_new_account } else { 0 })
    }

    /// The CALL family: access, memory, value, new account, and the gas that is passed on.
    pub(super) fn call(self, left: u64) -> Part {
        let rules = self.step.rules;
        let address = address_from_word(self.word(1));
        let account = self.account(&address);
        // go-ethereum takes the cost of cold accounts at once, so that it is missing from the gas
        // that may be passed on, and stops where it cannot be paid.
        let mut access = if account.is_warm { 0 } else { rules.gas.cold_account_surcharge };
        if access > left {
            return Err(Fault::OutOfGas);
        }
        if let Some(delegate) = account.target.delegate {
            // The account itself has been made warm by then.
            let is_warm = delegate == address || self.account(&delegate).is_warm;
            access += GAS_WARM_ACCESS;
            access += if is_warm { 0 } else { rules.gas.cold_account_surcharge };
            if access > left {
                return Err(Fault::OutOfGas);
            }
        }
        let has_value = matches!(self.step.opcode, CALL | CALLCODE) && !self.word(2).is_zero();
        let mut base = self.memory()?;
        if has_value {
            base = base.saturating_add(rules.gas.call_value);
        }
        let counts = has_value || rules.fork < Fork::SpuriousDragon;
        if self.step.opcode == CALL && account.target.is_dead && counts {
            base = base.saturating_add(rules.gas.new_account);
        }
        let asked = to_u64(self.word(0));
        let passed_on = if rules.gas.all_but_one_64th {
            // Where the base cost is missing already, this wraps around there, too.
            let available = (left - access).wrapping_sub(base);
            let most = available - available / 64;
            asked.map_or(most, |asked| asked.min(most))
        } else {
            asked.ok_or(Fault::GasOverflow)?
        };
        let cost = base.checked_add(passed_on).and_then(|cost| cost.checked_add(access));
        cost.ok_or(Fault::GasOverflow)
    }

    fn account(self, address: &Address) -> PeekedAccount {
        self.host.and_then(|host| host.peek_account(address)).unwrap_or(PeekedAccount {
            is_warm: true,
            target: CallTarget { is_dead: false, delegate: None },
            has_balance: false,
        })
    }

    /// A slot of the account that the frame works on.
    fn slot(self, key: &U256) -> PeekedSlot {
        let target = self.step.frame.target();
        self.host.and_then(|host| host.peek_slot(target, key)).unwrap_or(PeekedSlot {
            is_warm: true,
            slot: StorageSlot { original: U256::ZERO, current: U256::ZERO },
        })
    }
}
