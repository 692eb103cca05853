//! Wrong JSON types: every field of every body in the OpenAPI document refuses them with an error at the field's path.

use crate::support::{CLIENT, on_both};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Nesting depth up to which bodies are generated.
const MAX_DEPTH: usize = 4;

/// A position in a body: the JSON around it and its path in errors.
#[derive(Clone, Debug, Default)]
struct Position {
    before: String,
    after: String,
    name: String,
    /// Inside a tagged union: serde buffers the whole value before reading it, so errors name the value.
    is_tagged: bool,
}

impl Position {
    fn field(&self, name: &str) -> Self {
        self.field_after("", name)
    }

    /// A field that follows the fields in `before`.
    fn field_after(&self, before: &str, name: &str) -> Self {
        let dot = if self.name.is_empty() { "" } else { "." };
        Self {
            before: format!("{}{{{before}\"{name}\":", self.before),
            after: format!("}}{}", self.after),
            name: self.error_path(format!("{dot}{name}")),
            is_tagged: self.is_tagged,
        }
    }

    fn first_element(&self) -> Self {
        Self {
            before: format!("{}[", self.before),
            after: format!("]{}", self.after),
            name: self.error_path("[0]".to_owned()),
            is_tagged: self.is_tagged,
        }
    }

    fn error_path(&self, below: String) -> String {
        if self.is_tagged {
            self.name.clone()
        } else {
            self.name.clone() + &below
        }
    }
}

/// A body with one error.
struct InvalidBody {
    text: String,
    /// Where the error is expected.
    path: String,
    /// The expected code.
    code: &'static str,
}

struct Document(Value);

impl Document {
    /// The alternative schemas of a value, with references resolved.
    fn alternatives<'a>(&'a self, schema: &'a Value) -> Vec<&'a Value> {
        if let Some(name) = schema["$ref"].as_str() {
            let pointer = name.trim_start_matches('#');
            return self.alternatives(self.0.pointer(pointer).expect("a schema"));
        }
        let several = ["oneOf", "anyOf", "allOf"]
            .iter()
            .find_map(|key| schema[key].as_array());
        several.map_or_else(
            || vec![schema],
            |list| list.iter().flat_map(|one| self.alternatives(one)).collect(),
        )
    }

    fn is_enum(&self, schema: &Value) -> bool {
        self.alternatives(schema).iter().any(|choice| choice["enum"].is_array())
    }

    /// Values that the schema does not allow, with the code of their error. Nearly all of them have a wrong type.
    fn wrong_values(&self, schema: &Value) -> Vec<(Value, &'static str)> {
        let choices = self.alternatives(schema);
        let mut types = BTreeSet::new();
        for choice in &choices {
            match &choice["type"] {
                Value::String(name) => {
                    types.insert(name.as_str());
                }
                Value::Array(names) => types.extend(names.iter().filter_map(Value::as_str)),
                // Any type is allowed.
                _ => return Vec::new(),
            }
        }
        let is = |name: &str| types.contains(name);
        // An amount is described as a text, and may be a number too.
        let is_amount = choices.iter().any(|choice| choice["format"] == "decimal");
        let is_number = is("number") || is("integer") || is_amount;
        let is_enum = self.is_enum(schema);
        let mut values = Vec::new();
        for (fits, value) in [
            (is("null"), json!(null)),
            (is("boolean"), json!(true)),
            (is_number, json!(1)),
            (is("number") || is_amount, json!(1.5)),
            (is("string") && !is_enum, json!("no such value")),
            (is("array"), json!([])),
            (is("array"), json!([1, 2])),
            (is("object"), json!({})),
            (is("object"), json!({"no_such_field": 1})),
        ] {
            if !fits {
                let is_unknown = value.is_string() && is("string");
                values.push((value, if is_unknown { "unknown_value" } else { "wrong_type" }));
            }
        }
        values
    }

    /// Collects invalid bodies with the expected path and code of their error.
    fn collect_bodies(&self, schema: &Value, place: &Position, depth: usize, found: &mut Vec<InvalidBody>) {
        for (value, code) in self.wrong_values(schema) {
            // Serde reads the buffered value of a tagged union, and takes an object of one field for a variant.
            let is_variant = place.is_tagged && value == json!({"no_such_field": 1}) && self.is_enum(schema);
            let code = if is_variant { "unknown_value" } else { code };
            if code == "unknown_value" && CHECKED_AFTER_THE_BODY.contains(&place.name.as_str()) {
                continue;
            }
            let name = if place.name.is_empty() {
                "body".to_owned()
            } else {
                place.name.clone()
            };
            found.push(InvalidBody {
                text: format!("{}{value}{}", place.before, place.after),
                path: name,
                code,
            });
        }
        if depth == MAX_DEPTH {
            return;
        }
        let choices = self.alternatives(schema);
        let is_union = choices.iter().filter(|choice| choice["properties"].is_object()).count() > 1;
        for choice in choices {
            if let Some(fields) = choice["properties"].as_object() {
                let tag = fields.iter().filter(|_| is_union).find_map(|(name, field)| {
                    let only = self.alternatives(field).first()?["enum"]
                        .as_array()
                        .filter(|values| values.len() == 1)?;
                    Some((name, only.first()?.clone()))
                });
                let inside = |name: &String| match &tag {
                    Some((tag, value)) if *tag != name => Position {
                        is_tagged: true,
                        ..place.clone()
                    }
                    .field_after(&format!("\"{tag}\":{value},"), name),
                    _ => place.field(name),
                };
                for (name, field) in fields {
                    self.collect_bodies(field, &inside(name), depth + 1, found);
                }
                if choice["additionalProperties"] == json!(false) {
                    let unknown = inside(&"no_such_field".to_owned());
                    found.push(InvalidBody {
                        text: format!("{}1{}", unknown.before, unknown.after),
                        path: unknown.name,
                        code: "unknown_field",
                    });
                }
            }
            if choice["items"].is_object() {
                self.collect_bodies(&choice["items"], &place.first_element(), depth + 1, found);
            }
        }
    }
}

