//! Seed data of every test: two agents with staff, clients and users. Written as plain rows, so that each right is exact.

use argon2::{Algorithm, Argon2, Params, PasswordHasher as _, Version};
use chrono::{DateTime, Utc};
use entities::{access_group, access_group_right, agent, client, client_member, staff, user};
use platform::{scope::ScopedConnection, state::AppState, timezone::TimeZone};
use sea_orm::{ActiveValue::NotSet, Set};
use serde_json::{Value, json};
use shared_types::{
    access::{Breadth, Level, Object},
    id::{AgentId, SessionId},
    money::Currency,
    phone::Phone,
    translation::Language,
};

pub const PASSWORD: &str = "пароль-теста-密码";

/// An item as the extension sends it.
pub fn item_body() -> Value {
    json!({
        "title": "秋冬新款加绒加厚连帽卫衣",
        "url": "https://detail.1688.com/offer/713048829441.html",
        "price": 28.5,
        "quantity": 3,
        "image_url": "https://cbu01.alicdn.com/img/ibank/O1CN01.jpg",
        "marketplace": "1688",
        "external_id": "713048829441",
        "variant": "深灰色 / XL",
        "shop": {"name": "广州市白云区云裳服饰厂"},
        "comment": "Проверьте швы"
    })
}

/// Phones of the seeded users.
pub const OWNER: &str = "+79990000001";
pub const CLIENT: &str = "+79990000002";
pub const TWO_CABINETS: &str = "+79990000003";
pub const WAREHOUSE_WORKER: &str = "+79990000004";
pub const ASSIGNED_ONLY: &str = "+79990000005";
pub const OTHER_OWNER: &str = "+79990000006";
pub const OTHER_CLIENT: &str = "+79990000007";
pub const UNCONFIRMED_MEMBER: &str = "+79990000008";
pub const MEMBER_WITHOUT_RIGHTS: &str = "+79990000009";

/// A new client without orders.
pub fn client_row(agent_id: AgentId, code: &str, now: DateTime<Utc>) -> client::ActiveModel {
    client::ActiveModel {
        agent_id: Set(agent_id),
        code: Set(code.to_owned()),
        name: Set(format!("Клиент {code}")),
        currency: Set(Currency::Cny),
        order_seq: Set(0),
        shipment_seq: Set(0),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
        ..Default::default()
    }
}

/// A hash of the password with the smallest cost, because every test logs in. The cost of new passwords is tested by themselves.
fn quick_hash() -> String {
    let cost = Params::new(Params::MIN_M_COST, 1, 1, None).expect("valid costs");
    let hasher = Argon2::new(Algorithm::Argon2id, Version::V0x13, cost);
    let hash = hasher.hash_password(PASSWORD.as_bytes()).expect("hashes");
    hash.to_string()
}

