//! Random programs against a plain `Vec<u8>` for each frame.

use eevm_memory::{Memory, Range};
use proptest::prelude::*;

#[derive(Debug, Clone)]
enum Step {
    Raise(usize),
    WriteWord(usize, u8),
    WriteByPointer(usize, u8),
    Read(usize, usize),
    WritePadded { offset: usize, size: usize, src: Vec<u8>, src_offset: Option<usize> },
    CopyWithin { dst: usize, src: usize, size: usize },
    CallDataWord(usize),
    CallDataCopy { dst: usize, size: usize, src_offset: Option<usize> },
    CopyOut(usize, usize),
    Enter(usize, usize),
    Leave,
    Reset,
}

const MOST: usize = if cfg!(miri) { 160 * 1024 } else { 600 * 1024 };

/// Offsets gather around chunk borders, the first growth step and the reach of near growth.
fn offset() -> impl Strategy<Value = usize> {
    let border = prop_oneof![Just(1024_usize), (0..MOST / 4096).prop_map(|chunk| chunk * 4096)];
    prop_oneof![
        3 => 0..2048_usize,
        3 => (border, 0..80_usize).prop_map(|(at, near)| (at + near).saturating_sub(40)),
        1 => 0..MOST,
        1 => 64_usize * 1024 - 40..64 * 1024 + 4200,
    ]
}

fn size() -> impl Strategy<Value = usize> {
    prop_oneof![
        6 => 0..100_usize,
        2 => (0..4_usize, 0..80_usize).prop_map(|(chunks, near)| (chunks * 4096 + near).saturating_sub(40)),
        1 => 0..100_000_usize,
    ]
}

fn source_offset() -> impl Strategy<Value = Option<usize>> {
    prop_oneof![3 => (0..100_usize).prop_map(Some), 1 => offset().prop_map(Some), 1 => Just(None)]
}

fn step() -> impl Strategy<Value = Step> {
    let source = prop::collection::vec(1..=255_u8, 0..if cfg!(miri) { 100 } else { 6000 });
    prop_oneof![
        2 => offset().prop_map(Step::Raise),
        6 => (offset(), 1..=255_u8).prop_map(|(offset, byte)| Step::WriteWord(offset, byte)),
        4 => (offset(), 1..=255_u8).prop_map(|(offset, byte)| Step::WriteByPointer(offset, byte)),
        4 => (offset(), size()).prop_map(|(offset, size)| Step::Read(offset, size)),
        4 => (offset(), size(), source, source_offset()).prop_map(
            |(offset, size, src, src_offset)| Step::WritePadded { offset, size, src, src_offset }
        ),
        4 => (offset(), offset(), size())
            .prop_map(|(dst, src, size)| Step::CopyWithin { dst, src, size }),
        2 => offset().prop_map(Step::CallDataWord),
        4 => (offset(), size(), source_offset())
            .prop_map(|(dst, size, src_offset)| Step::CallDataCopy { dst, size, src_offset }),
        3 => (offset(), size()).prop_map(|(offset, size)| Step::CopyOut(offset, size)),
        4 => (offset(), size()).prop_map(|(offset, size)| Step::Enter(offset, size)),
        3 => Just(Step::Leave),
        1 => Just(Step::Reset),
    ]
}

/// The memory of one frame and its call data, as plain bytes.
#[derive(Default)]
struct Plain {
    memory: Vec<u8>,
    call_data: Vec<u8>,
}

/// The arena beside its model; each step runs on both.
struct Pair {
    memory: Memory,
    ranges: Vec<Range>,
    plain: Vec<Plain>,
}

impl Pair {
    fn new() -> Self {
        let memory = Memory::with_limit(1 << 30);
        Self { memory, ranges: vec![Range::EMPTY], plain: vec![Plain::default()] }
    }

    fn top(&mut self) -> &mut Plain {
        self.plain.last_mut().unwrap()
    }

    fn range(&self) -> Range {
        *self.ranges.last().unwrap()
    }

    /// What the interpreter does before an access: pay.
    fn pay(&mut self, offset: usize, size: usize) {
        if size == 0 {
            return;
        }
        let len = (offset + size).next_multiple_of(32);
        self.memory.raise(len);
        let plain = self.top();
        plain.memory.resize(plain.memory.len().max(len), 0);
    }

    fn padded(src: &[u8], src_offset: Option<usize>, size: usize) -> Vec<u8> {
        let src = src_offset.and_then(|start| src.get(start..)).unwrap_or_default();
        let mut padded = src[..src.len().min(size)].to_vec();
        padded.resize(size, 0);
        padded
    }

