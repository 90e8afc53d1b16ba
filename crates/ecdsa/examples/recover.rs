//! Signs a message, recovers the signer's address and verifies the signature.

use eevm_ecdsa::{
    EcdsaError,
    secp256k1::{self, SecretKey},
};
use eevm_primitives::{B256, keccak256};

#[expect(clippy::print_stdout, reason = "an example shows something")]
fn main() -> Result<(), EcdsaError> {
    let secret = SecretKey::new(&B256::repeat_byte(0x42))?;
    let hash = keccak256(b"a message");
    let signature = secp256k1::sign(&hash, &secret)?;
    let signer = secp256k1::recover_address(&hash, &signature)?;
    secp256k1::verify(&hash, &signature, &secret.public_key())?;
    println!("hash   {hash}");
    println!("r      {:#066x}", signature.r);
    println!("s      {:#066x}, low: {}", signature.s, signature.is_low_s());
    println!("signer {signer}, key's address {}", secret.address());
    Ok(())
}
