//! A payment, a frame that is reverted, and what the transaction changed in the end.
#![expect(clippy::print_stdout, reason = "an example prints")]

use eevm_primitives::{Address, Fork, U256};
use eevm_state::{AccountInfo, InMemoryDb, MissingData, State};

fn main() -> Result<(), MissingData> {
    let (alice, bob) = (Address::repeat_byte(0xa1), Address::repeat_byte(0xb0));
    let mut db = InMemoryDb::new();
    db.insert_account(alice, AccountInfo { balance: U256::from(100), ..AccountInfo::default() });
    db.insert_storage(bob, U256::from(1), U256::from(7));

    let mut state = State::new(Fork::Osaka);
    state.begin_transaction();
    let from = state.load_account(&db, &alice)?;
    let to = state.load_account(&db, &bob)?;
    assert!(state.transfer(from, to, U256::from(30)));

    let checkpoint = state.checkpoint();
    if let Some((slot, was_cold)) = state.access_slot(&db, to, &U256::from(1), true)? {
        println!("slot 1 holds {}, cold: {was_cold}", state.slot(slot).present);
        state.set_slot(slot, U256::from(8));
    }
    state.revert(checkpoint);

    state.finish_transaction();
    let diff = state.state_diff();
    println!("{diff:#?}\n{:#?}", state.access_log());
    state.commit_transaction();
    db.commit(&diff);
    println!("bob has {}", db.get_account(&bob).map_or(U256::ZERO, |info| info.balance));
    Ok(())
}
