//! The bounds of the parameters of queries and paths.

use crate::bounds::Bound::{self, Length, OneOf, Pattern, PatternUpTo, Range, Text};
use shared_types::{codes::MAX_SCANNED_LENGTH, imports, orders};

/// The bounds of query parameters, which mean the same everywhere. An empty value means an absent parameter.
pub(crate) const QUERY_FIELDS: &[(&str, Bound)] = &[
    // An id, or the time of a change and an id.
    (
        "cursor",
        PatternUpTo("^([A-Za-z0-9_-]{10}[AEIMQUYcgkosw048]|[A-Za-z0-9_-]{21}[AQgw])?$", 22),
    ),
    ("days", Range(1, 366)),
    // Control characters of scanners are understood.
    ("search", Length(0, orders::limits::SEARCH)),
    ("code", Length(0, MAX_SCANNED_LENGTH)),
    ("ids", Pattern("^([0-9]{1,18}(,[0-9]{1,18}){0,299})?$")),
    ("order_ids", Pattern("^([0-9]{1,18}(,[0-9]{1,18}){0,199})?$")),
    ("orders", Pattern("^([0-9]{1,18}(,[0-9]{1,18}){0,299})?$")),
    ("name", Text(imports::limits::NAME)),
];

/// Query parameters that must be present, by operation.
pub(crate) const REQUIRED_PARAMETERS: &[(&str, &str)] = &[
    ("follow_code", "code"),
    ("quote_plan_change", "plan_id"),
    ("show_labels", "kind"),
];

/// The bounds and samples of path parameters that are not ids.
pub(crate) const PATH_PARAMETERS: &[(&str, Option<Bound>, &str)] = &[
    ("guard", Some(OneOf(&["agent", "client"])), "client"),
    ("code", Some(Pattern("^[A-Za-z0-9_-]+$")), "K7Q2M9"),
    ("token", Some(Pattern("^[A-Za-z0-9_-]+$")), "pX3vT8rQ2mZk7LwY9cBn4HsD"),
    ("key", Some(Pattern("^[A-Za-z0-9_-]+$")), "9f2c41d07be85a36"),
    ("type", None, "order"),
];
