use std::sync::LazyLock;

/// The version, and what this build was made of and for: `0.1.0 (1a2b3c4d, x86_64-linux, avx512f, bmi2, release)`.
///
/// The number is a hash of the sources: two programs that may play differently have different ones.
pub(crate) fn text() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let target = format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS);
        let features = FEATURES.iter().filter(|(_, there)| *there).map(|(name, _)| *name);
        let profile = if cfg!(debug_assertions) { "debug" } else { "release" };
        let parts: Vec<&str> = [env!("FLOE_SOURCES"), &*target].into_iter().chain(features).chain([profile]).collect();
        format!("{} ({})", env!("CARGO_PKG_VERSION"), parts.join(", "))
    });
    &TEXT
}

/// What the speed depends on.
const FEATURES: [(&str, bool); 5] = [
    ("avx512f", cfg!(target_feature = "avx512f")),
    ("avx2", cfg!(target_feature = "avx2")),
    ("bmi2", cfg!(target_feature = "bmi2")),
    ("popcnt", cfg!(target_feature = "popcnt")),
    ("neon", cfg!(target_feature = "neon")),
];
