//! Single rules, one small case each.

use eevm_memory::{Memory, MemoryLimit, Range};

fn memory_of(len: usize) -> Memory {
    let mut memory = Memory::new();
    memory.raise(len);
    memory
}

#[test]
fn no_arena_before_a_touch() {
    let mut memory = memory_of(1 << 30);
    assert_eq!((memory.len(), memory.valid(), memory.capacity()), (1 << 30, 0, 0));
    memory.enter();
    memory.leave();
    assert_eq!(memory.range(0, 1 << 30).map(|range| range.len()), Ok(1 << 30));
    assert_eq!(memory.capacity(), 0);
}

#[test]
fn nothing_beyond_what_was_paid_for() {
    let mut memory = memory_of(64);
    let error = |required| MemoryLimit { required, limit: 64 };
    assert_eq!(memory.touch(33, 32), Err(error(65)));
    assert_eq!(memory.touch(usize::MAX, 2), Err(error(usize::MAX)));
    assert_eq!(memory.slice(64, 1), Err(error(65)));
    assert_eq!(memory.range(64, 1), Err(error(65)));
    assert_eq!(memory.copy_within(0, 33, 32), Err(error(65)));
    assert_eq!(memory.copy_within(33, 0, 32), Err(error(65)));
    assert_eq!(memory.write_padded(40, 32, &[1], Some(0)), Err(error(72)));
    let mut out = vec![];
    assert_eq!(memory.copy_out(0, 65, &mut out), Err(error(65)));
    assert_eq!(memory.slice(0, 64), Ok(&[0; 64][..]));
}

#[test]
fn size_zero_touches_nothing_whatever_the_offset() {
    let mut memory = Memory::new();
    assert_eq!(memory.touch(usize::MAX, 0), Ok(()));
    assert_eq!(memory.slice(usize::MAX, 0), Ok(&[][..]));
    assert_eq!(memory.range(usize::MAX, 0), Ok(Range::EMPTY));
    assert_eq!(memory.copy_within(usize::MAX, 5, 0), Ok(()));
    assert_eq!(memory.write_padded(usize::MAX, 0, &[1], None), Ok(()));
    assert_eq!(memory.copy_from_range(usize::MAX, 0, &Range::EMPTY, None), Ok(()));
    assert_eq!(memory.copy_out(usize::MAX, 0, &mut vec![]), Ok(()));
    assert_eq!(memory.capacity(), 0);
}

#[test]
fn the_limit_holds_for_all_frames_together() {
    let mut memory = Memory::with_limit(10_000);
    assert_eq!(memory.limit(), 12_288);
    memory.raise(1 << 20);
    assert_eq!(memory.touch(8191, 1), Ok(()));
    assert_eq!(memory.touch(12_288, 1).unwrap_err().required, 16_384);
    memory.enter();
    memory.raise(1 << 20);
    assert_eq!(memory.touch(0, 4096), Ok(()));
    assert_eq!(memory.touch(4096, 1).unwrap_err().required, 16_384);
    assert_eq!(memory.slice(0, 4096), Ok(&[0; 4096][..]));
    assert!(memory.capacity() <= memory.limit());
}

#[test]
fn an_absurd_length_is_an_error_and_no_abort() {
    let mut memory = Memory::with_limit(usize::MAX);
    memory.raise(usize::MAX - 31);
    assert!(memory.touch(usize::MAX - 63, 32).is_err());
    assert!(memory.touch(usize::MAX / 2 - 63, 32).is_err());
    let range = memory.range(64, usize::MAX - 95).unwrap();
    assert_eq!((range.len(), range.valid()), (usize::MAX - 95, 0));
    assert_eq!(memory.read_range_word(&range, usize::MAX), [0; 32]);
    assert!(memory.copy_out(64, usize::MAX - 95, &mut vec![]).is_err());
}

#[test]
fn a_frame_finds_zeros_where_an_earlier_one_wrote() {
    let mut memory = memory_of(64);
    memory.write_word(0, &[1; 32]).unwrap();
    for _ in 0..2 {
        memory.enter();
        assert_eq!((memory.len(), memory.valid(), memory.depth()), (0, 0, 1));
        memory.raise(200_032);
        assert_eq!(memory.read_word(0), Ok([0; 32]));
        assert_eq!(memory.read_word(200_000), Ok([0; 32]));
        memory.write_word(0, &[2; 32]).unwrap();
        memory.write_word(200_000, &[2; 32]).unwrap();
        memory.leave();
    }
    assert_eq!((memory.len(), memory.valid(), memory.depth()), (64, 64, 0));
    assert_eq!(memory.read_word(0), Ok([1; 32]));
    let warm = memory.capacity();
    memory.reset();
    assert_eq!((memory.len(), memory.valid(), memory.capacity()), (0, 0, warm));
    memory.raise(64);
    assert_eq!(memory.read_word(0), Ok([0; 32]));
}

#[test]
fn far_data_survives_when_the_prefix_reaches_it() {
    let mut memory = memory_of(300_000 / 32 * 32);
    memory.write_word(200_000, &[7; 32]).unwrap();
    assert_eq!(memory.valid(), 0);
    for offset in (0..290_000).step_by(50_000) {
        memory.write_word(offset, &[3; 32]).unwrap();
    }
    assert!(memory.valid() > 200_000);
    assert_eq!(memory.slice(199_999, 34).unwrap()[..2], [0, 3]);
    memory.write_word(200_000, &[7; 32]).unwrap();
    assert_eq!(memory.read_word(200_000), Ok([7; 32]));
}

