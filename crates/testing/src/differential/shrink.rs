//! Makes a case small while something about it stays true.

use super::case::Case;
use alloc::vec::Vec;
use eevm_bytecode::opcode::JUMPDEST;
use eevm_primitives::{Address, Bytes, U256};

/// How often `holds` is asked at most.
const MOST_TRIALS: u32 = 3_000;

/// The smallest case found for which `holds` is still true, as it is for `case`.
pub fn shrink(case: &Case, holds: &mut dyn FnMut(&Case) -> bool) -> Case {
    let mut search = Search { best: case.clone(), holds, trials: 0 };
    loop {
        let before = search.trials;
        let mut has_changed = search.world();
        has_changed |= search.transaction();
        has_changed |= search.codes();
        if !has_changed || search.trials == before || search.trials >= MOST_TRIALS {
            return search.best;
        }
    }
}

struct Search<'a> {
    best: Case,
    holds: &'a mut dyn FnMut(&Case) -> bool,
    trials: u32,
}

impl Search<'_> {
    /// Takes the change if the case still holds with it.
    fn attempt(&mut self, change: impl FnOnce(&mut Case)) -> bool {
        if self.trials >= MOST_TRIALS {
            return false;
        }
        let mut smaller = self.best.clone();
        change(&mut smaller);
        self.trials += 1;
        let is_good = (self.holds)(&smaller);
        if is_good {
            self.best = smaller;
        }
        is_good
    }

    /// Accounts, balances and slots.
    fn world(&mut self) -> bool {
        let mut has_changed = false;
        for address in self.addresses() {
            if address == self.best.transaction.sender {
                continue;
            }
            if self.attempt(|case| {
                case.accounts.remove(&address);
            }) {
                has_changed = true;
                continue;
            }
            let Some(account) = self.best.accounts.get(&address).cloned() else { continue };
            if !account.balance.is_zero() {
                has_changed |=
                    self.attempt(|case| edit(case, &address, |a| a.balance = U256::ZERO));
            }
            for key in account.storage.keys() {
                has_changed |= self.attempt(|case| {
                    edit(case, &address, |account| {
                        account.storage.remove(key);
                    });
                });
            }
        }
        has_changed
    }

    fn addresses(&self) -> Vec<Address> {
        self.best.accounts.keys().copied().collect()
    }

    fn transaction(&mut self) -> bool {
        let mut has_changed = false;
        let tx = self.best.transaction.clone();
        if !tx.value.is_zero() {
            has_changed |= self.attempt(|case| case.transaction.value = U256::ZERO);
        }
        for at in (0..tx.access_list.len()).rev() {
            has_changed |= self.attempt(|case| {
                case.transaction.access_list.remove(at);
            });
        }
        for at in (0..tx.authorization_list.len()).rev() {
            has_changed |= self.attempt(|case| {
                case.transaction.authorization_list.remove(at);
            });
        }
        for len in [0, tx.data.len() / 2, tx.data.len().saturating_sub(1)] {
            let data = Bytes::from(tx.data.get(..len).unwrap_or(&[]).to_vec());
            if len < tx.data.len() && self.attempt(|case| case.transaction.data = data) {
                return true;
            }
        }
        has_changed
    }

    /// Pieces of codes go, or become JUMPDESTs where jumps have to arrive behind them.
    fn codes(&mut self) -> bool {
        let mut has_changed = false;
        for address in self.addresses() {
            let code = |search: &Self| {
                search.best.accounts.get(&address).map(|a| a.code.clone()).unwrap_or_default()
            };
            let mut piece = code(self).len().next_power_of_two();
            while piece > 0 {
                let len = code(self).len();
                if len >= piece {
                    has_changed |= self.attempt(|case| {
                        edit(case, &address, |account| account.code.truncate(len - piece));
                    });
                }
                for start in (0..len).step_by(piece) {
                    let old = code(self);
                    let end = (start + piece).min(old.len());
                    if start >= end {
                        continue;
                    }
                    let mut shorter = old.clone();
                    shorter.drain(start..end);
                    let mut blank = old.clone();
                    if let Some(bytes) = blank.get_mut(start..end) {
                        bytes.fill(JUMPDEST);
                    }
                    for new in [shorter, blank] {
                        if new != old
                            && self.attempt(|case| {
                                edit(case, &address, |account| account.code = new);
                            })
                        {
                            has_changed = true;
                            break;
                        }
                    }
                }
                piece /= 2;
            }
        }
        has_changed
    }
}

fn edit(case: &mut Case, address: &Address, change: impl FnOnce(&mut super::case::Account)) {
    if let Some(account) = case.accounts.get_mut(address) {
        change(account);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::differential::generate;
    use eevm_primitives::Fork;

    #[test]
    fn only_what_is_asked_for_remains() {
        let case = (0..200)
            .filter_map(|index| generate(1, index, Fork::Cancun).ok())
            .find(|case| case.accounts.values().any(|account| account.code.contains(&0x55)))
            .expect("a case with an SSTORE");
        let small = shrink(&case, &mut |case| {
            case.accounts.values().any(|account| account.code.contains(&0x55))
        });
        assert_eq!(small.accounts.len(), 2, "the sender and one more");
        let codes: Vec<_> = small.accounts.values().map(|account| account.code.len()).collect();
        assert!(codes.iter().sum::<usize>() < 4, "{codes:?}");
        assert!(small.transaction.data.is_empty() && small.transaction.access_list.is_empty());
    }
}
