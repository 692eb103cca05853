//! Reports about product pages that the extension reads wrongly.

use super::ExtensionError;
use chrono::{DateTime, Duration, Utc};
use entities::{
    json::Json,
    shop_report::{ActiveModel, Column, Entity, Model},
};
use platform::{
    auth::ExtensionCaller,
    error::OperationError,
    jobs::{Jobs, Outcome},
    page::PageWindow,
    scope::{ExtensionPolicy, ScopedConnection},
    state::AppState,
    throttle::{self, Bucket},
};
use sea_orm::{
    ActiveValue::NotSet, FromQueryResult, QueryOrder, QuerySelect, Set, entity::prelude::*, sea_query::Expr,
};
use shared_types::{
    ext::{CapturedProduct, PageReport, ShopReport, ShopReportQuery, ShopReportSummary, limits},
    fields::{FieldErrors, Rule},
    id::{AgentId, ClientId, ShopReportId, StaffId},
    page::Page,
};

/// The job that deletes old reports.
const EXPIRE_JOB: &str = "ext:expire_reports";

/// Registers the job.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.handle(EXPIRE_JOB, |state, _| expire(state))
        .every(Duration::days(1), EXPIRE_JOB)
}

/// Takes one of the requests that a person may make in a day.
pub(super) async fn take_budget(state: &AppState, buckets: &[Bucket]) -> Result<(), ExtensionError> {
    let (system, now) = (state.system(), state.clock.now());
    if throttle::acquire(&system, buckets, now).await? {
        return Ok(());
    }
    let seconds = throttle::locked_for(&system, buckets, now).await?;
    Err(OperationError::TooManyAttempts(seconds.unwrap_or(1)).into())
}

/// Takes one of the reports that a token and its person may send in a day.
pub(super) async fn take_report_budget(state: &AppState, caller: &ExtensionCaller) -> Result<(), ExtensionError> {
    let buckets = [
        Bucket::daily_budget(format!("report:token:{}", caller.token_id), limits::PER_TOKEN),
        Bucket::daily_budget(format!("report:user:{}", caller.user_id), limits::PER_PERSON),
    ];
    take_budget(state, &buckets).await
}

fn check_captured(errors: &mut FieldErrors, captured: &CapturedProduct) {
    for (field, text) in [
        ("title", &captured.title),
        ("price", &captured.price),
        ("currency", &captured.currency),
        ("variant", &captured.variant),
        ("external_id", &captured.external_id),
        ("sku_id", &captured.sku_id),
        ("image_url", &captured.image_url),
        ("price_source", &captured.price_source),
        ("price_path", &captured.price_path),
    ] {
        let _ = errors.text(&format!("captured.{field}"), text, limits::CAPTURED);
    }
    if captured.tiers.len() > limits::TIERS {
        errors.add("captured.tiers", Rule::TooMany(limits::TIERS));
    }
    for (index, tier) in captured.tiers.iter().enumerate().take(limits::TIERS) {
        let _ = errors.text(&format!("captured.tiers[{index}].price"), &tier.price, limits::SHOP);
    }
    if captured.uncertain.len() > limits::TIERS {
        errors.add("captured.uncertain", Rule::TooMany(limits::TIERS));
    }
}

fn check_report(report: PageReport) -> Result<PageReport, FieldErrors> {
    let mut errors = FieldErrors::default();
    let checked = PageReport {
        extension_version: errors.required_text("extension_version", &report.extension_version, limits::VERSION),
        shop: errors.required_text("shop", &report.shop, limits::SHOP),
        url: errors.url("url", &report.url, shared_types::items::limits::URL),
        wrong: errors.text("wrong", &report.wrong, limits::WRONG),
        captured: report.captured,
        options: report.options,
        skus: report.skus,
        snapshot: errors.required_text("snapshot", &report.snapshot, limits::SNAPSHOT),
    };
    check_captured(&mut errors, &checked.captured);
    errors.range("skus", checked.skus, 0, limits::SKUS);
    if checked.options.len() > limits::OPTIONS {
        errors.add("options", Rule::TooMany(limits::OPTIONS));
    }
    for (index, option) in checked.options.iter().enumerate().take(limits::OPTIONS) {
        let _ = errors.text(&format!("options[{index}].name"), &option.name, limits::WRONG);
    }
    errors.into_result(checked)
}

/// Stores a report once for each agent of the person. Takes one statement.
pub(super) async fn add(
    rows: &impl ScopedConnection,
    policy: &ExtensionPolicy,
    caller: &ExtensionCaller,
    report: PageReport,
    now: DateTime<Utc>,
) -> Result<(), ExtensionError> {
    if report.snapshot.len() > limits::REPORT_BYTES {
        return Err(ExtensionError::ReportTooLarge);
    }
    let report = check_report(report)?;
    let owners = policy.one_client_per_agent();
    if owners.is_empty() {
        return Err(OperationError::NotFound.into());
    }
    let captured = Json::new(report.captured.clone())?;
    let options = Json::new(report.options.clone())?;
    let row = |(agent_id, client_id): (AgentId, ClientId)| ActiveModel {
        id: NotSet,
        agent_id: Set(agent_id),
        client_id: Set(client_id),
        user_id: Set(caller.user_id),
        shop: Set(report.shop.clone()),
        url: Set(report.url.clone()),
        wrong: Set(report.wrong.clone()),
        extension_version: Set(report.extension_version.clone()),
        captured: Set(captured.clone()),
        options: Set(options.clone()),
        skus: Set(i32::try_from(report.skus).unwrap_or(i32::MAX)),
        snapshot: Set(report.snapshot.clone()),
        handled_at: Set(None),
        handled_by: Set(None),
        created_at: Set(now),
    };
    let new: Vec<_> = owners.into_iter().map(row).collect();
    Ok(rows.insert_many(new, None).await?)
}

