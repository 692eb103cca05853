//! Endpoints that are to be removed, with one that only this test declares.

use crate::support::on_sqlite;
use axum::{body::Body, http::Request};
use chrono::TimeDelta;
use platform::http::{Api, ApiResponse};
use shared_types::{
    access::{Access, Guard, PerSide},
    api::visit_endpoints,
    endpoint::{Deprecation, Endpoint, EndpointVisitor, Method, Nothing},
    tag::Tag,
};
use tower::ServiceExt;

/// 2027-06-01 and 2028-01-01, and the path of another endpoint.
const END: Deprecation = Deprecation {
    since: 1_811_808_000,
    sunset: 1_830_297_600,
    successor: "/agent/orders",
};

struct OldList;

impl Endpoint for OldList {
    const NAME: PerSide<&'static str> = PerSide::One("old_list");
    const SUMMARY: PerSide<&'static str> = PerSide::One("Lists something old.");
    const TAG: Tag = Tag::Orders;
    const METHOD: Method = Method::Get;
    const PATH: PerSide<&'static str> = PerSide::One("/old-list");
    const ACCESS: PerSide<Access> = PerSide::One(Access::Public);
    const STATUS: u16 = 200;
    const IDEMPOTENT: bool = false;
    const VERSIONED: bool = false;
    const STEP_UP: bool = false;
    const DEPRECATION: Option<Deprecation> = Some(END);
    type Path = ();
    type Query = Nothing;
    type Request = Nothing;
    type Response = Nothing;
}

async fn old_list() -> ApiResponse<OldList> {
    ApiResponse(Nothing {})
}

#[apply(on_sqlite)]
async fn a_deprecated_endpoint_announces_its_end_and_then_is_gone(app: App) {
    let (router, endpoints) = Api::new(app.state.clone()).serve::<OldList, _>(old_list).into_parts();
    assert_eq!(endpoints.len(), 1);
    let router = router.with_state(app.state.clone());
    let until_sunset = TimeDelta::seconds(END.sunset) - TimeDelta::seconds(app.state.clock.now().timestamp());
    for (passed, status) in [
        (TimeDelta::zero(), 200),
        (until_sunset - TimeDelta::seconds(1), 200),
        (TimeDelta::seconds(1), 410),
    ] {
        app.state.clock.advance(passed);
        let request = Request::get("/old-list").body(Body::empty()).expect("a request");
        let response = router.clone().oneshot(request).await.expect("a response");
        assert_eq!(response.status(), status);
        let header = |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok());
        assert_eq!(header("deprecation"), Some("@1811808000"));
        assert_eq!(header("sunset"), Some("Sat, 01 Jan 2028 00:00:00 GMT"));
        assert_eq!(header("link"), Some("</agent/orders>; rel=\"successor-version\""));
    }
    let other = app.anonymous().get("/healthz").await;
    assert!(other.headers.get("deprecation").is_none());
}

/// Whether an end makes no sense.
fn is_wrong(end: Deprecation) -> bool {
    end.sunset < end.since || !end.successor.starts_with('/')
}

/// Endpoints with an end that makes no sense.
struct Wrong(Vec<&'static str>);

impl EndpointVisitor for Wrong {
    fn visit<E: Endpoint>(&mut self) {
        if E::DEPRECATION.is_some_and(is_wrong) {
            self.0.push(E::NAME.on(Guard::Agent));
        }
    }
}

#[test]
fn no_endpoint_ends_before_it_is_deprecated() {
    let mut wrong = Wrong(Vec::new());
    visit_endpoints(&mut wrong);
    assert_eq!(wrong.0, [""; 0]);
    assert!(
        !is_wrong(END)
            && is_wrong(Deprecation {
                sunset: END.since - 1,
                ..END
            })
    );
}
