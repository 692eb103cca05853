//! Execution of scans. Scans are decided in memory in their order, and their effects are written in a few statements.
//! Each scan is executed once; a repeated scan gets the stored outcome.

use super::{
    ScanError,
    plan::{Plan, ScanPlanner},
    resolve::{CodeMatch, ResolvedCodes},
};
use chrono::{DateTime, Utc};
use entities::shipment_item;
use entities::{json::Json, scan, unknown_scan as unknown};
use logistics::shipments::contents;
use platform::{
    auth::Caller,
    db::{UniqueConstraint, is_unique_violation},
    scope::ScopedConnection,
};
use sea_orm::{
    ActiveValue::NotSet,
    Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict},
};
use shared_types::{
    access::{Breadth, Level, Object},
    codes::{MAX_SCANNED_LENGTH, Scanned, normalize, without_scanner_marks},
    fields::{FieldErrors, Rule},
    id::{ItemId, ShipmentId},
    items::{ItemMove, ItemMoves, limits},
    orders::HistoryEvent,
    scan::{BATCH, CodeLookup, NewScan, SCAN_ID, ScanMessage, ScanMode, ScanOutcome, Verdict},
};
use std::collections::{BTreeMap, BTreeSet};
use trade::orders::{
    field_changes,
    history::{self, Actor, Event},
    items,
    viewer::Viewer,
};

const UNIQUE_SCAN_ID: UniqueConstraint = UniqueConstraint {
    name: "uq_scans_agent_id_scan_id",
    columns: "scans.agent_id, scans.scan_id",
};

/// Whether the caller has access to shipments at this level.
///
/// The scanner's scope is limited by the right on orders. A caller who may see only their own shipments has access only if
/// that right is limited to their own orders too.
pub(super) fn can_access_shipments(caller: &Caller, level: Level) -> bool {
    let is_own_only = |object| caller.rights.grant(object).breadth == Breadth::Own;
    caller.rights.allows(Object::Shipments, level) && (!is_own_only(Object::Shipments) || is_own_only(Object::Orders))
}

fn validate(scans: &[NewScan]) -> Result<(), FieldErrors> {
    let mut errors = FieldErrors::default();
    if scans.is_empty() || scans.len() > BATCH {
        errors.add("scans", Rule::OutOfRange(1, i64::try_from(BATCH).unwrap_or(i64::MAX)));
        return Err(errors);
    }
    for scan in scans {
        errors.required_text("scan_id", &scan.scan_id, SCAN_ID);
    }
    errors.into_result(())
}

/// Whether the texts of a scan can be codes.
fn is_readable(scan: &NewScan) -> bool {
    let is_short = |text: &str| text.chars().count() <= MAX_SCANNED_LENGTH;
    let code = without_scanner_marks(&scan.code);
    let context = scan.context.as_deref().map(without_scanner_marks);
    !code.is_empty() && is_short(&code) && context.is_none_or(|context| is_short(&context))
}

/// The outcome of a scan that can't be performed. It is not stored: the same scan always has it.
fn unreadable_outcome(scan: &NewScan) -> ScanOutcome {
    ScanOutcome {
        scan_id: scan.scan_id.clone(),
        verdict: Verdict::Wrong,
        word: ScanMessage::Unreadable,
        context: None,
        found: CodeLookup {
            code: normalize(&scan.code).chars().take(MAX_SCANNED_LENGTH).collect(),
            ..CodeLookup::default()
        },
    }
}

/// Executes the scans that were not executed before. Returns the outcomes of all scans in their order. A scan that can't be
/// performed has that as its outcome and does not stop the others.
pub(super) async fn run(
    rows: &impl ScopedConnection,
    caller: &Caller,
    scans: &[NewScan],
    now: DateTime<Utc>,
) -> Result<Vec<ScanOutcome>, ScanError> {
    validate(scans)?;
    let ids: BTreeSet<&str> = scans.iter().map(|scan| scan.scan_id.as_str()).collect();
    let stored = rows
        .all(scan::Entity::find().filter(scan::Column::ScanId.is_in(ids)))
        .await?;
    let mut outcomes: BTreeMap<String, ScanOutcome> = stored
        .into_iter()
        .map(|row| (row.scan_id, row.outcome.into_inner()))
        .collect();
    let mut new_scans: Vec<&NewScan> = Vec::new();
    for scan in scans {
        if outcomes.contains_key(&scan.scan_id) || new_scans.iter().any(|other| other.scan_id == scan.scan_id) {
            continue;
        }
        if is_readable(scan) {
            new_scans.push(scan);
        } else {
            outcomes.insert(scan.scan_id.clone(), unreadable_outcome(scan));
        }
    }
    if !new_scans.is_empty() {
        for outcome in execute_new(rows, caller, &new_scans, now).await? {
            outcomes.insert(outcome.scan_id.clone(), outcome);
        }
    }
    Ok(scans
        .iter()
        .filter_map(|scan| outcomes.get(&scan.scan_id).cloned())
        .collect())
}

