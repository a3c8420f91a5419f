#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| floe_fuzz::key_is_incremental(bytes));
