//! Scans are done: decided in their order, written in a handful of statements, each once.

use super::{
    entity::{scan, unknown},
    plan::{Desk, Plan},
    resolve::{Found, Things},
};
use crate::{
    items,
    orders::{
        changes,
        entity::item,
        history::{self, Actor, Event},
    },
    platform::{
        auth::Caller,
        db::{Constraint, broken_unique},
        http::Failure,
        scope::Rows,
    },
    shipments::{contents, entity::shipment_item},
};
use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::NotSet,
    Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict},
};
use shared_types::{
    access::{Breadth, Level, Object},
    codes::{SCANNED, Scanned},
    fields::{FieldErrors, Rule},
    id::{ItemId, ShipmentId},
    items::{ItemMove, ItemMoves, limits},
    orders::HistoryEvent,
    problem::{Problem, ProblemCode},
    scan::{BATCH, NewScan, SCAN_ID, ScanMode, ScanOutcome, Verdict},
};
use std::collections::{BTreeMap, BTreeSet};

const ONCE: Constraint = Constraint {
    name: "uq_scans_agent_id_scan_id",
    columns: "scans.agent_id, scans.scan_id",
};

/// Whether the person may reach shipments so far; a scope that is cut for orders is cut for them too.
pub(super) fn reaches_shipments(caller: &Caller, level: Level) -> bool {
    let own = |object| caller.rights.on(object).breadth == Breadth::Own;
    caller.rights.allow(Object::Shipments, level) && (!own(Object::Shipments) || own(Object::Orders))
}

fn check(scans: &[NewScan]) -> Result<(), FieldErrors> {
    let mut errors = FieldErrors::default();
    if scans.is_empty() || scans.len() > BATCH {
        errors.add("scans", Rule::OutOfRange(1, i64::try_from(BATCH).unwrap_or(i64::MAX)));
        return Err(errors);
    }
    for scan in scans {
        errors.required_text("scan_id", &scan.scan_id, SCAN_ID);
        errors.required_text("code", &scan.code, SCANNED);
        errors.optional_text("context", scan.context.as_deref(), SCANNED);
    }
    errors.or(())
}

/// Does the scans that were not done before; answers for all of them.
pub(super) async fn run(
    rows: &impl Rows,
    caller: &Caller,
    scans: &[NewScan],
    now: DateTime<Utc>,
) -> Result<Vec<ScanOutcome>, Failure> {
    check(scans)?;
    let ids: BTreeSet<&str> = scans.iter().map(|scan| scan.scan_id.as_str()).collect();
    let seen = rows
        .all(scan::Entity::find().filter(scan::Column::ScanId.is_in(ids)))
        .await?;
    let mut outcomes = BTreeMap::new();
    for row in seen {
        let outcome: ScanOutcome = serde_json::from_str(&row.outcome).map_err(Failure::internal)?;
        outcomes.insert(row.scan_id, outcome);
    }
    let mut fresh: Vec<&NewScan> = Vec::new();
    for scan in scans {
        let is_new = !outcomes.contains_key(&scan.scan_id) && fresh.iter().all(|known| known.scan_id != scan.scan_id);
        if is_new {
            fresh.push(scan);
        }
    }
    if !fresh.is_empty() {
        for outcome in perform(rows, caller, &fresh, now).await? {
            outcomes.insert(outcome.scan_id.clone(), outcome);
        }
    }
    Ok(scans
        .iter()
        .filter_map(|scan| outcomes.get(&scan.scan_id).cloned())
        .collect())
}

async fn perform(
    rows: &impl Rows,
    caller: &Caller,
    scans: &[&NewScan],
    now: DateTime<Utc>,
) -> Result<Vec<ScanOutcome>, Failure> {
    let context = |scan: &NewScan| scan.context.as_deref().map(Scanned::read);
    let read: Vec<(Scanned, Option<Scanned>)> = scans
        .iter()
        .map(|scan| (Scanned::read(&scan.code), context(scan)))
        .collect();
    let codes: Vec<Scanned> = read
        .iter()
        .flat_map(|(code, context)| std::iter::once(code).chain(context))
        .cloned()
        .collect();
    let things = Things::of(rows, &codes, reaches_shipments(caller, Level::View)).await?;
    let mut things = things.with_notes(rows).await?;
    let packs = scans.iter().any(|scan| scan.mode == ScanMode::Pack);
    let held = if packs {
        held(rows, &things).await?
    } else {
        BTreeMap::new()
    };
    let mut desk = Desk {
        things: &mut things,
        held,
        may_pack: reaches_shipments(caller, Level::Edit),
        plan: Plan::default(),
    };
    let mut decided = Vec::new();
    for (scan, (code, context)) in scans.iter().zip(&read) {
        let place = context
            .as_ref()
            .map_or(Found::Nothing, |context| desk.things.find(context));
        let found = desk.things.find(code);
        let (verdict, word) = desk.decide(scan.mode, &place, &found);
        decided.push(ScanOutcome {
            scan_id: scan.scan_id.clone(),
            verdict,
            word,
            context: match place {
                Found::Cell(id) => desk.things.cells.get(&id).map(|cell| cell.name.clone()),
                Found::Shipment(id) => desk.things.shipments.get(&id).map(|row| row.number.clone()),
                _ => None,
            },
            found: desk.things.view(code, &found),
        });
    }
    let plan = desk.plan;
    write(rows, &Actor::from(caller), &plan, &things, now).await?;
    keep(rows, caller, scans, &decided, now).await?;
    Ok(decided)
}

