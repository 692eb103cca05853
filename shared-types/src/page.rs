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

/// The derive would leave the rows' own schema out of the document.
#[cfg(feature = "openapi")]
mod schema {
    use super::{Listing, Page};
    use utoipa::{
        PartialSchema, ToSchema,
        openapi::{
            Ref, RefOr,
            schema::{ArrayBuilder, ObjectBuilder, Schema, SchemaType, Type},
        },
    };

    type Schemas = Vec<(String, RefOr<Schema>)>;

    fn list<T: ToSchema>(says: &str) -> ObjectBuilder {
        let rows = ArrayBuilder::new().items(Ref::from_schema_name(T::name()));
        ObjectBuilder::new()
            .description(Some(says))
            .property("data", rows.description(Some("The rows, in the list's order.")))
            .required("data")
    }

    fn of_rows<T: ToSchema>(schemas: &mut Schemas) {
        schemas.push((T::name().into_owned(), T::schema()));
        T::schemas(schemas);
    }

    impl<T: ToSchema> PartialSchema for Page<T> {
        fn schema() -> RefOr<Schema> {
            let cursor = ObjectBuilder::new()
                .schema_type(SchemaType::from_iter([Type::String, Type::Null]))
                .description(Some("What to send as `cursor` for the next page; null on the last."));
            list::<T>("One page of a list.").property("next_cursor", cursor).into()
        }
    }

    impl<T: ToSchema> ToSchema for Page<T> {
        fn schemas(schemas: &mut Schemas) {
            of_rows::<T>(schemas);
        }
    }

    impl<T: ToSchema> PartialSchema for Listing<T> {
        fn schema() -> RefOr<Schema> {
            list::<T>("A list that is always whole.").into()
        }
    }

    impl<T: ToSchema> ToSchema for Listing<T> {
        fn schemas(schemas: &mut Schemas) {
            of_rows::<T>(schemas);
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
