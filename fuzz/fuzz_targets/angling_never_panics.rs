#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| floe_fuzz::angling_never_panics(bytes));
