//! The description of each operation, from the type of its endpoint.

use crate::bounds;
use serde_json::{Map, Value, json};
use shared_types::{
    access::Access,
    api::visit_endpoints,
    api_keys::{KeyPermission, key_permission},
    endpoint::{Endpoint, EndpointVisitor, FileForm, Nothing, ParamVisitor, PathParams, RawFile, Route},
    page,
    problem::{Problem, ProblemCode},
    schema::{self, Schema},
    tag::Tag,
};
use std::any::TypeId;
use utoipa::{
    PartialSchema as _, ToSchema as _,
    openapi::{RefOr, schema::Schema as OpenApiSchema},
};

type Schemas = Vec<(String, RefOr<OpenApiSchema>)>;

/// A request or response body in JSON.
pub struct Body {
    /// The name of its schema.
    pub schema: String,
    /// Reads a value as the type of the body and writes it again.
    pub round_trip: fn(&Value) -> Result<Value, String>,
}

pub struct Operation {
    /// The operation id.
    pub id: &'static str,
    /// The method in lower case.
    pub method: String,
    /// The path, with parameters in braces.
    pub path: &'static str,
    /// The feature.
    pub tag: Tag,
    /// The request body, unless it is a file.
    pub request: Option<Body>,
    /// The body of a successful response, unless it is a file.
    pub response: Option<Body>,
    /// The operation object of the document.
    pub(crate) object: Value,
    /// The schemas that it refers to.
    pub(crate) schemas: Schemas,
}

/// Describes all operations, in the order of their declarations.
pub fn operations() -> Vec<Operation> {
    let mut collected = Collected(Vec::new());
    visit_endpoints(&mut collected);
    collected.0
}

struct Collected(Vec<Operation>);

impl EndpointVisitor for Collected {
    fn visit<E: Endpoint>(&mut self) {
        self.0.extend(Route::all::<E>().iter().map(describe::<E>));
    }
}

const STEP_UP: &str = "If the agent requires a one-time code before payouts and rights, a session that has confirmed none in the last \
                      ten minutes gets `code_required`.";

/// Names the right that a key needs, for an endpoint that people call with a session.
fn key_note(route: &Route) -> Option<String> {
    match key_permission(route) {
        KeyPermission::Right(object, level) => Some(format!("A key needs `{}: {}`.", object.as_str(), level.as_str())),
        KeyPermission::AnyKey => Some("Open to each key.".to_owned()),
        KeyPermission::Closed
            if matches!(
                route.access,
                Access::Public | Access::RefreshCookie | Access::ExtensionToken
            ) =>
        {
            None
        }
        KeyPermission::Closed => Some("Closed to keys.".to_owned()),
    }
}

fn describe<E: Endpoint>(route: &Route) -> Operation {
    let mut schemas = Schemas::new();
    let mut object = Map::new();
    object.insert("operationId".into(), route.name.into());
    let summary = route.summary.split_once(". ").map_or(route.summary, |(first, _)| first);
    object.insert("summary".into(), summary.trim_end_matches('.').into());
    let notes = [route.step_up.then(|| STEP_UP.to_owned()), key_note(route)];
    let paragraphs: Vec<String> = [Some(route.summary.to_owned())]
        .into_iter()
        .chain(notes)
        .flatten()
        .collect();
    object.insert("description".into(), paragraphs.join("\n\n").into());
    object.insert("tags".into(), json!([route.tag.name()]));
    object.insert("parameters".into(), parameters::<E>(route, &mut schemas).into());
    let mut request = None;
    if TypeId::of::<E::Request>() != TypeId::of::<Nothing>() {
        let (content, body) = content::<E::Request>("", &mut schemas);
        object.insert("requestBody".into(), json!({"required": true, "content": content}));
        request = body;
    }
    let mut success = json!({"description": "Success"});
    let mut response = None;
    if E::STATUS != 204 {
        let (content, body) = content::<E::Response>(route.path, &mut schemas);
        success["content"] = content;
        response = body;
    }
    schema_ref::<Problem>(&mut schemas);
    let mut responses = Map::from_iter([(E::STATUS.to_string(), success)]);
    for code in problems::<E>(route, request.is_some()) {
        let name = code.as_str();
        responses.insert(
            code.status().to_string(),
            json!({"$ref": format!("#/components/responses/{name}")}),
        );
    }
    responses.insert("default".into(), json!({"$ref": "#/components/responses/problem"}));
    if route.deprecation.is_some() {
        object.insert("deprecated".into(), true.into());
    }
    object.insert("responses".into(), responses.into());
    object.insert("security".into(), security(route.access));
    Operation {
        id: route.name,
        method: route.method.as_str().to_lowercase(),
        path: route.path,
        tag: route.tag,
        request,
        response,
        object: object.into(),
        schemas,
    }
}

