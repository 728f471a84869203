//! Things that scenarios call by a fixed name.

/// A closed set of things, each with the one name that scenarios and reports use for it.
pub trait Named: Copy + PartialEq + 'static {
    /// The noun for one of them, as in "no leader is called …".
    const KIND: &'static str;
    const ALL: &'static [Self];

    fn name(self) -> &'static str;

    fn by_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|thing| thing.name() == name)
    }
}

/// Declares an enum together with the names of its variants.
macro_rules! named {
    ($(#[$meta:meta])* $Type:ident, $kind:literal { $($Variant:ident = $name:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $Type { $($Variant),+ }

        impl crate::model::named::Named for $Type {
            const KIND: &'static str = $kind;
            const ALL: &'static [$Type] = &[$($Type::$Variant),+];

            fn name(self) -> &'static str {
                match self { $($Type::$Variant => $name),+ }
            }
        }
    };
}

pub(crate) use named;
