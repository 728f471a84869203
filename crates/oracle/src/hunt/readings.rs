//! Readings in a hunt: engines that are fixed to one, scenarios under the readings of each side, and short questions.

pub mod fixed_reading;
pub mod lifting;
pub mod own_readings;