fn example_ref(name: &str) -> Value {
    json!({"$ref": format!("#/components/examples/{name}")})
}

/// The content of a body: media type, schema and example.
fn content<T: serde::Serialize + serde::de::DeserializeOwned + Schema + 'static>(
    path: &str,
    schemas: &mut Schemas,
) -> (Value, Option<Body>) {
    let name = schema::name::<T>();
    let is_form = TypeId::of::<T>() == TypeId::of::<FileForm>();
    if is_form || TypeId::of::<T>() == TypeId::of::<RawFile>() {
        // Generators know the bytes of a file by this schema, and some of them only without a reference.
        let (media_type, schema) = if is_form {
            ("multipart/form-data", schema_ref::<T>(schemas))
        } else {
            (file_type(path), json!({"type": "string", "format": "binary"}))
        };
        let mut content = json!({media_type: {"schema": schema}});
        // A document in JSON can't contain bytes that are not text.
        let example = match media_type {
            "text/csv" => Some("csv"),
            "application/x-ndjson" => Some("ndjson"),
            _ => is_form.then_some(name.as_str()),
        };
        if let Some(example) = example {
            content[media_type]["examples"] = json!({"sample": example_ref(example)});
        }
        return (content, None);
    }
    let schema = schema_ref::<T>(schemas);
    let content = json!({"application/json": {"schema": schema, "examples": {"sample": example_ref(&name)}}});
    let round_trip = |value: &Value| {
        let read: T = serde_json::from_value(value.clone()).map_err(|error| error.to_string())?;
        serde_json::to_value(read).map_err(|error| error.to_string())
    };
    (
        content,
        Some(Body {
            schema: name,
            round_trip,
        }),
    )
}

/// The media type of a file follows from the extension of the path.
fn file_type(path: &str) -> &'static str {
    match path.rsplit_once('.') {
        Some((_, "xlsx")) => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        Some((_, "csv")) => "text/csv",
        Some((_, "ndjson")) => "application/x-ndjson",
        Some((_, "pdf")) => "application/pdf",
        _ => "application/octet-stream",
    }
}

/// The problems that clients of an endpoint have to expect first.
fn problems<E: Endpoint>(route: &Route, has_body: bool) -> Vec<ProblemCode> {
    let mut codes = Vec::new();
    match route.access {
        Access::Public => {}
        Access::Agent(..) | Access::Client(..) => {
            codes.extend([ProblemCode::CredentialMissing, ProblemCode::PermissionDenied]);
        }
        _ => codes.push(ProblemCode::CredentialMissing),
    }
    if route.path.contains('{') {
        codes.push(ProblemCode::NotFound);
    }
    if has_body || TypeId::of::<E::Query>() != TypeId::of::<Nothing>() {
        codes.push(ProblemCode::ValidationFailed);
    }
    if codes.is_empty() {
        codes.push(ProblemCode::TooManyRequests);
    }
    codes
}

fn security(access: Access) -> Value {
    match access {
        Access::Public => json!([]),
        Access::RefreshCookie => json!([{"refresh": []}]),
        Access::ExtensionToken => json!([{"extension": []}]),
        Access::AnyGuard | Access::Guard(_) | Access::Agent(..) | Access::Client(..) => {
            json!([{"access": []}])
        }
    }
}

