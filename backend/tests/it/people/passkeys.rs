//! Passkeys as a second factor of people, with an authenticator in software.

use super::{
    authenticator::{self, log_in},
    bots::Bots,
};
use crate::support::{Actor, App, CLIENT, OTHER_CLIENT, OWNER, PASSWORD, on_both};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::Duration;
use ring::{
    digest::{SHA256, digest},
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair},
};
use serde_json::{Value, json};

/// Statements of a request that verifies a password or a passkey.
const MAX_STATEMENTS: u32 = 25;
const ORIGIN: &str = "https://karavan.example";
const HOST: &str = "karavan.example";
/// The beginning of the public key of a point on P-256 (RFC 5480).
const P256: &str = "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE";

fn encode(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// A security key with one passkey.
struct SecurityKey {
    pair: EcdsaKeyPair,
    id: Vec<u8>,
    origin: &'static str,
    sign_count: u32,
}

impl SecurityKey {
    fn new(id: u8) -> Self {
        let random = SystemRandom::new();
        let document = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &random).expect("a key");
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, document.as_ref(), &random);
        Self {
            pair: pair.expect("the key"),
            id: vec![id; 16],
            origin: ORIGIN,
            sign_count: 0,
        }
    }

    fn client_data(&self, kind: &str, challenge: &Value) -> Vec<u8> {
        json!({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": false})
            .to_string()
            .into_bytes()
    }

    fn authenticator_data(&self, flags: u8) -> Vec<u8> {
        let host = digest(&SHA256, HOST.as_bytes());
        [host.as_ref(), &[flags], &self.sign_count.to_be_bytes()].concat()
    }

    /// Returns the browser's answer after the passkey was created.
    fn create(&self, creation: &Value) -> Value {
        let header = URL_SAFE_NO_PAD.decode(P256).expect("a header");
        // The header ends with the mark of an uncompressed point, which the key begins with.
        let info = [&header[..26], self.pair.public_key().as_ref()].concat();
        let length = u16::try_from(self.id.len()).expect("a short id");
        let data = [
            self.authenticator_data(0x45),
            vec![0; 16],
            length.to_be_bytes().to_vec(),
            self.id.clone(),
        ];
        json!({
            "name": "Ключ",
            "client_data": encode(&self.client_data("webauthn.create", &creation["challenge"])),
            "authenticator_data": encode(&data.concat()),
            "public_key": encode(&info),
            "transports": ["usb", "carrier-pigeon"],
        })
    }

    /// Returns the browser's answer after the passkey was used.
    fn sign(&mut self, challenge: &Value) -> Value {
        self.sign_count += 1;
        let client_data = self.client_data("webauthn.get", &challenge["challenge"]);
        let data = self.authenticator_data(0x01);
        let signed = [&data, digest(&SHA256, &client_data).as_ref()].concat();
        let signature = self.pair.sign(&SystemRandom::new(), &signed).expect("a signature");
        json!({
            "id": encode(&self.id),
            "client_data": encode(&client_data),
            "authenticator_data": encode(&data),
            "signature": encode(signature.as_ref()),
        })
    }
}

/// A service with a host name.
fn with_host(app: &App) -> App {
    app.with_config(|config| ORIGIN.clone_into(&mut config.public_url))
}

async fn begin(person: &Actor, guard: &str) -> Value {
    person
        .post(
            &format!("/{guard}/profile/passkeys/challenge"),
            json!({"current": PASSWORD}),
        )
        .await
        .expect_within_statements(200, MAX_STATEMENTS)
}

/// Adds a passkey to a person who has no second factor, and returns the recovery codes.
async fn add(person: &Actor, guard: &str, key: &SecurityKey) -> Vec<String> {
    let creation = begin(person, guard).await;
    let added = person
        .post(&format!("/{guard}/profile/passkeys"), key.create(&creation))
        .await
        .expect_within_statements(201, MAX_STATEMENTS);
    let codes = added["recovery_codes"].as_array().expect("codes").iter();
    codes.map(|code| code.as_str().expect("a code").to_owned()).collect()
}

async fn challenge_at_login(app: &App, guard: &str, phone: &str) -> Value {
    let problem = log_in(app, guard, phone, None)
        .await
        .expect_problem(403, "second_factor_required");
    assert_eq!(problem["next"], "passkey");
    problem["passkey"].clone()
}

async fn log_in_by(app: &App, phone: &str, assertion: Value) -> crate::support::TestResponse {
    let body = json!({"phone": phone, "password": PASSWORD, "passkey": assertion});
    app.anonymous().post("/client/login/password", body).await
}

#[apply(on_both)]
async fn passkey_is_added_named_and_asked_for_at_the_login(app: App) {
    let (app, bots) = Bots::start(&app).await;
    bots.link_telegram(&app, 5_550_009, CLIENT).await;
    app.run_due_jobs().await;
    let _ = bots.take_messages(5_550_009);
    let app = with_host(&app);
    let client = app.client().await;
    let wrong = client.post("/client/profile/passkeys/challenge", json!({"current": "не тот"}));
    let _ = wrong.await.expect_problem(403, "proof_wrong");
    let creation = begin(&client, "client").await;
    assert_eq!(creation["rp_id"], HOST);
    assert_eq!(creation["existing"], json!([]));
    let mut key = SecurityKey::new(1);
    let send = |body: Value| client.post("/client/profile/passkeys", body);
    let mut forged = key.create(&creation);
    forged["client_data"] = json!(encode(&key.client_data("webauthn.create", &json!("bm90IHRoaXM"))));
    let _ = send(forged).await.expect_problem(403, "passkey_rejected");
    let added = send(key.create(&creation))
        .await
        .expect_within_statements(201, MAX_STATEMENTS);
    assert_eq!(added["passkey"]["name"], "Ключ");
    assert_eq!(added["recovery_codes"].as_array().map(Vec::len), Some(10));
    // The challenge is used up.
    let _ = send(key.create(&creation))
        .await
        .expect_problem(403, "passkey_rejected");
    let profile = client
        .get("/client/profile")
        .await
        .expect_within_statements(200, MAX_STATEMENTS);
    assert_eq!(profile["passkeys"][0]["name"], "Ключ");
    assert_eq!(profile["passkeys"][0]["last_used_at"], Value::Null);
    assert_eq!(profile["recovery_codes"], 10);
    assert_eq!(profile.get("authenticator_since"), None);
    app.run_due_jobs().await;
    let message = bots.take_messages(5_550_009).pop().expect("a message").text;
    assert!(message.contains("добавлен ключ доступа «Ключ»"), "{message}");

    let challenge = challenge_at_login(&app, "client", CLIENT).await;
    assert_eq!(
        challenge["passkeys"],
        json!([{"id": encode(&key.id), "transports": ["usb"]}])
    );
    let assertion = key.sign(&challenge);
    let _ = log_in_by(&app, CLIENT, assertion.clone())
        .await
        .expect_within_statements(200, MAX_STATEMENTS);
    // A signature is used once.
    let _ = log_in_by(&app, CLIENT, assertion)
        .await
        .expect_problem(403, "passkey_rejected");
    let profile = client
        .get("/client/profile")
        .await
        .expect_within_statements(200, MAX_STATEMENTS);
    assert_ne!(profile["passkeys"][0]["last_used_at"], Value::Null);
    // Other people are not affected.
    let _ = app.log_in("client", OTHER_CLIENT).await;
}

#[apply(on_both)]
async fn signatures_that_are_not_for_this_login_are_rejected(app: App) {
    let app = with_host(&app);
    let mut key = SecurityKey::new(2);
    let codes = add(&app.client().await, "client", &key).await;
    let refuse = async |assertion: Value| {
        let response = log_in_by(&app, CLIENT, assertion).await;
        let _ = response.expect_problem(403, "passkey_rejected");
    };
    // Of a page that imitates the service.
    let challenge = challenge_at_login(&app, "client", CLIENT).await;
    key.origin = "https://karavan.example.evil.example";
    refuse(key.sign(&challenge)).await;
    key.origin = ORIGIN;
    // Of another key with the same id.
    let challenge = challenge_at_login(&app, "client", CLIENT).await;
    refuse(SecurityKey::new(2).sign(&challenge)).await;
    // Of another challenge.
    let _ = challenge_at_login(&app, "client", CLIENT).await;
    refuse(key.sign(&challenge)).await;
    // Five minutes later.
    let challenge = challenge_at_login(&app, "client", CLIENT).await;
    app.state.clock.advance(Duration::minutes(5));
    refuse(key.sign(&challenge)).await;
    // Of a copy, whose counter does not grow.
    app.state.clock.advance(Duration::hours(1));
    let challenge = challenge_at_login(&app, "client", CLIENT).await;
    let _ = log_in_by(&app, CLIENT, key.sign(&challenge))
        .await
        .expect_within_statements(200, MAX_STATEMENTS);
    let challenge = challenge_at_login(&app, "client", CLIENT).await;
    key.sign_count -= 1;
    refuse(key.sign(&challenge)).await;
    // A recovery code replaces it, once.
    app.state.clock.advance(Duration::hours(1));
    let enter = async || log_in(&app, "client", CLIENT, Some(&codes[0])).await;
    let _ = enter().await.expect_within_statements(200, MAX_STATEMENTS);
    let _ = enter().await.expect_problem(401, "code_wrong");
}

#[apply(on_both)]
async fn second_factor_protects_itself(app: App) {
    let app = with_host(&app);
    let client = app.client().await;
    let mut key = SecurityKey::new(3);
    let codes = add(&client, "client", &key).await;
    let id = client
        .get("/client/profile")
        .await
        .expect_within_statements(200, MAX_STATEMENTS)["passkeys"][0]["id"]
        .clone();
    let removal = format!("/client/profile/passkeys/{id}/remove");
    // A session and the password add neither another passkey nor an app, and remove nothing.
    for (path, body) in [
        ("/client/profile/passkeys/challenge", json!({"current": PASSWORD})),
        ("/client/profile/authenticator", json!({"current": PASSWORD})),
        (removal.as_str(), json!({})),
    ] {
        let problem = client
            .post(path, body)
            .await
            .expect_problem(403, "second_factor_required");
        assert_eq!(problem["passkey"]["rp_id"], HOST, "{path}");
    }
    // Another passkey is confirmed by the first one.
    let ask = json!({"current": PASSWORD});
    let challenges = "/client/profile/passkeys/challenge";
    let problem = client
        .post(challenges, ask)
        .await
        .expect_problem(403, "second_factor_required");
    let proved = json!({"current": PASSWORD, "passkey": key.sign(&problem["passkey"])});
    let creation = client
        .post(challenges, proved)
        .await
        .expect_within_statements(200, MAX_STATEMENTS);
    assert_eq!(creation["existing"][0]["id"], encode(&key.id));
    let again = client.post("/client/profile/passkeys", key.create(&creation));
    let _ = again.await.expect_problem(409, "passkey_present");
    // Other people can't remove it. Its owner can, with a recovery code.
    let stranger = app.log_in("client", OTHER_CLIENT).await;
    let _ = stranger
        .post(&removal, json!({}))
        .await
        .expect_problem(404, "not_found");
    let wrong = client.post(&removal, json!({"code": "aaaaaa-aaaaaa-aaaaaa-aaaaaa"}));
    let _ = wrong.await.expect_problem(403, "proof_wrong");
    let _ = client
        .post(&removal, json!({"code": codes[0]}))
        .await
        .expect_within_statements(204, MAX_STATEMENTS);
    let profile = client
        .get("/client/profile")
        .await
        .expect_within_statements(200, MAX_STATEMENTS);
    assert_eq!(profile["passkeys"], json!([]));
    assert_eq!(profile.get("recovery_codes"), None);
    assert_eq!(app.count("recovery_codes", "1 = 1").await, 0);
    let _ = log_in(&app, "client", CLIENT, None)
        .await
        .expect_within_statements(200, MAX_STATEMENTS);
}

#[apply(on_both)]
async fn passkey_confirms_payouts_that_require_an_authenticator(app: App) {
    const POLICY: &str = "/agent/settings/staff-logins";
    let app = with_host(&app);
    let owner = app.owner().await;
    let require = json!({"payout_authenticator": true});
    let _ = owner
        .patch(POLICY, require.clone())
        .await
        .expect_problem(403, "authenticator_required");
    let mut key = SecurityKey::new(4);
    let codes = add(&owner, "agent", &key).await;
    let _ = owner
        .patch(POLICY, require.clone())
        .await
        .expect_problem(403, "code_required");
    let requested = owner
        .post("/agent/profile/payout-code", json!({}))
        .await
        .expect_within_statements(202, MAX_STATEMENTS);
    assert_eq!(requested["source"], "passkey");
    assert_eq!(app.count("login_codes", "purpose = 'payout'").await, 0);
    let proof = json!({"code": "", "passkey": key.sign(&requested["passkey"])});
    let prove = |body: Value| owner.post("/agent/profile/payout-proof", body);
    let _ = prove(json!({"code": ""}))
        .await
        .expect_problem(422, "validation_failed");
    let _ = prove(proof.clone()).await.expect_within_statements(204, MAX_STATEMENTS);
    let _ = prove(proof).await.expect_problem(403, "passkey_rejected");
    let policy = owner
        .patch(POLICY, require)
        .await
        .expect_within_statements(200, MAX_STATEMENTS);
    assert_eq!(policy["payout_authenticator"], true);
    let problem = log_in(&app, "agent", OWNER, None).await;
    let _ = problem.expect_problem(403, "second_factor_required");

    // Without the passkey, the proof that it gave is worth nothing.
    let id = owner
        .get("/agent/profile")
        .await
        .expect_within_statements(200, MAX_STATEMENTS)["passkeys"][0]["id"]
        .clone();
    let removal = format!("/agent/profile/passkeys/{id}/remove");
    let removed = owner.post(&removal, json!({"code": codes[0]})).await;
    let _ = removed.expect_within_statements(204, MAX_STATEMENTS);
    let body = json!({"amount": "-5", "currency": "CNY", "memo": "наличными"});
    let paid_out = owner.post("/agent/clients/1/balance/adjustments", body).await;
    let _ = paid_out.expect_problem(403, "authenticator_required");
}

#[apply(on_both)]
async fn what_was_begun_without_the_second_factor_ends_with_it(app: App) {
    let app = with_host(&app);
    let client = app.client().await;
    let pending = authenticator::begin(&client, "client").await;
    let _ = add(&client, "client", &SecurityKey::new(5)).await;
    let confirm = client.post(
        "/client/profile/authenticator/confirm",
        json!({"code": pending.code(&app, 0)}),
    );
    let _ = confirm.await.expect_problem(404, "not_found");

    let other = app.log_in("client", OTHER_CLIENT).await;
    let creation = begin(&other, "client").await;
    let _ = authenticator::turn_on(&app, &other, "client").await;
    let late = other.post("/client/profile/passkeys", SecurityKey::new(6).create(&creation));
    let _ = late.await.expect_problem(403, "passkey_rejected");
}

#[apply(on_both)]
async fn wrong_answer_ends_the_challenge_of_a_creation(app: App) {
    let app = with_host(&app);
    let client = app.client().await;
    let path = "/client/profile/passkeys";
    let (key, mut phishing) = (SecurityKey::new(7), SecurityKey::new(8));
    phishing.origin = "https://karavan.example.evil.example";
    for wrong in ["origin", "public_key", "authenticator_data"] {
        let creation = begin(&client, "client").await;
        let mut answer = key.create(&creation);
        match wrong {
            "origin" => answer = phishing.create(&creation),
            field => answer[field] = json!(encode(b"none")),
        }
        // The right answer comes too late.
        for answer in [answer, key.create(&creation)] {
            let refused = client.post(path, answer).await;
            let _ = refused.expect_problem(403, "passkey_rejected");
        }
    }
    let codes = add(&client, "client", &key).await;
    assert!(!codes.is_empty(), "the next attempt begins again");
}

#[apply(on_both)]
async fn passkeys_need_a_host_name(app: App) {
    let client = app.client().await;
    let asked = client.post("/client/profile/passkeys/challenge", json!({"current": PASSWORD}));
    let _ = asked.await.expect_problem(409, "passkeys_unavailable");
}