/// Texts with an enumeration in the document that are checked when the whole body is read, after the missing fields.
const CHECKED_AFTER_THE_BODY: [&str; 1] = ["emoji"];

/// Terms of Rust and serde that must not appear in error messages.
const RUST_TERMS: &[&str] = &[
    "struct",
    "enum",
    "variant identifier",
    "invalid type",
    "i64",
    "i32",
    "u32",
    "u64",
    "`",
    " at line ",
];

#[apply(on_both)]
async fn wrong_json_types_are_refused_with_the_field_name(app: App) {
    let document = Document(app.anonymous().get("/api/openapi.json").await.expect(200));
    let (client, owner, extension) = (app.client().await, app.owner().await, app.extension_of(CLIENT).await);
    let mut tried = 0;
    let (mut faults, mut unreached) = (Vec::new(), Vec::new());
    for (path, operations) in document.0["paths"].as_object().expect("paths") {
        for (method, operation) in operations.as_object().expect("operations") {
            let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
            // Sockets and messengers use protocols with their own error formats.
            let is_foreign = path.starts_with("/broadcasting") || path.starts_with("/webhooks");
            if schema.is_null() || is_foreign {
                continue;
            }
            let mut bodies = Vec::new();
            document.collect_bodies(schema, &Position::default(), 0, &mut bodies);
            let parts = path.split('/').map(|part| match part {
                "{guard}" => "client",
                "{type}" => "order",
                part if part.starts_with('{') => "1",
                part => part,
            });
            let path = parts.collect::<Vec<_>>().join("/");
            let actor = if path.starts_with("/api/ext") {
                &extension
            } else if path.starts_with("/agent") {
                &owner
            } else {
                &client
            };
            let before = faults.len();
            let mut is_reached = false;
            for InvalidBody {
                text: body,
                path: name,
                code,
            } in bodies
            {
                let answer = actor
                    .send(&method.to_uppercase(), &path, Some(body.clone().into_bytes()))
                    .await;
                tried += 1;
                is_reached |= ![404, 410].contains(&answer.status);
                let problem: Value = serde_json::from_str(&answer.text).unwrap_or_default();
                let named = problem["errors"][&name][0]["code"] == code;
                if answer.status != 422 || !named || RUST_TERMS.iter().any(|word| answer.text.contains(word)) {
                    faults.push(format!(
                        "{method} {path} {body} ({name}: {code}): {} {}",
                        answer.status, problem["errors"]
                    ));
                }
            }
            // The path names a missing object, which is checked before the body.
            if !is_reached && faults.len() > before {
                faults.truncate(before);
                unreached.push(path);
            }
        }
    }
    assert!(unreached.len() <= 5, "{unreached:?}");
    assert!(
        faults.is_empty(),
        "{} of {tried}:\n{}",
        faults.len(),
        faults.into_iter().take(250).collect::<Vec<_>>().join("\n")
    );
    assert!(tried > 2_000, "only {tried} bodies were tested");
}

#[apply(on_both)]
async fn only_invalid_json_is_body_malformed(app: App) {
    let client = app.client().await;
    for body in ["", "{", "NaN", "{}{}", "{'phone': 1}", "[1", "\u{0}"] {
        let _ = client
            .send("POST", "/client/login", Some(body.as_bytes().to_vec()))
            .await
            .expect_problem(400, "body_malformed");
    }
    for (body, field, code) in [
        ("null", "body", "wrong_type"),
        ("[]", "body", "wrong_type"),
        (r#"{"phone": 1e999}"#, "phone", "number_overflow"),
        (r#"{"phone": "\ud800"}"#, "phone", "invalid_unicode"),
        (r#"{"phone": ["+79990000002"]}"#, "phone", "wrong_type"),
    ] {
        let problem = client
            .send("POST", "/client/login", Some(body.as_bytes().to_vec()))
            .await
            .expect_problem(422, "validation_failed");
        assert_eq!(problem["errors"][field][0]["code"], code, "{body}: {problem}");
    }
    let _ = client
        .send(
            "POST",
            "/client/login",
            Some(br#"{"phone": "1", "phone": "2"}"#.to_vec()),
        )
        .await
        .expect_problem(422, "validation_failed");
    let deep = format!("{{\"phone\": {}", "[".repeat(1000));
    let _ = client
        .send("POST", "/client/login", Some(deep.into_bytes()))
        .await
        .expect_problem(422, "validation_failed");
}
