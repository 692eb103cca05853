//! Ids of other tenants: every endpoint answers them exactly as it answers ids that do not exist, and changes nothing.
//!
//! The requests are made from the endpoint declarations. An endpoint whose ids the test can't supply fails it.

mod answers;
mod callers;
mod kinds;
mod prober;
pub(crate) mod requests;
mod world;

use crate::support::{TestResponse, on_both};
use answers::shown;
use callers::{Caller, create_callers, rows_of_the_first_client};
use kinds::Tenant;
use prober::{Prober, exceptions};
use requests::Document;
use shared_types::access::Guard;
use std::collections::BTreeMap;

#[apply(on_both)]
async fn foreign_ids_answer_like_absent_ids(app: App) {
    let callers = create_callers(&app).await;
    let document = Document(app.anonymous().get("/api/openapi.json").await.expect(200));
    let (_, endpoints) = karavan::app::api(&app.state).into_parts();
    let before = rows_of_the_first_client(&app).await;
    let (mut faults, mut places) = (Vec::new(), BTreeMap::new());
    for caller in &callers {
        let mut prober = Prober::new(&app, caller, &document).await;
        for endpoint in endpoints.iter().filter(|endpoint| caller.may_call(endpoint.access)) {
            prober.probe(endpoint).await;
        }
        faults.append(&mut prober.faults);
        places.insert(caller.name, prober.places);
    }
    for (table, rows) in rows_of_the_first_client(&app).await {
        if rows != before[table] {
            let changed: Vec<_> = rows.iter().filter(|row| !before[table].contains(row)).collect();
            faults.push(format!("{table} has changed: {changed:?}"));
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
    let unused: Vec<_> = exceptions()
        .filter(|name| !endpoints.iter().any(|endpoint| endpoint.name == *name))
        .collect();
    assert!(unused.is_empty(), "{unused:?}");
    assert!(places.values().sum::<usize>() > 200, "{places:?}");
}

/// The probe itself: a table of answers in which one tenant's id differs, a missing row, an unknown kind.
#[apply(on_both)]
async fn probe_finds_planted_differences(app: App) {
    let answer = |status, text: &str| TestResponse::planted(status, text);
    let absent = answer(404, r#"{"code":"not_found","request_id":"a"}"#);
    assert_eq!(
        shown(&absent, &[]),
        shown(&answer(404, r#"{"code":"not_found","request_id":"b"}"#), &[])
    );
    for other in [
        answer(403, r#"{"code":"not_found"}"#),
        answer(404, r#"{"code":"not_found","detail":"deleted"}"#),
    ] {
        assert_ne!(shown(&absent, &[]), shown(&other, &[]));
    }
    let caller = Caller {
        name: "staff",
        actor: app.owner().await,
        guard: Some(Guard::Agent),
        own: Tenant {
            agent: 2,
            client: None,
            user: 0,
        },
        foreign: Tenant {
            agent: 1,
            client: None,
            user: 0,
        },
        upload_token: String::new(),
    };
    let document = Document(app.anonymous().get("/api/openapi.json").await.expect(200));
    let mut prober = Prober::new(&app, &caller, &document).await;
    let (_, endpoints) = karavan::app::api(&app.state).into_parts();
    let faults_of = async |prober: &mut Prober<'_>, name: &str| {
        prober
            .probe(
                endpoints
                    .iter()
                    .find(|endpoint| endpoint.name == name)
                    .expect("the endpoint"),
            )
            .await;
        std::mem::take(&mut prober.faults).join("\n")
    };
    // The caller is staff of the agent whose rows are probed, so its answers differ.
    let report = faults_of(&mut prober, "show_client").await;
    assert!(
        report.contains("show_client client as staff")
            && report.contains("answers 200")
            && report.contains("an absent id 404"),
        "{report}"
    );
    let report = faults_of(&mut prober, "show_agent_order").await;
    assert!(report.contains("the other tenant has no row in orders"), "{report}");
    let report = faults_of(&mut prober, "list_agent_orders").await;
    assert_eq!(report, "", "no orders, so no difference");
}
