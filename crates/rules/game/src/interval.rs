use std::ops::Neg;

/// Lower and upper bound of a value that is not known exactly, both inclusive.
///
/// ```
/// use floe_game::Interval;
///
/// let (left, right) = (Interval::new(1, 4), Interval::new(3, 9));
/// assert_eq!(left.intersect(right), Interval::new(3, 4));
/// assert_eq!(left.hull(right), Interval::new(1, 9));
/// assert_eq!(left.max(right), right, "a player who may choose gets at least 3 and at most 9");
/// assert_eq!(-left, Interval::new(-4, -1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Interval<T> {
    /// Greatest value that is known to be at most the true one.
    pub lower: T,
    /// Least value that is known to be at least the true one.
    pub upper: T,
}

impl<T> Interval<T> {
    /// The interval from `lower` to `upper`; that `lower` is not above `upper` is not checked.
    pub const fn new(lower: T, upper: T) -> Interval<T> {
        Interval { lower, upper }
    }

    /// Applies a non-decreasing function to both bounds.
    pub fn map<U>(self, f: impl Fn(T) -> U) -> Interval<U> {
        Interval {
            lower: f(self.lower),
            upper: f(self.upper),
        }
    }
}

impl<T: Clone> Interval<T> {
    /// The interval that contains only `value`.
    pub fn exact(value: T) -> Interval<T> {
        Interval {
            lower: value.clone(),
            upper: value,
        }
    }
}

impl<T: PartialEq> Interval<T> {
    /// Whether the bounds are equal, so that the value is known.
    pub fn is_exact(&self) -> bool {
        self.lower == self.upper
    }

    /// The value between the bounds, if they are equal; else `None`.
    #[inline]
    pub fn value(&self) -> Option<&T> {
        self.is_exact().then_some(&self.lower)
    }
}

impl<T: PartialOrd> Interval<T> {
    /// Whether `value` is at least the lower and at most the upper bound.
    pub fn contains(&self, value: &T) -> bool {
        self.lower <= *value && *value <= self.upper
    }

    /// The smallest interval that contains both intervals.
    #[must_use]
    pub fn hull(self, other: Interval<T>) -> Interval<T> {
        Interval {
            lower: min(self.lower, other.lower),
            upper: max(self.upper, other.upper),
        }
    }

    /// Bounds of a value that lies in both intervals. If they have no value in common, the result
    /// has a lower bound above its upper one.
    #[must_use]
    pub fn intersect(self, other: Interval<T>) -> Interval<T> {
        Interval {
            lower: max(self.lower, other.lower),
            upper: min(self.upper, other.upper),
        }
    }

    /// Bounds of the greater of two values, one in each interval.
    #[must_use]
    pub fn max(self, other: Interval<T>) -> Interval<T> {
        Interval {
            lower: max(self.lower, other.lower),
            upper: max(self.upper, other.upper),
        }
    }
}

/// Bounds of the negated value.
impl<T: Neg<Output = T>> Neg for Interval<T> {
    type Output = Interval<T>;

    fn neg(self) -> Interval<T> {
        Interval {
            lower: -self.upper,
            upper: -self.lower,
        }
    }
}

// `Ord` has these for integers, but not for floating-point numbers.
fn min<T: PartialOrd>(a: T, b: T) -> T {
    if b < a { b } else { a }
}

fn max<T: PartialOrd>(a: T, b: T) -> T {
    if b > a { b } else { a }
}
