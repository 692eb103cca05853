//! Checks of the server that types don't express: lengths, patterns, ranges, and subsets of enums.

use crate::{
    bounds_table::FIELDS,
    examples,
    parameter_bounds::{PATH_PARAMETERS, QUERY_FIELDS, REQUIRED_PARAMETERS},
};
use serde_json::{Value, json};
use shared_types::{access::Object, api_keys::KeyObject, money::Currency};
use std::collections::{BTreeMap, BTreeSet};

/// Text without control characters, except line breaks and tabs.
pub(crate) const NO_CONTROLS: &str = "^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]*$";
/// The same, with a character that is not a space.
const NOT_BLANK: &str = concat!(
    "^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]*",
    "[^\\u0000-\\u0020\\u007f-\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]",
    "[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]*$"
);
const URL: &str = "^https?://[^\\s/?#\\u0000-\\u001f\\u007f-\\u009f]+[^\\s\\u0000-\\u001f\\u007f-\\u009f]*$";

/// A check of the server on a field.
#[derive(Clone, Copy)]
pub(crate) enum Bound {
    /// At most so many characters, without control characters.
    Text(usize),
    /// The same, but not blank.
    Required(usize),
    /// An http or https address of at most so many characters.
    Url(usize),
    /// The same; a blank text means that there is none.
    OptionalUrl(usize),
    /// Any characters, between these lengths.
    Length(usize, usize),
    /// A text in this form. The form bounds the length.
    Pattern(&'static str),
    /// A text in this form, of at most so many characters.
    PatternUpTo(&'static str, usize),
    /// A whole number in this range.
    Range(i64, i64),
    /// Any whole number of 32 or 64 bits, according to the format.
    Stored,
    /// A list with so many elements.
    Items(usize, usize),
    /// The same, without duplicates.
    UniqueItems(usize, usize),
    /// A list with so many texts, each not blank and at most so long.
    Texts(usize, usize, usize),
    /// A list with so many http or https addresses, each at most so long.
    Urls(usize, usize),
    /// A list with so many of these names.
    Names(usize, &'static [&'static str]),
    /// One of these names.
    OneOf(&'static [&'static str]),
    /// One of these emoji, with the names of their variants in generated clients.
    Emoji(&'static [&'static str], &'static [&'static str]),
    /// One of these currencies.
    Currencies(&'static [Currency]),
    /// An amount between these numbers of minor units, with at most two decimal places.
    Amount(i64, i64),
    /// The same; an empty text means that there is none.
    OptionalAmount(i64, i64),
    /// An amount other than zero of at most so many minor units, with a sign.
    SignedAmount(i64),
    /// A percentage up to 100.
    Percent,
    /// A positive rate below a million.
    Rate,
    /// The server ignores the field, or the values that it does not know.
    Ignored,
}

/// The largest integer that JavaScript, and so a generated client, holds exactly. No id comes near.
const MAX_SAFE_INTEGER: i64 = (1 << 53) - 1;

/// The largest and the smallest number of a format.
fn stored_range(format: &Value) -> (i64, i64) {
    match format.as_str() {
        Some("int32") => (i32::MIN.into(), i32::MAX.into()),
        _ => (-MAX_SAFE_INTEGER, MAX_SAFE_INTEGER),
    }
}

/// The schema of an amount. The server also takes a number, but a union of both is of no use to a generated client.
fn amount(min_minor: i64, max_minor: i64, prefix: &str) -> Value {
    let digits = (max_minor / 100).to_string().len();
    let nonzero = if min_minor == 0 { "" } else { "(?!-?0+(\\.0+)?$)" };
    json!({"type": "string", "format": "decimal", "pattern": format!("^{nonzero}{prefix}\\d{{1,{digits}}}(\\.\\d{{1,2}})?$")})
}

