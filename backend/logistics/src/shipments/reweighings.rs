//! Weighings of a shipment after its price was set: the price that follows, the client's consent, and the settlement of the difference.
//!
//! Invariants: a shipment has at most one weighing that waits for consent; a price changes in the transaction that refunds the
//! difference or makes it due.

use super::{
    ShipmentError,
    contents::{lock, save, versioned_update},
    delivery_choice::{self, Size},
    history::notify_reweighing,
    loaded_items::load_items,
    reweighing_views::find,
    settlement::{apply, priced, read_cost},
};
use books::{rates::Rates, settings::client_terms};
use chrono::{DateTime, Utc};
use entities::{
    json::Json,
    shipment::{self, Column as ShipmentColumn},
    shipment_reweighing::{self as reweighing, Column},
};
use platform::scope::{LedgerAccess, ScopedConnection};
use sea_orm::{ActiveValue::NotSet, QueryOrder, QuerySelect, Set, entity::prelude::*, sea_query::Expr};
use shared_types::{
    fields::{FieldErrors, Rule},
    fixed::Rate,
    id::{ReweighingId, ShipmentId},
    items::limits,
    money::{Currency, Money},
    notifications::Notice,
    orders::Side,
    pricing::Charge,
    shipments::*,
};
use trade::orders::history::Actor;

/// Fails unless the price of the shipment can change by a new weighing.
fn ensure_reweighable(row: &shipment::Model) -> Result<(), ShipmentError> {
    if row.status.is_reweighable() {
        return Ok(());
    }
    let moves = lifecycle::allowed_moves(row.status, Side::Staff);
    Err(ShipmentError::MoveNotAllowed {
        from: row.status.as_str(),
        step: "reweigh",
        possible: moves
            .into_iter()
            .map(ShipmentMove::as_str)
            .collect::<Vec<_>>()
            .join(", "),
    })
}

/// The size that the price is for: the packed one, or the one of the last weighing that applied.
async fn priced_size(rows: &impl ScopedConnection, row: &shipment::Model) -> Result<Size, DbErr> {
    let packed = Size::packed(row);
    if row.reweighed_at.is_none() {
        return Ok(packed);
    }
    let applied = reweighing::Entity::find()
        .filter(Column::ShipmentId.eq(row.id))
        .filter(Column::Status.eq(ReweighingStatus::Applied))
        .order_by_desc(Column::Id)
        .limit(1);
    Ok(rows.one(applied).await?.map_or(packed, |last| Size {
        weight_grams: Some(last.weight_grams),
        volume_cm3: last.volume_cm3,
        places: last.places,
    }))
}

/// Validates a measured size. Missing measures stay as they were.
fn checked_size(errors: &mut FieldErrors, size: MeasuredSize, before: Size) -> Size {
    match size.weight_grams {
        Some(grams) => errors.range("weight_grams", grams, 1, limits::WEIGHT_GRAMS),
        None => errors.add("weight_grams", Rule::Required),
    }
    if let Some(volume) = size.volume_cm3 {
        errors.range("volume_cm3", volume, 1, limits::VOLUME_CM3);
    }
    if let Some(places) = size.places {
        errors.range("places", places, 1, PLACES);
    }
    Size {
        weight_grams: size.weight_grams,
        volume_cm3: size.volume_cm3.or(before.volume_cm3),
        places: size
            .places
            .and_then(|places| i32::try_from(places).ok())
            .or(before.places),
    }
}

/// A price in rubles, at the rate of the price of the shipment.
fn in_rubles(row: &shipment::Model, cost: Money) -> Result<Money, ShipmentError> {
    let rubles = row.rate.and_then(|rate| rate.convert(cost, Currency::Rub));
    rubles.ok_or(ShipmentError::RateStale)
}