async fn execute_new(
    rows: &impl ScopedConnection,
    caller: &Caller,
    scans: &[&NewScan],
    now: DateTime<Utc>,
) -> Result<Vec<ScanOutcome>, ScanError> {
    let is_given = |context: &&str| !without_scanner_marks(context).is_empty();
    let context = |scan: &NewScan| scan.context.as_deref().filter(is_given).map(Scanned::readings);
    let read: Vec<(Vec<Scanned>, Option<Vec<Scanned>>)> = scans
        .iter()
        .map(|scan| (Scanned::readings(&scan.code), context(scan)))
        .collect();
    let codes: Vec<Scanned> = read
        .iter()
        .flat_map(|(code, context)| code.iter().chain(context.iter().flatten()))
        .cloned()
        .collect();
    let resolved = ResolvedCodes::load(rows, &codes, can_access_shipments(caller, Level::View)).await?;
    let viewer = Viewer::from_caller(caller);
    let mut resolved = resolved.with_notes(rows).await?.translated_for(viewer);
    let packs = scans.iter().any(|scan| scan.mode == ScanMode::Pack);
    let shipment_by_item = if packs {
        shipments_by_item(rows, &resolved).await?
    } else {
        BTreeMap::new()
    };
    let mut planner = ScanPlanner {
        things: &mut resolved,
        shipment_by_item,
        may_pack: can_access_shipments(caller, Level::Edit),
        plan: Plan::default(),
    };
    let mut outcomes = Vec::new();
    for (scan, (code, context)) in scans.iter().zip(&read) {
        let target = context.as_ref().map(|context| planner.things.find(context));
        let found = planner.things.find(code);
        let (verdict, word) = planner.decide(scan.mode, target.as_ref(), &found);
        outcomes.push(ScanOutcome {
            scan_id: scan.scan_id.clone(),
            verdict,
            word,
            context: match target {
                Some(CodeMatch::Cell(id)) => planner.things.cells.get(&id).map(|cell| cell.name.clone()),
                Some(CodeMatch::Shipment(id)) => planner.things.shipments.get(&id).map(|row| row.number.clone()),
                _ => None,
            },
            found: planner.things.view(code, &found),
        });
    }
    let plan = planner.plan;
    apply_plan(rows, &Actor::from(caller), &plan, &resolved, now).await?;
    store_scans(rows, caller, scans, &outcomes, now).await?;
    Ok(outcomes)
}

/// The shipments that currently contain the items, by item id.
async fn shipments_by_item(
    rows: &impl ScopedConnection,
    resolved: &ResolvedCodes,
) -> Result<BTreeMap<ItemId, ShipmentId>, DbErr> {
    let select = shipment_item::Entity::find()
        .filter(rows.id_in(shipment_item::Column::ItemId, resolved.items.keys().copied()))
        .filter(shipment_item::Column::ReleasedAt.is_null());
    let contents = rows.all(select).await?;
    Ok(contents.into_iter().map(|row| (row.item_id, row.shipment_id)).collect())
}

fn group_by_target<K: Ord + Clone>(items: &BTreeMap<ItemId, K>) -> BTreeMap<K, Vec<ItemId>> {
    let mut groups: BTreeMap<K, Vec<ItemId>> = BTreeMap::new();
    for (id, target) in items {
        groups.entry(target.clone()).or_default().push(*id);
    }
    groups
}

