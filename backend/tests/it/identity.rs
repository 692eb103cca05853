//! Login, refresh, logout and switching cabinets.

use crate::support::{App, CLIENT, OWNER, PASSWORD, TWO_CABINETS, on_both};
use chrono::Duration;
use entities::login_code;
use entities::login_code::CodePurpose;
use platform::{scope::ScopedConnection, throttle::CountedBuckets};
use sea_orm::{ActiveValue::NotSet, Set};
use serde_json::json;
use shared_types::{access::Guard, identity::Channel, phone::Phone};

/// The refresh cookie of a response.
fn read_refresh_cookie(answer: &crate::support::TestResponse) -> String {
    let set = answer.headers["set-cookie"].to_str().expect("a cookie");
    assert!(set.contains("HttpOnly") && set.contains("SameSite=Strict"), "{set}");
    set.split(';').next().expect("a pair").to_owned()
}

/// Stores a login code with a known value.
async fn store_code(app: &App, code: &str) {
    let now = app.state.clock.now();
    let row = login_code::ActiveModel {
        id: NotSet,
        guard: Set(Guard::Client),
        phone: Set(Phone::from_e164(CLIENT).expect("a number")),
        purpose: Set(CodePurpose::Login),
        channel: Set(Channel::Log),
        code_hash: Set(app.state.hasher.hash(code.to_owned()).await.expect("hashes")),
        attempts: Set(0),
        expires_at: Set(now + Duration::minutes(5)),
        used_at: Set(None),
        created_at: Set(now),
        // A client without cookies is identified by its IP address; the harness has none.
        request_hash: Set(Some(platform::rng::digest("address:0.0.0.0"))),
        counted_as: Set(CountedBuckets::default()),
    };
    app.state.system().insert(row).await.expect("a code");
}

#[apply(on_both)]
async fn login_by_phone_and_password(app: App) {
    let stranger = app.anonymous();
    let step = stranger
        .post("/client/login", json!({"phone": "8 (999) 000-00-02"}))
        .await
        .expect(200);
    let _ = stranger
        .post("/client/login", json!({"phone": "9990000002"}))
        .await
        .expect(200);
    for phone in ["+7 999 000-00-0", "+7 999 000-00-022", "130 5234 5678", "12"] {
        let problem = stranger
            .post("/client/login", json!({"phone": phone}))
            .await
            .expect_problem(422, "validation_failed");
        assert_eq!(problem["errors"]["phone"][0]["code"], "not_a_phone", "{phone}");
    }
    assert_eq!(step, json!({"next": "password", "channels": ["log"]}));
    assert_eq!(
        stranger
            .post("/client/login", json!({"phone": "+79995556677"}))
            .await
            .expect(200),
        step,
        "an unknown phone gets the same response"
    );
    let session = stranger
        .post("/client/login/password", json!({"phone": CLIENT, "password": PASSWORD}))
        .await
        .expect(200);
    assert_eq!(
        (
            &session["token_type"],
            &session["expires_in"],
            &session["cabinet"]["client_code"]
        ),
        (&json!("Bearer"), &json!(900), &json!("K1"))
    );
    let _ = stranger
        .post("/client/login/password", json!({"phone": CLIENT, "password": "не тот"}))
        .await
        .expect_problem(401, "login_failed");
    let _ = stranger
        .post("/agent/login/password", json!({"phone": CLIENT, "password": PASSWORD}))
        .await
        .expect_problem(401, "login_failed");
    let _ = stranger
        .post("/warehouse/login", json!({"phone": CLIENT}))
        .await
        .expect_problem(404, "route_not_found");
}

#[apply(on_both)]
async fn password_guesses_lock_with_growing_delays(app: App) {
    let stranger = app.anonymous();
    let guess = || stranger.post("/client/login/password", json!({"phone": CLIENT, "password": "guess"}));
    for _ in 0..5 {
        let _ = guess().await.expect_problem(401, "login_failed");
    }
    let locked = guess().await;
    assert_eq!(locked.headers["retry-after"], "30");
    let _ = locked.expect_problem(429, "too_many_requests");
    // The right password is refused as well.
    let _ = stranger
        .post("/client/login/password", json!({"phone": CLIENT, "password": PASSWORD}))
        .await
        .expect_problem(429, "too_many_requests");
    app.state.clock.advance(Duration::seconds(31));
    let _ = guess().await.expect_problem(401, "login_failed");
    assert_eq!(guess().await.headers["retry-after"], "60");
    app.state.clock.advance(Duration::seconds(61));
    let _ = stranger
        .post("/client/login/password", json!({"phone": CLIENT, "password": PASSWORD}))
        .await
        .expect(200);
}

#[apply(on_both)]
async fn lock_of_a_clock_that_ran_ahead_does_not_hold(app: App) {
    let stranger = app.anonymous();
    let log_in =
        |password: &str| stranger.post("/client/login/password", json!({"phone": CLIENT, "password": password}));
    app.state.clock.advance(Duration::days(3));
    for _ in 0..5 {
        let _ = log_in("guess").await.expect_problem(401, "login_failed");
    }
    let _ = log_in(PASSWORD).await.expect_problem(429, "too_many_requests");
    app.state.clock.advance(-Duration::days(3));
    let _ = log_in(PASSWORD).await.expect(200);
}

