//! Signs a transfer, reads it back from its bytes, executes it, and shows what it changed.
#![expect(clippy::print_stdout, reason = "an example shows its result")]

use eevm_ecdsa::secp256k1::{SecretKey, sign};
use eevm_handler::{Evm, SignedTransaction, Transaction};
use eevm_primitives::{Address, B256, Fork, U256};
use eevm_state::{AccountInfo, InMemoryDb};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let key = SecretKey::new(&B256::repeat_byte(1))?;
    let mut db = InMemoryDb::new();
    let balance = U256::from(1_000_000);
    db.insert_account(key.address(), AccountInfo { balance, ..AccountInfo::default() });

    let mut tx = Transaction::default();
    tx.to = Some(Address::repeat_byte(0x77));
    tx.value = U256::from(1_234);
    tx.gas_price = U256::from(10);
    tx.gas_limit = 21_000;
    tx.chain_id = Some(1);
    let signature = sign(&tx.signing_hash(), &key)?;
    let bytes = SignedTransaction::new(tx, signature).encode();

    let tx = SignedTransaction::decode(&bytes)?.recover(Fork::Osaka)?;
    let mut evm = Evm::new(db, Fork::Osaka);
    let mut execution = evm.execute(&tx)?;
    println!("gas used {}", execution.gas_used());
    for change in execution.state_diff().accounts {
        println!("{}: {:?} wei", change.address, change.info.map(|info| info.balance));
    }
    execution.commit();
    Ok(())
}
