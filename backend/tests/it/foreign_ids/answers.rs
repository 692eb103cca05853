//! The data that a response shows to its reader.

use crate::support::TestResponse;
use serde_json::Value;
use std::io::{Cursor, Read as _};

/// Status, content type and body.
pub type Shown = (u16, Option<String>, Vec<u8>);

/// The data that a response shows to its reader, without the id and the path of the request, and without some fields.
pub fn shown(answer: &TestResponse, ignored: &[&str]) -> Shown {
    let kind = answer
        .headers
        .get("content-type")
        .and_then(|value| value.to_str().ok())
        .map(ToOwned::to_owned);
    let body = match serde_json::from_slice::<Value>(&answer.bytes) {
        Ok(mut body) => {
            remove_fields(&mut body, &[&["request_id", "instance"], ignored].concat());
            body.to_string().into_bytes()
        }
        _ if answer.bytes.starts_with(b"PK") => worksheets(&answer.bytes),
        _ => answer.bytes.to_vec(),
    };
    (answer.status, kind, body)
}

/// The parts of an XLSX file, without the properties of the document: they have the time of the export.
fn worksheets(file: &[u8]) -> Vec<u8> {
    let mut archive = zip::ZipArchive::new(Cursor::new(file)).expect("an archive");
    let mut content = Vec::new();
    for index in 0..archive.len() {
        let mut part = archive.by_index(index).expect("a part");
        if !part.name().expect("a name").starts_with("docProps/") {
            part.read_to_end(&mut content).expect("the part is read");
        }
    }
    content
}

fn remove_fields(value: &mut Value, names: &[&str]) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| !names.contains(&name.as_str()));
            fields.values_mut().for_each(|field| remove_fields(field, names));
        }
        Value::Array(elements) => elements.iter_mut().for_each(|element| remove_fields(element, names)),
        _ => {}
    }
}
