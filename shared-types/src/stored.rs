//! Storage of closed sets of names, rates and percentages in text columns.
//!
//! A stored text that this version does not know is an error of the query. It never becomes a default: an older replica
//! that reads the rows of a newer one must refuse them instead of changing their meaning.

use crate::{
    fixed::{Percent, Rate},
    money::Currency,
    month::CalendarMonth,
};

#[doc(hidden)]
pub use sea_orm;

/// Implements the traits of SeaORM for types that are stored as text.
///
/// A closed set of names has the methods `as_str` and `from_name`. For other types, the two conversions are given.
#[macro_export]
macro_rules! stored {
    ($($type:ty),* $(,)?) => {
        $($crate::stored!($type, |value| value.as_str(), |text| <$type>::from_name(text));)*
    };
    ($type:ty, |$value:ident| $to_text:expr, |$text:ident| $from_text:expr) => {
        impl From<$type> for $crate::stored::sea_orm::Value {
            fn from($value: $type) -> Self {
                $to_text.into()
            }
        }

        impl $crate::stored::sea_orm::TryGetable for $type {
            fn try_get_by<I: $crate::stored::sea_orm::ColIdx>(
                row: &$crate::stored::sea_orm::QueryResult,
                column: I,
            ) -> Result<Self, $crate::stored::sea_orm::TryGetError> {
                let text = <String as $crate::stored::sea_orm::TryGetable>::try_get_by(row, column)?;
                let $text = text.as_str();
                $from_text.ok_or_else(|| {
                    let error = format!("unknown value {text:?} of {}", stringify!($type));
                    $crate::stored::sea_orm::TryGetError::DbErr($crate::stored::sea_orm::DbErr::Type(error))
                })
            }
        }

        impl $crate::stored::sea_orm::sea_query::ValueType for $type {
            fn try_from(
                value: $crate::stored::sea_orm::Value,
            ) -> Result<Self, $crate::stored::sea_orm::sea_query::ValueTypeErr> {
                let text = <String as $crate::stored::sea_orm::sea_query::ValueType>::try_from(value)?;
                let $text = text.as_str();
                $from_text.ok_or($crate::stored::sea_orm::sea_query::ValueTypeErr)
            }

            fn type_name() -> String {
                stringify!($type).to_owned()
            }

            fn array_type() -> $crate::stored::sea_orm::sea_query::ArrayType {
                $crate::stored::sea_orm::sea_query::ArrayType::String
            }

            fn column_type() -> $crate::stored::sea_orm::sea_query::ColumnType {
                $crate::stored::sea_orm::sea_query::ColumnType::String(
                    $crate::stored::sea_orm::sea_query::StringLen::None,
                )
            }
        }

        impl $crate::stored::sea_orm::sea_query::Nullable for $type {
            fn null() -> $crate::stored::sea_orm::Value {
                $crate::stored::sea_orm::Value::String(None)
            }
        }

        impl $crate::stored::sea_orm::IntoActiveValue<$type> for $type {
            fn into_active_value(self) -> $crate::stored::sea_orm::ActiveValue<$type> {
                $crate::stored::sea_orm::ActiveValue::Set(self)
            }
        }
    };
}

/// Implements the traits of SeaORM for an id, which is stored as a whole number.
#[doc(hidden)]
#[macro_export]
macro_rules! stored_id {
    ($name:ident) => {
        impl From<$name> for $crate::stored::sea_orm::Value {
            fn from(id: $name) -> Self {
                id.0.into()
            }
        }

        impl $crate::stored::sea_orm::TryGetable for $name {
            fn try_get_by<I: $crate::stored::sea_orm::ColIdx>(
                row: &$crate::stored::sea_orm::QueryResult,
                column: I,
            ) -> Result<Self, $crate::stored::sea_orm::TryGetError> {
                <i64 as $crate::stored::sea_orm::TryGetable>::try_get_by(row, column).map(Self)
            }
        }

        impl $crate::stored::sea_orm::sea_query::ValueType for $name {
            fn try_from(
                value: $crate::stored::sea_orm::Value,
            ) -> Result<Self, $crate::stored::sea_orm::sea_query::ValueTypeErr> {
                <i64 as $crate::stored::sea_orm::sea_query::ValueType>::try_from(value).map(Self)
            }

            fn type_name() -> String {
                stringify!($name).to_owned()
            }

            fn array_type() -> $crate::stored::sea_orm::sea_query::ArrayType {
                $crate::stored::sea_orm::sea_query::ArrayType::BigInt
            }

            fn column_type() -> $crate::stored::sea_orm::sea_query::ColumnType {
                $crate::stored::sea_orm::sea_query::ColumnType::BigInteger
            }
        }

        impl $crate::stored::sea_orm::sea_query::Nullable for $name {
            fn null() -> $crate::stored::sea_orm::Value {
                $crate::stored::sea_orm::Value::BigInt(None)
            }
        }

        impl $crate::stored::sea_orm::IntoActiveValue<$name> for $name {
            fn into_active_value(self) -> $crate::stored::sea_orm::ActiveValue<$name> {
                $crate::stored::sea_orm::ActiveValue::Set(self)
            }
        }

        impl $crate::stored::sea_orm::TryFromU64 for $name {
            fn try_from_u64(id: u64) -> Result<Self, $crate::stored::sea_orm::DbErr> {
                <i64 as $crate::stored::sea_orm::TryFromU64>::try_from_u64(id).map(Self)
            }
        }
    };
}

stored!(Currency, |currency| currency.code(), |text| Currency::from_code(text));
stored!(Rate, |rate| rate.to_string(), |text| Rate::parse(text).ok());
stored!(Percent, |percent| percent.to_string(), |text| Percent::parse(text).ok());

stored!(CalendarMonth, |month| month.to_string(), |text| CalendarMonth::parse(
    text
));
