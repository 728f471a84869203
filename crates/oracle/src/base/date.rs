//! Dates in files.

use jiff::civil::Date;

/// Parses `2027-01-31`. Other notations are rejected.
pub fn read(text: &str) -> Option<Date> {
    let in_full = text.len() == 10
        && text
            .bytes()
            .enumerate()
            .all(|(at, byte)| if at == 4 || at == 7 { byte == b'-' } else { byte.is_ascii_digit() });
    if in_full { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_written_in_full_and_stands_in_the_calendar() {
        assert_eq!(read("2027-01-31").map(|day| day.to_string()).as_deref(), Some("2027-01-31"));
        assert!(read("2028-02-29").is_some());
        for wrong in [
            "2027-1-31",
            "27-01-31",
            "2027-13-01",
            "2027-00-10",
            "2027-01-32",
            "2027-02-31",
            "2027-02-29",
            "soon",
            "0",
            "",
            "2027-01-31-1",
            "20270131",
            "2027-01-31T",
            "٢٠٢٧-٠١-٣١",
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
