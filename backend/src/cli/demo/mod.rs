//! `karavan demo`: two agents with staff, six clients and a hundred orders in all states, created by the real operations.

mod billing;
mod cash;
mod catalog;
mod chats;
mod keys;
mod lifecycle;
mod orders;
mod pictures;
mod purchasing;
mod requests;
mod rows;
mod settings;
mod shipping;
mod steps;
mod warehouse;

/// Returns the SVG picture of a demo product by its name.
pub(crate) use pictures::drawing as picture_svg;

use crate::app;
use books::{rates, settings::conditions};
use chrono::{DateTime, Duration, Utc};
use entities::user;
use infra::events::NOTIFY;
use platform::{
    scope::{AgentPolicy, ScopedConnection, Tx},
    state::AppState,
};
use rows::{Person, add_agent, add_client, add_group, add_member, add_staff};
use sea_orm::{QuerySelect, entity::prelude::*};
use shared_types::{
    access::{Breadth, Level, Object},
    fixed::{Percent, Rate},
    id::AgentId,
    money::{Currency, PriceText},
    pricing::{Bracket, Commission},
    rates::{RatePolicyChange, RateSource, SourceRate},
    services::{ServiceChange, ServiceMode, ServicePrice},
};
use steps::{DemoClient, DemoResult};
use trade::orders::services;

/// The password of all demo users.
const PASSWORD: &str = "karavan-demo";

