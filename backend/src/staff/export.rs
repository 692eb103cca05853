//! The agent's staff as a file.

use super::list;
use crate::{
    identity::entity::staff,
    media::Signer,
    platform::{
        auth::Caller,
        http::{Api, Failure, Input, Window},
        scope::AgentScope,
        sheet::{Cell, Column, Kind, Sheet, Words, told},
        state::AppState,
    },
};
use axum::{extract::State, response::Response};
use sea_orm::Condition;
use shared_types::{
    access::Object,
    staff::{Colleague, ExportStaff},
};
use std::sync::Arc;

const COLUMNS: &[Column] = &[
    (["Имя", "Name", "姓名"], Kind::Text),
    (["Телефон", "Phone", "电话"], Kind::Text),
    (["Роль", "Role", "角色"], Kind::Text),
    (["Доступ", "Access", "访问"], Kind::Text),
    (["Адрес IP", "IP address", "IP 地址"], Kind::Text),
    (["Был в сети", "Last seen", "最近在线"], Kind::Moment),
    (["Приглашён", "Invited", "邀请时间"], Kind::Moment),
    (["Подтверждён", "Confirmed", "确认时间"], Kind::Moment),
    (["Отключён", "Shut out", "停用时间"], Kind::Moment),
];

/// The feature's files.
pub fn routes(api: Api) -> Api {
    api.serve::<ExportStaff, _>(export)
}

async fn export(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ExportStaff>,
) -> Result<Response, Failure> {
    let scope = caller.seeing(scope, Object::Staff)?;
    let signer = Signer::new(&state);
    let first = Window::block(input.query.limit, input.query.cursor.as_deref())?;
    let page = |window| list::people::<staff::Entity>(&scope, &signer, &input.query, Condition::all(), window);
    let row = |person| row(person, &caller.locale);
    Sheet::open(COLUMNS, &caller.locale)
        .filled("staff.xlsx", first, page, row)
        .await
}

fn row(person: Colleague, locale: &str) -> Vec<Cell> {
    let access = told(access(&person), locale);
    let role = match person.group {
        Some(group) => Some(group.name),
        None => person
            .is_owner
            .then(|| told(["Владелец", "Owner", "所有者"], locale).to_owned()),
    };
    vec![
        person.name.into(),
        person.phone.into(),
        role.into(),
        access.into(),
        person.last_ip.into(),
        person.last_seen_at.into(),
        person.created_at.into(),
        person.confirmed_at.into(),
        person.disabled_at.into(),
    ]
}

const fn access(person: &Colleague) -> Words {
    if person.disabled_at.is_some() {
        ["Отключён", "Shut out", "已停用"]
    } else if person.confirmed_at.is_none() {
        ["Приглашён", "Invited", "已邀请"]
    } else {
        ["Есть", "Has access", "正常"]
    }
}
