//! Operations of staff on a shipment: edit, pack, price, resolve a problem, cancel.

use super::{
    ShipmentError,
    contents::{lock, next_status, release_items, save, versioned_update},
    field_changes::Fields,
    history::{record_and_notify, record_changes, record_payment},
    loaded_items::load_items,
    places, recipient,
    settlement::read_cost,
    views,
};
use crate::shipments::delivery_choice;
use books::payments::{self, PaidDocument, PaymentContext};
use chrono::{DateTime, Utc};
use entities::shipment::{self, Column};
use platform::scope::{LedgerAccess, ScopedConnection};
use sea_orm::{UpdateMany, sea_query::Expr};
use shared_types::{
    country::Country,
    fields::{FieldErrors, Rule},
    fixed::Rate,
    id::{ItemId, ShipmentId},
    items::{ItemMove, ItemStatus, limits},
    ledger::BALANCE_CURRENCIES,
    money::{Currency, Money},
    orders::Side,
    recipients::RecipientSnapshot,
    shipments::*,
};
use trade::orders::{charges, delivery::is_applied, history::Actor, items::transitions::move_shipment_items};

/// Maximum length of a city in characters.
const MAX_CITY_LENGTH: usize = 100;

/// Updates a shipment. Its size, destination and delivery are fixed once it is priced.
pub async fn update(
    rows: &impl ScopedConnection,
    actor: &Actor,
    id: ShipmentId,
    change: &ShipmentChange,
    version: Option<i64>,
    now: DateTime<Utc>,
) -> Result<shipment::Model, ShipmentError> {
    let row = lock(rows, id).await?;
    let snapshot = match &change.recipient {
        Some(form) => Some(recipient::typed(rows, &row, form).await?),
        None => None,
    };
    update_row(rows, actor, row, change, snapshot, version, now).await
}

/// Updates a locked shipment, also with a new recipient.
pub(super) async fn update_row(
    rows: &impl ScopedConnection,
    actor: &Actor,
    row: shipment::Model,
    change: &ShipmentChange,
    snapshot: Option<RecipientSnapshot>,
    version: Option<i64>,
    now: DateTime<Utc>,
) -> Result<shipment::Model, ShipmentError> {
    if version.is_some_and(|version| version != row.version) {
        return Err(ShipmentError::Stale);
    }
    let sides = [change.length_mm, change.width_mm, change.height_mm];
    let has_measure = change.weight_grams.is_some() || change.volume_cm3.is_some() || change.places.is_some();
    let has_size = has_measure || sides.iter().any(Option::is_some);
    let has_destination = change.country.is_some() || change.city.is_some();
    let wanted = change.delivery.unwrap_or_default();
    let delivery_choice = wanted
        .delivery_method_id
        .or(wanted.packaging_id)
        .or(wanted.insurance_id)
        .or(change.goods_category_id);
    let status = row.status;
    if (has_size || has_destination || delivery_choice.is_some())
        && !matches!(status, ShipmentStatus::Forming | ShipmentStatus::Packed)
    {
        return Err(ShipmentError::ShipmentPriced(row.status));
    }
    if has_size && places::has_places(rows, row.id).await? {
        return Err(ShipmentError::MeasuredByPlaces);
    }
    let mut errors = FieldErrors::default();
    let mut update = versioned_update(row.id, now);
    let country = change.country.as_deref().map(|text| parse_country(&mut errors, text));
    let city = change
        .city
        .as_deref()
        .map(|text| errors.optional_text("city", Some(text), MAX_CITY_LENGTH));
    let snapshot = snapshot.or_else(|| recipient::moved(&row, country.flatten(), change.city.as_deref()));
    let mut changes = Vec::new();
    if let Some(snapshot) = snapshot {
        changes = recipient::changes(row.recipient.as_deref(), &snapshot);
        update = recipient::with_recipient(update, snapshot, wanted.pickup_point_id.is_none())?;
    } else {
        if let Some(country) = country {
            update = update.col_expr(Column::Country, Expr::value(country));
        }
        if let Some(city) = city {
            update = update.col_expr(Column::City, Expr::value(city));
        }
    }
    let mut number = |field: &str, value: Option<i64>, max: i64| {
        let value = value?;
        errors.range(field, value, 0, max);
        Some((value != 0).then_some(value))
    };
    if let Some(grams) = number("weight_grams", change.weight_grams, limits::WEIGHT_GRAMS) {
        update = update.col_expr(Column::WeightGrams, Expr::value(grams));
    }
    let mut measured = row.clone();
    if let Some(places) = number("places", change.places, PLACES) {
        measured.places = places.and_then(|places| i32::try_from(places).ok());
        update = update.col_expr(Column::Places, Expr::value(measured.places));
    }
    for (field, column, side, stored) in [
        ("length_mm", Column::LengthMm, sides[0], &mut measured.length_mm),
        ("width_mm", Column::WidthMm, sides[1], &mut measured.width_mm),
        ("height_mm", Column::HeightMm, sides[2], &mut measured.height_mm),
    ] {
        if let Some(side) = number(field, side, SIDE_MM) {
            *stored = side;
            update = update.col_expr(column, Expr::value(side));
        }
    }
    let stated = number("volume_cm3", change.volume_cm3, limits::VOLUME_CM3);
    if let Some(volume) = stated.or_else(|| volume_of_sides(&row, &measured).map(Some)) {
        if volume.is_some_and(|volume| volume > limits::VOLUME_CM3) {
            errors.add("volume_cm3", Rule::OutOfRange(0, limits::VOLUME_CM3));
        }
        update = update.col_expr(Column::VolumeCm3, Expr::value(volume));
    }
    if let Some(comment) = &change.comment {
        update = update.col_expr(Column::Comment, Expr::value(errors.text("comment", comment, COMMENT)));
    }
    if let Some(track) = &change.track {
        let track = errors.scanned_text("track", Some(track), TRACK);
        update = update.col_expr(Column::Track, Expr::value(track));
    }
    errors.into_result(())?;
    let before = Fields::read(rows, row.clone(), change).await?;
    let update = delivery_choice::set_category(update, &row, change);
    let row = save(rows, delivery_choice::set_choice(update, &row, &wanted)).await?;
    delivery_choice::check_choice(&row, &wanted)?;
    if !is_applied(change.goods_category_id, row.goods_category_id) {
        return Err(FieldErrors::single("goods_category_id", Rule::NotYours).into());
    }
    let details = before.changes(&Fields::read(rows, row.clone(), change).await?);
    record_changes(rows, &row, actor, (changes, details), now).await?;
    Ok(row)
}