/// Writes the seed data into the template.
pub async fn seed(state: &AppState) {
    let scope = state.system();
    let now = state.clock.now();
    let hash = quick_hash();
    let mut people = Vec::new();
    for (phone, name) in [
        (OWNER, "Анна"),
        (CLIENT, "Игорь"),
        (TWO_CABINETS, "Мария"),
        (WAREHOUSE_WORKER, "李伟"),
        (ASSIGNED_ONLY, "Дмитрий"),
        (OTHER_OWNER, "Сергей"),
        (OTHER_CLIENT, "Чужой"),
        (UNCONFIRMED_MEMBER, "Новичок"),
        (MEMBER_WITHOUT_RIGHTS, "Гость"),
    ] {
        let row = user::ActiveModel {
            phone: Set(Phone::from_e164(phone).expect("a number")),
            name: Set(name.to_owned()),
            password_hash: Set(Some(hash.clone())),
            locale: Set(Language::Ru),
            timezone: Set(TimeZone::default()),
            version: Set(1),
            created_at: Set(now),
            updated_at: Set(now),
            ..Default::default()
        };
        people.push(scope.insert(row).await.expect("a person").id);
    }
    let [
        owner,
        client_person,
        two,
        warehouse,
        own_only,
        other_owner,
        other_client,
        unconfirmed,
        powerless,
    ] = people[..]
    else {
        panic!("nine people");
    };
    let mut agents = Vec::new();
    for name in ["lotus", "dragon"] {
        let row = agent::ActiveModel {
            name: Set(name.to_owned()),
            subdomain: Set(name.to_owned()),
            referral_hash: Set(name.to_owned()),
            currency: Set(Currency::Cny),
            version: Set(1),
            created_at: Set(now),
            updated_at: Set(now),
            ..Default::default()
        };
        let id = scope.insert(row).await.expect("an agent").id;
        let tx = scope.begin().await.expect("a transaction");
        books::billing::start_subscription(&tx, id, now)
            .await
            .expect("a subscription");
        tx.commit().await.expect("a commit");
        agents.push(id);
    }
    let [lotus, dragon] = agents[..] else {
        panic!("two agents")
    };
    let mut groups = Vec::new();
    for (name, grants) in [
        ("Склад", &[(Object::Orders, Level::Edit, Breadth::All)][..]),
        (
            "Свои",
            &[
                (Object::Orders, Level::View, Breadth::Own),
                (Object::OrderPrices, Level::View, Breadth::Own),
            ],
        ),
        ("Никто", &[]),
    ] {
        let group = access_group::ActiveModel {
            id: NotSet,
            agent_id: Set(lotus),
            client_id: Set(None),
            name: Set(name.to_owned()),
            version: Set(1),
            created_at: Set(now),
            updated_at: Set(now),
        };
        let group = scope.insert(group).await.expect("a group").id;
        for (object, level, breadth) in grants {
            let right = access_group_right::ActiveModel {
                id: NotSet,
                client_id: Set(None),
                agent_id: Set(lotus),
                group_id: Set(group),
                object: Set(*object),
                level: Set(*level),
                breadth: Set(*breadth),
            };
            scope.insert(right).await.expect("a right");
        }
        groups.push(group);
    }
    let mut staff_ids = Vec::new();
    for (agent_id, user_id, group, is_owner) in [
        (lotus, owner, None, true),
        (lotus, warehouse, Some(groups[0]), false),
        (lotus, own_only, Some(groups[1]), false),
        (dragon, other_owner, None, true),
    ] {
        let row = staff::ActiveModel {
            agent_id: Set(agent_id),
            user_id: Set(user_id),
            access_group_id: Set(group),
            is_owner: Set(is_owner),
            confirmed_at: Set(Some(now)),
            version: Set(1),
            created_at: Set(now),
            updated_at: Set(now),
            ..Default::default()
        };
        staff_ids.push(scope.insert(row).await.expect("staff").id);
    }
    for (agent_id, code, members, manager) in [
        (
            lotus,
            "K1",
            vec![
                (client_person, true, true),
                (unconfirmed, true, false),
                (powerless, false, true),
            ],
            None,
        ),
        (lotus, "K2", vec![(two, true, true)], Some(staff_ids[2])),
        (dragon, "D1", vec![(two, true, true)], None),
        (dragon, "D2", vec![(other_client, true, true)], None),
    ] {
        let row = client::ActiveModel {
            manager_staff_id: Set(manager),
            ..client_row(agent_id, code, now)
        };
        let client_id = scope.insert(row).await.expect("a client").id;
        for (user_id, is_owner, confirmed) in members {
            let row = client_member::ActiveModel {
                agent_id: Set(agent_id),
                client_id: Set(client_id),
                user_id: Set(user_id),
                access_group_id: Set((!is_owner).then_some(groups[2])),
                is_owner: Set(is_owner),
                confirmed_at: Set(confirmed.then_some(now)),
                version: Set(1),
                created_at: Set(now),
                updated_at: Set(now),
                ..Default::default()
            };
            scope.insert(row).await.expect("a member");
        }
    }
}

/// Revokes a session directly in the database.
pub async fn revoke_session(app: &super::App, session_id: SessionId) {
    use entities::session;
    use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, sea_query::Expr};
    let revoke = session::Entity::update_many()
        .col_expr(session::Column::RevokedAt, Expr::value(app.state.clock.now()))
        .filter(session::Column::Id.eq(session_id));
    assert_eq!(
        app.state
            .system()
            .update_count(revoke)
            .await
            .expect("the session is there"),
        1
    );
}
