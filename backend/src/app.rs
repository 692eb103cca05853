//! The router of the whole service: the only file that knows every feature.

use crate::{
    access, alerts, chat,
    cli::demo,
    clients, ext, identity, imports, items, ledger, media, messengers, notes, notifications, onboarding, orders,
    platform::{
        http::{
            Api, ClientAddress, Failure, Shells, assets, describe_problems, docs, no_such_route, note_address, openapi,
            prefers_html,
        },
        jobs::{Jobs, Outcome},
        rng,
        state::AppState,
        telemetry,
    },
    profile, rates, scan, services, settings, shipments, staff, topups,
};
use axum::{
    Router,
    body::Bytes,
    extract::{DefaultBodyLimit, RawPathParams, Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
    middleware::{Next, from_fn, from_fn_with_state},
    response::{IntoResponse, Redirect, Response},
    routing::{any, get},
};
use shared_types::{access::Guard, problem::ProblemCode};
use std::{
    sync::{Arc, LazyLock},
    time::Duration,
};
use tower_http::{
    catch_panic::CatchPanicLayer,
    cors::{AllowOrigin, CorsLayer},
    set_header::SetResponseHeaderLayer,
    timeout::TimeoutLayer,
};

/// No request may take longer.
const TIME_LIMIT: Duration = Duration::from_secs(30);

/// Every endpoint of every feature.
pub fn api(state: &AppState) -> Api {
    let api = Api::new(state.clone());
    [
        identity::routes,
        identity::entry_routes,
        identity::door_routes,
        messengers::routes,
        orders::routes,
        orders::agent_routes,
        orders::export_routes,
        orders::saved_routes,
        chat::routes,
        items::routes,
        items::agent_routes,
        imports::routes,
        clients::routes,
        clients::agent_routes,
        clients::export_routes,
        ledger::routes,
        ledger::export_routes,
        settings::routes,
        rates::routes,
        topups::routes,
        topups::export_routes,
        shipments::routes,
        shipments::delivery_routes,
        shipments::export_routes,
        shipments::photo_routes,
        notifications::routes,
        onboarding::routes,
        notes::routes,
        scan::routes,
        staff::routes,
        staff::export_routes,
        access::routes,
        profile::routes,
        ext::routes,
        media::routes,
        services::routes,
        services::media_routes,
        services::public_routes,
    ]
    .into_iter()
    .fold(api, |api, routes| routes(api))
}

/// Everything that is done later or by the clock.
pub fn jobs(state: &AppState) -> Jobs {
    let jobs = [
        orders::jobs,
        services::jobs,
        shipments::jobs,
        notifications::jobs,
        alerts::jobs,
        profile::jobs,
        chat::jobs,
    ]
    .into_iter()
    .fold(Jobs::default(), |jobs, more| more(jobs))
    .handle(rates::FETCH_CBR, |state, _| async move {
        told(rates::fetch_cbr(state).await)
    })
    .every(chrono::Duration::hours(1), rates::FETCH_CBR)
    .handle(rates::FETCH_BESTCHANGE, |state, _| async move {
        told(rates::fetch_bestchange(state).await)
    })
    .handle(messengers::NOTIFY, messengers::notify)
    .handle(messengers::DELIVER, |state, chat| {
        messengers::deliver(state, chat, identity::fill_code)
    })
    .handle(messengers::UPDATE, |state, update| {
        messengers::work_off(state, update, identity::on_event)
    })
    .handle(messengers::SWEEP, messengers::sweep)
    .every(chrono::Duration::days(1), messengers::SWEEP)
    .handle(identity::CODE, identity::send_code)
    .handle(identity::LETTER, identity::write_letter)
    .handle(identity::NEW_ADDRESS, identity::write_to_new_address);
    if state.config.rates.bestchange_key.is_some() {
        jobs.every(chrono::Duration::minutes(15), rates::FETCH_BESTCHANGE)
    } else {
        jobs
    }
}

/// A rate that is not believed yet is no failed job: the next slot asks again.
fn told(outcome: Result<String, rates::FetchError>) -> Outcome {
    match outcome {
        Ok(sentence) => tracing::info!("{sentence}"),
        Err(rates::FetchError::Doubted(sentence)) => tracing::warn!("{sentence}"),
        Err(rates::FetchError::Unavailable(sentence)) => return Err(sentence),
    }
    Ok(())
}

/// The whole service.
pub fn router(state: AppState) -> Router {
    let (routes, descriptions) = api(&state).finish();
    let (text, page) = contract(descriptions, state.config.public_url.clone());
    let shells = Shells::read(&state.config);
    let assets = assets::router(&state.config).layer(SetResponseHeaderLayer::overriding(
        header::CACHE_CONTROL,
        |response: &Response| {
            response
                .status()
                .is_success()
                .then(|| HeaderValue::from_static("public, max-age=31536000, immutable"))
        },
    ));
    routes
        .route("/", get(|| async { Redirect::temporary("/client") }))
        .route("/agent", get(|| async { Redirect::temporary("/agent/orders") }))
        .route("/client", get(|| async { Redirect::temporary("/client/orders") }))
        .route(
            "/api/openapi.json",
            get(move || async move { ([(header::CONTENT_TYPE, "application/json")], text()) }),
        )
        .route(
            "/api/docs",
            get(move || async move {
                (
                    [(header::CONTENT_SECURITY_POLICY, docs::policy())],
                    axum::response::Html(page()),
                )
            }),
        )
        .route("/problems/{code}", get(explain))
        .route("/healthz", get(|| async { "ok" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .merge(services::page_routes())
        .merge(sockets())
        .route("/assets/demo/{picture}", get(demo_picture))
        .nest_service("/assets", assets)
        .fallback(no_such_route)
        .with_state(state.clone())
        // Each address bounds its own body.
        .layer(DefaultBodyLimit::disable())
        .layer(TimeoutLayer::with_status_code(
            StatusCode::SERVICE_UNAVAILABLE,
            TIME_LIMIT,
        ))
        .layer(CatchPanicLayer::custom(|_: Box<dyn std::any::Any + Send>| {
            Failure::internal("a handler panicked").into_response()
        }))
        .layer(from_fn_with_state(shells, pages))
        .layer(from_fn(describe_problems))
        .layer(cors())
        .layer(from_fn(telemetry::measure))
        .layer(from_fn_with_state(state.config.is_secure(), security_headers))
        .layer(from_fn_with_state(state, note_address))
        .layer(from_fn(request_id))
}

/// Sockets by themselves: what the port for them serves.
pub fn sockets() -> Router<AppState> {
    Router::new().route("/app/{key}", any(chat::connect))
}

/// The document of the API and its page, made when somebody first asks for one of them.
fn contract(
    descriptions: Vec<openapi::Description>,
    url: String,
) -> (impl Fn() -> Bytes + Clone, impl Fn() -> Bytes + Clone) {
    let both = Arc::new(LazyLock::new(move || {
        let document = openapi::document(&descriptions, &url);
        (Bytes::from(document.to_string()), Bytes::from(docs::page(&document)))
    }));
    let same = Arc::clone(&both);
    (move || both.0.clone(), move || same.1.clone())
}

/// Browsers that navigate get the SPA; everybody else gets the resource (one address, two readers).
async fn pages(State(shells): State<Shells>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let reads = request.method() == Method::GET && prefers_html(request.headers());
    let guard = path.split('/').nth(1).and_then(Guard::from_name);
    // The bare side redirects for both readers.
    let is_page = path.trim_end_matches('/').matches('/').count() > 1;
    match guard {
        Some(guard) if reads && is_page => shells.page(guard),
        _ => next.run(request).await,
    }
}

/// Browser extensions may call `/api/*`; pages of other sites may not. Credentials are never allowed.
fn cors() -> CorsLayer {
    let origin = AllowOrigin::predicate(|origin, parts| {
        let extension = ["chrome-extension://", "moz-extension://"]
            .iter()
            .any(|scheme| origin.as_bytes().starts_with(scheme.as_bytes()));
        extension && parts.uri.path().starts_with("/api/")
    });
    CorsLayer::new()
        .allow_origin(origin)
        .allow_methods([Method::GET, Method::POST])
        .allow_headers([
            header::AUTHORIZATION,
            header::CONTENT_TYPE,
            header::ACCEPT,
            HeaderName::from_static("idempotency-key"),
        ])
        .expose_headers([header::RETRY_AFTER, HeaderName::from_static("x-request-id")])
        .max_age(Duration::from_hours(1))
}

/// A picture of the demo's goods: part of the program, so that they are seen offline too.
async fn demo_picture(params: RawPathParams) -> Result<impl IntoResponse, Failure> {
    let name = params.iter().next().map_or("", |(_, name)| name);
    let drawing = name
        .strip_suffix(".svg")
        .and_then(demo::picture)
        .ok_or(ProblemCode::NotFound)?;
    Ok((
        [
            (header::CONTENT_TYPE, "image/svg+xml"),
            (header::CACHE_CONTROL, "public, max-age=86400"),
        ],
        drawing,
    ))
}

/// What a problem's `type` leads to: the code in plain words.
async fn explain(params: RawPathParams) -> Result<String, Failure> {
    let asked = params.iter().next().map_or("", |(_, code)| code);
    let code = ProblemCode::ALL
        .iter()
        .find(|code| code.as_str() == asked)
        .ok_or(ProblemCode::NotFound)?;
    Ok(format!("{} ({})\n\n{}.\n", code.as_str(), code.status(), code.title()))
}

async fn ready(State(state): State<AppState>) -> Result<&'static str, Failure> {
    state.ping().await.map_err(|error| {
        tracing::warn!(%error, "not ready");
        Failure::from(ProblemCode::Unavailable)
    })?;
    Ok("ready")
}

/// Metrics are for who holds the token; in development, for this machine too.
/// In production a proxy on the same machine would make everybody look local.
async fn metrics(State(state): State<AppState>, headers: HeaderMap, request: Request) -> Result<String, Failure> {
    let local = state.config.is_local()
        && request
            .extensions()
            .get::<ClientAddress>()
            .is_some_and(|address| address.0.is_loopback());
    let token = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.strip_prefix("Bearer "));
    let known = state
        .config
        .metrics_token
        .as_deref()
        .is_some_and(|expected| token.is_some_and(|token| rng::digest(token) == rng::digest(expected)));
    if local || known {
        Ok(telemetry::metrics())
    } else {
        Err(ProblemCode::NotFound.into())
    }
}

/// Every request has an id: the caller's, if it is a decent one, or ours.
async fn request_id(mut request: Request, next: Next) -> Response {
    const NAME: HeaderName = HeaderName::from_static("x-request-id");
    let given = request.headers().get(&NAME).and_then(|value| value.to_str().ok());
    let decent = |id: &&str| {
        (1..=64).contains(&id.len())
            && id
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
    };
    let id = given.filter(decent).map_or_else(rng::request_id, ToOwned::to_owned);
    let value = HeaderValue::from_str(&id).unwrap_or_else(|_| HeaderValue::from_static("unknown"));
    request.headers_mut().insert(NAME, value.clone());
    let mut response = next.run(request).await;
    response.headers_mut().insert(NAME, value);
    response
}

/// What every answer tells browsers; over TLS also never to come back without it.
async fn security_headers(State(https): State<bool>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (
            HeaderName::from_static("permissions-policy"),
            "camera=(self), geolocation=(), microphone=()",
        ),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if https {
        headers.insert(
            header::STRICT_TRANSPORT_SECURITY,
            HeaderValue::from_static("max-age=63072000; includeSubDomains"),
        );
    }
    headers
        .entry(header::CONTENT_SECURITY_POLICY)
        .or_insert(HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'"));
    response
}
