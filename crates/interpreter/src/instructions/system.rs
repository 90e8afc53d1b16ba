//! CREATE, CALL, CALLCODE, RETURN, DELEGATECALL, CREATE2, STATICCALL, REVERT, SELFDESTRUCT.

use super::{host_exit, instruction};
use crate::{
    halt::{ExceptionalHalt, Exit},
    interpreter::Interpreter,
    message::{self, CallKind},
    regs::Outcome,
};
use eevm_primitives::{
    Fork, U256, address_from_word, b256_from_word,
    gas::{GAS_CALL_STIPEND, GAS_WARM_ACCESS, STACK_DEPTH_LIMIT},
    to_u64, to_usize,
};

instruction!(Create, CREATE, heavy create::<false>);
instruction!(Create2, CREATE2, heavy create::<true>);
instruction!(Call, CALL, heavy | machine | call(machine, CallKind::Call));
instruction!(Callcode, CALLCODE, heavy | machine | call(machine, CallKind::CallCode));
instruction!(Delegatecall, DELEGATECALL, heavy | machine | call(machine, CallKind::DelegateCall));
instruction!(Staticcall, STATICCALL, heavy | machine | call(machine, CallKind::StaticCall));
instruction!(Return, RETURN, heavy | machine | end(machine, Exit::Return));
instruction!(Revert, REVERT, heavy | machine | end(machine, Exit::Revert));
instruction!(Selfdestruct, SELFDESTRUCT, heavy selfdestruct);

#[inline(never)]
fn end(machine: &mut Interpreter, exit: Exit) -> Outcome {
    let [offset, size] = machine.pop()?;
    machine.output = machine.memory_range(&offset, &size)?;
    // The output is copied out of the memory, so that what was never touched counts as well.
    if machine.output.1 > machine.memory.limit() {
        return Err(ExceptionalHalt::MemoryLimit.into());
    }
    Err(exit)
}

/// The CALL family (execution-specs `call`, `callcode`, `delegatecall`, `staticcall`).
#[inline(never)]
fn call(machine: &mut Interpreter, kind: CallKind) -> Outcome {
    let [gas, address] = machine.pop()?;
    let value = match kind {
        CallKind::Call | CallKind::CallCode => {
            let [value] = machine.pop()?;
            value
        }
        CallKind::DelegateCall | CallKind::StaticCall => U256::ZERO,
    };
    let [input_offset, input_size, output_offset, output_size] = machine.pop()?;
    let input = machine.memory_range(&input_offset, &input_size)?;
    let output = machine.memory_range(&output_offset, &output_size)?;
    let has_value = !value.is_zero();
    if has_value && kind == CallKind::Call {
        machine.require_writable()?;
    }
    let code_address = address_from_word(&address);
    let callee = machine.account_access(|host, cold| host.call_target(&code_address, cold))?;
    if let Some(delegate) = callee.delegate {
        // EIP-7702: a warm or cold access of its own, without the instruction's static gas.
        machine.charge(GAS_WARM_ACCESS)?;
        machine.account_access(|host, cold| host.access_account(&delegate, cold))?;
    }
    if has_value {
        machine.charge(machine.schedule.call_value)?;
    }
    let counts_as_new = has_value || machine.rules.fork < Fork::SpuriousDragon;
    if kind == CallKind::Call && callee.is_dead && counts_as_new {
        machine.charge(machine.schedule.new_account)?;
    }
    let given = forwarded_gas(machine, &gas)?;
    machine.charge(given)?;
    let given = if has_value { given.saturating_add(GAS_CALL_STIPEND) } else { given };

    machine.return_data.clear();
    let frame = machine.top_frame();
    let (target, caller, frame_value) = (frame.target, frame.caller, frame.value);
    let (depth, is_static) = (frame.depth, frame.is_static);
    let affordable = if has_value {
        machine.host()?.self_account(&target).map_err(host_exit)?.0 >= value
    } else {
        true
    };
    if depth >= STACK_DEPTH_LIMIT || !affordable {
        machine.gas += given;
        return machine.push(U256::ZERO);
    }
    let pending = &mut machine.call;
    pending.kind = kind;
    pending.gas = given;
    pending.caller = if kind == CallKind::DelegateCall { caller } else { target };
    pending.target = match kind {
        CallKind::Call | CallKind::StaticCall => code_address,
        CallKind::CallCode | CallKind::DelegateCall => target,
    };
    pending.code_address = code_address;
    pending.delegate = callee.delegate;
    pending.value = if kind == CallKind::DelegateCall { frame_value } else { value };
    pending.is_static = is_static || kind == CallKind::StaticCall;
    pending.input = input;
    pending.output = output;
    suspend(machine, Exit::Call)
}