#[test]
fn descending_far_writes_join_the_prefix() {
    let mut memory = memory_of(40 * 4096);
    for offset in (0..40 * 4096).step_by(4096).rev() {
        memory.write_word(offset, &[9; 32]).unwrap();
    }
    assert_eq!(memory.valid(), 40 * 4096);
    for offset in (0..40 * 4096).step_by(4096) {
        assert_eq!(memory.read_word(offset), Ok([9; 32]));
        assert_eq!(memory.read_word(offset + 32), Ok([0; 32]));
    }
}

#[test]
fn call_data_is_seen_in_place_and_not_materialised() {
    let mut memory = memory_of(1 << 20);
    memory.write_word(32, &[5; 32]).unwrap();
    let range = memory.range(48, 500_000).unwrap();
    let valid = memory.valid();
    assert_eq!((range.len(), range.valid()), (500_000, valid - 48));
    assert!((64..=4096).contains(&valid));
    memory.enter();
    memory.raise(64);
    memory.copy_from_range(0, 64, &range, Some(8)).unwrap();
    let mut expected = [0; 64];
    expected[..8].fill(5);
    assert_eq!(memory.slice(0, 64), Ok(&expected[..]));
    assert_eq!(memory.read_range_word(&range, 8)[..9], [5, 5, 5, 5, 5, 5, 5, 5, 0]);
    assert_eq!(memory.range_slice(&range)[..17], [[5; 16].as_slice(), &[0]].concat());
    assert_eq!(memory.range_ptr(&range), memory.range_slice(&range).as_ptr());
    memory.copy_from_range(0, 32, &range, None).unwrap();
    assert_eq!(memory.read_word(0), Ok([0; 32]));
    memory.leave();
    assert_eq!(memory.valid(), valid);
}

#[test]
fn call_data_of_a_deep_stack_of_untouched_frames_costs_nothing() {
    let mut memory = Memory::new();
    for _ in 0..1_025 {
        memory.raise(1 << 20);
        assert_eq!(memory.range(0, 1 << 20).map(|range| range.valid()), Ok(0));
        memory.enter();
    }
    assert_eq!((memory.capacity(), memory.depth()), (0, 1_025));
    memory.reset();
    assert_eq!(memory.depth(), 0);
}

#[test]
fn far_bytes_are_part_of_the_call_data() {
    let mut memory = memory_of(1 << 20);
    memory.write_word(0, &[1; 32]).unwrap();
    memory.write_word(500_000, &[2; 32]).unwrap();
    let range = memory.range(16, 600_000).unwrap();
    memory.enter();
    assert_eq!(memory.read_range_word(&range, 0)[..17], [[1; 16].as_slice(), &[0]].concat());
    assert_eq!(memory.read_range_word(&range, 499_984), [2; 32]);
    assert_eq!(memory.read_range_word(&range, 599_999), [0; 32]);
}

#[test]
fn far_chunks_inside_the_prefix_do_not_shorten_the_call_data() {
    let mut memory = memory_of(200 * 4096);
    for chunk in [20, 100, 10, 24, 29] {
        memory.write_word(chunk * 4096, &[1; 32]).unwrap();
    }
    assert_eq!(memory.valid(), 30 * 4096);
    let range = memory.range(32, 50 * 4096).unwrap();
    assert_eq!(range.valid(), 30 * 4096 - 32);
    assert_eq!(memory.read_range_word(&range, 29 * 4096 - 32), [1; 32]);
}

#[test]
fn a_stale_or_foreign_range_is_harmless() {
    let mut memory = memory_of(4096);
    memory.write_word(4064, &[1; 32]).unwrap();
    let range = memory.range(0, 4096).unwrap();
    let other = Memory::new();
    assert_eq!(other.range_slice(&range), &[] as &[u8]);
    assert_eq!(other.read_range_word(&range, 4064), [0; 32]);
    memory.reset();
    memory.raise(4096);
    memory.copy_from_range(0, 4096, &range, Some(0)).unwrap();
    assert_eq!(memory.range_slice(&range).len(), 4096);
}

#[test]
fn writes_through_the_pointer_are_seen() {
    let mut memory = memory_of(96);
    memory.touch(0, 96).unwrap();
    let pointer = memory.base_ptr();
    assert_eq!(memory.valid(), 96);
    // SAFETY: byte 95 is below `valid`, and nothing has happened since the pointer was read.
    unsafe { *pointer.add(95) = 8 };
    assert_eq!(memory.slice(95, 1), Ok(&[8][..]));
    let range = memory.range(95, 1).unwrap();
    memory.enter();
    memory.raise(32);
    memory.touch(0, 32).unwrap();
    let (child, data) = (memory.base_ptr(), memory.range_ptr(&range));
    // SAFETY: both pointers were read after the last change; one byte is valid at each.
    unsafe { *child = *data };
    assert_eq!(memory.slice(0, 1), Ok(&[8][..]));
}

#[test]
fn memory_moves_between_threads() {
    fn check<T: Send + Sync>() {}
    check::<Memory>();
}