fn schema_ref<T: Schema>(schemas: &mut Schemas) -> Value {
    T::schemas(schemas);
    let name = schema::name::<T>();
    if !schemas.iter().any(|(known, _)| *known == name) {
        schemas.push((name.clone(), T::schema()));
    }
    json!({"$ref": format!("#/components/schemas/{name}")})
}

/// The schemas of path parameters by their types.
struct PathSchemas(Vec<(String, Value)>);

impl ParamVisitor for PathSchemas {
    fn visit<T: Schema>(&mut self) {
        let schema = serde_json::to_value(T::schema()).unwrap_or_default();
        self.0.push((schema::name::<T>(), schema));
    }
}

fn parameters<E: Endpoint>(route: &Route, schemas: &mut Schemas) -> Vec<Value> {
    let mut types = PathSchemas(Vec::new());
    E::Path::visit_types(&mut types);
    let names = route.path.split('{').skip(1).filter_map(|part| part.split('}').next());
    let in_path = names.zip(types.0).map(|(name, (type_name, schema))| {
        let (schema, example) = bounds::path_parameter(name, &type_name, schema);
        json!({"name": name, "in": "path", "required": true, "schema": schema, "example": example})
    });
    let mut parameters: Vec<Value> = in_path.collect();
    E::Query::schemas(schemas);
    let mut query = serde_json::to_value(E::Query::schema()).unwrap_or_default();
    bounds::apply_to_query(&mut query);
    for (name, schema) in query["properties"].as_object().into_iter().flatten() {
        let is_required = bounds::is_required(route.name, name);
        let (schema, description) = query_parameter(name, schema, is_required);
        let mut parameter = json!({"name": name, "in": "query", "required": is_required, "schema": schema});
        if let Some(description) = description {
            parameter["description"] = description;
        }
        parameters.push(parameter);
    }
    if E::IDEMPOTENT {
        parameters.push(json!({
            "name": "Idempotency-Key", "in": "header", "required": false,
            "schema": {"type": "string", "minLength": 1, "maxLength": 200, "pattern": "^[!-~]*$"},
            "description": "A replay under the same key returns the first response.",
        }));
    }
    if E::VERSIONED {
        parameters.push(json!({
            "name": "If-Match", "in": "header", "required": false,
            "schema": {"type": "string", "minLength": 1, "maxLength": 25, "pattern": "^[!-~]*$"},
            "description": "The `version` of the object, in quotes. With another version the request is refused.",
        }));
    }
    parameters
}

/// The schema and description of a query parameter. Null is not allowed. The server reads an empty value as an absent parameter; the
/// document leaves that out, because generators make a union of it, which each call has to wrap.
fn query_parameter(name: &str, schema: &Value, is_required: bool) -> (Value, Option<Value>) {
    let mut schema = match schema["oneOf"].as_array() {
        Some(variants) => variants.first().cloned().unwrap_or_default(),
        None => schema.clone(),
    };
    let description = schema.as_object_mut().and_then(|schema| schema.remove("description"));
    if let Some(kind) = schema["type"].as_array().and_then(|kinds| kinds.first()).cloned() {
        schema["type"] = kind;
    }
    if name == "limit" {
        schema["minimum"] = 1.into();
        if schema.get("maximum").is_none() {
            schema["maximum"] = page::MAX_LIMIT.into();
        }
    }
    // A value that is never negative goes up to the limit of 32 bits.
    if schema["format"] == "int32" && schema["minimum"] == 0 {
        schema["format"] = "int64".into();
        schema["maximum"] = u32::MAX.into();
    }
    if schema["type"] == "string" && schema.get("format").is_none() {
        // A length of its own is that of any characters.
        if schema.get("pattern").is_none() && schema.get("minLength").is_none() {
            schema["pattern"] = bounds::NO_CONTROLS.into();
        }
        if is_required {
            schema["minLength"] = 1.into();
        }
    }
    (schema, description)
}