/// Calculates the price for a measured size.
pub(super) async fn propose(
    rows: &impl ScopedConnection,
    row: &shipment::Model,
    size: MeasuredSize,
    rates: &Rates,
) -> Result<ReweighingProposal, ShipmentError> {
    let mut errors = FieldErrors::default();
    let priced_size = priced_size(rows, row).await?;
    let size = checked_size(&mut errors, size, priced_size);
    errors.into_result(())?;
    ensure_reweighable(row)?;
    let (cost, cost_rub) = priced(row)?;
    let contents = load_items(rows, row.id).await?;
    let proposals = delivery_choice::propose_costs(rows, (row, &contents), [priced_size, size], rates).await?;
    let has_tariff = proposals.iter().all(|proposal| proposal.has_tariff);
    let [before, after] = proposals.map(|proposal| proposal.calculation);
    let proposed = reweighed_cost(cost, before.total, after.total).filter(|_| has_tariff);
    let terms = client_terms::terms_of_client(rows, row.client_id).await?;
    let view = |size: Size, cost: Option<(Money, Money)>, charges: Vec<Charge>| WeighedPrice {
        weight_grams: size.weight_grams,
        volume_cm3: size.volume_cm3,
        places: size.places,
        cost: cost.map(|(cost, _)| cost),
        cost_rub: cost.map(|(_, rub)| rub),
        charges: Some(charges).filter(|_| has_tariff),
    };
    let after_costs = match proposed {
        Some(cost) => Some((cost, in_rubles(row, cost)?)),
        None => None,
    };
    Ok(ReweighingProposal {
        before: view(priced_size, Some((cost, cost_rub)), before.charges),
        after: view(size, after_costs, after.charges),
        tolerance: terms.payments.reweighing_percent,
    })
}

/// Enters a weighing with the price that follows. One that waits for consent is withdrawn.
pub async fn create(
    tx: &impl LedgerAccess,
    actor: &Actor,
    id: ShipmentId,
    (body, version): (&NewReweighing, Option<i64>),
    rates: &Rates,
    now: DateTime<Utc>,
) -> Result<shipment::Model, ShipmentError> {
    let row = lock(tx, id).await?;
    if version.is_some_and(|version| version != row.version) {
        return Err(ShipmentError::Stale);
    }
    ensure_reweighable(&row)?;
    let (before, before_rub) = priced(&row)?;
    let mut errors = FieldErrors::default();
    let measured = MeasuredSize {
        weight_grams: Some(body.weight_grams),
        volume_cm3: body.volume_cm3,
        places: body.places,
    };
    let priced_size = priced_size(tx, &row).await?;
    let size = checked_size(&mut errors, measured, priced_size);
    let cost = read_cost(&mut errors, Some(&body.cost), before.currency);
    let note = errors.optional_text("note", body.note.as_deref(), limits::REASON);
    errors.into_result(())?;
    let cost_rub = in_rubles(&row, cost)?;
    let contents = load_items(tx, row.id).await?;
    let sizes = [priced_size, size];
    let proposals = delivery_choice::propose_costs(tx, (&row, &contents), sizes, rates).await?;
    let has_tariff = proposals.iter().all(|proposal| proposal.has_tariff);
    let [charges_before, charges] = proposals.map(|proposal| Json::new(proposal.calculation.charges));
    let terms = client_terms::terms_of_client(tx, row.client_id).await?;
    let is_tolerated = !needs_consent(before, cost, terms.payments.reweighing_percent);
    let status = if is_tolerated {
        ReweighingStatus::Applied
    } else {
        ReweighingStatus::Proposed
    };
    let waiting = reweighing::Entity::update_many()
        .col_expr(Column::Status, Expr::value(ReweighingStatus::Withdrawn))
        .col_expr(Column::AnsweredAt, Expr::value(now))
        .filter(Column::ShipmentId.eq(row.id))
        .filter(Column::Status.eq(ReweighingStatus::Proposed));
    if row.reweighed_at.is_some() {
        tx.update_count(waiting).await?;
    }
    let entry = reweighing::ActiveModel {
        id: NotSet,
        agent_id: Set(row.agent_id),
        client_id: Set(row.client_id),
        shipment_id: Set(row.id),
        status: Set(status),
        currency: Set(cost.currency),
        weight_before_grams: Set(priced_size.weight_grams),
        volume_before_cm3: Set(priced_size.volume_cm3),
        places_before: Set(priced_size.places),
        cost_before_minor: Set(before.minor),
        cost_before_rub_minor: Set(before_rub.minor),
        charges_before: Set(Some(charges_before?).filter(|_| has_tariff)),
        weight_grams: Set(body.weight_grams),
        volume_cm3: Set(size.volume_cm3),
        places: Set(size.places),
        cost_minor: Set(cost.minor),
        cost_rub_minor: Set(cost_rub.minor),
        charges: Set(Some(charges?).filter(|_| has_tariff)),
        note: Set(note.clone()),
        reason: Set(None),
        actor_name: Set(actor.name.clone()),
        created_at: Set(now),
        answered_at: Set(None),
    };
    let entry = tx.insert(entry).await?;
    let row = if is_tolerated {
        apply(tx, actor, (row, &contents), &entry, rates.get(Currency::Cny), now).await?
    } else {
        let update = versioned_update(row.id, now).col_expr(ShipmentColumn::ReweighedAt, Expr::value(now));
        save(tx, update).await?
    };
    let notice = if is_tolerated {
        Notice::ShipmentReweighed
    } else {
        Notice::ReweighingProposed
    };
    notify_reweighing(tx, &row, notice, (cost, note.as_deref()), now).await?;
    Ok(row)
}