#[apply(on_both)]
async fn access_token_expires_and_is_refreshed(app: App) {
    let login = app
        .anonymous()
        .post("/client/login/password", json!({"phone": CLIENT, "password": PASSWORD}))
        .await;
    let first = read_refresh_cookie(&login);
    let client = app.with_token(login.expect(200)["access_token"].as_str().expect("a token"));
    app.state.clock.advance(Duration::minutes(15));
    let _ = client
        .get("/client/orders")
        .await
        .expect_problem(401, "credential_expired");
    let refreshed = app
        .anonymous()
        .with_header("cookie", &first)
        .post("/client/refresh", json!({}))
        .await;
    let second = read_refresh_cookie(&refreshed);
    let again = app.with_token(refreshed.expect(200)["access_token"].as_str().expect("a token"));
    let _ = again.get("/client/orders").await.expect(200);

    // The first token is void once its successor was used: its reuse revokes the session for all holders.
    let third = refresh(&app, &second).await;
    let third = read_refresh_cookie(&third);
    app.state.clock.advance(Duration::seconds(11));
    let _ = app
        .anonymous()
        .with_header("cookie", &first)
        .post("/client/refresh", json!({}))
        .await
        .expect_problem(401, "credential_revoked");
    let _ = app
        .anonymous()
        .with_header("cookie", &third)
        .post("/client/refresh", json!({}))
        .await
        .expect_problem(401, "credential_revoked");
    let _ = again
        .get("/client/orders")
        .await
        .expect_problem(401, "credential_revoked");
}

async fn refresh(app: &App, cookie: &str) -> crate::support::TestResponse {
    app.anonymous()
        .with_header("cookie", cookie)
        .post("/client/refresh", json!({}))
        .await
}

async fn log_in_for_cookie(app: &App) -> String {
    let body = json!({"phone": CLIENT, "password": PASSWORD});
    let login = app.anonymous().post("/client/login/password", body).await;
    read_refresh_cookie(&login)
}

#[apply(on_both)]
async fn lost_answer_of_a_refresh_can_be_repeated_until_its_successor_is_used(app: App) {
    let first = log_in_for_cookie(&app).await;
    for pause in [
        Duration::zero(),
        Duration::seconds(11),
        Duration::minutes(20),
        Duration::hours(12),
    ] {
        app.state.clock.advance(pause);
        // Each answer but the last is lost.
        let _ = refresh(&app, &first).await.expect(200);
    }
    app.state.clock.advance(Duration::hours(1));
    let second = read_refresh_cookie(&refresh(&app, &first).await);
    let third = read_refresh_cookie(&refresh(&app, &second).await);
    // The successor was used, so the first token is void. It works for tabs of the same moment only.
    let _ = refresh(&app, &first).await.expect(200);
    app.state.clock.advance(Duration::seconds(11));
    for cookie in [&first, &third] {
        let _ = refresh(&app, cookie).await.expect_problem(401, "credential_revoked");
    }
}

#[apply(on_both)]
async fn answer_of_a_refresh_can_be_repeated_for_a_day(app: App) {
    let first = log_in_for_cookie(&app).await;
    let second = read_refresh_cookie(&refresh(&app, &first).await);
    app.state.clock.advance(Duration::hours(24) + Duration::seconds(1));
    for cookie in [&first, &second] {
        let _ = refresh(&app, cookie).await.expect_problem(401, "credential_revoked");
    }
}

#[apply(on_both)]
async fn copy_of_an_old_refresh_token_ends_the_session_of_both(app: App) {
    let first = log_in_for_cookie(&app).await;
    let own = read_refresh_cookie(&refresh(&app, &first).await);
    app.state.clock.advance(Duration::minutes(5));
    let of_thief = read_refresh_cookie(&refresh(&app, &first).await);
    let of_thief = read_refresh_cookie(&refresh(&app, &of_thief).await);
    app.state.clock.advance(Duration::minutes(5));
    for cookie in [&own, &of_thief] {
        let _ = refresh(&app, cookie).await.expect_problem(401, "credential_revoked");
    }
    assert_eq!(app.count("sessions", "revoke_reason = 'token_reused'").await, 1);
}

#[apply(on_both)]
async fn tabs_that_open_together_keep_their_session(app: App) {
    let first = log_in_for_cookie(&app).await;
    let one = read_refresh_cookie(&refresh(&app, &first).await);
    app.state.clock.advance(Duration::seconds(2));
    let slow = read_refresh_cookie(&refresh(&app, &first).await);
    // A third tab uses the first answer at once, and the slow answer replaces its cookie.
    let _ = refresh(&app, &one).await.expect(200);
    app.state.clock.advance(Duration::minutes(15));
    let _ = refresh(&app, &slow).await.expect(200);
}

