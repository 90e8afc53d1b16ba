//! The table's calls: published vectors where there are any, else our own of the same names.

use crate::calls::{Call, repricing};
use eevm_primitives::Bytes;
use serde_json::Value;
use std::{fs, path::Path};

/// Where inputs come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// This many are go-ethereum's; the others have no vector of their name.
    Published(usize),
    /// All are our own.
    Own,
}

/// Where names begin, the file with their vectors, and what its names have in the beginning's
/// place.
const FILES: [(&str, &str, &str); 5] = [
    ("ecrecover", "ecRecover.json", "ValidKey"),
    ("modexp_", "modexp_eip2565.json", ""),
    ("alt_bn128_add_", "bn256Add.json", ""),
    ("alt_bn128_mul_", "bn256ScalarMul.json", ""),
    ("alt_bn128_pairing_", "bn256Pairing.json", ""),
];

/// The calls, with inputs and outputs of the vectors below `fixtures` if that is given.
///
/// # Errors
/// A file that cannot be read, or a vector that is not there or not well formed.
pub fn calls(fixtures: Option<&Path>) -> Result<(Vec<Call>, Origin), String> {
    let mut calls = repricing();
    let Some(folder) = fixtures.map(|root| root.join("vectors/precompiles/geth")) else {
        return Ok((calls, Origin::Own));
    };
    let mut published = 0;
    for (start, file, replacement) in FILES {
        let path = folder.join(file);
        let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let cases: Value =
            serde_json::from_str(&text).map_err(|e| format!("{}: {e}", path.display()))?;
        for call in calls.iter_mut().filter(|call| call.key.starts_with(start)) {
            let name = call.key.replacen(start, replacement, 1);
            let case = cases.as_array().into_iter().flatten().find(|case| {
                case["Name"].as_str().is_some_and(|found| found.replace('-', "_") == name.as_str())
                    || case["Name"] == name.as_str()
            });
            replace(call, case).ok_or_else(|| format!("{file}: no proper vector {name}"))?;
            published += 1;
        }
    }
    Ok((calls, Origin::Published(published)))
}

/// Gives a call the vector's input, output and gas.
fn replace(call: &mut Call, case: Option<&Value>) -> Option<()> {
    let case = case?;
    let bytes = |field: &str| format!("0x{}", case[field].as_str()?).parse::<Bytes>().ok();
    call.input = bytes("Input")?;
    call.output = bytes("Expected")?;
    call.gas = case["Gas"].as_u64()?;
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_vectors_ours_are_taken_and_that_is_told() {
        let (calls, origin) = calls(None).unwrap();
        assert_eq!((calls, origin), (repricing(), Origin::Own));
        assert!(super::calls(Some(Path::new("no-such-folder"))).is_err());
    }
}
