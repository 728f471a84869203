//! Parses Dune's own names, such as factions and territories, in the data of a task.

use truthsayer_protocol::task_node::Read;
use truthsayer_protocol::task_node::TaskNode;
use truthsayer_protocol::task_node::unknown;

use crate::model::datum::NONE;
use crate::model::half_strength::Half;
use crate::model::named::Named;
use crate::model::spot::Sector;

/// Maximum count in a scenario. Sums of such counts cannot overflow.
const LARGEST: i64 = 1_000_000;

/// Reads the names and numbers of Dune.
pub(crate) trait Words {
    fn is_none(&self) -> bool;
    fn word<T: Named>(&self) -> Read<T>;
    fn sector(&self) -> Read<Sector>;
    fn count(&self) -> Read<u32>;
    /// A number in steps of one half, positive or not.
    fn half(&self) -> Read<Half>;
    fn is_number(&self) -> bool;
}

impl Words for TaskNode<'_> {
    fn is_none(&self) -> bool {
        self.value().is_null() || self.value().as_str() == Some(NONE)
    }

    fn word<T: Named>(&self) -> Read<T> {
        let name = self.text()?;
        match T::by_name(name) {
            Some(thing) => Ok(thing),
            None => self.complain(unknown(T::KIND, name, T::ALL.iter().map(|thing| thing.name()))),
        }
    }

    fn sector(&self) -> Read<Sector> {
        let name = self.text()?;
        match Sector::by_name(name) {
            Some(sector) => Ok(sector),
            None => self.complain(format!("`{name}` is no sector; they are called s0 to s17")),
        }
    }

    fn count(&self) -> Read<u32> {
        match self.value().as_i64() {
            Some(count) if (0..=LARGEST).contains(&count) => Ok(u32::try_from(count).unwrap_or(u32::MAX)),
            Some(_) => self.complain(format!("expected a number from 0 to {LARGEST}")),
            None => self.expected("a whole number"),
        }
    }

    fn half(&self) -> Read<Half> {
        let Some(number) = self.value().as_f64() else { return self.expected("a number") };
        let halves = number * 2.0;
        if halves.fract() != 0.0 || halves.abs() > LARGEST as f64 {
            return self.complain(format!("`{}` is no number in steps of one half", self.value()));
        }
        Ok(Half::from_halves(halves as i32))
    }

    fn is_number(&self) -> bool {
        self.value().is_number()
    }
}
