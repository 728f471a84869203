//! Full-screen views.

pub(crate) mod frame;
pub(crate) mod review_screen;
