//! Requests with ids of another tenant, and faults of the answers.

use super::{
    answers::{Shown, shown},
    callers::Caller,
    kinds::{self, Kind, NOTE_KINDS, Parameter, kind_of_type, path_parameters},
    requests::{Document, Place, SECOND, TEXT_IDS, TextId, has_query, takes_file},
};
use crate::{
    media::encode_image,
    services::send_bytes,
    support::{App, TestResponse},
};
use image::ImageFormat;
use platform::http::ServedEndpoint;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// An id that no row has.
const ABSENT: i64 = 999_999_999;
/// An id lower than all rows' ids, for positions: the foreign messages are older than the caller's own.
const ABSENT_BEFORE_ALL: i64 = 0;
/// The most foreign rows of a kind that are tried.
const MAX_FOREIGN: usize = 3;

const BY_THE_LIST: &str = "the order list applies the filter within the tenant scope";
const ON_SENDING: &str = "recipients are looked up within the tenant scope on sending";
const MISSING: &str = "compared with the units of the delivery that are missing";

/// Places of ids that are stored, counted or compared without a look at the row: endpoint, place, reason. The answers repeat the id.
const ABSENT_IS_ALLOWED: &[(&str, &str, &str)] = &[
    ("save_filter", "query.client_id", BY_THE_LIST),
    ("save_filter", "query.assigned_staff_id", BY_THE_LIST),
    ("preview_notification", "audience.clients.[]", ON_SENDING),
    ("create_notification", "audience.clients.[]", ON_SENDING),
    ("change_notification", "audience.clients.[]", ON_SENDING),
    ("move_delivery", "left_behind.places.[]", MISSING),
    ("move_delivery", "left_behind.shipments.[]", MISSING),
];

/// Places of ids that are positions: rows before or after them are returned, whether or not they exist.
const POSITIONS: &[(&str, &str)] = &[
    ("show_agent_chat", "after"),
    ("show_agent_chat", "before"),
    ("show_client_chat", "after"),
    ("show_client_chat", "before"),
];

/// Errors of values that are found before a row is looked up.
const SHAPE_ERRORS: &[&str] = &[
    "required",
    "wrong_type",
    "invalid_format",
    "too_short",
    "too_many",
    "out_of_range",
];

/// The endpoints that the lists of this module name.
pub fn exceptions() -> impl Iterator<Item = &'static str> {
    let allowed = ABSENT_IS_ALLOWED.iter().map(|(endpoint, ..)| *endpoint);
    let positions = POSITIONS.iter().map(|(endpoint, _)| *endpoint);
    allowed
        .chain(positions)
        .chain(TEXT_IDS.iter().map(|text| text.endpoint))
}

/// A place of an id in a request.
#[derive(Clone, Debug)]
enum IdPlace {
    /// The number of the path parameter.
    Path(usize),
    Query(Place),
    Body(Place),
    Text(&'static TextId),
}

/// An endpoint, its operation in the OpenAPI document, and its path parameters.
struct RequestTemplate<'a> {
    endpoint: &'a ServedEndpoint,
    operation: &'a Value,
    parameters: &'a [Parameter],
}

impl RequestTemplate<'_> {
    /// The path with these parameters.
    fn path(&self, values: &[String]) -> String {
        let mut parts = self.endpoint.path.split('{');
        let mut filled = parts.next().unwrap_or_default().to_owned();
        for (part, value) in parts.zip(values) {
            filled.push_str(value);
            filled.push_str(part.split_once('}').map_or("", |(_, rest)| rest));
        }
        filled
    }

    /// Whether the answer for an absent id shows that the id was looked up.
    fn is_reached(&self, place: &IdPlace, answer: &TestResponse) -> bool {
        let problem: Value = serde_json::from_str(&answer.text).unwrap_or_default();
        let is_not_found = answer.status == 404 && problem["code"] == "not_found";
        let is_refused = |place: &Place| {
            let last = place
                .iter()
                .rev()
                .find(|field| *field != "[]")
                .map_or("", String::as_str);
            let mut errors = problem["errors"].as_object().into_iter().flatten();
            errors.any(|(name, error)| {
                let code = error[0]["code"].as_str().unwrap_or_default();
                (name.starts_with(&place[0]) || name == last) && !SHAPE_ERRORS.contains(&code)
            })
        };
        match place {
            IdPlace::Path(_) => is_not_found,
            IdPlace::Query(place) => answer.status == 200 || is_not_found || is_refused(place),
            IdPlace::Text(_) => matches!(answer.status, 200 | 403 | 404),
            IdPlace::Body(place) => {
                let has_other_amount = answer.status == 409 && problem["code"] == "amount_changed";
                is_not_found || is_refused(place) || has_other_amount || self.allows_absent(&place.join("."))
            }
        }
    }

    fn allows_absent(&self, place: &str) -> bool {
        let name = self.endpoint.name;
        ABSENT_IS_ALLOWED
            .iter()
            .any(|(endpoint, allowed, _)| *endpoint == name && *allowed == place)
    }

    fn is_position(&self, place: &IdPlace) -> bool {
        POSITIONS.contains(&(self.endpoint.name, self.place_name(place).as_str()))
    }

    /// The data that the answer shows. Where an id is stored without reading its row, without the stored values.
    fn shown(&self, place: &IdPlace, answer: &TestResponse) -> Shown {
        match place {
            IdPlace::Body(place) if self.allows_absent(&place.join(".")) => {
                let field = place
                    .iter()
                    .rev()
                    .find(|field| *field != "[]")
                    .map_or("", String::as_str);
                shown(answer, &["id", "version", field])
            }
            // The answer repeats the text.
            IdPlace::Text(_) if answer.status == 200 => shown(answer, &["code"]),
            _ => shown(answer, &[]),
        }
    }

    fn place_name(&self, place: &IdPlace) -> String {
        match place {
            IdPlace::Path(index) => {
                let part = self.endpoint.path.split('{').nth(index + 1).unwrap_or_default();
                part.split('}').next().unwrap_or_default().to_owned()
            }
            IdPlace::Query(place) | IdPlace::Body(place) => place.join("."),
            IdPlace::Text(text) => text.name.to_owned(),
        }
    }
}

