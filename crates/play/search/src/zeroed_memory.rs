//! Memory for tables.

/// Zeroed memory for a table, mapped by the operating system, and given back to it when dropped.
#[cfg(not(target_family = "wasm"))]
pub type ZeroedMemory = memmap2::MmapMut;

/// Maps `bytes` bytes of zeroed memory for a table.
///
/// # Errors
/// If the system refuses.
#[cfg(not(target_family = "wasm"))]
pub fn zeroed_memory(bytes: usize) -> std::io::Result<ZeroedMemory> {
    memmap2::MmapMut::map_anon(bytes)
}

#[cfg(target_family = "wasm")]
pub use allocated::{AllocatedMemory as ZeroedMemory, zeroed_memory};

/// Memory of WebAssembly, which maps nothing.
#[cfg(target_family = "wasm")]
mod allocated {
    use std::fmt;
    use std::io;
    use std::ops::{Deref, DerefMut};

    use zerocopy::{FromBytes, FromZeros, Immutable, IntoBytes};

    /// Part of the memory, so that the whole is aligned as its tables need.
    #[derive(FromBytes, IntoBytes, Immutable)]
    #[repr(C, align(64))]
    struct Block([u8; 64]);

    /// Zeroed memory for a table, from the allocator, where the system maps none.
    pub struct AllocatedMemory(Vec<Block>);

    /// Allocates at least `bytes` bytes of zeroed memory for a table.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn zeroed_memory(bytes: usize) -> io::Result<AllocatedMemory> {
        let blocks = FromZeros::new_vec_zeroed(bytes.div_ceil(size_of::<Block>()));
        blocks
            .map(AllocatedMemory)
            .map_err(|_| io::ErrorKind::OutOfMemory.into())
    }

    impl Deref for AllocatedMemory {
        type Target = [u8];

        fn deref(&self) -> &[u8] {
            self.0.as_bytes()
        }
    }

    impl DerefMut for AllocatedMemory {
        fn deref_mut(&mut self) -> &mut [u8] {
            self.0.as_mut_bytes()
        }
    }

    impl fmt::Debug for AllocatedMemory {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.debug_struct("AllocatedMemory")
                .field("bytes", &self.len())
                .finish()
        }
    }
}
