//! Lists with keyset pagination: `?limit=&cursor=` in, `{"data":[…],"next_cursor":…}` out.

use serde::{Deserialize, Serialize};

/// Default page size.
pub const DEFAULT_LIMIT: u64 = 50;
/// Maximum page size.
pub const MAX_LIMIT: u64 = 200;

/// For how many days the response of an `Idempotency-Key` is kept.
pub const IDEMPOTENCY_DAYS: i64 = 30;

/// One page of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Page<T> {
    /// Rows, in the order of the list.
    pub data: Vec<T>,
    /// Cursor of the next page, or null on the last page.
    pub next_cursor: Option<String>,
}

/// A complete list without pagination.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listing<T> {
    pub data: Vec<T>,
}

impl<T> From<Listing<T>> for Page<T> {
    fn from(list: Listing<T>) -> Self {
        Self {
            data: list.data,
            next_cursor: None,
        }
    }
}

/// Schemas whose names contain the row type. The derived names do not.
#[cfg(feature = "openapi")]
mod schemas {
    use super::{Listing, Page};
    use crate::schema::name;
    use std::borrow::Cow;
    use utoipa::{
        PartialSchema, ToSchema,
        openapi::{
            Ref, RefOr,
            schema::{ArrayBuilder, ObjectBuilder, Schema, SchemaType, Type},
        },
    };

    fn rows<T: ToSchema>() -> ObjectBuilder {
        let data = ArrayBuilder::new().items(Ref::from_schema_name(name::<T>()));
        ObjectBuilder::new().property("data", data).required("data")
    }

    fn push_schemas<T: ToSchema>(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        T::schemas(schemas);
        schemas.push((name::<T>(), T::schema()));
    }

    impl<T: ToSchema> PartialSchema for Page<T> {
        fn schema() -> RefOr<Schema> {
            let text_or_null = SchemaType::from_iter([Type::String, Type::Null]);
            let cursor = ObjectBuilder::new()
                .schema_type(text_or_null)
                .description(Some("Cursor of the next page, or null on the last page"));
            rows::<T>().property("next_cursor", cursor).into()
        }
    }

    impl<T: ToSchema> ToSchema for Page<T> {
        fn name() -> Cow<'static, str> {
            format!("Page_{}", name::<T>()).into()
        }

        fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
            push_schemas::<T>(schemas);
        }
    }

    impl<T: ToSchema> PartialSchema for Listing<T> {
        fn schema() -> RefOr<Schema> {
            rows::<T>().into()
        }
    }

    impl<T: ToSchema> ToSchema for Listing<T> {
        fn name() -> Cow<'static, str> {
            format!("Listing_{}", name::<T>()).into()
        }

        fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
            push_schemas::<T>(schemas);
        }
    }
}

/// A count that stops at a cap: `{"count":1000,"more":true}` means "1000+".
#[apply(response)]
#[derive(Copy, Default)]
pub struct CappedCount {
    /// Number of rows, at most the cap.
    pub count: u32,
    /// Whether there are more rows.
    pub more: bool,
}

impl CappedCount {
    pub const CAP: u32 = 1000;

    /// Creates the count from a number of rows selected with a limit of `CAP + 1`.
    pub const fn from_count(counted: u32) -> Self {
        if counted > Self::CAP {
            Self {
                count: Self::CAP,
                more: true,
            }
        } else {
            Self {
                count: counted,
                more: false,
            }
        }
    }
}