/// All lists with one value of each.
fn combinations(choices: impl Iterator<Item = Vec<String>>) -> Vec<Vec<String>> {
    choices.fold(vec![Vec::new()], |lists, values| {
        let extended = lists.iter().flat_map(|list| {
            values
                .iter()
                .map(|value| [list.as_slice(), std::slice::from_ref(value)].concat())
        });
        extended.collect()
    })
}

/// The ids of a tenant by table.
type Rows = BTreeMap<&'static str, Vec<i64>>;

/// Probes endpoints as one caller.
pub struct Prober<'a> {
    caller: &'a Caller,
    document: &'a Document,
    own: Rows,
    foreign: Rows,
    /// The problems of the answers.
    pub faults: Vec<String>,
    /// The number of places of ids that were probed.
    pub places: usize,
}

impl<'a> Prober<'a> {
    pub async fn new(app: &App, caller: &'a Caller, document: &'a Document) -> Self {
        let (mut own, mut foreign) = (Rows::new(), Rows::new());
        for kind in kinds::all() {
            own.insert(kind.table, caller.own.ids(app, kind).await);
            let mut ids = caller.foreign.ids(app, kind).await;
            ids.truncate(MAX_FOREIGN);
            foreign.insert(kind.table, ids);
        }
        Self {
            caller,
            document,
            own,
            foreign,
            faults: Vec::new(),
            places: 0,
        }
    }

    /// Probes every id of an endpoint.
    pub async fn probe(&mut self, endpoint: &ServedEndpoint) {
        let operation = self.document.operation(endpoint.method.as_str(), endpoint.path);
        let found = path_parameters(endpoint.path, endpoint.path_types).and_then(|parameters| {
            Ok((
                parameters,
                self.document.query_ids(operation)?,
                self.document.body_ids(operation)?,
            ))
        });
        let (parameters, in_query, in_body) = match found {
            Ok(found) => found,
            Err(unknown) => return self.faults.push(format!("{}: {unknown}", endpoint.name)),
        };
        let fields = in_query
            .into_iter()
            .map(|field| (IdPlace::Query(field.place), field.kind))
            .chain(
                in_body
                    .into_iter()
                    .map(|field| (IdPlace::Body(field.place), field.kind)),
            );
        let texts = TEXT_IDS.iter().filter(|text| text.endpoint == endpoint.name);
        let texts = texts.map(|text| (IdPlace::Text(text), kind_of_type(text.kind).expect("a kind")));
        let in_path = parameters
            .iter()
            .enumerate()
            .filter_map(|(index, parameter)| match parameter {
                Parameter::Id(kind) => Some((IdPlace::Path(index), *kind)),
                _ => None,
            });
        for (place, kind) in in_path.chain(fields).chain(texts).collect::<Vec<_>>() {
            let request = RequestTemplate {
                endpoint,
                operation,
                parameters: &parameters,
            };
            self.probe_place(&request, &place, kind).await;
        }
        if parameters.contains(&Parameter::NotedObject) {
            for (noted, type_name) in NOTE_KINDS {
                let kind = kind_of_type(type_name).expect("a kind");
                let parameters = [Parameter::Fixed(noted), Parameter::Id(kind)];
                let request = RequestTemplate {
                    endpoint,
                    operation,
                    parameters: &parameters,
                };
                self.probe_place(&request, &IdPlace::Path(1), kind).await;
            }
        }
    }

