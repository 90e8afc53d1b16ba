//! The Miller loop over several pairs of points at once, with the point of G2 in homogeneous
//! coordinates.
//!
//! Factors that lie in a proper subfield of Fq12 are dropped and added at will: the final
//! exponentiation makes one of them.
//! Formulas: Aranha, Barreto, Longa, Ricardini, "The realm of the pairings", times four, which
//! spares the halvings.

use super::tower::{
    Fq, Fq2, Fq6, Fq12, Tower, mul_fq2, mul_fq6, mul_fq6_by_01, mul_v, mul_xi, scale_fq2,
    square_fq2, square_fq12,
};
use ark_ff::{AdditiveGroup, Field};

/// Where the coefficients of a line stand in Fq12.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Twist {
    /// a + b·w + c·v·w
    Divisive,
    /// a + b·v + c·v·w
    Multiplicative,
}

/// A curve whose pairing this computes.
pub(crate) trait MillerLoop: Tower {
    const TWIST: Twist;

    /// 3·b′·a, where the twisted curve is y² = x³ + b′.
    fn mul_by_3b(a: Fq2<Self>) -> Fq2<Self>;
}

/// The coefficients of a line through points of G2, at a point of G1.
pub(crate) struct Line<T: Tower> {
    pub(crate) a: Fq2<T>,
    pub(crate) b: Fq2<T>,
    pub(crate) c: Fq2<T>,
}

/// A point of G1, a point of G2, neither infinity, and the multiple of the latter that the loop
/// has come to.
pub(crate) struct Pair<T: Tower> {
    x_p: Fq<T>,
    y_p: Fq<T>,
    x_q: Fq2<T>,
    y_q: Fq2<T>,
    x: Fq2<T>,
    y: Fq2<T>,
    z: Fq2<T>,
}

impl<T: MillerLoop> Pair<T> {
    pub(crate) fn new((x_p, y_p): (Fq<T>, Fq<T>), (x_q, y_q): (Fq2<T>, Fq2<T>)) -> Self {
        Self { x_p, y_p, x_q, y_q, x: x_q, y: y_q, z: Fq2::<T>::ONE }
    }

    /// Doubles the multiple; the tangent there.
    pub(crate) fn double(&mut self) -> Line<T> {
        let x_squared = square_fq2::<T>(&self.x);
        let b = square_fq2::<T>(&self.y);
        let c = square_fq2::<T>(&self.z);
        let e = T::mul_by_3b(c);
        let f = e.double() + e;
        let two_xy = square_fq2::<T>(&(self.x + self.y)) - x_squared - b;
        let two_yz = square_fq2::<T>(&(self.y + self.z)) - b - c;
        let e_squared = square_fq2::<T>(&e).double().double();
        self.x = mul_fq2::<T>(&two_xy, &(b - f));
        self.y = square_fq2::<T>(&(b + f)) - e_squared.double() - e_squared;
        self.z = mul_fq2::<T>(&b, &two_yz).double().double();
        self.line(e - b, x_squared.double() + x_squared, -two_yz)
    }

    /// Adds the point of G2, or its negative; the line through both.
    pub(crate) fn add_q(&mut self, negated: bool) -> Line<T> {
        let y_q = if negated { -self.y_q } else { self.y_q };
        self.add((self.x_q, y_q))
    }

    /// Adds a point to the multiple; the line through both.
    pub(crate) fn add(&mut self, (x_q, y_q): (Fq2<T>, Fq2<T>)) -> Line<T> {
        let theta = self.y - mul_fq2::<T>(&y_q, &self.z);
        let lambda = self.x - mul_fq2::<T>(&x_q, &self.z);
        let lambda_squared = square_fq2::<T>(&lambda);
        let e = mul_fq2::<T>(&lambda, &lambda_squared);
        let f = mul_fq2::<T>(&self.z, &square_fq2::<T>(&theta));
        let g = mul_fq2::<T>(&self.x, &lambda_squared);
        let h = e + f - g.double();
        self.x = mul_fq2::<T>(&lambda, &h);
        self.y = mul_fq2::<T>(&theta, &(g - h)) - mul_fq2::<T>(&e, &self.y);
        self.z = mul_fq2::<T>(&self.z, &e);
        let constant = mul_fq2::<T>(&theta, &x_q) - mul_fq2::<T>(&lambda, &y_q);
        self.line(constant, -theta, lambda)
    }

    /// The line of these coefficients of 1, x and y.
    fn line(&self, constant: Fq2<T>, of_x: Fq2<T>, of_y: Fq2<T>) -> Line<T> {
        let b = scale_fq2::<T>(&of_x, &self.x_p);
        let of_y = scale_fq2::<T>(&of_y, &self.y_p);
        match T::TWIST {
            Twist::Divisive => Line { a: of_y, b, c: constant },
            Twist::Multiplicative => Line { a: constant, b, c: of_y },
        }
    }
}

/// The product of lines, and of squares of it.
pub(crate) struct Product<T: Tower> {
    /// None for one.
    value: Option<Fq12<T>>,
    /// A line that waits for another one: two of them multiplied first cost less.
    pending: Option<Line<T>>,
}

impl<T: MillerLoop> Product<T> {
    pub(crate) fn one() -> Self {
        Self { value: None, pending: None }
    }

