//! Short Weierstrass curves y² = x³ + b over prime fields, written plainly with big integers.

use num_bigint::BigUint;

#[derive(Debug)]
pub(crate) struct Curve {
    pub(crate) p: BigUint,
    pub(crate) b: BigUint,
    pub(crate) order: BigUint,
}

/// A point; `None` is infinity.
pub(crate) type Point = Option<(BigUint, BigUint)>;

impl Curve {
    fn inverse(&self, a: &BigUint) -> BigUint {
        (a % &self.p).modinv(&self.p).expect("p is prime")
    }

    fn sub(&self, a: &BigUint, b: &BigUint) -> BigUint {
        (a + &self.p - b) % &self.p
    }

    pub(crate) fn negate(&self, point: &Point) -> Point {
        point.as_ref().map(|(x, y)| (x.clone(), (&self.p - y) % &self.p))
    }

    pub(crate) fn add(&self, a: &Point, b: &Point) -> Point {
        let (Some((x1, y1)), Some((x2, y2))) = (a, b) else {
            return a.clone().or_else(|| b.clone());
        };
        let slope = if x1 == x2 {
            if y1 != y2 || *y1 == BigUint::ZERO {
                return None;
            }
            x1 * x1 * 3u8 * self.inverse(&(y1 * 2u8))
        } else {
            self.sub(y2, y1) * self.inverse(&self.sub(x2, x1))
        };
        let x = self.sub(&self.sub(&(&slope * &slope % &self.p), x1), x2);
        let y = self.sub(&(&slope * self.sub(x1, &x) % &self.p), y1);
        Some((x, y))
    }

    pub(crate) fn mul(&self, point: &Point, scalar: &BigUint) -> Point {
        (0..scalar.bits()).rev().fold(None, |sum, bit| {
            let double = self.add(&sum, &sum);
            if scalar.bit(bit) { self.add(&double, point) } else { double }
        })
    }

    /// The first point whose x coordinate is `x` or more; its y is either one.
    pub(crate) fn point_from(&self, mut x: BigUint) -> Point {
        loop {
            x %= &self.p;
            let square = (&x * &x * &x + &self.b) % &self.p;
            let y = square.modpow(&((&self.p + 1u8) >> 2), &self.p);
            if &y * &y % &self.p == square {
                return Some((x, y));
            }
            x += 1u8;
        }
    }
}

pub(crate) fn number(text: &str) -> BigUint {
    BigUint::parse_bytes(text.as_bytes(), 16).expect("hexadecimal")
}

/// `number` in `len` bytes, the most significant first.
pub(crate) fn to_bytes(number: &BigUint, len: usize) -> Vec<u8> {
    let bytes = number.to_bytes_be();
    [vec![0; len - bytes.len()], bytes].concat()
}

/// `x ‖ y`, each in `len` bytes; all zero for infinity.
pub(crate) fn encode(point: &Point, len: usize) -> Vec<u8> {
    match point {
        Some((x, y)) => [to_bytes(x, len), to_bytes(y, len)].concat(),
        None => vec![0; 2 * len],
    }
}
