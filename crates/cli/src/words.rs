use std::time::Duration;

use floe_engine::GameValue;
use floe_game::Interval;

/// A value, or its bounds.
pub(crate) fn bounds(bounds: &Interval<GameValue>) -> String {
    match bounds.value() {
        Some(value) => value.short(),
        None => format!("{} to {}", bounds.lower.short(), bounds.upper.short()),
    }
}

/// Seconds with as many digits as say something: `0.0012 s`, `3.42 s`.
pub(crate) fn seconds(seconds: f64) -> String {
    if seconds < 0.1 { format!("{seconds:.4} s") } else { format!("{seconds:.2} s") }
}

/// The rate a second, with the prefix that fits: `412`, `3.42 M`, `4.10 G`.
pub(crate) fn per_second(count: u64, seconds: f64) -> String {
    let rate = count as f64 / seconds.max(Duration::from_nanos(1).as_secs_f64());
    match rate {
        1e9.. => format!("{:.2} G", rate / 1e9),
        1e6.. => format!("{:.2} M", rate / 1e6),
        1e3.. => format!("{:.2} k", rate / 1e3),
        _ => format!("{rate:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_have_prefixes() {
        assert_eq!(per_second(500, 1.0), "500");
        assert_eq!(per_second(4_000_000_000, 1.0), "4.00 G");
        assert_eq!(per_second(3_420_000, 2.0), "1.71 M");
    }
}
