//! Shrinks one number: towards zero, to the boundary of the difference.

use truthsayer_protocol::Data;

/// Returns the smallest positive number that keeps the difference, if a larger one always keeps it too.
pub(crate) fn least(own: i128, keeps: &mut dyn FnMut(i128) -> bool) -> i128 {
    let sign = own.signum();
    if let Some(small) = [0, 1].into_iter().find(|small| *small < own.abs() && keeps(small * sign)) {
        return small * sign;
    }
    let (mut same, mut differs) = (1, own.abs());
    while differs - same > 1 {
        let middle = same + (differs - same) / 2;
        if keeps(middle * sign) { differs = middle } else { same = middle }
    }
    differs * sign
}

/// Returns the integer of a number in any notation without a fraction.
pub(crate) fn integer(number: &serde_json::Number) -> Option<i128> {
    number.as_str().parse().ok()
}

/// Returns an integer as data.
pub(crate) fn data(number: i128) -> Data {
    number.to_string().parse::<serde_json::Number>().map_or(Data::Null, Data::Number)
}

/// Returns simpler numbers for one with a fraction: the whole numbers around it, and those with fewer digits.
pub(crate) fn with_fewer_digits(number: &serde_json::Number) -> Vec<Data> {
    let written = number.as_str();
    let Some((whole, fraction)) =
        written.split_once('.').filter(|(_, rest)| rest.bytes().all(|it| it.is_ascii_digit()))
    else {
        return Vec::new();
    };
    let shorter = (1..fraction.len()).map(|length| format!("{whole}.{}", &fraction[..length]));
    let away = whole.trim_start_matches('-').parse::<i128>().ok().and_then(|whole| whole.checked_add(1));
    let sign = if whole.starts_with('-') { "-" } else { "" };
    let away = away.map(|next| format!("{sign}{next}"));
    let whole_number = if whole == "-0" { "0" } else { whole };
    let all = std::iter::once(whole_number.to_owned()).chain(away).chain(shorter);
    all.filter_map(|text| text.parse::<serde_json::Number>().ok().map(Data::Number)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_boundary_is_found_in_few_steps() {
        let from = |bound: i128| {
            let mut tries = 0;
            move |value: i128| {
                tries += 1;
                assert!(tries < 80);
                value >= bound
            }
        };
        assert_eq!(least(1 << 62, &mut from(9_007_199_254_740_993)), 9_007_199_254_740_993);
        assert_eq!(least(500, &mut from(11)), 11);
        assert_eq!(least(500, &mut from(0)), 0);
        assert_eq!(least(-500, &mut |value| value <= -3), -3);
        assert_eq!(with_fewer_digits(json!(1.25).as_number().unwrap()), [json!(1), json!(2), json!(1.2)]);
        assert_eq!(with_fewer_digits(json!(-0.7).as_number().unwrap()), [json!(0), json!(-1)]);
        assert_eq!(integer(json!(12).as_number().unwrap()), Some(12));
    }
}
