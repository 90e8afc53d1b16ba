//! SLOAD, SSTORE, TLOAD, TSTORE.

use super::{host_exit, instruction};
use crate::{halt::ExceptionalHalt, host::StorageSlot, interpreter::Interpreter, regs::Outcome};
use eevm_primitives::{
    U256,
    gas::{GAS_CALL_STIPEND, GasSchedule, SstoreRules},
};

instruction!(Sload, SLOAD, heavy sload);
instruction!(Sstore, SSTORE, heavy sstore);
instruction!(Tload, TLOAD, heavy tload);
instruction!(Tstore, TSTORE, heavy tstore);

#[inline(never)]
fn sload(machine: &mut Interpreter) -> Outcome {
    let [key] = machine.pop()?;
    let surcharge = machine.schedule.cold_sload_surcharge;
    let target = machine.top_frame().target;
    let value = machine.cold_access(surcharge, |host, cold| host.storage(&target, &key, cold))?;
    machine.push(value)
}

#[inline(never)]
fn sstore(machine: &mut Interpreter) -> Outcome {
    let [key, new] = machine.pop()?;
    machine.require_writable()?;
    if machine.schedule.sstore == SstoreRules::NetWithSentry && machine.gas <= GAS_CALL_STIPEND {
        return Err(ExceptionalHalt::OutOfGas.into());
    }
    let surcharge = machine.schedule.cold_sstore_surcharge;
    let target = machine.top_frame().target;
    let slot =
        machine.cold_access(surcharge, |host, cold| host.storage_slot(&target, &key, cold))?;
    let (cost, refund) = sstore_cost(&machine.schedule, &slot, &new);
    machine.charge(cost)?;
    let host = machine.host()?;
    if refund != 0 {
        host.add_refund(refund);
    }
    if slot.current != new {
        host.set_storage(&target, &key, new).map_err(host_exit)?;
    }
    Ok(())
}

/// Gas of a write without its cold surcharge, and what it adds to the refund counter (EIP-2200,
/// EIP-2929, EIP-3529; execution-specs `sstore`).
fn sstore_cost(gas: &GasSchedule, slot: &StorageSlot, new: &U256) -> (u64, i64) {
    let StorageSlot { original, current } = slot;
    let clear = signed(gas.sstore_clear_refund);
    if gas.sstore == SstoreRules::Current {
        let cost =
            if current.is_zero() && !new.is_zero() { gas.sstore_set } else { gas.sstore_reset };
        let refund = if !current.is_zero() && new.is_zero() { clear } else { 0 };
        return (cost, refund);
    }
    if current == new {
        return (gas.sstore_noop, 0);
    }
    if original == current {
        if original.is_zero() {
            return (gas.sstore_set, 0);
        }
        return (gas.sstore_reset, if new.is_zero() { clear } else { 0 });
    }
    let mut refund = 0;
    if !original.is_zero() {
        if current.is_zero() {
            refund -= clear;
        } else if new.is_zero() {
            refund += clear;
        }
    }
    if original == new {
        let paid = if original.is_zero() { gas.sstore_set } else { gas.sstore_reset };
        refund += signed(paid) - signed(gas.sstore_noop);
    }
    (gas.sstore_noop, refund)
}

/// A price as a signed number; prices above 2^63 are no prices.
fn signed(gas: u64) -> i64 {
    i64::try_from(gas).unwrap_or(i64::MAX)
}

#[inline(never)]
fn tload(machine: &mut Interpreter) -> Outcome {
    let [key] = machine.pop()?;
    let target = machine.top_frame().target;
    let value = machine.host()?.transient_storage(&target, &key).map_err(host_exit)?;
    machine.push(value)
}

#[inline(never)]
fn tstore(machine: &mut Interpreter) -> Outcome {
    let [key, value] = machine.pop()?;
    machine.require_writable()?;
    let target = machine.top_frame().target;
    machine.host()?.set_transient_storage(&target, &key, value).map_err(host_exit)
}