/// Adds a bound to the schema of a field. A field that may be null stays so.
fn bind(schema: &mut Value, bound: Bound) {
    let set = |schema: &mut Value, pairs: Value| {
        if let (Some(schema), Value::Object(pairs)) = (schema.as_object_mut(), pairs) {
            schema.extend(pairs);
        }
    };
    match bound {
        Bound::Text(max) => set(schema, json!({"maxLength": max, "pattern": NO_CONTROLS})),
        Bound::Required(max) => set(schema, json!({"minLength": 1, "maxLength": max, "pattern": NOT_BLANK})),
        Bound::Url(max) => set(schema, json!({"maxLength": max, "pattern": URL})),
        Bound::OptionalUrl(max) => {
            let pattern = format!("^$|{URL}");
            set(schema, json!({"maxLength": max, "pattern": pattern}));
        }
        Bound::Length(min, max) => set(schema, json!({"minLength": min, "maxLength": max})),
        Bound::Pattern(pattern) => set(schema, json!({"pattern": pattern})),
        Bound::PatternUpTo(pattern, max) => set(schema, json!({"pattern": pattern, "maxLength": max})),
        Bound::Range(min, max) => set(schema, json!({"minimum": min, "maximum": max})),
        Bound::Stored => {
            let (min, max) = stored_range(&schema["format"]);
            set(schema, json!({"minimum": min, "maximum": max}));
        }
        Bound::Items(min, max) => set(schema, json!({"minItems": min, "maxItems": max})),
        Bound::UniqueItems(min, max) => set(schema, json!({"minItems": min, "maxItems": max, "uniqueItems": true})),
        Bound::Texts(min, max, length) => {
            set(schema, json!({"minItems": min, "maxItems": max}));
            bind(&mut schema["items"], Bound::Required(length));
        }
        Bound::Urls(max, length) => {
            set(schema, json!({"maxItems": max}));
            bind(&mut schema["items"], Bound::Url(length));
        }
        Bound::Names(min, names) => {
            set(
                schema,
                json!({"minItems": min, "items": {"type": "string", "enum": names}}),
            );
        }
        Bound::OneOf(names) => replace(schema, json!({"type": "string", "enum": names})),
        Bound::Emoji(emoji, names) => {
            replace(
                schema,
                json!({"type": "string", "enum": emoji, "x-enum-varnames": names}),
            );
        }
        Bound::Currencies(currencies) => {
            let codes: Vec<&str> = currencies.iter().map(|currency| currency.code()).collect();
            replace(schema, json!({"type": "string", "enum": codes}));
        }
        Bound::Amount(min, max) => replace(schema, amount(min, max, "")),
        Bound::OptionalAmount(min, max) => {
            let mut amount = amount(min, max, "");
            amount["pattern"] = format!("^$|{}", amount["pattern"].as_str().unwrap_or_default()).into();
            replace(schema, amount);
        }
        Bound::SignedAmount(max) => replace(schema, amount(1, max, "-?")),
        Bound::Ignored => {}
        Bound::Percent => replace(
            schema,
            json!({"type": "string", "pattern": "^(100(\\.0{1,6})?|\\d{1,2}(\\.\\d{1,6})?)$"}),
        ),
        Bound::Rate => replace(
            schema,
            json!({"type": "string", "pattern": "^(?!0+(\\.0+)?$)\\d{1,6}(\\.\\d{1,6})?$"}),
        ),
    }
}

/// Replaces the schema that a reference points to. Keeps its description, and null if it is allowed.
fn replace(schema: &mut Value, by: Value) {
    let description = [&schema["description"], &schema["oneOf"][0]["description"]]
        .into_iter()
        .find(|description| description.is_string())
        .cloned();
    let mut by = by;
    if is_nullable(schema) {
        match by.get_mut("oneOf").and_then(Value::as_array_mut) {
            Some(options) => options.push(json!({"type": "null"})),
            None => by = json!({"oneOf": [by, {"type": "null"}]}),
        }
    }
    if let Some(description) = description {
        by["description"] = description;
    }
    *schema = by;
}

fn is_nullable(schema: &Value) -> bool {
    let in_types = schema["type"]
        .as_array()
        .is_some_and(|types| types.contains(&json!("null")));
    let in_options = schema["oneOf"]
        .as_array()
        .is_some_and(|options| options.iter().any(|option| option["type"] == "null"));
    in_types || in_options
}

/// The properties of a schema, including the properties of its variants and parts.
fn properties<'a>(schema: &'a mut Value, found: &mut Vec<(String, &'a mut Value)>) {
    let Some(schema) = schema.as_object_mut() else { return };
    for (key, value) in schema {
        match (key.as_str(), value) {
            ("properties", Value::Object(fields)) => {
                found.extend(fields.iter_mut().map(|(name, field)| (name.clone(), field)));
            }
            ("oneOf" | "allOf", Value::Array(parts)) => {
                for part in parts {
                    properties(part, found);
                }
            }
            _ => {}
        }
    }
}

/// Adds the bounds to a schema.
pub(crate) fn apply(name: &str, schema: &mut Value) {
    let listed = fields_of(name);
    let mut fields = Vec::new();
    properties(schema, &mut fields);
    for (field, schema) in fields {
        if let Some((_, bound)) = listed.iter().find(|(name, _)| *name == field) {
            bind(schema, *bound);
        }
        if schema["propertyNames"].is_object() && field == "grants" {
            let objects: Vec<&str> = Object::ALL.iter().map(|object| object.as_str()).collect();
            schema["propertyNames"] = json!({"type": "string", "enum": objects});
        }
        if schema["propertyNames"].is_object() && field == "rights" {
            let objects: Vec<&str> = KeyObject::ALL.iter().map(|object| object.as_str()).collect();
            schema["propertyNames"] = json!({"type": "string", "enum": objects});
            schema["minProperties"] = 1.into();
        }
        if schema["propertyNames"].is_object() && field == "rates" {
            let codes: Vec<&str> = Currency::ALL.iter().map(|currency| currency.code()).collect();
            schema["propertyNames"] = json!({"type": "string", "enum": codes});
        }
    }
    // Ids and other types of their own.
    if schema["type"] == "integer" && schema["format"] == "int64" && schema.get("maximum").is_none() {
        bind(schema, Bound::Stored);
    }
}

