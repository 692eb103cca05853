//! The schema of problem codes in the OpenAPI document.

use crate::problem::ProblemCode;

/// Implemented by hand: the derive macro would use the names of the variants instead of the codes.
impl utoipa::PartialSchema for ProblemCode {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        use utoipa::openapi::schema::{ObjectBuilder, Type};
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("Stable machine-readable code of a problem"))
            .enum_values(Some(Self::ALL.iter().map(|code| code.as_str())))
            .into()
    }
}

impl utoipa::ToSchema for ProblemCode {}
