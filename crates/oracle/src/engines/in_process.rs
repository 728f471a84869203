//! An engine that is linked into this process.

use truthsayer_protocol::Engine;
use truthsayer_protocol::EngineMaker;
use truthsayer_protocol::Profile;

/// Makes engines in this process.
pub struct InProcess {
    profile: Profile,
    make: fn() -> Box<dyn Engine>,
}

impl InProcess {
    pub fn new(profile: Profile, make: fn() -> Box<dyn Engine>) -> InProcess {
        InProcess { profile, make }
    }
}

impl EngineMaker for InProcess {
    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn engine(&self) -> Box<dyn Engine> {
        (self.make)()
    }
}
