//! Values that differ only by rounding.

use truthsayer_protocol::Data;
use truthsayer_protocol::decimal;
use truthsayer_protocol::decimal::Nearness;

/// Returns a remark if values differ only in numbers, and these only by rounding.
pub(crate) fn near<'d>(pairs: impl IntoIterator<Item = (&'d Data, &'d Data)>) -> Option<&'static str> {
    match decimal::nearness_of_all(pairs.into_iter())? {
        Nearness::SameFloat => Some("the numbers differ, but are equal as 64-bit floats"),
        Nearness::Relative => Some("the numbers differ by less than 1e-9 of their value"),
        Nearness::Equal => None,
    }
}