    /// Compares the answers for an absent id and for ids of the other tenant at one place.
    async fn probe_place(&mut self, request: &RequestTemplate<'_>, place: &IdPlace, kind: Kind) {
        if !self.caller.has_foreign(kind) {
            return;
        }
        self.places += 1;
        let name = format!(
            "{} {} as {}",
            request.endpoint.name,
            request.place_name(place),
            self.caller.name
        );
        let foreign = self.foreign[kind.table].clone();
        if foreign.is_empty() {
            return self
                .faults
                .push(format!("{name}: the other tenant has no row in {}", kind.table));
        }
        // Before the id in question the path has the caller's own ids, after it the ids of the other tenant.
        let split = if let IdPlace::Path(index) = place {
            *index
        } else {
            request.parameters.len()
        };
        let (before, after) = request.parameters.split_at(split);
        let prefixes = combinations(before.iter().map(|parameter| self.values(parameter, &self.own)));
        let absent_end: Vec<String> = after.iter().map(|_| ABSENT.to_string()).collect();
        let absent_id = if request.is_position(place) {
            ABSENT_BEFORE_ALL
        } else {
            ABSENT
        };
        let mut reached = None;
        let mut unreached = String::from("no own rows for the path");
        for prefix in prefixes {
            let answer = self
                .send(request, &[prefix.as_slice(), &absent_end].concat(), place, absent_id)
                .await;
            if request.is_reached(place, &answer) {
                reached = Some((prefix, request.shown(place, &answer)));
                break;
            }
            unreached = format!("{} {}", answer.status, answer.text);
        }
        let Some((prefix, absent)) = reached else {
            return self
                .faults
                .push(format!("{name}: the id was not looked up: {unreached}"));
        };
        let ends = combinations(after.iter().map(|parameter| self.values(parameter, &self.foreign)));
        let ids: &[i64] = if after.is_empty() { &foreign } else { &[ABSENT] };
        for end in &ends {
            for id in ids {
                let path = [prefix.as_slice(), end].concat();
                let answer = self.send(request, &path, place, *id).await;
                if request.shown(place, &answer) != absent {
                    let (status, _, body) = &absent;
                    self.faults.push(format!(
                        "{name}: {path:?} {id} answers {} {}, an absent id {status} {}",
                        answer.status,
                        answer.text,
                        String::from_utf8_lossy(body)
                    ));
                }
            }
        }
    }

    /// The values of a path parameter.
    fn values(&self, parameter: &Parameter, rows: &Rows) -> Vec<String> {
        match parameter {
            Parameter::Guard => vec!["client".to_owned()],
            Parameter::Secret => vec![self.caller.upload_token.clone()],
            Parameter::Fixed(text) => vec![(*text).to_owned()],
            Parameter::Id(kind) => rows[kind.table].iter().map(ToString::to_string).collect(),
            Parameter::NoteKind | Parameter::NotedObject => Vec::new(),
        }
    }

    /// Sends a request with these path parameters, and with `id` at its place in query or body.
    async fn send(&self, request: &RequestTemplate<'_>, path: &[String], place: &IdPlace, id: i64) -> TestResponse {
        let mut address = request.path(path);
        let mut query = Vec::new();
        if has_query(request.operation, "name") {
            query.push("name=photo.jpg".to_owned());
        }
        match place {
            IdPlace::Query(place) => query.push(format!("{}={id}", place.join("."))),
            IdPlace::Text(text) if text.field.is_none() => query.push((text.format)(id)),
            _ => {}
        }
        if !query.is_empty() {
            address = format!("{address}?{}", query.join("&"));
        }
        let (actor, method) = (&self.caller.actor, request.endpoint.method.as_str());
        if takes_file(request.operation) {
            let file = encode_image(8, 8, ImageFormat::Jpeg);
            return send_bytes(actor, method, &address, 0, &file).await;
        }
        let target: &[String] = if let IdPlace::Body(place) = place { place } else { &[] };
        let mut body = self.document.body(request.operation, target, &|at, kind| {
            if !target.is_empty() && at == target {
                json!(id)
            } else {
                json!(self.own[kind.table].get(usize::from(at == [SECOND])))
            }
        });
        if let IdPlace::Text(TextId {
            field: Some(field),
            format,
            ..
        }) = place
        {
            body[*field] = json!(format(id));
        }
        let body = (method != "GET").then(|| body.to_string().into_bytes());
        actor.send(method, &address, body).await
    }
}
