//! The database contains no secrets, and a mistyped token is refused without a query.

use super::bots::{Bots, Browser, start_link_token};
use crate::api_keys::{create_key, key_body};
use crate::support::{CLIENT, PASSWORD, on_both};
use serde_json::json;

const CHAT: i64 = 5_550_001;

#[apply(on_both)]
async fn database_dump_contains_no_secrets(app: App) {
    let (app, bots) = Bots::start(&app).await;
    bots.link_telegram(&app, CHAT, CLIENT).await;
    let browser = Browser::new(&app);
    let _ = browser
        .post("/client/code/send", json!({"phone": CLIENT, "channel": "telegram"}))
        .await
        .expect(202);
    app.run_due_jobs().await;
    let code = bots.take_code(CHAT);
    let entered = browser
        .post("/client/code", json!({"phone": CLIENT, "code": code}))
        .await;
    let refresh = entered
        .headers
        .get_all("set-cookie")
        .iter()
        .filter_map(|value| value.to_str().ok())
        .find_map(|set| set.split(';').next()?.strip_prefix("karavan_client_refresh="))
        .expect("a refresh token")
        .to_owned();
    let access = entered.expect(200)["access_token"]
        .as_str()
        .expect("a token")
        .to_owned();
    let client = app.with_token(&access);
    let plaintext = client
        .post("/client/settings/extension-tokens", json!({"name": "Chrome"}))
        .await
        .expect(201)["plaintext"]
        .as_str()
        .expect("a token")
        .to_owned();
    let _ = app.with_token(&plaintext).get("/api/ext/me").await.expect(200);
    let key = create_key(&client, "client", key_body()).await;
    let secret = key.rsplit('_').next().expect("a secret").to_owned();
    let offer = browser.post("/client/link", json!({"phone": CLIENT})).await.expect(200);
    let link = start_link_token(&offer, "telegram");
    let dump = app.dump_all().await;
    assert!(
        dump.contains(CLIENT) && dump.contains("Chrome"),
        "the dump contains ordinary data"
    );
    for (name, secret) in [
        ("the code", code.as_str()),
        ("the refresh token", &refresh),
        ("the access token", &access),
        ("the extension's token", &plaintext),
        ("the API key", &secret),
        ("the start link", &link),
        ("the password", PASSWORD),
    ] {
        // Six digits can occur in a hash or a time by chance, so a code is searched as a whole value.
        let found = if secret.len() == 6 {
            dump.contains(&format!("\"{secret}\"")) || dump.contains(&format!("|{secret}|"))
        } else {
            dump.contains(secret)
        };
        assert!(!found, "{name} is stored in plain text");
    }
}

#[apply(on_both)]
async fn mistyped_token_is_refused_without_a_query(app: App) {
    let extension = app.extension_of(CLIENT).await;
    let token = extension.credential.clone().expect("a token");
    let alphabet: Vec<char> = ('0'..='9').chain('A'..='Z').chain('a'..='z').collect();
    let mut tried = 0;
    for position in 0..token.len() {
        for other in &alphabet {
            let mut typo: Vec<char> = token.chars().collect();
            if typo[position] == *other {
                continue;
            }
            typo[position] = *other;
            let answer = app
                .with_token(&typo.into_iter().collect::<String>())
                .get("/api/ext/me")
                .await;
            assert_eq!((answer.status, answer.statements), (401, 0), "{}", answer.text);
            tried += 1;
        }
    }
    assert_eq!(
        tried,
        40 * 61 + 1,
        "the underscore is not in the alphabet and has one more replacement"
    );
    let _ = extension.get("/api/ext/me").await.expect(200);
}
