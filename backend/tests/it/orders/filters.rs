//! Saved filters, and order list filters compared with a model in memory (short form of check R19).

use crate::support::{ASSIGNED_ONLY, App, OTHER_OWNER, WAREHOUSE_WORKER, on_both, start_time};
use chrono::Duration;
use entities::{order, order_read};
use platform::scope::ScopedConnection;
use sea_orm::Set;
use serde_json::{Value, json};
use shared_types::{
    id::{AgentId, ClientId, StaffId, UserId},
    money::Currency,
    orders::{OrderSection, OrderStatus, OrderType, Origin, Side},
};
use std::{cmp::Reverse, collections::BTreeSet};
use test_seed::Random;

struct ModelOrder {
    id: i64,
    client: i64,
    status: OrderStatus,
    self_buyout: bool,
    unread: bool,
    problem_count: i32,
    assigned: Option<i64>,
    day: i64,
}

async fn insert_orders(app: &App, random: &mut Random) -> Vec<ModelOrder> {
    let scope = app.state.system();
    let mut model = Vec::new();
    for number in 0..80 {
        let (status, client, day) = (
            *random.pick(&OrderStatus::ALL),
            *random.pick(&[1_i64, 2]),
            i64::try_from(random.below(6)).expect("a day"),
        );
        let self_buyout = random.coin_flip();
        // The activities of the client, and how many of them the owner and a colleague have seen.
        let activity = i64::try_from(random.below(3)).expect("a number");
        let is_before_joining = random.below(4) == 0;
        let mut seen = || {
            let seen = i64::try_from(random.below(3)).expect("a number");
            random.coin_flip().then_some(seen.min(activity))
        };
        let (seen_by_owner, seen_by_colleague) = (seen(), seen());
        let unread = activity > seen_by_owner.unwrap_or(0) && !is_before_joining;
        let (problem_count, assigned) = (i32::from(random.coin_flip()), random.coin_flip().then_some(1));
        let at = start_time() + Duration::days(day);
        let row = order::ActiveModel {
            agent_id: Set(AgentId(1)),
            client_id: Set(ClientId(client)),
            number: Set(format!("M-{number}")),
            order_type: Set(if self_buyout {
                OrderType::SelfBuyout
            } else {
                OrderType::Standard
            }),
            status: Set(status),
            title: Set(String::new()),
            currency: Set(Currency::Cny),
            total_minor: Set(0),
            items_count: Set(0),
            mixed_currencies: Set(false),
            assigned_staff_id: Set(assigned.map(StaffId)),
            source: Set(Origin::Cabinet),
            problem_count: Set(problem_count),
            client_activity: Set(activity),
            client_activity_at: Set((activity > 0).then_some(if is_before_joining {
                start_time() - Duration::days(1)
            } else {
                at
            })),
            staff_activity: Set(1),
            staff_activity_at: Set(Some(at)),
            search_text: Set(String::new()),
            last_activity_at: Set(at),
            version: Set(1),
            created_at: Set(at),
            updated_at: Set(at),
            ..Default::default()
        };
        let order = scope.insert(row).await.expect("an order");
        for (user_id, seen) in [(1, seen_by_owner), (4, seen_by_colleague)] {
            let Some(seen) = seen else { continue };
            let read = order_read::ActiveModel {
                agent_id: Set(AgentId(1)),
                client_id: Set(ClientId(client)),
                order_id: Set(order.id),
                side: Set(Side::Staff),
                user_id: Set(UserId(user_id)),
                seen_activity: Set(seen),
                read_at: Set(at),
                ..Default::default()
            };
            scope.insert(read).await.expect("a row");
        }
        let id = order.id.0;
        model.push(ModelOrder {
            id,
            client,
            status,
            self_buyout,
            unread,
            problem_count,
            assigned,
            day,
        });
    }
    model
}

fn in_section(order: &ModelOrder, section: OrderSection) -> bool {
    match section {
        OrderSection::ToPrice => order.status == OrderStatus::Submitted,
        OrderSection::ToBuy => matches!(order.status, OrderStatus::Paid | OrderStatus::Purchasing),
        OrderSection::Awaited => matches!(order.status, OrderStatus::Purchased | OrderStatus::Expected),
        OrderSection::Warehouse => order.status == OrderStatus::AtWarehouse,
        OrderSection::Problems => order.problem_count > 0,
        OrderSection::Mine => order.assigned == Some(1),
        // No order of the model has services or is older than the clock of the app.
        OrderSection::Services | OrderSection::Overdue => false,
    }
}

