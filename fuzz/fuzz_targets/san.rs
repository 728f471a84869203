#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| truthsayer_fuzz::san::run(input));
