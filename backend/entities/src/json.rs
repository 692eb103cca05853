//! JSON in text columns.

use sea_orm::{
    ActiveValue, ColIdx, DbErr, IntoActiveValue, QueryResult, TryGetError, TryGetable, Value,
    sea_query::{ArrayType, ColumnType, Nullable, StringLen, ValueType, ValueTypeErr},
};
use serde::{Serialize, de::DeserializeOwned};

/// A value that is stored as JSON text. Text that is not the JSON of such a value is an error of the query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Json<T> {
    value: T,
    text: String,
}

impl<T: Serialize> Json<T> {
    /// Serializes the value, so that storing it can't fail.
    pub fn new(value: T) -> Result<Self, DbErr> {
        let text = serde_json::to_string(&value).map_err(|error| DbErr::Json(error.to_string()))?;
        Ok(Self { value, text })
    }
}

impl<T: Serialize> Json<Vec<T>> {
    /// Serializes a list. Returns `None` for an empty one.
    pub fn non_empty(values: Vec<T>) -> Result<Option<Self>, DbErr> {
        (!values.is_empty()).then(|| Self::new(values)).transpose()
    }
}

impl<T: DeserializeOwned> Json<T> {
    fn parse(text: String) -> serde_json::Result<Self> {
        let value = serde_json::from_str(&text)?;
        Ok(Self { value, text })
    }
}

impl<T> Json<T> {
    /// Returns the value.
    pub fn into_inner(self) -> T {
        self.value
    }
}

impl<T> std::ops::Deref for Json<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> From<Json<T>> for Value {
    fn from(json: Json<T>) -> Self {
        json.text.into()
    }
}

impl<T: DeserializeOwned> TryGetable for Json<T> {
    fn try_get_by<I: ColIdx>(row: &QueryResult, column: I) -> Result<Self, TryGetError> {
        let text = String::try_get_by(row, column)?;
        Self::parse(text).map_err(|error| {
            let kind = std::any::type_name::<T>();
            TryGetError::DbErr(DbErr::Json(format!("the column {column:?} is not a {kind}: {error}")))
        })
    }
}

impl<T: DeserializeOwned> ValueType for Json<T> {
    fn try_from(value: Value) -> Result<Self, ValueTypeErr> {
        let text = <String as ValueType>::try_from(value)?;
        Self::parse(text).map_err(|_| ValueTypeErr)
    }

    fn type_name() -> String {
        "Json".to_owned()
    }

    fn array_type() -> ArrayType {
        ArrayType::String
    }

    fn column_type() -> ColumnType {
        ColumnType::String(StringLen::None)
    }
}

impl<T> Nullable for Json<T> {
    fn null() -> Value {
        Value::String(None)
    }
}

impl<T> IntoActiveValue<Self> for Json<T> {
    fn into_active_value(self) -> ActiveValue<Self> {
        ActiveValue::Set(self)
    }
}
