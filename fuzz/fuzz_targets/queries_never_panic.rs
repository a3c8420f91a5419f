#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| floe_fuzz::queries_never_panic(bytes));
