//! Random staff changes: there is always exactly one owner, and no person gets more rights than the actor has.

use super::{create_group, hire_staff, invite};
use crate::support::{Actor, on_both};
use entities::staff;
use platform::scope::ScopedConnection;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::{Value, json};
use shared_types::access::Rights;
use std::collections::BTreeMap;
use test_seed::Random;

/// The rights of all staff except the owner, by staff id.
async fn rights_by_staff(owner: &Actor) -> BTreeMap<i64, Rights> {
    let groups = owner.get("/agent/access-groups").await.expect(200);
    let of_group: BTreeMap<i64, Rights> = groups["data"]
        .as_array()
        .expect("groups")
        .iter()
        .map(|group| {
            let grants = serde_json::from_value(group["grants"].clone()).expect("grants");
            (group["id"].as_i64().expect("an id"), Rights::from_grants(grants))
        })
        .collect();
    let people = owner.get("/agent/staff?limit=200").await.expect(200);
    let people = people["data"]
        .as_array()
        .expect("people")
        .iter()
        .filter(|person| person["is_owner"] == false);
    people
        .map(|person| {
            let group = person["group"]["id"].as_i64().unwrap_or_default();
            (
                person["id"].as_i64().expect("an id"),
                of_group.get(&group).cloned().unwrap_or_default(),
            )
        })
        .collect()
}

#[apply(on_both)]
async fn random_staff_changes_never_escalate_rights(app: App) {
    let owner = app.owner().await;
    let mut actors = Vec::new();
    for (phone, name, grants) in [
        (
            "+79995551001",
            "Кадры",
            &[("staff", "manage", "all"), ("orders", "view", "all")][..],
        ),
        (
            "+79995551002",
            "Старшие",
            &[
                ("staff", "manage", "all"),
                ("orders", "manage", "all"),
                ("balance", "view", "own"),
            ],
        ),
        (
            "+79995551003",
            "Приём",
            &[("staff", "edit", "all"), ("clients", "edit", "own")],
        ),
    ] {
        let (actor, id) = hire_staff(&app, &owner, phone, name, grants).await;
        actors.push((actor, id.as_i64().expect("an id")));
    }
    let full_group = create_group(
        &owner,
        "agent",
        "Всё",
        &[
            ("orders", "manage", "all"),
            ("staff", "manage", "all"),
            ("settings", "manage", "all"),
        ],
    )
    .await;
    let _ = invite(&owner, "agent", "+79995551004", &full_group).await;
    let mut random = Random::default();
    let mut done = 0;
    for step in 0..60 {
        let before = rights_by_staff(&owner).await;
        let (actor, id) = random.pick(&actors);
        let mine = before.get(id).cloned();
        let people: Vec<i64> = before.keys().copied().chain([1]).collect();
        let groups: Vec<i64> = owner.get("/agent/access-groups").await.expect(200)["data"]
            .as_array()
            .expect("groups")
            .iter()
            .map(|group| group["id"].as_i64().expect("an id"))
            .collect();
        let (person, group) = (*random.pick(&people), *random.pick(&groups));
        let levels = ["none", "view", "edit", "manage"];
        let grants = json!({
            "orders": {"level": random.pick(&levels), "breadth": "all"},
            "staff": {"level": random.pick(&levels), "breadth": "all"},
        });
        let answer = match random.below(7) {
            0 => {
                actor
                    .patch(&format!("/agent/staff/{person}"), json!({"group_id": group}))
                    .await
            }
            1 => {
                actor
                    .patch(&format!("/agent/staff/{person}"), json!({"disabled": step % 2 == 0}))
                    .await
            }
            2 => actor.delete(&format!("/agent/staff/{person}")).await,
            3 => {
                actor
                    .post(
                        "/agent/staff",
                        json!({"phone": format!("+7999777{step:04}"), "name": "x", "group_id": group}),
                    )
                    .await
            }
            4 => {
                actor
                    .patch(&format!("/agent/access-groups/{group}"), json!({"grants": grants}))
                    .await
            }
            5 => {
                actor
                    .post(
                        "/agent/access-groups",
                        json!({"name": format!("Группа {step}"), "grants": grants}),
                    )
                    .await
            }
            _ => {
                actor
                    .post(
                        &format!("/agent/staff/{person}/ownership"),
                        json!({"my_group_id": group}),
                    )
                    .await
            }
        };
        assert!(answer.status < 500, "{}", answer.text);
        let changed = answer.status < 300;
        done += usize::from(changed);
        let mine = mine.unwrap_or_default();
        for (who, now) in rights_by_staff(&owner).await {
            let had = before.get(&who).cloned().unwrap_or_default();
            assert!(
                had.covers(&now) || (changed && who != *id && mine.covers(&now)),
                "step {step}: staff {who} got more rights than staff {id} has"
            );
        }
        let owners = staff::Entity::find()
            .filter(staff::Column::AgentId.eq(1))
            .filter(staff::Column::IsOwner.eq(true));
        let owners = app.state.system().all(owners).await.expect("owners");
        assert_eq!(
            owners
                .iter()
                .map(|owner| (owner.id.0, owner.disabled_at))
                .collect::<Vec<_>>(),
            [(1, None)]
        );
    }
    assert!(done >= 5, "too few changes succeeded: {done}");
    let list: Value = owner.get("/agent/staff").await.expect(200);
    assert_eq!(list["places"]["limit"], 20);
}