/// Writes the effects of a plan: receives, relocates and packs items.
async fn apply_plan(
    rows: &impl ScopedConnection,
    actor: &Actor,
    plan: &Plan,
    resolved: &ResolvedCodes,
    now: DateTime<Utc>,
) -> Result<(), ScanError> {
    for (cell, item_ids) in group_by_target(&plan.received) {
        for items in item_ids.chunks(limits::MOVED) {
            let moves = ItemMoves {
                step: ItemMove::Receive,
                items: items.to_vec(),
                reason: None,
                marketplace_order_number: None,
                price: None,
                prices: Vec::new(),
                purchase: None,
                domestic_track: None,
                cell: Some(cell.clone()),
                counted_quantity: None,
                rest_later: false,
            };
            items::transitions::perform(rows, actor, &moves, now).await?;
        }
    }
    let cells = plan
        .placed
        .iter()
        .map(|(id, relocation)| (*id, relocation.cell.clone()))
        .collect();
    for (cell, item_ids) in group_by_target(&cells) {
        items::set_cell(rows, &item_ids, &cell, now).await?;
    }
    let events = plan.placed.iter().filter_map(|(id, relocation)| {
        let item = resolved.items.get(id)?;
        let change = field_changes::cell_change(relocation.from.as_deref(), &relocation.cell);
        let event = Event::fields_changed(
            HistoryEvent::ItemChanged,
            Some(item.id),
            item.title.clone(),
            vec![change],
        );
        Some((resolved.orders.get(&item.order_id)?, event))
    });
    let events: Vec<_> = events.collect();
    if !events.is_empty() {
        history::write_all(rows, actor, events, now).await?;
    }
    for (shipment, item_ids) in group_by_target(&plan.packed) {
        contents::add(rows, actor, shipment, &item_ids, now).await?;
    }
    Ok(())
}

/// Stores the scans with their outcomes, adds unknown codes to their list, and removes the codes that are known now.
async fn store_scans(
    rows: &impl ScopedConnection,
    caller: &Caller,
    scans: &[&NewScan],
    outcomes: &[ScanOutcome],
    now: DateTime<Utc>,
) -> Result<(), ScanError> {
    let staff_id = caller.staff_id()?;
    let mut executed = Vec::new();
    let mut unknown_codes = BTreeMap::new();
    for (scan, outcome) in scans.iter().zip(outcomes) {
        // Notes are not copied into the stored outcome, so that a deleted note is really deleted.
        let mut stored = outcome.clone();
        stored.found.notes.clear();
        executed.push(scan::ActiveModel {
            id: NotSet,
            agent_id: NotSet,
            staff_id: Set(Some(staff_id)),
            scan_id: Set(scan.scan_id.clone()),
            mode: Set(scan.mode),
            context: Set(scan.context.as_deref().map(without_scanner_marks)),
            code: Set(without_scanner_marks(&scan.code)),
            outcome: Set(Json::new(stored)?),
            scanned_at: Set(scan.scanned_at),
            created_at: Set(now),
        });
        // A label code that refers to nothing will never match, so only texts are added to the list.
        let is_text = matches!(Scanned::parse(&scan.code), Scanned::Text(_));
        if outcome.verdict == Verdict::Unknown && is_text {
            unknown_codes.insert(
                outcome.found.code.clone(),
                outcome.context.clone().filter(|_| scan.mode == ScanMode::Receive),
            );
        }
    }
    rows.insert_many(executed, None).await.map_err(|error| {
        if is_unique_violation(&error, UNIQUE_SCAN_ID) {
            // Another request is executing the same scan; a retry gets its outcome.
            ScanError::InProgress
        } else {
            error.into()
        }
    })?;
    let unknown_rows = unknown_codes.into_iter().map(|(code, cell)| unknown::ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        code: Set(code),
        staff_id: Set(Some(staff_id)),
        cell: Set(cell),
        seen: Set(1),
        last_scanned_at: Set(now),
        created_at: Set(now),
    });
    let on_conflict = OnConflict::columns([unknown::Column::AgentId, unknown::Column::Code])
        .update_columns([
            unknown::Column::StaffId,
            unknown::Column::Cell,
            unknown::Column::LastScannedAt,
        ])
        .value(
            unknown::Column::Seen,
            Expr::col((unknown::Entity, unknown::Column::Seen)).add(1),
        )
        .to_owned();
    rows.insert_many(unknown_rows.collect::<Vec<_>>(), Some(on_conflict))
        .await?;
    let resolved_codes: Vec<&str> = outcomes
        .iter()
        .filter(|outcome| outcome.verdict != Verdict::Unknown && !outcome.found.items.is_empty())
        .map(|outcome| outcome.found.code.as_str())
        .filter(|code| matches!(Scanned::parse(code), Scanned::Text(_)))
        .collect();
    if !resolved_codes.is_empty() && outcomes.iter().any(|outcome| outcome.verdict == Verdict::Done) {
        rows.delete_where(unknown::Entity::delete_many().filter(unknown::Column::Code.is_in(resolved_codes)))
            .await?;
    }
    Ok(())
}