    fn store(&mut self, offset: usize, bytes: &[u8]) {
        if !bytes.is_empty() {
            self.top().memory[offset..offset + bytes.len()].copy_from_slice(bytes);
        }
    }

    fn run(&mut self, step: Step) {
        match step {
            Step::Raise(size) => self.pay(0, size),
            Step::WriteWord(offset, byte) => {
                self.pay(offset, 32);
                self.memory.write_word(offset, &[byte; 32]).unwrap();
                self.store(offset, &[byte; 32]);
            }
            Step::WriteByPointer(offset, byte) => {
                self.pay(offset, 1);
                if offset < self.memory.valid() {
                    // SAFETY: the offset is below `valid`, read just now.
                    unsafe { *self.memory.base_ptr().add(offset) = byte };
                    self.store(offset, &[byte]);
                }
            }
            Step::Read(offset, size) => {
                self.pay(offset, size);
                let read = self.memory.slice(offset, size).unwrap().to_vec();
                let plain = &self.top().memory;
                assert_eq!(read, plain.get(offset..offset + size).unwrap_or_default());
            }
            Step::WritePadded { offset, size, src, src_offset } => {
                self.pay(offset, size);
                self.memory.write_padded(offset, size, &src, src_offset).unwrap();
                self.store(offset, &Self::padded(&src, src_offset, size));
            }
            Step::CopyWithin { dst, src, size } => {
                self.pay(dst.max(src), size);
                self.memory.copy_within(dst, src, size).unwrap();
                if size != 0 {
                    self.top().memory.copy_within(src..src + size, dst);
                }
            }
            Step::CallDataWord(offset) => {
                let word = self.memory.read_range_word(&self.range(), offset);
                assert_eq!(word[..], Self::padded(&self.top().call_data, Some(offset), 32));
            }
            Step::CallDataCopy { dst, size, src_offset } => {
                self.pay(dst, size);
                let range = self.range();
                self.memory.copy_from_range(dst, size, &range, src_offset).unwrap();
                let bytes = Self::padded(&self.top().call_data, src_offset, size);
                self.store(dst, &bytes);
            }
            Step::CopyOut(offset, size) => {
                self.pay(offset, size);
                let mut out = vec![42];
                self.memory.copy_out(offset, size, &mut out).unwrap();
                assert_eq!(out[0], 42);
                let plain = &self.top().memory;
                assert_eq!(&out[1..], plain.get(offset..offset + size).unwrap_or_default());
            }
            Step::Enter(offset, size) => {
                self.pay(offset, size);
                let range = self.memory.range(offset, size).unwrap();
                assert_eq!(range.len(), size);
                let plain = &self.top().memory;
                let call_data = plain.get(offset..offset + size).unwrap_or_default().to_vec();
                let seen = self.memory.range_slice(&range);
                assert_eq!(Self::padded(seen, Some(0), size), call_data);
                self.memory.enter();
                self.ranges.push(range);
                self.plain.push(Plain { memory: vec![], call_data });
            }
            Step::Leave => {
                self.memory.leave();
                self.plain.pop();
                self.ranges.pop();
                if self.plain.is_empty() {
                    *self = Self { memory: std::mem::take(&mut self.memory), ..Self::new() };
                }
            }
            Step::Reset => {
                self.memory.reset();
                *self = Self { memory: std::mem::take(&mut self.memory), ..Self::new() };
            }
        }
        assert_eq!(self.memory.len(), self.top().memory.len());
        assert_eq!(self.memory.depth() + 1, self.plain.len());
        assert!(self.memory.valid() <= self.memory.len());
        let valid = self.memory.valid();
        let ends = [0..valid.min(64), valid.saturating_sub(64)..valid];
        for part in ends {
            let read = self.memory.slice(part.start, part.len()).unwrap().to_vec();
            assert_eq!(read, self.top().memory[part]);
        }
    }

    /// Every byte of every frame, from the top down.
    fn compare_all(&mut self) {
        while let Some(plain) = self.plain.pop() {
            let mut out = vec![];
            self.memory.copy_out(0, self.memory.len(), &mut out).unwrap();
            assert!(out == plain.memory, "frame {} differs", self.plain.len());
            assert!(self.memory.slice(0, out.len()).unwrap() == out);
            self.memory.leave();
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if cfg!(miri) { 3 } else { 96 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn arena_agrees_with_plain_vectors(
        steps in prop::collection::vec(step(), 1..if cfg!(miri) { 25 } else { 120 })
    ) {
        let mut pair = Pair::new();
        for step in steps {
            pair.run(step);
        }
        pair.compare_all();
    }
}
