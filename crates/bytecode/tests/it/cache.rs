//! The program cache.

use eevm_bytecode::{Bytecode, ProgramCache, ProgramId};

fn code(number: u8, len: usize) -> Bytecode {
    Bytecode::new(&vec![number; len])
}

#[test]
fn the_same_code_is_the_same_program() {
    let mut cache = ProgramCache::new();
    let first = cache.get_or_insert(&code(1, 100));
    let other = cache.get_or_insert(&code(2, 100));
    assert_ne!(first, other);
    assert_eq!(cache.get_or_insert(&code(1, 100)), first);
    assert_eq!(cache.get(first).code(), &code(1, 100));
    assert_eq!(cache.get_mut(other).code(), &code(2, 100));
    assert_eq!((cache.hits(), cache.misses(), cache.len()), (1, 2, 2));
    assert_eq!(size_of::<Option<ProgramId>>(), 4);
}

#[test]
fn what_was_learned_stays_and_addresses_too() {
    let mut cache = ProgramCache::new();
    let looping = code(0x5b, 300);
    let id = cache.get_or_insert(&looping);
    assert!(cache.get(id).record_jump(7));
    let (program, hot) = (std::ptr::from_ref(cache.get(id)), cache.get(id).hot_ptr());
    for number in 0..100 {
        cache.get_or_insert(&code(number, 50));
    }
    cache.trim();
    let id = cache.get_or_insert(&looping);
    assert_eq!((std::ptr::from_ref(cache.get(id)), cache.get(id).hot_ptr()), (program, hot));
    assert_eq!(cache.get(id).hot_entries().map(|hot| hot[7].get().pc), Some(7));
    assert_eq!(cache.generation(), 0);
}

#[test]
fn the_longest_unused_go_first_and_only_when_asked() {
    let mut cache = ProgramCache::with_capacity_bytes(10 * 4000);
    let ids: Vec<_> = (0..20).map(|number| cache.get_or_insert(&code(number, 1000))).collect();
    assert_eq!(cache.len(), 20);
    assert!(cache.used_bytes() > cache.capacity_bytes());
    assert_eq!(cache.get_or_insert(&code(0, 1000)), ids[0]);
    assert_eq!(cache.get_or_insert(&code(5, 1000)), ids[5]);
    cache.trim();
    cache.trim();
    assert_eq!(cache.generation(), 1, "the second found that all fits");
    assert!(cache.used_bytes() <= cache.capacity_bytes());
    let kept: Vec<_> =
        (0..20).filter(|&number| !cache.get(ids[number]).code().is_empty()).collect();
    assert_eq!(kept, [&[0, 5][..], &(20 - cache.len() + 2..20).collect::<Vec<_>>()].concat());
    let misses = cache.misses();
    cache.get_or_insert(&code(1, 1000));
    cache.get_or_insert(&code(19, 1000));
    assert_eq!(cache.misses(), misses + 1);
}

#[test]
fn init_code_is_its_own_program_and_given_back() {
    let mut cache = ProgramCache::new();
    let shared = cache.get_or_insert(&code(1, 10));
    let (one, two) = (cache.insert_unhashed(code(1, 10)), cache.insert_unhashed(code(1, 10)));
    assert!(one != two && one != shared && two != shared);
    assert_eq!(cache.get_or_insert(&code(1, 10)), shared);
    let used = cache.used_bytes();
    cache.release(one);
    cache.release(one);
    cache.release(shared);
    assert_eq!((cache.len(), cache.used_bytes() < used), (2, true));
    assert!(cache.get(one).code().is_empty() && cache.get_mut(one).code().is_empty());
    assert!(!cache.get(shared).code().is_empty());
    assert_eq!(cache.insert_unhashed(code(3, 10)), one, "ids are used again");
    cache.release(two);
    cache.release(one);
    assert_eq!((cache.len(), cache.generation()), (1, 0));
}

#[test]
fn clearing_forgets_everything() {
    let mut cache = ProgramCache::default();
    assert!(cache.is_empty());
    let id = cache.get_or_insert(&code(1, 10));
    cache.clear();
    assert_eq!((cache.len(), cache.used_bytes(), cache.generation()), (0, 0, 1));
    assert!(cache.get(id).code().is_empty());
    assert!(!cache.get(id).record_jump(0));
    cache.get_or_insert(&code(1, 10));
    assert_eq!(cache.misses(), 2);
}

#[test]
fn a_long_history_keeps_list_and_table_in_step() {
    let mut cache = ProgramCache::with_capacity_bytes(30 * 2700);
    let mut init = vec![];
    let mut state = 1_u32;
    for step in 0..20_000 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let [_, _, kind, number] = state.to_be_bytes().map(|byte| byte % 64);
        let length = usize::from(number) + 1;
        match kind {
            0..50 => {
                let id = cache.get_or_insert(&code(number, length));
                assert_eq!(cache.get(id).code().len(), length);
            }
            50..56 => init.push((cache.insert_unhashed(code(number, length)), length)),
            56..61 => {
                if let Some((id, length)) = init.pop() {
                    assert_eq!(cache.get(id).code().len(), length, "step {step}");
                    cache.release(id);
                }
            }
            _ => {
                init.drain(..).for_each(|(id, _)| cache.release(id));
                cache.trim();
                assert!(cache.used_bytes() <= cache.capacity_bytes() && cache.len() <= 31);
            }
        }
    }
    assert!(cache.generation() > 100 && cache.hits() > 1000);
    cache = ProgramCache::with_capacity_bytes(0);
    cache.get_or_insert(&code(1, 1));
    cache.insert_unhashed(code(1, 1));
    cache.trim();
    assert_eq!((cache.len(), cache.used_bytes()), (0, 0));
}
