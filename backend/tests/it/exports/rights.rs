//! Rights to exports.

use super::{exported_rows, exported_sheets, first_column};
use crate::{
    orders::{lifecycle::adjust_balance, submitted_order},
    support::{
        ASSIGNED_ONLY, App, CLIENT, MEMBER_WITHOUT_RIGHTS, OTHER_CLIENT, OTHER_OWNER, TWO_CABINETS, TestResponse,
        WAREHOUSE_WORKER, on_both,
    },
};
use calamine::Data;
use entities::access_group_right;
use platform::scope::ScopedConnection;
use sea_orm::{ActiveValue::NotSet, Set};
use shared_types::{
    access::{Breadth, Level, Object},
    id::{AccessGroupId, AgentId},
};

/// Every export for staff.
const EXPORTS: [&str; 8] = [
    "/agent/orders.xlsx",
    "/agent/clients.xlsx",
    "/agent/clients/2/balance/operations.xlsx",
    "/agent/shipments.xlsx",
    "/agent/deliveries.xlsx",
    "/agent/balance-requests.xlsx",
    "/agent/wallet-topups.xlsx",
    "/agent/staff.xlsx",
];

/// Adds a right to the access group of the staff member `ASSIGNED_ONLY`.
async fn grant_right(app: &App, object: Object, breadth: Breadth) {
    let row = access_group_right::ActiveModel {
        id: NotSet,
        client_id: Set(None),
        agent_id: Set(AgentId(1)),
        group_id: Set(AccessGroupId(2)),
        object: Set(object),
        level: Set(Level::View),
        breadth: Set(breadth),
    };
    let _ = app.state.system().insert(row).await.expect("a right");
}

fn two_sheets(answer: TestResponse) -> [Vec<Vec<Data>>; 2] {
    exported_sheets(answer, 6).try_into().expect("orders and items")
}

#[apply(on_both)]
async fn exports_require_the_rights_of_their_pages(app: App) {
    let (one, two) = (
        submitted_order(&app.client().await).await,
        submitted_order(&app.log_in("client", TWO_CABINETS).await).await,
    );
    let owner = app.owner().await;
    adjust_balance(&owner, 2, "10", "RUB").await;
    let [all, items] = two_sheets(owner.get("/agent/orders.xlsx").await);
    assert_eq!((all.len(), items.len()), (2, 2));
    assert!(items.iter().all(|item| item[8] == Data::Float(28.5)), "{items:?}");
    let person = app.log_in("agent", ASSIGNED_ONLY).await;
    for path in EXPORTS {
        let _ = person.get(path).await.expect_problem(403, "permission_denied");
        let _ = app
            .log_in("agent", WAREHOUSE_WORKER)
            .await
            .get(path)
            .await
            .expect_problem(403, "permission_denied");
    }
    // The right to all reports does not widen other rights: only own orders are exported, the rest stays forbidden.
    grant_right(&app, Object::Reports, Breadth::All).await;
    let [own, items] = two_sheets(person.get("/agent/orders.xlsx").await);
    assert_eq!(first_column(&items), first_column(&own));
    assert_eq!(
        own.len(),
        1,
        "order {one} is a colleague's, order {two} is the person's own"
    );
    assert_eq!(own[0][3], Data::String("K2".into()));
    for path in EXPORTS.into_iter().filter(|path| *path != "/agent/orders.xlsx") {
        let _ = person.get(path).await.expect_problem(403, "permission_denied");
    }
    grant_right(&app, Object::Clients, Breadth::All).await;
    let clients = exported_rows(person.get("/agent/clients.xlsx").await, 6);
    assert_eq!(first_column(&clients), ["K2", "K1"]);
    assert!(
        clients.iter().all(|row| row[4] == Data::Empty),
        "no balances without the right"
    );
    grant_right(&app, Object::Balance, Breadth::Own).await;
    adjust_balance(&owner, 1, "20", "RUB").await;
    let clients = exported_rows(person.get("/agent/clients.xlsx").await, 6);
    assert_eq!(
        (&clients[0][4], &clients[1][4]),
        (&Data::Float(10.0), &Data::Empty),
        "balances of own clients only"
    );
    let table = person.get("/agent/clients").await.expect(200);
    assert_eq!(
        (
            table["data"][0]["balances"].as_array().map(Vec::len),
            table["data"][1]["balances"].as_array().map(Vec::len)
        ),
        (Some(1), Some(0)),
        "the page shows the same"
    );
    assert_eq!(
        exported_rows(person.get("/agent/clients/2/balance/operations.xlsx").await, 6).len(),
        1
    );
    let _ = person
        .get("/agent/clients/1/balance/operations.xlsx")
        .await
        .expect_problem(404, "not_found");
    let _ = app
        .log_in("agent", OTHER_OWNER)
        .await
        .get("/agent/clients/1/balance/operations.xlsx")
        .await
        .expect_problem(404, "not_found");
}

#[apply(on_both)]
async fn client_exports_own_operations(app: App) {
    let owner = app.owner().await;
    adjust_balance(&owner, 1, "100", "RUB").await;
    adjust_balance(&owner, 1, "7", "CNY").await;
    adjust_balance(&owner, 2, "5", "CNY").await;
    let client = app.log_in("client", CLIENT).await;
    let all = exported_rows(client.get("/client/balance/operations.xlsx").await, 6);
    assert_eq!(all.len(), 2);
    assert_eq!(
        (&all[0][2], &all[0][3], &all[0][4]),
        (&Data::Float(7.0), &Data::String("CNY".into()), &Data::Float(7.0))
    );
    assert_eq!(
        exported_rows(client.get("/client/balance/operations.xlsx?currency=RUB").await, 6).len(),
        1
    );
    assert_eq!(
        exported_rows(
            owner.get("/agent/clients/1/balance/operations.xlsx?currency=RUB").await,
            6
        )
        .len(),
        1
    );
    let other = app.log_in("client", OTHER_CLIENT).await;
    assert_eq!(
        exported_rows(other.get("/client/balance/operations.xlsx").await, 6),
        Vec::<Vec<Data>>::new()
    );
    let _ = app
        .log_in("client", MEMBER_WITHOUT_RIGHTS)
        .await
        .get("/client/balance/operations.xlsx")
        .await
        .expect_problem(403, "permission_denied");
}
