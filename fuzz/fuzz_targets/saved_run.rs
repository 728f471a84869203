#![no_main]

mod hook;

libfuzzer_sys::fuzz_target!(|input: &[u8]| truthsayer_fuzz::saved_run::run(input));

libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, longest: usize, seed: u32| {
    hook::change("saved_run", data, size, longest, seed)
});
