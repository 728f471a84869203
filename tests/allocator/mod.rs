//! The allocator of the program, for tests that play the shipped suites many times over.

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