/// A report without its snapshot.
#[derive(FromQueryResult)]
struct SummaryRow {
    id: ShopReportId,
    shop: String,
    url: String,
    wrong: String,
    extension_version: String,
    created_at: DateTime<Utc>,
    handled_at: Option<DateTime<Utc>>,
}

impl From<SummaryRow> for ShopReportSummary {
    fn from(row: SummaryRow) -> Self {
        Self {
            id: row.id,
            shop: row.shop,
            url: row.url,
            wrong: row.wrong,
            extension_version: row.extension_version,
            created_at: row.created_at,
            handled_at: row.handled_at,
        }
    }
}

fn summary_of(row: &Model) -> ShopReportSummary {
    ShopReportSummary {
        id: row.id,
        shop: row.shop.clone(),
        url: row.url.clone(),
        wrong: row.wrong.clone(),
        extension_version: row.extension_version.clone(),
        created_at: row.created_at,
        handled_at: row.handled_at,
    }
}

/// A page of the reports, newest first.
pub(super) async fn page(
    rows: &impl ScopedConnection,
    query: &ShopReportQuery,
) -> Result<Page<ShopReportSummary>, ExtensionError> {
    let window = PageWindow::from_query(query.limit, query.cursor.as_deref())?;
    let mut select = Entity::find()
        .select_only()
        .columns([
            Column::Id,
            Column::Shop,
            Column::Url,
            Column::Wrong,
            Column::ExtensionVersion,
            Column::CreatedAt,
            Column::HandledAt,
        ])
        .order_by_desc(Column::Id)
        .limit(window.limit + 1);
    if let Some(last) = window.beyond {
        select = select.filter(Column::Id.lt(last));
    }
    if let Some(shop) = &query.shop {
        select = select.filter(Column::Shop.eq(shop.as_str()));
    }
    select = match query.handled {
        Some(true) => select.filter(Column::HandledAt.is_not_null()),
        Some(false) => select.filter(Column::HandledAt.is_null()),
        None => select,
    };
    let found: Vec<SummaryRow> = rows.all_as(select).await?;
    let (found, next_cursor) = window.take_page(found, |row| row.id);
    Ok(Page {
        data: found.into_iter().map(Into::into).collect(),
        next_cursor,
    })
}

/// A report with its snapshot.
pub(super) async fn find(rows: &impl ScopedConnection, id: ShopReportId) -> Result<ShopReport, ExtensionError> {
    let row = rows
        .one(Entity::find_by_id(id))
        .await?
        .ok_or(OperationError::NotFound)?;
    Ok(ShopReport {
        summary: summary_of(&row),
        report: PageReport {
            extension_version: row.extension_version,
            shop: row.shop,
            url: row.url,
            wrong: row.wrong,
            captured: row.captured.into_inner(),
            options: row.options.into_inner(),
            skus: row.skus.into(),
            snapshot: row.snapshot,
        },
    })
}

/// Marks a report as handled or open. A report that is handled keeps who handled it first.
pub(super) async fn set_handled(
    rows: &impl ScopedConnection,
    id: ShopReportId,
    staff_id: StaffId,
    handled: bool,
    now: DateTime<Utc>,
) -> Result<ShopReportSummary, ExtensionError> {
    let current = Entity::update_many().filter(Column::Id.eq(id));
    let update = if handled {
        current
            .col_expr(Column::HandledAt, Expr::value(now))
            .col_expr(Column::HandledBy, Expr::value(staff_id))
            .filter(Column::HandledAt.is_null())
    } else {
        current
            .col_expr(Column::HandledAt, Expr::value(None::<DateTime<Utc>>))
            .col_expr(Column::HandledBy, Expr::value(None::<i64>))
    };
    if let Some(row) = rows.update(update).await?.pop() {
        return Ok(summary_of(&row));
    }
    let row = rows
        .one(Entity::find_by_id(id))
        .await?
        .ok_or(OperationError::NotFound)?;
    Ok(summary_of(&row))
}

/// Deletes old reports.
async fn expire(state: AppState) -> Outcome {
    let oldest = state.clock.now() - Duration::days(limits::KEPT_DAYS);
    let delete = Entity::delete_many().filter(Column::CreatedAt.lt(oldest));
    state
        .system()
        .delete_where(delete)
        .await
        .map(drop)
        .map_err(|error| error.to_string())
}
