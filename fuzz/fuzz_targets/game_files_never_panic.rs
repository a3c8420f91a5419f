#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| floe_fuzz::game_files_never_panic(bytes));
