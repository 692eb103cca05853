#!/usr/bin/env bash
# openapi-generator 7.26.0, Rust: if the errors of an operation have one schema, the error of a 404 reads as `Status401`. The variants
# are an untagged enum, and the first one that fits is taken, whatever the status is. Expected: `Status404`.
# Fails if the variant is that of the status. Needs Java, Rust and a minute.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check openapi-generator-cli==7.26.0
cat >"$folder/openapi.json" <<'JSON'
{
  "openapi": "3.1.0",
  "info": { "title": "Orders", "version": "1" },
  "paths": {
    "/order": {
      "get": {
        "operationId": "read_order",
        "responses": {
          "200": { "description": "An order", "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Order" } } } },
          "401": { "description": "No login", "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Problem" } } } },
          "404": { "description": "No order", "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Problem" } } } }
        }
      }
    }
  },
  "components": {
    "schemas": {
      "Order": { "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" } } },
      "Problem": { "type": "object", "required": ["code"], "properties": { "code": { "type": "string" } } }
    }
  }
}
JSON
cd "$folder"
venv/bin/openapi-generator-cli generate -g rust -i openapi.json -o client --additional-properties=packageName=client >log 2>&1
mkdir -p program/src
cat >program/Cargo.toml <<'TOML'
[package]
name = "program"
version = "0.0.0"
edition = "2021"
[dependencies]
client = { path = "../client", default-features = false }
tokio = { version = "1", features = ["macros", "rt"] }
TOML
cat >program/src/main.rs <<'RUST'
use client::apis::{configuration::Configuration, default_api::read_order, Error};
use std::{io::{Read, Write}, net::TcpListener, thread};

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let base_path = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        let (mut socket, _) = listener.accept().unwrap();
        let _ = socket.read(&mut [0; 4096]);
        let body = r#"{"code":"not_found"}"#;
        let head = "HTTP/1.1 404 Not Found\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length:";
        write!(socket, "{head} {}\r\n\r\n{body}", body.len()).unwrap();
    });
    let configuration = Configuration { base_path, ..Configuration::default() };
    let Err(Error::ResponseError(error)) = read_order(&configuration).await else { panic!("an error") };
    println!("{} {:?}", error.status, error.entity);
}
RUST
answer=$(cd program && cargo run --quiet 2>build-log)
echo "openapi-generator 7.26.0: $answer"
[[ $answer == "404 Not Found Some(Status401("* ]]
