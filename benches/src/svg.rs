//! Plots as SVG, as little of it as these benches need.

use std::fmt::Write;

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 480.0;
/// Space around a plot for its title, axes and labels.
const MARGIN: f64 = 70.0;
/// The place of each bar, in pixels.
const BAR_STEP: f64 = 18.0;
/// Where bars begin: their names stand left of it.
const BAR_START: f64 = 300.0;
/// Marks on each axis.
const MARKS: u8 = 5;

/// Points, and a line between two more if there is one; both axes begin at zero.
#[must_use]
pub fn scatter(
    title: &str,
    x_name: &str,
    y_name: &str,
    points: &[(f64, f64)],
    line: Option<[(f64, f64); 2]>,
) -> String {
    let all = || points.iter().chain(line.iter().flatten());
    let x_end = all().fold(1.0_f64, |end, point| end.max(point.0));
    let y_end = all().fold(1.0_f64, |end, point| end.max(point.1)) * 1.05;
    let x_of = |x: f64| MARGIN + x / x_end * (WIDTH - 2.0 * MARGIN);
    let y_of = |y: f64| HEIGHT - MARGIN - y / y_end * (HEIGHT - 2.0 * MARGIN);
    let mut body = String::new();
    for i in 0..=MARKS {
        let share = f64::from(i) / f64::from(MARKS);
        let (x, y) = (x_of(x_end * share), y_of(y_end * share));
        text(&mut body, x, HEIGHT - MARGIN + 18.0, "middle", &format!("{:.0}", x_end * share));
        text(&mut body, MARGIN - 6.0, y + 4.0, "end", &format!("{:.0}", y_end * share));
        stroke(&mut body, (MARGIN, y), (WIDTH - MARGIN, y), "#ddd");
    }
    stroke(&mut body, (MARGIN, y_of(0.0)), (WIDTH - MARGIN, y_of(0.0)), "black");
    stroke(&mut body, (MARGIN, y_of(0.0)), (MARGIN, MARGIN), "black");
    text(&mut body, WIDTH / 2.0, HEIGHT - 20.0, "middle", x_name);
    text(&mut body, MARGIN, MARGIN - 10.0, "end", y_name);
    if let Some([start, end]) = line {
        stroke(&mut body, (x_of(start.0), y_of(start.1)), (x_of(end.0), y_of(end.1)), "#c33");
    }
    for &(x, y) in points {
        let (x, y) = (x_of(x), y_of(y));
        // Writing to a string does not fail.
        let _ = writeln!(body, r##"<circle cx="{x:.1}" cy="{y:.1}" r="4" fill="#36c"/>"##);
    }
    document(title, HEIGHT, &body)
}

/// One bar a value, its length by the value's logarithm; values are positive.
#[must_use]
pub fn bars(title: &str, values: &[(&str, f64)]) -> String {
    let least = values.iter().fold(f64::MAX, |least, value| least.min(value.1));
    let most = values.iter().fold(f64::MIN_POSITIVE, |most, value| most.max(value.1));
    // The shortest bar has a length too.
    let start = (least / 2.0).ln();
    let scale = (WIDTH - BAR_START - 80.0) / (most.ln() - start);
    let mut body = String::new();
    let mut y = 40.0;
    for (name, value) in values {
        let length = (value.ln() - start) * scale;
        text(&mut body, BAR_START - 6.0, y + 12.0, "end", name);
        let _ = writeln!(
            body,
            r##"<rect x="{BAR_START}" y="{y:.1}" width="{length:.1}" height="14" fill="#36c"/>"##
        );
        text(&mut body, BAR_START + length + 4.0, y + 12.0, "start", &format!("{value:.1}"));
        y += BAR_STEP;
    }
    document(title, y + 20.0, &body)
}

fn document(title: &str, height: f64, body: &str) -> String {
    let mut head = String::new();
    text(&mut head, WIDTH / 2.0, 22.0, "middle", title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height:.0}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{head}{body}</svg>\n"
    )
}

fn stroke(body: &mut String, from: (f64, f64), to: (f64, f64), colour: &str) {
    let _ = writeln!(
        body,
        r#"<line x1="{:.1}" y1="{:.1}" x2="{:.1}" y2="{:.1}" stroke="{colour}"/>"#,
        from.0, from.1, to.0, to.1
    );
}

fn text(body: &mut String, x: f64, y: f64, anchor: &str, text: &str) {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    let _ = writeln!(body, r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">{text}</text>"#);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_drawn_inside_of_the_picture() {
        let plot = scatter("a < b", "n", "gas", &[(2.0, 10.0), (10.0, 50.0)], None);
        assert_eq!(plot.matches("<circle").count(), 2);
        assert!(plot.contains("a &lt; b") && plot.ends_with("</svg>\n"));
        let plot = bars("rates", &[("slow", 1.0), ("fast", 1000.0)]);
        assert_eq!(plot.matches("<rect").count(), 3);
        for number in plot.split("width=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            let inside = number.parse::<f64>().is_ok_and(|width| width > 0.0 && width < WIDTH);
            assert!(inside || number == "100%", "{number}");
        }
    }
}