/// Loads the demo data into an empty database. Returns a message that lists the logins.
pub(super) async fn load(state: &AppState) -> DemoResult<String> {
    let scope = state.system();
    if !scope.all(user::Entity::find().limit(1)).await?.is_empty() {
        return Ok("the database is not empty; nothing was loaded".to_owned());
    }
    let now = state.clock.now();
    let hash = state.hasher.hash(PASSWORD.to_owned()).await?;
    let person = |phone: &'static str, name: &'static str| Person {
        phone,
        name,
        hash: hash.clone(),
        now,
    };
    let owner = person("+79990000001", "Анна Соколова").add(&scope).await?;
    let buyer = person("+79990000002", "Игорь Петров").add(&scope).await?;
    let shared_member = person("+79990000003", "Мария Константинопольская").add(&scope).await?;
    let warehouse_worker = person("+79990000004", "李伟 (склад)").add(&scope).await?;
    let manager_user = person("+79990000005", "Дмитрий Орлов").add(&scope).await?;
    let second_owner = person("+79990000006", "Сергей Ким").add(&scope).await?;

    let lotus = add_agent(&scope, "Лотос Карго", "lotus", now).await?;
    let dragon = add_agent(&scope, "Дракон Байер", "dragon", now).await?;
    add_staff(&scope, lotus, owner, None, true, now).await?;
    add_staff(&scope, dragon, second_owner, None, true, now).await?;
    let warehouse = add_group(
        &scope,
        lotus,
        "Склад",
        &[
            (Object::Orders, Level::Edit, Breadth::All),
            (Object::Services, Level::Edit, Breadth::All),
            (Object::Shipments, Level::Edit, Breadth::All),
            (Object::Deliveries, Level::Edit, Breadth::All),
        ],
        now,
    )
    .await?;
    let managers = add_group(
        &scope,
        lotus,
        "Менеджеры",
        &[
            (Object::Orders, Level::Edit, Breadth::Own),
            (Object::OrderPrices, Level::Edit, Breadth::Own),
            (Object::Clients, Level::View, Breadth::Own),
            (Object::Shipments, Level::Edit, Breadth::Own),
            (Object::Topups, Level::Edit, Breadth::Own),
            (Object::Balance, Level::View, Breadth::Own),
        ],
        now,
    )
    .await?;
    add_staff(&scope, lotus, warehouse_worker, Some(warehouse), false, now).await?;
    let manager = add_staff(&scope, lotus, manager_user, Some(managers), false, now).await?;

    let mut clients = Vec::new();
    for (agent, code, name, company, members) in [
        (lotus, "K101", "Игорь Петров", None, vec![buyer]),
        (
            lotus,
            "K102",
            "Мария Константинопольская",
            Some("ООО «Северо-Западная торгово-закупочная компания»"),
            vec![shared_member],
        ),
        (lotus, "K103", "Магазин «Маяк»", Some("ИП Маяков"), vec![]),
        (lotus, "K104", "Алия Нурланова", None, vec![]),
        (dragon, "D201", "Мария К.", None, vec![shared_member]),
        (dragon, "D202", "Спорт-Лайн", Some("ООО «Спорт-Лайн»"), vec![]),
    ] {
        let id = add_client(
            &scope,
            agent,
            code,
            name,
            company,
            (agent == lotus).then_some(manager),
            now,
        )
        .await?;
        for member in members {
            add_member(&scope, agent, id, member, now).await?;
        }
        clients.push(DemoClient { agent, id, name });
    }
    for (agent, owner, name) in [(lotus, owner, "Анна Соколова"), (dragon, second_owner, "Сергей Ким")]
    {
        let tx = scope.enter_agent(agent).begin().await?;
        let commission = Commission {
            percent: Percent::from_millionths(5_000_000),
            minimum_minor: 2000,
            brackets: vec![Bracket {
                from_minor: 1_000_000,
                percent: Percent::from_millionths(4_000_000),
            }],
        };
        conditions::update(&tx, commission, None, now)
            .await
            .map_err(|error| error.to_string())?;
        enable_services(&tx, agent, now).await?;
        for base in [Currency::Cny, Currency::Usd] {
            let policy = RatePolicyChange {
                base,
                source: RateSource::Cbr,
                fixed: None,
                markup: Some(Percent::from_millionths(3_000_000)),
            };
            rates::set_policy(&tx, &policy, None, now)
                .await
                .map_err(|error| error.to_string())?;
        }
        settings::fill(&tx, now).await?;
        tx.commit().await?;
        purchasing::deposit(state, agent, owner, now).await?;
        cash::load(state, agent, (owner, name), now).await?;
        warehouse::add_cells(state, agent, now).await?;
    }
    // Three months of rates that vary, the same in every demo.
    for day in (0..90_i64).rev() {
        for (base, middle, swing) in [
            (Currency::Cny, 12_080_000, 41_000),
            (Currency::Usd, 86_400_000, 290_000),
        ] {
            let wave = (day * 7919 % 13 - 6) * swing / 4 + (day - 45) * swing / 30;
            let at = now - Duration::days(day);
            let rate = SourceRate {
                source: RateSource::Cbr,
                base,
                rate: Rate::from_millionths(middle - wave),
                at,
                for_date: Some(at.date_naive()),
                detail: at.format("%d.%m.%Y").to_string(),
            };
            rates::save(&scope, &rate).await?;
        }
    }
    let funded_at = now - Duration::days(95);
    for client in &clients {
        requests::top_up(state, client, "15000", Currency::Rub, funded_at).await?;
        requests::top_up(state, client, "2400", Currency::Cny, funded_at).await?;
        requests::create_open_requests(state, client, now - Duration::hours(5)).await?;
    }
    billing::load(&scope, [lotus, dragon], now).await?;
    let count = Box::pin(orders::load(state, &clients)).await?;
    if let Some(client) = clients.first() {
        shipping::load(state, client, now - Duration::hours(3)).await?;
    }
    for (index, client) in clients.iter().enumerate().filter(|(_, client)| client.agent == lotus) {
        warehouse::add_notes(state, client, manager, index > 0, now).await?;
    }
    for (client, (person, waiting)) in clients.iter().zip([(buyer, false), (shared_member, true)]) {
        let speakers = chats::Speakers {
            client: person,
            staff: manager_user,
        };
        chats::load(state, client, speakers, waiting, now).await?;
    }
    if let Some(client) = clients.first() {
        chats::add_replies(state, client, now).await?;
    }
    // Otherwise the first start of the server would be busy with the notifications of the whole history.
    let notifications = app::jobs(state).only(|kind| kind == NOTIFY);
    while notifications.run_next(state, "demo").await? {}
    // Login by e-mail, which older agents still use. Set last, so that the history sends no e-mails.
    let email = user::Entity::update_many()
        .col_expr(
            user::Column::Email,
            sea_orm::sea_query::Expr::value("anna@lotus.example"),
        )
        .filter(user::Column::Id.eq(owner));
    scope.update_count(email).await?;
    let keys = match clients.first() {
        Some(client) => keys::load(state, client.agent, client.id).await?,
        None => String::new(),
    };
    Ok(format!(
        "demo data: 2 agents, 6 clients, {count} orders; the password of all is {PASSWORD}\n  \
         agent    +79990000001  owner of «Лотос Карго»\n  \
         agent    +79990000005  manager, sees the orders assigned to him\n  \
         agent    +79990000004  warehouse worker, sees no prices\n  \
         client   +79990000002  client of «Лотос Карго»\n  \
         client   +79990000003  one person, two cabinets at two agents\n\
         {keys}"
    ))
}

/// Enables all services of an agent: photos and videos at a price, the others for free.
async fn enable_services(tx: &Tx<AgentPolicy>, agent: AgentId, now: DateTime<Utc>) -> DemoResult<()> {
    let prices_of = |code: &str| match code {
        "photo" => &[(Currency::Cny, "3"), (Currency::Rub, "40")][..],
        "video" => &[(Currency::Cny, "8"), (Currency::Rub, "100")],
        _ => &[],
    };
    for service in services::catalogue::list(tx, agent).await? {
        let prices: Vec<_> = prices_of(&service.code)
            .iter()
            .map(|(currency, price)| ServicePrice {
                currency: *currency,
                price: PriceText((*price).to_owned()),
            })
            .collect();
        let change = ServiceChange {
            enabled: Some(true),
            mode: Some(if prices.is_empty() {
                ServiceMode::Free
            } else {
                ServiceMode::Paid
            }),
            prices: Some(prices),
            ..ServiceChange::default()
        };
        services::catalogue::update(tx, agent, service.id, &change, None, now)
            .await
            .map_err(|error| error.to_string())?;
    }
    Ok(())
}