    pub(crate) fn square(&mut self) {
        self.multiply_pending();
        if let Some(value) = &mut self.value {
            *value = square_fq12::<T>(value);
        }
    }

    pub(crate) fn multiply(&mut self, line: Line<T>) {
        match self.pending.take() {
            None => self.pending = Some(line),
            Some(first) => self.multiply_by_two(&product_of_lines::<T>(&first, &line)),
        }
    }

    /// Multiplies by the product of two lines.
    pub(crate) fn multiply_by_two(&mut self, lines: &Fq12<T>) {
        self.value = Some(match &self.value {
            None => *lines,
            Some(value) => mul_by_two_lines::<T>(value, lines),
        });
    }

    pub(crate) fn value(mut self) -> Fq12<T> {
        self.multiply_pending();
        self.value.unwrap_or(Fq12::<T>::ONE)
    }

    fn multiply_pending(&mut self) {
        if let Some(line) = self.pending.take() {
            self.value = Some(mul_by_line::<T>(&self.value.unwrap_or(Fq12::<T>::ONE), &line));
        }
    }
}

fn product_of_lines<T: MillerLoop>(l: &Line<T>, m: &Line<T>) -> Fq12<T> {
    let aa = mul_fq2::<T>(&l.a, &m.a);
    let bb = mul_fq2::<T>(&l.b, &m.b);
    let cc = mul_fq2::<T>(&l.c, &m.c);
    let ab = mul_fq2::<T>(&(l.a + l.b), &(m.a + m.b)) - aa - bb;
    let ac = mul_fq2::<T>(&(l.a + l.c), &(m.a + m.c)) - aa - cc;
    let bc = mul_fq2::<T>(&(l.b + l.c), &(m.b + m.c)) - bb - cc;
    assemble::<T>(aa, bb, cc, ab, ac, bc)
}

/// f·lines, where one coefficient of the product of lines is zero.
fn mul_by_two_lines<T: MillerLoop>(f: &Fq12<T>, lines: &Fq12<T>) -> Fq12<T> {
    let v0 = mul_fq6::<T>(&f.c0, &lines.c0);
    let v1 = match T::TWIST {
        Twist::Divisive => mul_fq6_by_01::<T>(&f.c1, &lines.c1.c0, &lines.c1.c1),
        Twist::Multiplicative => mul_v::<T>(mul_fq6_by_01::<T>(&f.c1, &lines.c1.c1, &lines.c1.c2)),
    };
    let both = mul_fq6::<T>(&(f.c0 + f.c1), &(lines.c0 + lines.c1));
    Fq12::<T>::new(v0 + mul_v::<T>(v1), both - v0 - v1)
}

fn mul_by_line<T: MillerLoop>(f: &Fq12<T>, line: &Line<T>) -> Fq12<T> {
    let Line { a, b, c } = line;
    let sum = f.c0 + f.c1;
    let (v0, v1, both) = match T::TWIST {
        Twist::Divisive => (
            mul_fq6_by_fq2::<T>(&f.c0, a),
            mul_fq6_by_01::<T>(&f.c1, b, c),
            mul_fq6_by_01::<T>(&sum, &(*a + b), c),
        ),
        Twist::Multiplicative => (
            mul_fq6_by_01::<T>(&f.c0, a, b),
            mul_v::<T>(mul_fq6_by_fq2::<T>(&f.c1, c)),
            mul_fq6_by_01::<T>(&sum, a, &(*b + c)),
        ),
    };
    Fq12::<T>::new(v0 + mul_v::<T>(v1), both - v0 - v1)
}

fn mul_fq6_by_fq2<T: Tower>(a: &Fq6<T>, b: &Fq2<T>) -> Fq6<T> {
    Fq6::<T>::new(mul_fq2::<T>(&a.c0, b), mul_fq2::<T>(&a.c1, b), mul_fq2::<T>(&a.c2, b))
}

/// The product of two lines that have c = 1.
pub(crate) fn product_of_monic_lines<T: MillerLoop>(l: &Line<T>, m: &Line<T>) -> Fq12<T> {
    let aa = mul_fq2::<T>(&l.a, &m.a);
    let bb = mul_fq2::<T>(&l.b, &m.b);
    let ab = mul_fq2::<T>(&(l.a + l.b), &(m.a + m.b)) - aa - bb;
    assemble::<T>(aa, bb, Fq2::<T>::ONE, ab, l.a + m.a, l.b + m.b)
}

/// The product of two lines from the products of their coefficients.
fn assemble<T: MillerLoop>(
    aa: Fq2<T>,
    bb: Fq2<T>,
    cc: Fq2<T>,
    ab: Fq2<T>,
    ac: Fq2<T>,
    bc: Fq2<T>,
) -> Fq12<T> {
    let constant = aa + mul_xi::<T>(cc);
    let zero = Fq2::<T>::ZERO;
    match T::TWIST {
        Twist::Divisive => {
            Fq12::<T>::new(Fq6::<T>::new(constant, bb, bc), Fq6::<T>::new(ab, ac, zero))
        }
        Twist::Multiplicative => {
            Fq12::<T>::new(Fq6::<T>::new(constant, ab, bb), Fq6::<T>::new(zero, ac, bc))
        }
    }
}
