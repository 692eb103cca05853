//! An endpoint that names an idempotency key or a version obeys it, and no handler reads a version that its endpoint does not name.

use super::{Source, sources};
use shared_types::{
    api::visit_endpoints,
    endpoint::{Endpoint, EndpointVisitor},
};
use std::{any::type_name, collections::BTreeSet};

/// Endpoints of the lists of settings. They share one handler, which names them `AddEndpoint`.
const OF_LISTS: [&str; 10] = [
    "AddCashCategory",
    "AddDeliveryMethod",
    "AddDeliveryTariff",
    "AddGoodsCategory",
    "AddInsurance",
    "AddPackaging",
    "AddPaymentCard",
    "AddPickupPoint",
    "AddPurchasingAccount",
    "AddTransportCompany",
];

/// The types of endpoints that take a key.
struct WithKey(Vec<&'static str>);

impl EndpointVisitor for WithKey {
    fn visit<E: Endpoint>(&mut self) {
        if E::IDEMPOTENT {
            self.0.extend(type_name::<E>().rsplit("::").next());
        }
    }
}

/// Whether a handler of the endpoint reads the key, or passes its input on.
fn obeys_the_key(endpoint: &str, source: &Source) -> bool {
    ["Input", "Call", "Upload"].iter().any(|kind| {
        let start = format!("{kind}<{endpoint}");
        source.code.split(&start).skip(1).any(|rest| {
            let handler = rest.split("\n}\n").next().unwrap_or_default();
            rest.starts_with(['>', ',', '<'])
                && [".key", "call.run(", ".run(async", "input,", "input)"]
                    .iter()
                    .any(|used| handler.contains(used))
        })
    })
}

fn endpoints_without_key<'a>(endpoints: &[&'a str], sources: &[Source]) -> Vec<&'a str> {
    let obeys = |endpoint: &&str| sources.iter().any(|source| obeys_the_key(endpoint, source));
    endpoints.iter().copied().filter(|endpoint| !obeys(endpoint)).collect()
}

#[test]
fn endpoints_obey_the_idempotency_key_that_they_name() {
    let mut endpoints = WithKey(Vec::new());
    visit_endpoints(&mut endpoints);
    assert!(endpoints.0.len() > 80, "only {} endpoints", endpoints.0.len());
    let of_lists = endpoints_without_key(&OF_LISTS, &sources());
    assert_eq!(of_lists, OF_LISTS, "a handler of its own");
    let mut named: Vec<&str> = endpoints
        .0
        .into_iter()
        .filter(|name| !OF_LISTS.contains(name))
        .collect();
    named.push("AddEndpoint");
    assert_eq!(endpoints_without_key(&named, &sources()), Vec::<&str>::new());

    let planted = [Source {
        module: vec!["planted".to_owned()],
        code:
            "async fn a(input: Input<Obeys>) {\n    run(input.key).await\n}\nasync fn b(input: Input<PassesOn>) {\n    \
               run(&state, input).await\n}\nasync fn c(input: Input<Ignores>) {\n    run(&input.body).await\n}\n\
             async fn d(call: AgentCall<Runs>) {\n    call.run(async |tx| add(tx, &call.body).await).await\n}\n"
                .to_owned(),
    }];
    let endpoints = ["Obeys", "PassesOn", "Ignores", "Runs", "Missing"];
    assert_eq!(endpoints_without_key(&endpoints, &planted), ["Ignores", "Missing"]);
}

/// The endpoints of the handlers that read a version.
fn endpoints_that_read_a_version(sources: &[Source]) -> BTreeSet<&str> {
    let handlers = sources
        .iter()
        .flat_map(|source| source.code.split("IfMatch(version): IfMatch").skip(1));
    // The lists of settings share one handler, which names their endpoints `UpdateEndpoint`.
    handlers
        .filter_map(|rest| rest.split_once("-> ApiResult<")?.1.split(['<', '>']).next())
        .collect()
}

/// The endpoints that take a version. All lists of settings count as one.
struct Versioned(BTreeSet<&'static str>);

impl EndpointVisitor for Versioned {
    fn visit<E: Endpoint>(&mut self) {
        let name = type_name::<E>().rsplit("::").next().unwrap_or_default();
        let of_list = name
            .strip_prefix("Change")
            .is_some_and(|list| OF_LISTS.contains(&format!("Add{list}").as_str()));
        if E::VERSIONED {
            self.0.insert(if of_list { "UpdateEndpoint" } else { name });
        }
    }
}

#[test]
fn endpoints_obey_the_version_that_they_name() {
    let mut named = Versioned(BTreeSet::new());
    visit_endpoints(&mut named);
    assert!(named.0.len() > 30, "only {} endpoints", named.0.len());
    assert_eq!(endpoints_that_read_a_version(&sources()), named.0);

    let planted = [Source {
        module: vec!["planted".to_owned()],
        code: "async fn a(IfMatch(version): IfMatch, call: AgentCall<Reads>) -> ApiResult<Reads> {\n}\n\
               async fn b(call: AgentCall<Ignores>) -> ApiResult<Ignores> {\n}\n"
            .to_owned(),
    }];
    assert_eq!(endpoints_that_read_a_version(&planted), BTreeSet::from(["Reads"]));
}
