//! Passkeys through the Web Authentication API of the browser. Its options and responses are described in
//! `shared_types::identity`.

use crate::browser_api::{call, call_async, property};
use js_sys::{JSON, Object, Reflect};
use leptos::prelude::window;
use serde_json::{Value, json};
use shared_types::identity::{NewPasskey, PasskeyAssertion, PasskeyChallenge, PasskeyCreation, PasskeyDescriptor};
use wasm_bindgen::JsValue;

/// How long the browser waits for the person, in milliseconds.
const TIMEOUT_MS: u32 = 300_000;

/// Whether the browser has passkeys, and reads their options as JSON.
pub(crate) fn are_supported() -> bool {
    let class = property(&window(), "PublicKeyCredential");
    property(&class, "parseRequestOptionsFromJSON").is_function()
}

/// Creates a passkey. `None` if the person refuses, or the device has one already.
pub(crate) async fn create(creation: PasskeyCreation) -> Option<NewPasskey> {
    let algorithms = creation.algorithms.iter();
    let options = json!({
        "challenge": creation.challenge,
        "rp": {"id": creation.rp_id, "name": creation.rp_name},
        "user": {"id": creation.user_id, "name": creation.user_name, "displayName": creation.user_display_name},
        "pubKeyCredParams": algorithms.map(|alg| json!({"type": "public-key", "alg": alg})).collect::<Vec<_>>(),
        "excludeCredentials": descriptors(&creation.existing),
        "authenticatorSelection": {"residentKey": "preferred", "userVerification": "preferred"},
        "attestation": "none",
        "timeout": TIMEOUT_MS,
    });
    let credential = ask("create", "parseCreationOptionsFromJSON", &options).await.ok()?;
    let response = property(&credential, "response");
    let transports: Vec<_> = js_sys::Array::from(&property(&response, "transports"))
        .iter()
        .filter_map(|transport| transport.as_string())
        .collect();
    Some(NewPasskey {
        name: String::new(),
        client_data: text(&response, "clientDataJSON")?,
        authenticator_data: text(&response, "authenticatorData")?,
        public_key: text(&response, "publicKey")?,
        transports,
    })
}

/// Signs a challenge with a passkey of the person. `None` if the person refuses, or has none on this device.
pub(crate) async fn sign(challenge: &PasskeyChallenge) -> Option<PasskeyAssertion> {
    let options = json!({
        "challenge": challenge.challenge,
        "rpId": challenge.rp_id,
        "allowCredentials": descriptors(&challenge.passkeys),
        "userVerification": "preferred",
        "timeout": TIMEOUT_MS,
    });
    let credential = ask("get", "parseRequestOptionsFromJSON", &options).await.ok()?;
    let response = property(&credential, "response");
    Some(PasskeyAssertion {
        id: text(&credential, "id")?,
        client_data: text(&response, "clientDataJSON")?,
        authenticator_data: text(&response, "authenticatorData")?,
        signature: text(&response, "signature")?,
    })
}

fn text(object: &JsValue, name: &str) -> Option<String> {
    property(object, name).as_string()
}

fn descriptors(passkeys: &[PasskeyDescriptor]) -> Vec<Value> {
    let descriptors = passkeys
        .iter()
        .map(|passkey| json!({"type": "public-key", "id": passkey.id, "transports": passkey.transports}));
    descriptors.collect()
}

/// Calls a method of `navigator.credentials` with options, and returns the credential as JSON.
async fn ask(method: &str, parser: &str, options: &Value) -> Result<JsValue, JsValue> {
    let class = property(&window(), "PublicKeyCredential");
    let options = call(&class, parser, &[JSON::parse(&options.to_string())?])?;
    let argument = Object::new();
    Reflect::set(&argument, &"publicKey".into(), &options)?;
    let credentials = property(&window().navigator(), "credentials");
    call(
        &call_async(&credentials, method, &[argument.into()]).await?,
        "toJSON",
        &[],
    )
}