#[apply(on_both)]
async fn combined_filters_match_the_model(app: App) {
    let mut random = Random::default();
    let model = insert_orders(&app, &mut random).await;
    let owner = app.owner().await;
    let date = |day: i64| (start_time() + Duration::days(day)).date_naive();
    for _ in 0..150 {
        type Test = Box<dyn Fn(&ModelOrder) -> bool>;
        let mut conditions: Vec<(String, Test)> = Vec::new();
        while conditions.len() < 2 {
            conditions.clear();
            if random.coin_flip() {
                let ids: BTreeSet<i64> = (0..40).map(|_| random.pick(&model).id).collect();
                let list: Vec<String> = ids.iter().map(i64::to_string).collect();
                // An order that does not exist is in no list.
                conditions.push((
                    format!("order_ids={},999999", list.join(",")),
                    Box::new(move |order| ids.contains(&order.id)),
                ));
            }
            if random.coin_flip() {
                let client = *random.pick(&[1_i64, 2]);
                conditions.push((
                    format!("client_id={client}"),
                    Box::new(move |order| order.client == client),
                ));
            }
            if random.below(3) == 0 {
                let status = *random.pick(&OrderStatus::ALL);
                conditions.push((
                    format!("status={}", status.as_str()),
                    Box::new(move |order| order.status == status),
                ));
            }
            if random.coin_flip() {
                let wanted = random.coin_flip();
                conditions.push((
                    format!("self_buyout={wanted}"),
                    Box::new(move |order| order.self_buyout == wanted),
                ));
            }
            if random.coin_flip() {
                conditions.push(("unread=true".to_owned(), Box::new(|order| order.unread)));
            }
            if random.coin_flip() {
                let from = i64::try_from(random.below(6)).expect("a day");
                conditions.push((format!("from={}", date(from)), Box::new(move |order| order.day >= from)));
            }
            if random.coin_flip() {
                let to = i64::try_from(random.below(6)).expect("a day");
                conditions.push((format!("to={}", date(to)), Box::new(move |order| order.day <= to)));
            }
            if random.below(3) == 0 {
                let section = *random.pick(&OrderSection::ALL);
                conditions.push((
                    format!("section={}", section.as_str()),
                    Box::new(move |order| in_section(order, section)),
                ));
            }
        }
        let query: Vec<&str> = conditions.iter().map(|(text, _)| text.as_str()).collect();
        let query = query.join("&");
        let mut expected: Vec<&ModelOrder> = model
            .iter()
            .filter(|order| order.status != OrderStatus::Draft && conditions.iter().all(|(_, test)| test(order)))
            .collect();
        expected.reverse();
        if query.contains("from=") || query.contains("to=") {
            // Date ranges sort by creation time.
            expected.sort_by_key(|order| Reverse((order.day, order.id)));
        }
        let expected: Vec<i64> = expected.into_iter().map(|order| order.id).collect();
        // In pages of seven, to combine the cursor with the conditions.
        let (mut found, mut cursor) = (Vec::new(), String::new());
        loop {
            let page = owner
                .get(&format!("/agent/orders?{query}&limit=7{cursor}"))
                .await
                .expect(200);
            found.extend(
                page["data"]
                    .as_array()
                    .expect("rows")
                    .iter()
                    .filter_map(|row| row["id"].as_i64()),
            );
            match page["next_cursor"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => break,
            }
        }
        assert_eq!(found, expected, "{query}");
    }
    // The rows were inserted directly, without history, which the invariants do not allow.
    let all = sea_orm::EntityTrait::delete_many();
    let _ = app
        .state
        .system()
        .delete_where::<order::Entity>(all)
        .await
        .expect("deleted");
}

#[apply(on_both)]
async fn filter_is_saved_shared_and_deleted_by_its_owner(app: App) {
    let (owner, worker) = (app.owner().await, app.log_in("agent", WAREHOUSE_WORKER).await);
    let filters = "/agent/saved-filters";
    let body =
        json!({"name": "Мои проблемы", "query": {"section": "problems", "client_id": 1, "cursor": "x", "limit": 3}});
    let saved = owner.post(filters, body).await.expect(201);
    assert_eq!(
        (&saved["query"], &saved["own"], &saved["shared"]),
        (
            &json!({"section": "problems", "client_id": 1}),
            &json!(true),
            &json!(false)
        )
    );
    assert_eq!(worker.get(filters).await.expect(200)["data"], json!([]));
    let shared = owner
        .post(
            filters,
            json!({"name": "Мои проблемы", "query": {"section": "problems"}, "shared": true}),
        )
        .await
        .expect(201);
    assert_eq!(shared["id"], saved["id"], "the same name is replaced");
    let seen = worker.get(filters).await.expect(200);
    assert_eq!(
        (&seen["data"][0]["name"], &seen["data"][0]["own"]),
        (&json!("Мои проблемы"), &json!(false))
    );
    let one = format!("{filters}/{}", saved["id"]);
    let _ = worker.delete(&one).await.expect_problem(404, "not_found");
    let _ = app.log_in("agent", ASSIGNED_ONLY).await.get(filters).await.expect(200);
    let stranger = app.log_in("agent", OTHER_OWNER).await;
    assert_eq!(stranger.get(filters).await.expect(200)["data"], json!([]));
    let _ = stranger.delete(&one).await.expect_problem(404, "not_found");
    for bad in [
        json!({"name": " ", "query": {}}),
        json!({"name": "x", "query": {"search": "\u{0}"}}),
        json!({"name": "x".repeat(61), "query": {}}),
    ] {
        let _ = owner.post(filters, bad).await.expect_problem(422, "validation_failed");
    }
    let _ = owner.delete(&one).await.expect(204);
    assert_eq!(owner.get(filters).await.expect(200)["data"], json!([] as [Value; 0]));
}
