//! The middle of some samples and how far they lie around it.

/// Median and quartiles: half of the samples lie between the quartiles.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Spread {
    /// The middle one, or the mean of the two in the middle.
    pub median: f64,
    /// The first and the third quartile.
    pub quartiles: [f64; 2],
}

impl Spread {
    /// The spread of samples in any order; all zero of none.
    #[must_use]
    pub fn of(mut samples: Vec<f64>) -> Self {
        samples.sort_unstable_by(f64::total_cmp);
        let at = |fourths| quantile(&samples, fourths);
        Self { median: at(2), quartiles: [at(1), at(3)] }
    }
}

/// The sample that so many fourths of the sorted others are below; between two, it is
/// interpolated.
fn quantile(sorted: &[f64], fourths: usize) -> f64 {
    let place = sorted.len().saturating_sub(1) * fourths;
    let at = |index: usize| sorted.get(index).copied();
    let Some(below) = at(place / 4) else { return 0.0 };
    let above = at(place / 4 + 1).unwrap_or(below);
    let part = [0.0, 0.25, 0.5, 0.75][place % 4];
    below + (above - below) * part
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(samples: &[f64], median: f64, quartiles: [f64; 2]) {
        assert_eq!(Spread::of(samples.to_vec()), Spread { median, quartiles });
    }

    #[test]
    fn quartiles_enclose_the_middle_half() {
        check(&[], 0.0, [0.0, 0.0]);
        check(&[7.0], 7.0, [7.0, 7.0]);
        check(&[4.0, 1.0, 2.0, 3.0], 2.5, [1.75, 3.25]);
        check(&[5.0, 3.0, 1.0, 2.0, 4.0], 3.0, [2.0, 4.0]);
        check(&[100.0, 3.0, 1.0, 2.0, 4.0], 3.0, [2.0, 4.0]);
    }
}