/// Adds the bounds to the schema of a query.
pub(crate) fn apply_to_query(schema: &mut Value) {
    let mut fields = Vec::new();
    properties(schema, &mut fields);
    for (field, schema) in fields {
        if let Some((_, bound)) = QUERY_FIELDS.iter().find(|(name, _)| *name == field) {
            bind(schema, *bound);
        }
    }
}

fn fields_of(schema: &str) -> &'static [(&'static str, Bound)] {
    let listed = FIELDS.iter().find(|(name, _)| *name == schema);
    listed.map_or(&[], |(_, fields)| *fields)
}

/// Whether a query parameter must be present.
pub(crate) fn is_required(operation: &str, parameter: &str) -> bool {
    REQUIRED_PARAMETERS.contains(&(operation, parameter))
}

/// The schema and the sample of a path parameter.
pub(crate) fn path_parameter(name: &str, type_name: &str, schema: Value) -> (Value, Value) {
    let mut schema = schema;
    if let Some(schema) = schema.as_object_mut() {
        schema.remove("description");
    }
    let Some((_, bound, sample)) = PATH_PARAMETERS.iter().find(|(known, ..)| *known == name) else {
        bind(&mut schema, Bound::Stored);
        return (schema, examples::id(type_name).into());
    };
    if let Some(bound) = bound {
        bind(&mut schema, *bound);
    }
    (schema, (*sample).into())
}

/// The schemas that a schema refers to, directly or not, with itself.
fn closure(schemas: &BTreeMap<String, Value>, root: &str, found: &mut BTreeSet<String>) {
    if !found.insert(root.to_owned()) {
        return;
    }
    let text = schemas.get(root).map(Value::to_string).unwrap_or_default();
    for reference in text.split("#/components/schemas/").skip(1) {
        closure(schemas, reference.split('"').next().unwrap_or_default(), found);
    }
}

/// Whether a schema leaves the length of a text or a list, or the size of a number, open.
fn is_unbounded(schema: &Value) -> bool {
    if let Some(options) = schema["oneOf"].as_array() {
        return options.iter().any(is_unbounded);
    }
    let kinds = &schema["type"];
    let is = |kind: &str| *kinds == kind || kinds.as_array().is_some_and(|kinds| kinds.contains(&json!(kind)));
    let says = |key: &str| schema.get(key).is_some();
    let text = is("string") && !["enum", "pattern", "maxLength", "format"].into_iter().any(says);
    let number = is("integer") && !(says("minimum") && says("maximum"));
    let list = is("array") && !says("maxItems") && schema["items"].get("enum").is_none();
    text || number || list
}

/// Fields of requests that the document does not bound, as `Schema.field`.
pub fn unbounded_fields(document: &crate::Document) -> Vec<String> {
    let schemas = document.json["components"]["schemas"]
        .as_object()
        .cloned()
        .unwrap_or_default();
    let schemas: BTreeMap<String, Value> = schemas.into_iter().collect();
    let mut names = BTreeSet::new();
    for body in document
        .operations
        .iter()
        .filter_map(|operation| operation.request.as_ref())
    {
        closure(&schemas, &body.schema, &mut names);
    }
    let mut unbounded = Vec::new();
    for name in names {
        let mut schema = schemas.get(&name).cloned().unwrap_or_default();
        if is_unbounded(&schema) && schema.get("properties").is_none() && schema["type"] != "object" {
            unbounded.push(name.clone());
        }
        let mut fields = Vec::new();
        properties(&mut schema, &mut fields);
        unbounded.extend(
            fields
                .iter()
                .filter(|(_, schema)| is_unbounded(schema))
                .filter(|(field, _)| {
                    let is_ignored = |listed: &&(&str, Bound)| listed.0 == field && matches!(listed.1, Bound::Ignored);
                    !fields_of(&name).iter().any(|listed| is_ignored(&listed))
                })
                .map(|(field, _)| format!("{name}.{field}")),
        );
    }
    unbounded
}

/// Bounds of fields that do not exist, as `Schema.field`.
pub fn unused_bounds(document: &crate::Document) -> Vec<String> {
    let mut unused = Vec::new();
    for (name, fields) in FIELDS {
        let mut schema = document.json["components"]["schemas"][*name].clone();
        let mut known = Vec::new();
        properties(&mut schema, &mut known);
        let is_known = |field: &str| known.iter().any(|(name, _)| name == field);
        unused.extend(
            fields
                .iter()
                .filter(|(field, _)| !is_known(field))
                .map(|(field, _)| format!("{name}.{field}")),
        );
    }
    unused
}