/// The volume of all places by the sides of one, if a change of sides or places leaves all of them known.
fn volume_of_sides(before: &shipment::Model, after: &shipment::Model) -> Option<i64> {
    let sides = after.sides()?;
    let is_changed = before.sides() != Some(sides) || before.places != after.places;
    let places = i64::from(after.places.unwrap_or(1));
    is_changed.then(|| sides.volume_cm3(places).unwrap_or(i64::MAX))
}

/// Validates the code of a country; an empty text clears it.
fn parse_country(errors: &mut FieldErrors, text: &str) -> Option<Country> {
    if text.trim().is_empty() {
        return None;
    }
    let country = Country::parse(text).ok();
    if country.is_none() {
        errors.add("country", Rule::UnknownValue);
    }
    country
}

/// Moves a shipment by staff. `agent_rate` is the rate for a price if the request has none.
pub async fn apply_move(
    tx: &impl LedgerAccess,
    actor: &Actor,
    id: ShipmentId,
    body: &ShipmentStep,
    agent_rate: Option<Rate>,
    now: DateTime<Utc>,
) -> Result<shipment::Model, ShipmentError> {
    let mut errors = FieldErrors::default();
    let reason = errors.optional_text("reason", body.reason.as_deref(), limits::REASON);
    if matches!(body.step, ShipmentMove::Cancel | ShipmentMove::Resolve) && reason.is_none() {
        errors.add("reason", Rule::Required);
    }
    errors.into_result(())?;
    let row = lock(tx, id).await?;
    let from = row.status;
    let to = next_status(&row, body.step, Side::Staff)?;
    let mut update = versioned_update(row.id, now).col_expr(Column::Status, Expr::value(to));
    let contents = load_items(tx, row.id).await?;
    let item_ids: Vec<ItemId> = contents.iter().map(|(row, _)| row.item_id).collect();
    let of_client = tx.client_rows(row.client_id);
    match body.step {
        ShipmentMove::Pack => {
            if item_ids.is_empty() || row.weight_grams.is_none() || row.places.is_none() {
                return Err(ShipmentError::ShipmentIncomplete);
            }
            move_shipment_items(tx, actor, &item_ids, ItemMove::Pack, None, now).await?;
        }
        ShipmentMove::Unpack => {
            if row.delivery_id.is_some() {
                return Err(ShipmentError::ShipmentInDelivery);
            }
            move_shipment_items(tx, actor, &item_ids, ItemMove::Unpack, None, now).await?;
        }
        ShipmentMove::Quote => {
            let price = Price::read(body, agent_rate)?;
            let sums = (price.cost, price.rub);
            charges::charge_shipment(&of_client, row.id, &contents, sums, price.yuan_rate(agent_rate), now).await?;
            update = price.set(update);
        }
        ShipmentMove::Requote => {
            charges::withdraw_shipment(&of_client, row.id).await?;
            update = without_price(update);
        }
        ShipmentMove::Resolve => {
            let reported: Vec<ItemId> = contents
                .into_iter()
                .filter_map(|(_, item)| {
                    item.filter(|item| item.status == ItemStatus::Problem)
                        .map(|item| item.id)
                })
                .collect();
            move_shipment_items(tx, actor, &reported, ItemMove::Resolve, reason.as_deref(), now).await?;
        }
        ShipmentMove::Cancel => {
            if row.delivery_id.is_some() {
                return Err(ShipmentError::ShipmentInDelivery);
            }
            if from != ShipmentStatus::Forming {
                move_shipment_items(tx, actor, &item_ids, ItemMove::Unpack, None, now).await?;
            }
            release_items(tx, row.id, None, now).await?;
            if row.paid_at.is_some() || row.paid_part_minor.is_some() {
                charges::refund_shipment(&of_client, row.id, now).await?;
            } else {
                charges::withdraw_shipment(&of_client, row.id).await?;
            }
            refund_payments(tx, actor, &row, reason.as_deref().unwrap_or_default(), now).await?;
        }
        _ => {}
    }
    let row = save(tx, update).await?;
    record_and_notify(tx, &row, actor, Some(from), reason.as_deref(), now).await?;
    Ok(row)
}

