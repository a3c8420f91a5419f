#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| floe_fuzz::text_never_panics(bytes));
