//! Reading and writing bytes of the current frame, and of ranges passed to it.

use crate::{
    chunks::CHUNK,
    memory::{Memory, MemoryLimit},
    range::Range,
};
use alloc::vec::Vec;

impl Memory {
    /// `size` bytes of the current frame at `offset`; the empty slice when `size` is 0.
    ///
    /// # Errors
    /// As [`Memory::touch`].
    #[inline]
    pub fn slice(&mut self, offset: usize, size: usize) -> Result<&[u8], MemoryLimit> {
        self.slice_mut(offset, size).map(|bytes| &*bytes)
    }

    /// As [`Memory::slice`], to write.
    ///
    /// # Errors
    /// As [`Memory::touch`].
    #[inline]
    pub fn slice_mut(&mut self, offset: usize, size: usize) -> Result<&mut [u8], MemoryLimit> {
        self.touch(offset, size)?;
        Ok(self.addressable(offset, size))
    }

    /// The word at `offset`: MLOAD.
    ///
    /// # Errors
    /// As [`Memory::touch`].
    pub fn read_word(&mut self, offset: usize) -> Result<[u8; 32], MemoryLimit> {
        let mut word = [0; 32];
        word.copy_from_slice(self.slice(offset, 32)?);
        Ok(word)
    }

    /// Writes the word at `offset`: MSTORE.
    ///
    /// # Errors
    /// As [`Memory::touch`].
    pub fn write_word(&mut self, offset: usize, word: &[u8; 32]) -> Result<(), MemoryLimit> {
        self.slice_mut(offset, 32)?.copy_from_slice(word);
        Ok(())
    }

    /// Writes `size` bytes at `offset`: those of `src` from `src_offset` on, then zeros. `None`
    /// stands for an offset beyond any data. CALLDATACOPY, CODECOPY, RETURNDATACOPY.
    ///
    /// # Errors
    /// As [`Memory::touch`].
    ///
    /// Source: execution-specs, `buffer_read`.
    pub fn write_padded(
        &mut self,
        offset: usize,
        size: usize,
        src: &[u8],
        src_offset: Option<usize>,
    ) -> Result<(), MemoryLimit> {
        self.touch_to_overwrite(offset, size)?;
        let src = src_offset.and_then(|start| src.get(start..)).unwrap_or_default();
        let src = src.get(..size).unwrap_or(src);
        let (data, rest) = self.addressable(offset, size).split_at_mut(src.len());
        data.copy_from_slice(src);
        rest.fill(0);
        Ok(())
    }

    /// Copies `size` bytes from `src` to `dst` as if through a buffer: MCOPY.
    ///
    /// # Errors
    /// As [`Memory::touch`], for either range.
    ///
    /// Source: EIP-5656.
    pub fn copy_within(&mut self, dst: usize, src: usize, size: usize) -> Result<(), MemoryLimit> {
        if size == 0 {
            return Ok(());
        }
        // The source first: what it makes addressable is zeroed, and no part of the destination
        // that lies in it is then left out of the zeroing below.
        self.touch(src, size)?;
        self.touch_to_overwrite(dst, size)?;
        let base = self.frame().base;
        let (src, dst) = (base + src, base + dst);
        self.storage.bytes_mut().copy_within(src..src + size, dst);
        Ok(())
    }

    /// The range of the current frame that a callee may read as its call data.
    ///
    /// Bytes never touched stay so: passing memory that was only paid for costs nothing.
    ///
    /// # Errors
    /// As [`Memory::touch`].
    pub fn range(&mut self, offset: usize, size: usize) -> Result<Range, MemoryLimit> {
        if size == 0 {
            return Ok(Range::EMPTY);
        }
        let end = self.end_of(offset, size)?;
        let prefix = self.frame().zeroed.saturating_sub(offset).min(size);
        let Some(start) = self.frame().base.checked_add(offset) else {
            return Err(MemoryLimit { required: usize::MAX, limit: self.limit() });
        };
        let far = self.far_sets.get(self.frame().far);
        let first = offset.max(self.frame().zeroed) / CHUNK;
        let touched = far.and_then(|far| far.last_end_in(first, end.div_ceil(CHUNK)));
        let valid = match touched {
            Some(chunk_end) if prefix < size => {
                let valid = size.min(chunk_end * CHUNK - offset);
                self.touch(offset, valid)?;
                valid
            }
            _ => prefix,
        };
        Ok(Range { start, len: size, valid })
    }

