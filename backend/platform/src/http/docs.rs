//! The API reference for people, made from the OpenAPI document. It has no scripts and no external resources, and can be
//! searched with Ctrl+F.

use axum::http::HeaderValue;
use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::{collections::HashMap, fmt::Write};

const STYLE: &str = "\
@font-face{font-family:Inter;font-weight:400 600;font-display:swap;src:url(/assets/client/fonts/inter-latin-5.3.0.woff2)}\
:root{color-scheme:light dark;--line:light-dark(#d9dde3,#343a43);--dim:light-dark(#586170,#9aa4b2);--soft:light-dark(#f4f6f8,#1d2127)}\
body{font:15px/1.5 Inter,system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}\
html{background:light-dark(#fff,#14171b);color:light-dark(#1b1f24,#e6e9ee)}a{color:light-dark(#0f766e,#4fc4b8)}\
h2{margin-top:2.5rem}code,pre{font:13px/1.5 ui-monospace,monospace}\
details{border:1px solid var(--line);border-radius:6px;margin:.4rem 0}summary{padding:.5rem .75rem;cursor:pointer;overflow-wrap:anywhere}\
details>div{padding:.25rem .75rem .75rem;border-top:1px solid var(--line)}b.m{display:inline-block;min-width:4.5rem}\
summary span,dd,p.d{color:var(--dim)}dt{font-weight:600}dd{margin:0 0 .4rem}\
pre{background:var(--soft);padding:.75rem;border-radius:6px;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere}";

/// The Content-Security-Policy of the page: its inline style by hash, and the font of the cabinets.
pub fn policy() -> HeaderValue {
    let hash = STANDARD.encode(Sha256::digest(STYLE));
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{hash}'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'"
    );
    HeaderValue::from_str(&policy).unwrap_or_else(|_| HeaderValue::from_static("default-src 'none'"))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

fn escaped_text(value: &Value) -> String {
    escaped(value.as_str().unwrap_or_default())
}

/// A short label of a schema, with a link where it has a name.
fn schema_label(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        let name = escaped(name);
        return format!("<a href=\"#{name}\"><code>{name}</code></a>");
    }
    if schema["data"].is_null()
        && let Some(rows) = schema["properties"]["data"].get("items")
    {
        return format!("rows of {}", schema_label(rows));
    }
    let parts = schema["anyOf"].as_array().or_else(|| schema["oneOf"].as_array());
    if let Some(first) = parts.and_then(|parts| parts.first()) {
        return schema_label(first);
    }
    let kind = schema["format"].as_str().or_else(|| schema["type"].as_str());
    format!("<code>{}</code>", escaped(kind.unwrap_or("value")))
}

fn body_label(of: &Value) -> Option<String> {
    let (media, body) = of["content"].as_object()?.iter().next()?;
    Some(format!("{}, {}", schema_label(&body["schema"]), escaped(media)))
}

fn write_operation(to: &mut String, method: &str, path: &str, operation: &Value) -> std::fmt::Result {
    write!(
        to,
        "<details id=\"{}\"><summary><b class=m>{}</b><code>{}</code> <span>{}</span></summary><div><dl>",
        escaped_text(&operation["operationId"]),
        method.to_uppercase(),
        escaped(path),
        escaped_text(&operation["summary"])
    )?;
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        let (name, place) = (escaped_text(&parameter["name"]), escaped_text(&parameter["in"]));
        let kind = schema_label(&parameter["schema"]);
        write!(
            to,
            "<dt>{name}</dt><dd>{place}, {kind}. {}</dd>",
            escaped_text(&parameter["description"])
        )?;
    }
    if let Some(body) = body_label(&operation["requestBody"]) {
        write!(to, "<dt>Body</dt><dd>{body}</dd>")?;
    }
    for (status, response) in operation["responses"].as_object().into_iter().flatten() {
        let body = body_label(response).unwrap_or_else(|| "nothing".to_owned());
        let status = if status == "default" { "Error" } else { status };
        write!(to, "<dt>{status}</dt><dd>{body}")?;
        let problems = response["content"]["application/problem+json"]["examples"].as_object();
        for code in problems.into_iter().flatten().map(|(code, _)| escaped(code)) {
            write!(to, ", <a href=\"#problem-{code}\"><code>{code}</code></a>")?;
        }
        write!(to, "</dd>")?;
    }
    let needs: Vec<&str> = operation["security"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|one| one.as_object()?.keys().next().map(String::as_str))
        .collect();
    let needs = if needs.is_empty() {
        "nothing".to_owned()
    } else {
        needs.join(" or ")
    };
    write!(to, "<dt>Credential</dt><dd>{needs}</dd></dl></div></details>")
}

fn render(document: &Value) -> Result<String, std::fmt::Error> {
    let mut page = format!(
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content=\"width=device-width\"><title>Karavan API</title><style>{STYLE}</style>\
         <main><h1>Karavan API</h1><p class=d>For programs: <a href=\"/api/openapi.json\">openapi.json</a>, OpenAPI {}. \
         Errors are problem details (RFC 9457).</p>",
        escaped_text(&document["openapi"])
    );
    let mut operations = HashMap::<&str, Vec<(&str, &str, &Value)>>::new();
    for (path, methods) in document["paths"].as_object().into_iter().flatten() {
        for (method, operation) in methods.as_object().into_iter().flatten() {
            let tag = operation["tags"][0].as_str().unwrap_or_default();
            operations.entry(tag).or_default().push((method, path, operation));
        }
    }
    for tag in document["tags"].as_array().into_iter().flatten() {
        let (name, description) = (&tag["name"], escaped_text(&tag["description"]));
        write!(page, "<h2>{}</h2><p class=d>{description}</p>", escaped_text(name))?;
        let operations = operations.get(name.as_str().unwrap_or_default());
        for (method, path, operation) in operations.into_iter().flatten() {
            write_operation(&mut page, method, path, operation)?;
        }
    }
    page.push_str("<h2>Schemas</h2>");
    let pretty = |value: &Value| escaped(&serde_json::to_string_pretty(value).unwrap_or_default());
    for (name, schema) in document["components"]["schemas"].as_object().into_iter().flatten() {
        let example = &document["components"]["examples"][name]["value"];
        let name = escaped(name);
        let description = escaped_text(&schema["description"]);
        write!(
            page,
            "<details id=\"{name}\"><summary><code>{name}</code> <span>{description}</span></summary><div>"
        )?;
        if !example.is_null() {
            write!(
                page,
                "<p class=d>Example</p><pre>{}</pre><p class=d>Schema</p>",
                pretty(example)
            )?;
        }
        write!(page, "<pre>{}</pre></div></details>", pretty(schema))?;
    }
    page.push_str("<h2>Problems</h2>");
    for (code, example) in document["components"]["examples"].as_object().into_iter().flatten() {
        if example["value"]["code"] == *code {
            let title = escaped_text(&example["value"]["title"]);
            write!(
                page,
                "<details id=\"problem-{code}\"><summary><code>{code}</code> <span>{title}</span></summary><div><pre>{}</pre></div></details>",
                pretty(&example["value"])
            )?;
        }
    }
    page.push_str("</main>");
    Ok(page)
}

/// Renders a document as a page.
pub fn page(document: &Value) -> String {
    render(document).unwrap_or_default()
}
