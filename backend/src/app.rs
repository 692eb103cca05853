//! The router and the jobs of the service. The only file that knows all features.

mod cors;

use crate::{
    alerts, api_document_routes, api_guide_routes, chat, cli::demo, departures, event_feed, ext, home, imports, live,
    mcp, notes, notifications, onboarding, reports, sandbox, scan, start_page_routes, web_app_routes, webhooks,
};
use axum::{
    Router,
    extract::{DefaultBodyLimit, RawPathParams, Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
    middleware::{Next, from_fn, from_fn_with_state, map_request},
    response::{IntoResponse, Redirect, Response},
    routing::{any, get},
};
use books::{billing, cash, ledger, purchasing, rates, settings};
use infra::{
    emails, media,
    messengers::{self, Messenger},
    push, translation,
};
use logistics::shipments;
use people::{
    api_keys, clients,
    identity::{self, callers::Callers},
    profile, recipients,
    staff::{self, access},
};
use platform::{
    http::{
        Api, ClientAddress, Failure, FramedByMessengers, Shells, accept_encoding_of_reads, admit_request,
        answer_not_modified, assets, attach_client_address, compression, idempotency, prefers_html, render_problems,
        route_not_found,
    },
    jobs::{Jobs, Outcome},
    rng,
    state::AppState,
    storage, telemetry,
};
use shared_types::{access::Guard, identity::MINI_APP_PAGE, problem::ProblemCode};
use std::{sync::Arc, time::Duration};
use tower_http::{
    catch_panic::CatchPanicLayer,
    request_id::{PropagateRequestIdLayer, SetRequestIdLayer},
    set_header::SetResponseHeaderLayer,
    timeout::TimeoutLayer,
    trace::TraceLayer,
};
use trade::{
    orders::{self, items, services},
    topups,
};

/// The time limit of a request.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);

/// Registers the endpoints of all features.
pub fn api(state: &AppState) -> Api {
    let api = Api::new(state.clone());
    [
        identity::routes,
        identity::login_flow_routes,
        identity::login_method_routes,
        identity::invitation_routes,
        messengers::routes,
        orders::routes,
        orders::agent_routes,
        orders::unit_cost_routes,
        orders::earlier_routes,
        orders::export_routes,
        orders::stream_routes,
        orders::distribution_routes,
        orders::saved_routes,
        chat::routes,
        live::routes,
        items::routes,
        items::agent_routes,
        items::link_routes,
        items::list_routes,
        items::proof_routes,
        imports::routes,
        clients::routes,
        clients::agent_routes,
        clients::export_routes,
        clients::import_routes,
        ledger::routes,
        ledger::export_routes,
        ledger::stream_routes,
        billing::routes,
        billing::webhook_routes,
        api_keys::routes,
        settings::routes,
        translation::routes,
        rates::routes,
        topups::routes,
        topups::export_routes,
        topups::withdrawal_routes,
        purchasing::routes,
        cash::routes,
        cash::export_routes,
        shipments::routes,
        shipments::delivery_routes,
        shipments::export_routes,
        shipments::stream_routes,
        shipments::photo_routes,
        shipments::place_routes,
        shipments::reweighing_routes,
        shipments::packing_list_routes,
        shipments::price_routes,
        shipments::request_routes,
        notifications::routes,
        notifications::browser_routes,
        departures::routes,
        event_feed::routes,
        sandbox::routes,
        webhooks::routes,
        home::routes,
        onboarding::routes,
        notes::routes,
        reports::routes,
        reports::export_routes,
        scan::routes,
        staff::routes,
        staff::export_routes,
        access::routes,
        profile::routes,
        recipients::routes,
        ext::routes,
        ext::report_routes,
        media::routes,
        services::routes,
        services::media_routes,
        services::public_routes,
    ]
    .into_iter()
    .fold(api, |api, routes| routes(api))
}

/// Registers the handlers and schedules of all jobs.
pub fn jobs(state: &AppState) -> Jobs {
    let jobs = [
        orders::jobs,
        items::proof::jobs,
        ext::jobs,
        services::jobs,
        imports::jobs,
        shipments::jobs,
        notifications::jobs,
        alerts::jobs,
        profile::jobs,
        settings::jobs,
        chat::jobs,
        event_feed::jobs,
        webhooks::jobs,
        translation::jobs,
        billing::jobs,
        emails::jobs,
        push::jobs,
        messengers::jobs,
        identity::jobs,
    ]
    .into_iter()
    .fold(Jobs::default(), |jobs, register| register(jobs))
    .handle(rates::FETCH_CBR, |state, _| async move {
        log_rates_result(rates::fetch_cbr(state).await)
    })
    .calls(rates::FETCH_CBR, [rates::CBR.name])
    .every(chrono::Duration::hours(1), rates::FETCH_CBR)
    .handle(rates::FETCH_BESTCHANGE, |state, _| async move {
        log_rates_result(rates::fetch_bestchange(state).await)
    })
    .calls(rates::FETCH_BESTCHANGE, [rates::BESTCHANGE.name])
    .handle(idempotency::EXPIRE, |state, _| async move {
        idempotency::delete_old_keys(state)
            .await
            .map_err(|error| error.to_string())
    })
    .every(chrono::Duration::hours(1), idempotency::EXPIRE)
    .handle(messengers::UPDATE, |state, update| {
        messengers::run_update_job(state, update, chat::on_event)
    });
    let deliveries = Messenger::ALL.into_iter().flat_map(|bot| [(bot, false), (bot, true)]);
    let jobs = deliveries.fold(jobs, |jobs, (messenger, is_code)| {
        let kind = messengers::delivery_kind(messenger, is_code);
        jobs.handle(kind, |state, payload| {
            messengers::run_deliver_job(state, payload, identity::fill_code, chat::announce_delivery)
        })
        .calls(
            kind,
            [messenger.as_str(), messengers::file_server(messenger), storage::SYSTEM],
        )
    });
    if state.config.rates.bestchange_key.is_some() {
        jobs.every(chrono::Duration::minutes(15), rates::FETCH_BESTCHANGE)
    } else {
        jobs
    }
}

/// Logs the result of a rates job. An unconfirmed rate jump is not a failure: the next scheduled run fetches again.
fn log_rates_result(outcome: Result<String, rates::FetchError>) -> Outcome {
    match outcome {
        Ok(summary) => tracing::info!(%summary, "rates fetched"),
        Err(rates::FetchError::Unconfirmed(summary)) => {
            tracing::warn!(%summary, "rates fetched, a jump is not confirmed yet");
        }
        Err(rates::FetchError::Unavailable(summary)) => return Err(summary),
    }
    Ok(())
}

/// Builds the router of the service with all middleware.
pub fn router(state: AppState) -> Router {
    state.set_callers(Arc::new(Callers {
        order_join: orders::session_sql,
    }));
    let (routes, endpoints) = api(&state).into_parts();
    let shells = Shells::load(&state.config);
    let assets = assets::router(&state.config).layer(SetResponseHeaderLayer::overriding(
        header::CACHE_CONTROL,
        |response: &Response| {
            response
                .status()
                .is_success()
                .then(|| HeaderValue::from_static("public, max-age=31536000, immutable"))
        },
    ));
    let tools = mcp::routes(routes.clone().with_state(state.clone()), &endpoints);
    routes
        .merge(tools)
        .route("/", get(|| async { Redirect::temporary("/client") }))
        .merge(start_page_routes::routes())
        .merge(web_app_routes::routes(shells.clone()))
        .merge(api_document_routes::routes(state.config.public_url.clone()))
        .merge(api_guide_routes::routes())
        .route("/problems/{code}", get(explain_problem))
        .route("/healthz", get(|| async { "ok" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .merge(services::page_routes())
        .merge(sockets())
        .route("/assets/demo/{picture}", get(demo_picture))
        .nest_service("/assets", assets)
        .fallback(route_not_found)
        .with_state(state.clone())
        // Each endpoint has its own body limit.
        .layer(DefaultBodyLimit::disable())
        // The first one sees a request first. As one layer, because a router boxes each of its layers for each request.
        .layer((
            map_request(|request| async { telemetry::drop_invalid_request_id(request) }),
            SetRequestIdLayer::x_request_id(telemetry::NewRequestId),
            PropagateRequestIdLayer::x_request_id(),
            TraceLayer::new_for_http()
                .make_span_with(telemetry::request_span)
                .on_request(())
                .on_response(())
                .on_failure(()),
            from_fn_with_state(state.clone(), attach_client_address),
            from_fn_with_state(state.config.is_secure(), security_headers),
            from_fn(telemetry::record_request),
            cors::layer(&state),
            from_fn(render_problems),
            from_fn_with_state(state, admit_request),
            map_request(|request| async { accept_encoding_of_reads(request) }),
            compression(),
            from_fn(answer_not_modified),
            from_fn_with_state(shells, serve_pages),
            CatchPanicLayer::custom(|_: Box<dyn std::any::Any + Send>| {
                Failure::internal("a handler panicked").into_response()
            }),
            // `render_problems` answers with `timed_out`.
            TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, REQUEST_TIMEOUT),
        ))
}

/// The WebSocket routes.
fn sockets() -> Router<AppState> {
    Router::new().route("/app/{key}", any(live::connect))
}

/// The router of the separate realtime port.
pub fn realtime_router(state: AppState) -> Router {
    sockets()
        .with_state(state.clone())
        .layer(from_fn_with_state(state, attach_client_address))
}

/// Serves the SPA to browser navigation and the JSON resource to all other requests of the same URL.
async fn serve_pages(State(shells): State<Shells>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let is_navigation = request.method() == Method::GET && prefers_html(request.headers());
    let guard = path.split('/').nth(1).and_then(Guard::from_name);
    // `/agent` and `/client` are redirects.
    let is_page = path.trim_end_matches('/').matches('/').count() > 1;
    match guard {
        Some(Guard::Client) if is_navigation && path == MINI_APP_PAGE => shells.mini_app(),
        Some(guard) if is_navigation && is_page => shells.page(guard),
        _ => next.run(request).await,
    }
}

/// Serves a picture of a demo product. The pictures are embedded in the binary, so the demo works offline.
async fn demo_picture(params: RawPathParams) -> Result<impl IntoResponse, Failure> {
    let name = params.iter().next().map_or("", |(_, name)| name);
    let drawing = name
        .strip_suffix(".svg")
        .and_then(demo::picture_svg)
        .ok_or(ProblemCode::NotFound)?;
    Ok((
        [
            (header::CONTENT_TYPE, "image/svg+xml"),
            (header::CACHE_CONTROL, "public, max-age=86400"),
        ],
        drawing,
    ))
}

/// Describes a problem code. The `type` of every problem document links here.
async fn explain_problem(params: RawPathParams) -> Result<String, Failure> {
    let requested = params.iter().next().map_or("", |(_, code)| code);
    let code = ProblemCode::ALL
        .iter()
        .find(|code| code.as_str() == requested)
        .ok_or(ProblemCode::NotFound)?;
    let (name, status, description) = (code.as_str(), code.status(), code.description().trim());
    Ok(format!("{name} ({status})\n\n{}.\n\n{description}\n", code.title()))
}

async fn ready(State(state): State<AppState>) -> Result<&'static str, Failure> {
    if state.is_shutting_down() {
        return Err(Failure::unavailable());
    }
    state.ping().await.map_err(|error| {
        tracing::warn!(%error, "database ping failed, not ready");
        Failure::unavailable()
    })?;
    Ok("ready")
}

/// Serves the metrics to requests with the metrics token, and in development also to the loopback address. In production a
/// proxy on the same machine would make every request look local.
async fn metrics(State(state): State<AppState>, headers: HeaderMap, request: Request) -> Result<String, Failure> {
    let is_local = state.config.is_local()
        && request
            .extensions()
            .get::<ClientAddress>()
            .is_some_and(|address| address.0.is_loopback());
    let token = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.strip_prefix("Bearer "));
    let has_token = state
        .config
        .metrics_token
        .as_deref()
        .is_some_and(|expected| token.is_some_and(|token| rng::digest(token) == rng::digest(expected)));
    if is_local || has_token {
        Ok(telemetry::render_metrics(&state).await)
    } else {
        Err(ProblemCode::NotFound.into())
    }
}

/// Sets the security headers of every response, with HSTS if the public URL is HTTPS.
async fn security_headers(State(https): State<bool>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let is_framed = response.extensions().get::<FramedByMessengers>().is_some();
    let headers = response.headers_mut();
    if !is_framed {
        headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    }
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
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