/// Which shipments hold the lines now.
async fn held(rows: &impl Rows, things: &Things) -> Result<BTreeMap<i64, i64>, DbErr> {
    let select = shipment_item::Entity::find()
        .filter(shipment_item::Column::ItemId.is_in(things.items.keys().copied()))
        .filter(shipment_item::Column::ReleasedAt.is_null());
    let held = rows.all(select).await?;
    Ok(held.into_iter().map(|row| (row.item_id, row.shipment_id)).collect())
}

fn by_place<K: Ord + Clone>(lines: &BTreeMap<i64, K>) -> BTreeMap<K, Vec<ItemId>> {
    let mut places: BTreeMap<K, Vec<ItemId>> = BTreeMap::new();
    for (id, place) in lines {
        places.entry(place.clone()).or_default().push(ItemId(*id));
    }
    places
}

async fn write(
    rows: &impl Rows,
    actor: &Actor,
    plan: &Plan,
    things: &Things,
    now: DateTime<Utc>,
) -> Result<(), Failure> {
    for (cell, lines) in by_place(&plan.received) {
        for items in lines.chunks(limits::MOVED) {
            let moves = ItemMoves {
                step: ItemMove::Receive,
                items: items.to_vec(),
                reason: None,
                marketplace_order_number: None,
                price: None,
                domestic_track: None,
                cell: Some(cell.clone()),
                counted_quantity: None,
            };
            items::moves::make(rows, actor, &moves, now).await?;
        }
    }
    let cells = plan
        .placed
        .iter()
        .map(|(id, placed)| (*id, placed.cell.clone()))
        .collect();
    for (cell, lines) in by_place(&cells) {
        let update = item::Entity::update_many()
            .col_expr(item::Column::Cell, Expr::value(cell))
            .col_expr(item::Column::Version, Expr::col(item::Column::Version).add(1))
            .col_expr(item::Column::UpdatedAt, Expr::value(now))
            .filter(item::Column::Id.is_in(lines.iter().map(|line| line.0)));
        rows.update_count(update).await?;
    }
    let events = plan.placed.iter().filter_map(|(id, placed)| {
        let line = things.items.get(id)?;
        let change = changes::of_cell(placed.from.as_deref(), &placed.cell);
        let event = Event::changed(HistoryEvent::Priced, Some(line.id), line.title.clone(), vec![change]);
        Some((things.orders.get(&line.order_id)?, event))
    });
    let events: Vec<_> = events.collect();
    if !events.is_empty() {
        history::write_all(rows, actor, events, now).await?;
    }
    for (shipment, lines) in by_place(&plan.packed) {
        contents::add(rows, ShipmentId(shipment), &lines, now).await?;
    }
    Ok(())
}

/// Remembers the scans, and the codes that nobody knew.
async fn keep(
    rows: &impl Rows,
    caller: &Caller,
    scans: &[&NewScan],
    outcomes: &[ScanOutcome],
    now: DateTime<Utc>,
) -> Result<(), Failure> {
    let mut done = Vec::new();
    let mut unknown_codes = BTreeMap::new();
    for (scan, outcome) in scans.iter().zip(outcomes) {
        // Notes stay where they are: deleted there, they are gone.
        let mut told = outcome.clone();
        told.found.notes.clear();
        done.push(scan::ActiveModel {
            id: NotSet,
            agent_id: NotSet,
            staff_id: Set(Some(caller.membership_id())),
            scan_id: Set(scan.scan_id.clone()),
            mode: Set(scan.mode.as_str().to_owned()),
            context: Set(scan.context.clone()),
            code: Set(scan.code.clone()),
            outcome: Set(serde_json::to_string(&told).map_err(Failure::internal)?),
            scanned_at: Set(scan.scanned_at),
            created_at: Set(now),
        });
        // A code of ours that names nothing is somebody else's label: it will never match.
        let text = matches!(Scanned::read(&scan.code), Scanned::Text(_));
        if outcome.verdict == Verdict::Unknown && text {
            unknown_codes.insert(
                outcome.found.code.clone(),
                outcome.context.clone().filter(|_| scan.mode == ScanMode::Receive),
            );
        }
    }
    rows.insert_many(done, None).await.map_err(|error| {
        if broken_unique(&error, ONCE) {
            // The same scan is being done at this moment: sent again, it is answered.
            Problem::new(ProblemCode::Conflict)
                .detail("the scan is being done")
                .into()
        } else {
            Failure::from(error)
        }
    })?;
    let waiting = unknown_codes.into_iter().map(|(code, cell)| unknown::ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        code: Set(code),
        staff_id: Set(Some(caller.membership_id())),
        cell: Set(cell),
        seen: Set(1),
        last_scanned_at: Set(now),
        created_at: Set(now),
    });
    let again = OnConflict::columns([unknown::Column::AgentId, unknown::Column::Code])
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
    rows.insert_many(waiting.collect::<Vec<_>>(), Some(again)).await?;
    let settled: Vec<&str> = outcomes
        .iter()
        .filter(|outcome| outcome.verdict != Verdict::Unknown && !outcome.found.items.is_empty())
        .map(|outcome| outcome.found.code.as_str())
        .filter(|code| matches!(Scanned::read(code), Scanned::Text(_)))
        .collect();
    if !settled.is_empty() && outcomes.iter().any(|outcome| outcome.verdict == Verdict::Done) {
        rows.delete_where(unknown::Entity::delete_many().filter(unknown::Column::Code.is_in(settled)))
            .await?;
    }
    Ok(())
}