/// Books the cash that the agent received for the delivery. `seen` is the amount that the person saw and counted.
pub async fn receive_cash(
    tx: &impl LedgerAccess,
    actor: &Actor,
    id: ShipmentId,
    seen: CashReceipt,
    now: DateTime<Utc>,
) -> Result<shipment::Model, ShipmentError> {
    let row = lock(tx, id).await?;
    let due = views::due(&row).and_then(|due| Some((due, lifecycle::status_after_cash(row.status)?)));
    let (due, to) = due.ok_or(ShipmentError::NothingDue)?;
    if seen.version != row.version || seen.amount != due {
        return Err(ShipmentError::AmountChanged(due));
    }
    let context = PaymentContext {
        client_id: row.client_id,
        user_id: actor.user_id,
        memo: row.number.clone(),
    };
    payments::receive_cash(tx, row.id, context, due, now).await?;
    let update = versioned_update(row.id, now)
        .col_expr(Column::Status, Expr::value(to))
        .col_expr(Column::PaidAt, Expr::value(now))
        .col_expr(Column::PaidPartMinor, Expr::value(None::<i64>))
        .col_expr(Column::PaidPartRubMinor, Expr::value(None::<i64>));
    let paid = save(tx, update).await?;
    record_payment(tx, &paid, actor, row.status, due, now).await?;
    Ok(paid)
}

/// The price of a delivery.
#[derive(Clone, Copy, Debug)]
struct Price {
    cost: Money,
    rub: Money,
    /// Rubles for one unit of the currency of the cost.
    rate: Rate,
}

impl Price {
    /// Reads the price that staff set, in the given currency and in rubles.
    fn read(body: &ShipmentStep, agent_rate: Option<Rate>) -> Result<Self, ShipmentError> {
        let mut errors = FieldErrors::default();
        let currency = body.currency.unwrap_or(Currency::Cny);
        if !BALANCE_CURRENCIES.contains(&currency) {
            errors.add("currency", Rule::UnknownValue);
        }
        let cost = read_cost(&mut errors, body.cost.as_ref(), currency);
        errors.into_result(())?;
        let rate = if currency == Currency::Rub {
            Some(Rate::from_millionths(1_000_000))
        } else {
            body.rate.filter(|rate| rate.millionths() > 0).or(agent_rate)
        };
        let rate = rate.ok_or(ShipmentError::RateStale)?;
        let rub = rate.convert(cost, Currency::Rub).ok_or(ShipmentError::RateStale)?;
        Ok(Self { cost, rub, rate })
    }

    /// Rubles for one yuan: the rate of a price in yuan, or else the agent's.
    fn yuan_rate(self, agent_rate: Option<Rate>) -> Option<Rate> {
        if self.cost.currency == Currency::Cny {
            Some(self.rate)
        } else {
            agent_rate
        }
    }

    /// Adds the price to an update.
    fn set(self, update: UpdateMany<shipment::Entity>) -> UpdateMany<shipment::Entity> {
        update
            .col_expr(Column::DeliveryCostMinor, Expr::value(self.cost.minor))
            .col_expr(Column::Currency, Expr::value(self.cost.currency))
            .col_expr(Column::CostRubMinor, Expr::value(self.rub.minor))
            .col_expr(Column::Rate, Expr::value(self.rate))
    }
}

/// Clears the price of the delivery in an update.
fn without_price(update: UpdateMany<shipment::Entity>) -> UpdateMany<shipment::Entity> {
    update
        .col_expr(Column::DeliveryCostMinor, Expr::value(None::<i64>))
        .col_expr(Column::Currency, Expr::value(None::<String>))
        .col_expr(Column::CostRubMinor, Expr::value(None::<i64>))
        .col_expr(Column::Rate, Expr::value(None::<String>))
}

/// Refunds the payments of a canceled shipment.
async fn refund_payments(
    tx: &impl LedgerAccess,
    actor: &Actor,
    row: &shipment::Model,
    reason: &str,
    now: DateTime<Utc>,
) -> Result<(), ShipmentError> {
    for payment in payments::list(tx, PaidDocument::Shipment(row.id)).await? {
        let mover = PaymentContext {
            client_id: row.client_id,
            user_id: actor.user_id,
            memo: row.number.clone(),
        };
        let left = payment.amount_minor - payment.refunded_minor;
        payments::refund(
            tx,
            &payment,
            mover,
            payments::RefundedItem::default(),
            left,
            reason,
            now,
        )
        .await?;
    }
    Ok(())
}
