//! Export of the agent's staff as XLSX.

use super::list;
use axum::{extract::State, response::Response};
use books::export_names;
use entities::{access_group, staff};
use infra::media::UrlSigner;
use platform::{
    auth::Caller,
    http::{Api, Failure, Input, attachment},
    page::PageWindow,
    scope::{AgentScope, ScopedConnection},
    state::AppState,
    xlsx::{CONTENT_TYPE, Cell, Column, ColumnKind, Filters, LocalizedText, XlsxExport, localized},
};
use sea_orm::{Condition, EntityTrait};
use shared_types::{
    access::Object,
    staff::{ExportStaff, StaffMember},
    translation::Language,
};
use std::sync::Arc;

const SHEET: LocalizedText = ["Сотрудники", "Staff", "员工"];
const ROLE: LocalizedText = ["Роль", "Role", "角色"];
const COLUMNS: &[Column] = &[
    (["Имя", "Name", "姓名"], ColumnKind::Text),
    (["Телефон", "Phone", "电话"], ColumnKind::Text),
    (ROLE, ColumnKind::Text),
    (["Доступ", "Access", "访问"], ColumnKind::Text),
    (["Адрес IP", "IP address", "IP 地址"], ColumnKind::Text),
    (["Был в сети", "Last seen", "最近在线"], ColumnKind::Timestamp),
    (["Приглашён", "Invited", "邀请时间"], ColumnKind::Timestamp),
    (["Подтверждён", "Confirmed", "确认时间"], ColumnKind::Timestamp),
    (["Отключён", "Disabled", "停用时间"], ColumnKind::Timestamp),
];

/// Registers the export endpoint.
pub fn routes(api: Api) -> Api {
    api.serve::<ExportStaff, _>(export)
}

async fn export(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ExportStaff>,
) -> Result<Response, Failure> {
    let scope = caller.narrow_scope(scope, Object::Staff)?;
    let signer = UrlSigner::new(&state);
    let first = PageWindow::first_block(input.query.limit, input.query.cursor.as_deref())?;
    let page = |window| list::people_page::<staff::Entity>(&scope, &signer, &input.query, Condition::all(), window);
    let row = |person| row(person, caller.language);
    let mut group = None;
    if let Some(id) = input.query.group_id {
        let found = scope.one(access_group::Entity::find_by_id(id)).await?;
        group = Some(export_names::known(found.map(|found| found.name)));
    }
    let filters = Filters::new(caller.language).with(ROLE, group);
    let file = XlsxExport::filtered(SHEET, COLUMNS, filters, caller.timezone)
        .export(first, page, row)
        .await?;
    Ok(attachment("staff.xlsx", CONTENT_TYPE, file))
}

fn row(person: StaffMember, language: Language) -> Vec<Cell> {
    let access = localized(access_label(&person), language);
    let role = match person.group {
        Some(group) => Some(group.name),
        None => person
            .is_owner
            .then(|| localized(["Владелец", "Owner", "所有者"], language).to_owned()),
    };
    vec![
        person.name.into(),
        person.phone.as_str().into(),
        role.into(),
        access.into(),
        person.last_ip.into(),
        person.last_seen_at.into(),
        person.created_at.into(),
        person.confirmed_at.into(),
        person.disabled_at.into(),
    ]
}

const fn access_label(person: &StaffMember) -> LocalizedText {
    if person.disabled_at.is_some() {
        ["Отключён", "Disabled", "已停用"]
    } else if person.confirmed_at.is_none() {
        ["Приглашён", "Invited", "已邀请"]
    } else {
        ["Есть", "Has access", "正常"]
    }
}
