//! Declares closed sets of names.

/// Declares enums whose values have names: in the database, in the configuration, or in URLs.
#[macro_export]
macro_rules! named_set {
    ($($(#[$meta:meta])* pub enum $type:ident { $($(#[$value_meta:meta])* $value:ident = $name:tt,)* })*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $type { $($(#[$value_meta])* $value,)* }

        impl $type {
            /// All values, in their order.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$value),*];

            /// The name of the value.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$value => $name,)* }
            }

            /// Returns the value with this name.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|value| value.as_str() == name)
            }
        }

        $crate::stored_set!($type);
    )*};
}

/// Stores the values of a set by their names. Only the server stores them.
#[cfg(feature = "database")]
#[doc(hidden)]
#[macro_export]
macro_rules! stored_set {
    ($type:ty) => {
        $crate::stored!($type);
    };
}

/// Stores nothing: the browsers have no database.
#[cfg(not(feature = "database"))]
#[doc(hidden)]
#[macro_export]
macro_rules! stored_set {
    ($type:ty) => {};
}

/// Declares enums that are also part of the API, by the same names. The name is matched as a token: utoipa reads no captured literal.
macro_rules! closed_set {
    ($($(#[$meta:meta])* pub enum $type:ident { $($(#[$value_meta:meta])* $value:ident = $name:tt,)* })*) => {$(
        named_set! {
            $(#[$meta])*
            #[derive(serde::Serialize, serde::Deserialize)]
            #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
            pub enum $type { $($(#[$value_meta])* #[serde(rename = $name)] $value = $name,)* }
        }
    )*};
}