/// Finds a weighing that waits for an answer, and locks its shipment.
async fn lock_proposed(
    rows: &impl ScopedConnection,
    (shipment, id): (ShipmentId, ReweighingId),
    step: &'static str,
) -> Result<(shipment::Model, reweighing::Model), ShipmentError> {
    let row = lock(rows, shipment).await?;
    let entry = find(rows, row.id, id).await?;
    match entry.status {
        ReweighingStatus::Proposed => Ok((row, entry)),
        status => Err(ShipmentError::MoveNotAllowed {
            from: status.as_str(),
            step,
            possible: String::new(),
        }),
    }
}

/// Closes a weighing that waited for an answer.
async fn close(
    rows: &impl ScopedConnection,
    entry: &reweighing::Model,
    (status, reason): (ReweighingStatus, Option<&str>),
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let update = reweighing::Entity::update_many()
        .col_expr(Column::Status, Expr::value(status))
        .col_expr(Column::Reason, Expr::value(reason.map(ToOwned::to_owned)))
        .col_expr(Column::AnsweredAt, Expr::value(now))
        .filter(Column::Id.eq(entry.id));
    rows.update_count(update).await.map(drop)
}

/// Takes a weighing back before the client answered.
pub(super) async fn withdraw(
    rows: &impl ScopedConnection,
    ids: (ShipmentId, ReweighingId),
    now: DateTime<Utc>,
) -> Result<shipment::Model, ShipmentError> {
    let (row, entry) = lock_proposed(rows, ids, "withdraw").await?;
    close(rows, &entry, (ReweighingStatus::Withdrawn, None), now).await?;
    save(rows, versioned_update(row.id, now)).await
}

/// Agrees to the price of a weighing as the client.
pub(super) async fn accept(
    tx: &impl LedgerAccess,
    actor: &Actor,
    ids: (ShipmentId, ReweighingId),
    seen: Money,
    agent_rate: Option<Rate>,
    now: DateTime<Utc>,
) -> Result<shipment::Model, ShipmentError> {
    let (row, entry) = lock_proposed(tx, ids, "accept").await?;
    ensure_reweighable(&row)?;
    let cost = Money::new(entry.cost_minor, entry.currency);
    if seen != cost {
        return Err(ShipmentError::AmountChanged(cost));
    }
    close(tx, &entry, (ReweighingStatus::Applied, None), now).await?;
    let contents = load_items(tx, row.id).await?;
    let row = apply(tx, actor, (row, &contents), &entry, agent_rate, now).await?;
    notify_reweighing(tx, &row, Notice::ReweighingAccepted, (cost, None), now).await?;
    Ok(row)
}

/// Refuses the price of a weighing as the client.
pub(super) async fn decline(
    rows: &impl ScopedConnection,
    ids: (ShipmentId, ReweighingId),
    reason: &str,
    now: DateTime<Utc>,
) -> Result<shipment::Model, ShipmentError> {
    let (row, entry) = lock_proposed(rows, ids, "decline").await?;
    let mut errors = FieldErrors::default();
    let reason = errors.required_text("reason", reason, limits::REASON);
    errors.into_result(())?;
    close(rows, &entry, (ReweighingStatus::Declined, Some(&reason)), now).await?;
    let row = save(rows, versioned_update(row.id, now)).await?;
    let cost = Money::new(entry.cost_minor, entry.currency);
    notify_reweighing(rows, &row, Notice::ReweighingDeclined, (cost, Some(&reason)), now).await?;
    Ok(row)
}