#[apply(on_both)]
async fn refresh_token_reuse_is_tolerated_from_the_same_device_only(app: App) {
    let here = app.anonymous().with_header("user-agent", "Chrome");
    let login = here
        .post("/client/login/password", json!({"phone": CLIENT, "password": PASSWORD}))
        .await;
    let refresh_cookie = read_refresh_cookie(&login);
    let _ = login.expect(200);
    let tab = || {
        let tab = here.with_header("cookie", &refresh_cookie);
        async move { tab.post("/client/refresh", json!({})).await }
    };
    let (one, two) = tokio::join!(tab(), tab());
    let (one, two) = (one.expect(200), two.expect(200));
    let thief = app
        .anonymous()
        .with_header("user-agent", "curl")
        .with_header("cookie", &refresh_cookie);
    let _ = thief
        .post("/client/refresh", json!({}))
        .await
        .expect_problem(401, "credential_revoked");
    for token in [&one["access_token"], &two["access_token"]] {
        let tab = app.with_token(token.as_str().expect("a token"));
        let _ = tab
            .get("/client/orders")
            .await
            .expect_problem(401, "credential_revoked");
    }
}

#[apply(on_both)]
async fn logout_revokes_tokens_at_once(app: App) {
    let login = app
        .anonymous()
        .post("/agent/login/password", json!({"phone": OWNER, "password": PASSWORD}))
        .await;
    let refresh_cookie = read_refresh_cookie(&login);
    let owner = app.with_token(login.expect(200)["access_token"].as_str().expect("a token"));
    let _ = app
        .anonymous()
        .with_header("cookie", &refresh_cookie)
        .post("/agent/logout", json!({}))
        .await
        .expect(204);
    let _ = owner
        .get("/agent/orders")
        .await
        .expect_problem(401, "credential_revoked");
    let _ = app
        .anonymous()
        .with_header("cookie", &refresh_cookie)
        .post("/agent/refresh", json!({}))
        .await
        .expect_problem(401, "credential_revoked");
    let _ = app
        .anonymous()
        .post("/agent/refresh", json!({}))
        .await
        .expect_problem(401, "credential_missing");
}

#[apply(on_both)]
async fn person_switches_between_cabinets(app: App) {
    let person = app.log_in("client", TWO_CABINETS).await;
    let me = person.get("/client/me").await.expect(200);
    assert_eq!(me["cabinets"].as_array().map(Vec::len), Some(2));
    let other = me["cabinets"][1]["member_id"].clone();
    let session = person
        .post("/switch", json!({"guard": "client", "membership_id": other}))
        .await
        .expect(200);
    let there = app.with_token(session["access_token"].as_str().expect("a token"));
    assert_eq!(
        there.get("/client/me").await.expect(200)["cabinet"]["agent_name"],
        "dragon"
    );
    let _ = person.get("/client/me").await.expect_problem(401, "credential_revoked");
    let _ = there
        .post("/switch", json!({"guard": "agent", "membership_id": 1}))
        .await
        .expect_problem(422, "validation_failed");
}

#[apply(on_both)]
async fn login_code_is_single_use_and_limited_in_time_and_attempts(app: App) {
    let stranger = app.anonymous();
    let redeem = |code: &'static str| stranger.post("/client/code", json!({"phone": CLIENT, "code": code}));
    let _ = redeem("123456").await.expect_problem(401, "code_wrong");
    let _ = redeem("12345").await.expect_problem(422, "validation_failed");

    store_code(&app, "123456").await;
    let session = redeem("123456").await.expect(200);
    assert_eq!(session["cabinet"]["client_code"], "K1");
    let _ = redeem("123456").await.expect_problem(401, "code_wrong");

    store_code(&app, "222222").await;
    app.state.clock.advance(Duration::minutes(5));
    let _ = redeem("222222").await.expect_problem(401, "code_wrong");
    app.state.clock.advance(Duration::days(2));

    store_code(&app, "333333").await;
    for _ in 0..5 {
        let _ = redeem("999999").await.expect_problem(401, "code_wrong");
    }
    // After the phone's lock ends, the code stays invalid: its attempts are used up.
    app.state.clock.advance(Duration::seconds(40));
    let _ = redeem("333333").await.expect_problem(401, "code_wrong");
}

#[apply(on_both)]
async fn code_requests_are_limited_to_five(app: App) {
    let stranger = app.anonymous();
    let request_code = || stranger.post("/client/code/send", json!({"phone": CLIENT, "channel": "log"}));
    for _ in 0..5 {
        let _ = request_code().await.expect(202);
    }
    let _ = request_code().await.expect_problem(429, "too_many_requests");
    let _ = app
        .anonymous()
        .post("/client/code/send", json!({"phone": "+79995556677", "channel": "log"}))
        .await
        .expect(202);
    let _ = app
        .anonymous()
        .post("/client/code/send", json!({"phone": CLIENT, "channel": "telegram"}))
        .await
        .expect_problem(422, "validation_failed");
}