    /// The address of the first byte of `range`, good for reads of its [`Range::valid`] bytes
    /// until the next call that takes `&mut self`, as long as the range itself is good.
    #[inline]
    #[must_use]
    pub fn range_ptr(&self, range: &Range) -> *const u8 {
        self.range_slice(range).as_ptr()
    }

    /// The bytes of `range` that are in the arena; the range's other bytes are zero.
    #[inline]
    #[must_use]
    pub fn range_slice(&self, range: &Range) -> &[u8] {
        range
            .start
            .checked_add(range.valid)
            .and_then(|end| self.storage.bytes().get(range.start..end))
            .unwrap_or_default()
    }

    /// The word at `offset` of `range`, bytes beyond it being zero: CALLDATALOAD.
    ///
    /// Source: execution-specs, `calldataload`.
    #[inline]
    #[must_use]
    pub fn read_range_word(&self, range: &Range, offset: usize) -> [u8; 32] {
        let bytes = self.range_slice(range).get(offset..).unwrap_or_default();
        if let Some(word) = bytes.first_chunk() {
            return *word;
        }
        let mut word = [0; 32];
        for (to, from) in word.iter_mut().zip(bytes) {
            *to = *from;
        }
        word
    }

    /// [`Memory::write_padded`] with a range of a frame below as the source.
    ///
    /// # Errors
    /// As [`Memory::touch`].
    pub fn copy_from_range(
        &mut self,
        dst: usize,
        size: usize,
        range: &Range,
        src_offset: Option<usize>,
    ) -> Result<(), MemoryLimit> {
        if size == 0 {
            return Ok(());
        }
        self.touch_to_overwrite(dst, size)?;
        let bytes = self.range_slice(range);
        let src_offset = src_offset.unwrap_or(usize::MAX).min(bytes.len());
        let copied = size.min(bytes.len() - src_offset);
        let src = range.start + src_offset;
        let base = self.frame().base + dst;
        let bytes = self.storage.bytes_mut();
        if copied != 0 {
            bytes.copy_within(src..src + copied, base);
        }
        bytes[base + copied..base + size].fill(0);
        Ok(())
    }

    /// Appends `size` bytes of the current frame at `offset` to `out`: the output of RETURN and
    /// REVERT, the data of LOG. Bytes never touched stay so.
    ///
    /// # Errors
    /// The range reaches beyond [`Memory::len`], or the allocator has no room for the copy.
    pub fn copy_out(
        &self,
        offset: usize,
        size: usize,
        out: &mut Vec<u8>,
    ) -> Result<(), MemoryLimit> {
        if size == 0 {
            return Ok(());
        }
        let end = self.end_of(offset, size)?;
        if out.try_reserve(size).is_err() {
            return Err(MemoryLimit { required: size, limit: self.limit() });
        }
        let bytes = self.storage.bytes().get(self.frame().base..).unwrap_or_default();
        let mut start = offset;
        let prefix_end = self.frame().zeroed.min(end);
        if start < prefix_end {
            out.extend_from_slice(&bytes[start..prefix_end]);
            start = prefix_end;
        }
        if let Some(far) = self.far_sets.get(self.frame().far) {
            while start < end && start < far.end() * CHUNK {
                let chunk = start / CHUNK;
                let next = end.min((chunk + 1) * CHUNK);
                if far.contains(chunk) {
                    out.extend_from_slice(&bytes[start..next]);
                } else {
                    out.resize(out.len() + (next - start), 0);
                }
                start = next;
            }
        }
        out.resize(out.len() + (end - start), 0);
        Ok(())
    }

    /// Bytes that have been made addressable.
    fn addressable(&mut self, offset: usize, size: usize) -> &mut [u8] {
        if size == 0 {
            return &mut [];
        }
        let start = self.frame().base + offset;
        &mut self.storage.bytes_mut()[start..start + size]
    }
}
