//! The case of a seed and an index.

use super::{case::Case, random::Random, transaction::transaction, world::world};
use alloc::{format, string::String};
use eevm_primitives::Fork;

/// The case of `seed` and `index` on `fork`; the same for all time.
///
/// # Errors
/// The keys of the generator are none, which no seed brings about.
pub fn generate(seed: u64, index: u64, fork: Fork) -> Result<Case, String> {
    let mut random = Random::new(seed, index);
    let mut world = world(&mut random, fork).ok_or("a secret of the generator is no key")?;
    let signer = world.signers.first().cloned().ok_or("no signer")?;
    if random.one_in(60)
        && let Some(sender) = world.accounts.get_mut(&signer.address)
    {
        // EIP-3607: a sender with code, which may be a delegation.
        sender.code = match random.below(3) {
            0 => [&[0xef, 1, 0][..], random.choose(&world.around.addresses).as_bytes()].concat(),
            1 => [&[0xef, 1, 0][..], &[7; 19]].concat(),
            _ => alloc::vec![0x00],
        };
    }
    let (transaction, fault) = transaction(&mut random, &world);
    Ok(Case {
        name: format!("seed_{seed}_case_{index}_{fork}"),
        fork,
        block: world.block,
        excess_blob_gas: world.excess_blob_gas,
        accounts: world.accounts,
        transaction,
        secret: signer.secret,
        fault,
    })
}
