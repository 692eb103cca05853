//! Keyset-paged lists: `?limit=&cursor=` in, `{"data":[…],"next_cursor":…}` out.

use serde::{Deserialize, Serialize};

/// Rows of a page when the caller doesn't say.
pub const DEFAULT_LIMIT: u64 = 50;
/// Most rows of a page.
pub const MAX_LIMIT: u64 = 200;

/// One page of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Page<T> {
    /// The rows, in the list's order.
    pub data: Vec<T>,
    /// What to send as `cursor` for the next page; absent on the last.
    pub next_cursor: Option<String>,
}

/// A list that is always whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listing<T> {
    /// The rows.
    pub data: Vec<T>,
}

/// Schemas named by what the list holds, which the derived ones are not.
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

    fn described<T: ToSchema>(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        T::schemas(schemas);
        schemas.push((name::<T>(), T::schema()));
    }

    impl<T: ToSchema> PartialSchema for Page<T> {
        fn schema() -> RefOr<Schema> {
            let text_or_null = SchemaType::from_iter([Type::String, Type::Null]);
            let cursor = ObjectBuilder::new()
                .schema_type(text_or_null)
                .description(Some("What to send as `cursor` for the next page; null on the last"));
            rows::<T>().property("next_cursor", cursor).into()
        }
    }

    impl<T: ToSchema> ToSchema for Page<T> {
        fn name() -> Cow<'static, str> {
            format!("Page_{}", name::<T>()).into()
        }

        fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
            described::<T>(schemas);
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
            described::<T>(schemas);
        }
    }
}

/// A count that stops at a cap: `{"count":1000,"more":true}` reads as "1000+".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CappedCount {
    /// Rows counted, at most the cap.
    pub count: u32,
    /// Whether there are more.
    pub more: bool,
}

impl CappedCount {
    /// Where counting stops.
    pub const CAP: u32 = 1000;

    /// Of a count taken with a limit of `CAP + 1`.
    pub const fn of(counted: u32) -> Self {
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