/// Gives up control with the frame standing after the instruction.
fn suspend(machine: &mut Interpreter, exit: Exit) -> Outcome {
    machine.ip = machine.ip.wrapping_add(1);
    Err(exit)
}

/// How much of the gas asked for the callee gets (EIP-150: at most all but one 64th; before, all
/// of it or the frame runs out).
fn forwarded_gas(machine: &Interpreter, asked: &U256) -> Result<u64, Exit> {
    if machine.schedule.all_but_one_64th {
        let most = machine.gas - machine.gas / 64;
        Ok(to_u64(asked).map_or(most, |asked| asked.min(most)))
    } else {
        to_u64(asked).ok_or_else(|| ExceptionalHalt::OutOfGas.into())
    }
}

/// CREATE and CREATE2 (execution-specs `create`, `create2`, `generic_create`).
#[inline(never)]
fn create<const WITH_SALT: bool>(machine: &mut Interpreter) -> Outcome {
    let [value, offset, size] = machine.pop()?;
    let salt = if WITH_SALT {
        let [salt] = machine.pop()?;
        Some(b256_from_word(&salt))
    } else {
        None
    };
    let len = to_usize(&size).ok_or(ExceptionalHalt::OutOfGas)?;
    let word_cost = machine.schedule.init_code_word.saturating_add(if WITH_SALT {
        machine.schedule.keccak_word
    } else {
        0
    });
    machine.charge_words(word_cost, len)?;
    let init_code = machine.memory_range(&offset, &size)?;
    machine.require_writable()?;
    if machine.rules.limits.max_init_code_size.is_some_and(|limit| len > limit) {
        return Err(ExceptionalHalt::CodeSizeLimit.into());
    }
    let gas = machine.gas;
    let given = if machine.schedule.all_but_one_64th { gas - gas / 64 } else { gas };
    machine.return_data.clear();

    let frame = machine.top_frame();
    let (creator, depth) = (frame.target, frame.depth);
    let (balance, nonce) = machine.host()?.self_account(&creator).map_err(host_exit)?;
    if balance < value || nonce == u64::MAX || depth >= STACK_DEPTH_LIMIT {
        return machine.push(U256::ZERO);
    }
    machine.gas -= given;
    machine.creation = message::Creation { gas: given, creator, value, salt, init_code };
    suspend(machine, Exit::Create)
}

#[inline(never)]
fn selfdestruct(machine: &mut Interpreter) -> Outcome {
    let [word] = machine.pop()?;
    machine.require_writable()?;
    let beneficiary = address_from_word(&word);
    let target = machine.top_frame().target;
    let surcharge = machine.schedule.cold_self_destruct_surcharge;
    let info = machine.cold_access(surcharge, |host, cold| {
        host.self_destruct_info(&target, &beneficiary, cold)
    })?;
    let counts_as_new = info.has_balance || machine.rules.fork < Fork::SpuriousDragon;
    if info.beneficiary_is_dead && counts_as_new {
        machine.charge(machine.schedule.self_destruct_new_account)?;
    }
    machine.inspect(|inspector| inspector.self_destruct(&target, &beneficiary));
    let refund = i64::try_from(machine.schedule.self_destruct_refund).unwrap_or(i64::MAX);
    let host = machine.host()?;
    let newly = host.self_destruct(&target, &beneficiary).map_err(host_exit)?;
    if newly && refund != 0 {
        host.add_refund(refund);
    }
    Err(Exit::Stop)
}
