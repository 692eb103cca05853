//! Examples of bodies, built from the schemas and the samples of their fields.

use serde_json::{Map, Value, json};
use shared_types::{
    fields::{FieldErrors, Rule},
    problem::{Problem, ProblemCode},
};
use std::collections::{BTreeMap, BTreeSet};

/// Samples of fields. The file explains its form.
const SAMPLES: &str = include_str!("../samples.txt");

/// The sample of an id.
pub(crate) fn id(type_name: &str) -> i64 {
    let samples = SAMPLES.lines().filter_map(|line| line.split_once(" = "));
    let sample = samples
        .filter(|(key, _)| *key == type_name)
        .find_map(|(_, text)| text.parse().ok());
    sample.unwrap_or(3)
}

/// The template of an import as CSV.
pub(crate) const CSV: &str =
    "title;url;price;quantity\nNike Dunk Low;https://detail.1688.com/offer/736512841907.html;459.00;2\n";

/// A problem as the server sends it.
pub(crate) fn problem(code: ProblemCode) -> Value {
    let mut problem = match code {
        ProblemCode::ValidationFailed => Problem::from(FieldErrors::single("items[2].price", Rule::NotAnAmount)),
        code => Problem::new(code),
    };
    problem.instance = Some("/agent/orders/101".to_owned());
    problem.request_id = Some("01JD6Q2Y8M3T".to_owned());
    serde_json::to_value(problem).unwrap_or_default()
}

/// Builds examples. Remembers which samples it used and which fields have none.
pub(crate) struct Examples<'a> {
    schemas: &'a BTreeMap<String, Value>,
    samples: BTreeMap<&'static str, &'static str>,
    used: BTreeSet<&'static str>,
    missing: BTreeSet<String>,
    /// The schemas that are being built, outermost first.
    stack: Vec<String>,
}

impl<'a> Examples<'a> {
    pub(crate) fn new(schemas: &'a BTreeMap<String, Value>) -> Self {
        let samples = SAMPLES
            .lines()
            .filter(|line| !line.starts_with('#'))
            .filter_map(|line| line.split_once(" = "))
            .collect();
        Self {
            schemas,
            samples,
            used: BTreeSet::new(),
            missing: BTreeSet::new(),
            stack: Vec::new(),
        }
    }

    /// The fields without a sample, and the samples that no field uses.
    pub(crate) fn faults(self) -> (BTreeSet<String>, BTreeSet<String>) {
        let unused = self.samples.keys().filter(|key| !self.used.contains(*key));
        (self.missing, unused.map(ToString::to_string).collect())
    }

    /// The sample under a key, if it has a type of the schema.
    fn sample(&mut self, key: &str, schema: &Value) -> Option<Value> {
        let (key, text) = self.samples.get_key_value(key)?;
        let value = match serde_json::from_str::<Value>(text).ok() {
            Some(Value::Null) => Some(Value::Null),
            _ if self.allows(schema, "string") => Some((*text).into()),
            Some(value) if value.is_boolean() == self.allows(schema, "boolean") => Some(value),
            _ => None,
        }?;
        self.used.insert(key);
        Some(value)
    }

    /// Whether a schema, or an option of it, has a type.
    fn allows(&self, schema: &Value, kind: &str) -> bool {
        if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
            return self.schemas.get(name).is_some_and(|schema| self.allows(schema, kind));
        }
        let options = schema["oneOf"].as_array().or_else(|| schema["anyOf"].as_array());
        let is_option = options.is_some_and(|options| options.iter().any(|option| self.allows(option, kind)));
        let kinds = &schema["type"];
        is_option
            || *kinds == kind
            || kinds
                .as_array()
                .is_some_and(|kinds| kinds.iter().any(|known| known == kind))
    }

    /// An example of a named schema.
    pub(crate) fn of_schema(&mut self, name: &str) -> Value {
        let Some(schema) = self.schemas.get(name) else {
            self.missing.insert(name.to_owned());
            return Value::Null;
        };
        if let Some(sample) = self.sample(name, schema) {
            return sample;
        }
        self.stack.push(name.to_owned());
        let value = self.example_of(schema, name, "");
        self.stack.pop();
        value
    }

    fn of_field(&mut self, schema: &Value, owner: &str, field: &str) -> Value {
        if let Some(sample) = self.sample(&format!("{owner}.{field}"), schema) {
            return sample;
        }
        // Texts and numbers are found by their field later, where the type is known.
        if self.samples.get(field).is_some_and(|text| text.starts_with('{'))
            && self.allows(schema, "object")
            && let Some(sample) = self.sample(field, schema)
        {
            return sample;
        }
        self.example_of(schema, owner, field)
    }

    /// An example of the schema of `owner`, or of its field.
    fn example_of(&mut self, schema: &Value, owner: &str, field: &str) -> Value {
        if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
            if self.stack.iter().any(|outer| outer == name) {
                return Value::Null;
            }
            return self.of_schema(name);
        }
        if let Some(parts) = schema["allOf"].as_array() {
            let mut whole = Map::new();
            for part in parts {
                if let Value::Object(fields) = self.example_of(part, owner, field) {
                    whole.extend(fields);
                }
            }
            return whole.into();
        }
        for choice in ["oneOf", "anyOf"] {
            if let Some(options) = schema[choice].as_array() {
                let options = options.iter().filter(|option| option["type"] != "null");
                let best = options
                    .clone()
                    .find(|option| option["type"] == "string")
                    .or_else(|| options.clone().next());
                return best.map_or(Value::Null, |option| self.example_of(option, owner, field));
            }
        }
        let kinds = &schema["type"];
        let kind = kinds.as_str().or_else(|| kinds[0].as_str()).unwrap_or("object");
        match kind {
            "object" => self.of_object(schema, owner),
            // A list that contains itself ends the recursion.
            "array" => match self.example_of(&schema["items"], owner, field) {
                Value::Null => json!([]),
                item => json!([item]),
            },
            _ => self.of_scalar(schema, kind, owner, field),
        }
    }

    fn of_object(&mut self, schema: &Value, owner: &str) -> Value {
        let mut object = Map::new();
        for (field, schema) in schema["properties"].as_object().into_iter().flatten() {
            let absent = self.samples.get_key_value(format!("{owner}.{field}").as_str());
            if let Some((key, &"absent")) = absent {
                self.used.insert(key);
                continue;
            }
            object.insert(field.clone(), self.of_field(schema, owner, field));
        }
        let values = &schema["additionalProperties"];
        if values.is_object() {
            let key = schema["propertyNames"]["enum"][0].as_str().unwrap_or("key").to_owned();
            object.insert(key, self.example_of(values, owner, ""));
        }
        object.into()
    }

    fn of_scalar(&mut self, schema: &Value, kind: &str, owner: &str, field: &str) -> Value {
        // The tag of a variant has one value.
        if schema["enum"].as_array().is_some_and(|values| values.len() == 1) {
            return schema["enum"][0].clone();
        }
        if !field.is_empty()
            && let Some(sample) = self.sample(field, schema)
        {
            return sample;
        }
        for value in [
            &schema["const"],
            &schema["enum"][0],
            &schema["example"],
            &schema["examples"][0],
        ] {
            if !value.is_null() {
                return value.clone();
            }
        }
        match (kind, schema["format"].as_str()) {
            ("boolean", _) => false.into(),
            ("string", Some("date-time")) => "2026-11-20T09:30:00Z".into(),
            ("string", Some("date")) => "2026-11-20".into(),
            _ => {
                self.missing.insert(format!("{owner}.{field}"));
                Value::Null
            }
        }
    }
}
