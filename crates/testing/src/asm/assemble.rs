//! From items to bytes: flatten, give every push its width, place the labels, write.

use super::{
    AsmError, Item,
    item::{Part, checked_width, shortest},
};
use alloc::{collections::BTreeMap, string::String, vec::Vec};
use eevm_bytecode::opcode::PUSH0;
use eevm_primitives::U256;

/// The bytes of the program that `items` are.
///
/// # Errors
/// A label that stands nowhere or twice, a push width outside 1 to 32, a value or an offset that
/// does not fit its push.
pub fn assemble(items: &[Item]) -> Result<Vec<u8>, AsmError> {
    let mut parts = Vec::new();
    flatten(items, &mut parts);
    let mut widths = first_widths(&parts)?;
    // Offsets only grow with the widths, and the widths with the offsets, up to 32.
    loop {
        let labels = place(&parts, &widths)?;
        if !widen(&parts, &labels, &mut widths)? {
            return write(&parts, &labels, &widths);
        }
    }
}

/// What [`asm!`](crate::asm!) calls.
///
/// # Panics
/// When [`assemble`] fails, with its message and the caller's place.
#[must_use]
#[track_caller]
pub fn assemble_or_panic(items: &[Item]) -> Vec<u8> {
    match assemble(items) {
        Ok(code) => code,
        Err(error) => panic!("program does not assemble: {error}"),
    }
}

fn flatten<'a>(items: &'a [Item], out: &mut Vec<&'a Part>) {
    for Item(part) in items {
        match part {
            Part::Block(block) => flatten(block, out),
            Part::Repeat { count, block } => (0..*count).for_each(|_| flatten(block, out)),
            _ => out.push(part),
        }
    }
}

/// Immediate bytes of every part; 0 for what is no push. Labels of free width begin with 1.
fn first_widths(parts: &[&Part]) -> Result<Vec<usize>, AsmError> {
    let width_of = |part: &&Part| match part {
        Part::Push { value, width } => {
            let needed = shortest(value);
            let width = checked_width(width.unwrap_or(needed))?;
            if needed > width {
                return Err(AsmError::ValueTooWide { needed, width });
            }
            Ok(width)
        }
        Part::PushLabel { width, .. } => checked_width(width.unwrap_or(1)),
        _ => Ok(0),
    };
    parts.iter().map(width_of).collect()
}

type Labels<'a> = BTreeMap<&'a String, usize>;

fn place<'a>(parts: &[&'a Part], widths: &[usize]) -> Result<Labels<'a>, AsmError> {
    let mut labels = BTreeMap::new();
    let mut offset = 0;
    for (part, width) in parts.iter().zip(widths) {
        match part {
            Part::Bytes(bytes) => offset += bytes.len(),
            Part::Push { .. } | Part::PushLabel { .. } => offset += 1 + width,
            Part::Label(name) => {
                if let Some(first) = labels.insert(name, offset) {
                    let name = name.clone();
                    return Err(AsmError::DuplicateLabel { name, first, second: offset });
                }
            }
            Part::Block(_) | Part::Repeat { .. } => {}
        }
    }
    Ok(labels)
}

/// Widens label pushes that are too narrow; whether there were any.
fn widen(parts: &[&Part], labels: &Labels<'_>, widths: &mut [usize]) -> Result<bool, AsmError> {
    let mut changed = false;
    for (part, current) in parts.iter().zip(widths) {
        let Part::PushLabel { name, width } = part else { continue };
        let offset = offset_of(labels, name)?;
        let needed = shortest(&U256::from(offset));
        if needed > *current {
            if let Some(width) = *width {
                return Err(AsmError::LabelTooFar { name: name.clone(), offset, width });
            }
            *current = needed;
            changed = true;
        }
    }
    Ok(changed)
}

fn write(parts: &[&Part], labels: &Labels<'_>, widths: &[usize]) -> Result<Vec<u8>, AsmError> {
    let mut code = Vec::new();
    for (part, &width) in parts.iter().zip(widths) {
        match part {
            Part::Bytes(bytes) => code.extend_from_slice(bytes),
            Part::Push { value, .. } => write_push(&mut code, value, width)?,
            Part::PushLabel { name, .. } => {
                write_push(&mut code, &U256::from(offset_of(labels, name)?), width)?;
            }
            Part::Label(_) | Part::Block(_) | Part::Repeat { .. } => {}
        }
    }
    Ok(code)
}

fn write_push(code: &mut Vec<u8>, value: &U256, width: usize) -> Result<(), AsmError> {
    let opcode = u8::try_from(width).map_err(|_| AsmError::PushWidth { width })?;
    code.push(PUSH0 + opcode);
    code.extend_from_slice(&value.to_be_bytes::<32>()[32 - width..]);
    Ok(())
}

fn offset_of(labels: &Labels<'_>, name: &String) -> Result<usize, AsmError> {
    labels.get(name).copied().ok_or_else(|| AsmError::UnknownLabel { name: name.clone() })
}
