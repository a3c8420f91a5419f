//! Figures as people read them.

/// Three digits and a unit.
pub(crate) fn duration(nanoseconds: f64) -> String {
    match nanoseconds {
        ..1e3 => format!("{} ns", digits(nanoseconds)),
        ..1e6 => format!("{} µs", digits(nanoseconds / 1e3)),
        _ => format!("{} ms", digits(nanoseconds / 1e6)),
    }
}

/// Three digits, in words.
pub(crate) fn rate(per_second: f64) -> String {
    match per_second {
        ..1e6 => format!("{} thousand", digits(per_second / 1e3)),
        ..1e9 => format!("{} million", digits(per_second / 1e6)),
        _ => format!("{} billion", digits(per_second / 1e9)),
    }
}

fn digits(number: f64) -> String {
    match number {
        ..0.1 => format!("{number:.4}"),
        ..1.0 => format!("{number:.3}"),
        ..10.0 => format!("{number:.2}"),
        ..100.0 => format!("{number:.1}"),
        _ => format!("{number:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits_and_a_unit() {
        assert_eq!(duration(0.0253), "0.0253 ns");
        assert_eq!(duration(3.211), "3.21 ns");
        assert_eq!(duration(104_310.0), "104 µs");
        assert_eq!(rate(39.423e9), "39.4 billion");
        assert_eq!(rate(1_328_700.0), "1.33 million");
    }
}
