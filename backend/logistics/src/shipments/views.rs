//! Conversion of rows into API types: shipments and deliveries.

use books::payments;
use entities::json::Json;
use entities::{client, order, order_item as item, payment};
use entities::{delivery, shipment, shipment_history, shipment_item};
use shared_types::{
    id::OrderId,
    ledger::BALANCE_CURRENCIES,
    money::{Currency, Money},
    orders::{PayOption, Side},
    shipments::*,
};
use std::collections::BTreeMap;

pub(super) use trade::orders::viewer::Viewer;
use trade::orders::views::item_translation;

/// The price of a shipment's delivery in its own currency and in rubles.
pub(super) fn costs(row: &shipment::Model) -> Option<(Money, Money)> {
    let cost = Money::new(row.delivery_cost_minor?, row.currency?);
    Some((cost, Money::new(row.cost_rub_minor?, Currency::Rub)))
}

/// The price less the part that is paid, in the same two currencies.
fn unpaid(row: &shipment::Model) -> Option<(Money, Money)> {
    let (cost, rub) = costs(row)?;
    let rest = |sum: Money, part: Option<i64>| Money::new(sum.minor - part.unwrap_or_default(), sum.currency);
    Some((rest(cost, row.paid_part_minor), rest(rub, row.paid_part_rub_minor)))
}

/// Returns the remaining amount to pay, in rubles.
pub fn due(row: &shipment::Model) -> Option<Money> {
    let (_, rub) = unpaid(row)?;
    (row.paid_at.is_none() && row.status != ShipmentStatus::Canceled).then_some(rub)
}

/// The amount to pay from the balance in `currency`; none if this balance can't pay it.
pub(super) fn payable_in(row: &shipment::Model, currency: Currency) -> Option<Money> {
    let (cost, rub) = unpaid(row)?;
    [rub, cost]
        .into_iter()
        .find(|cost| cost.currency == currency && BALANCE_CURRENCIES.contains(&currency))
}

pub(super) fn summary(row: &shipment::Model, client: Option<&client::Model>, viewer: Viewer) -> ShipmentSummary {
    ShipmentSummary {
        id: row.id,
        number: row.number.clone(),
        status: row.status,
        client_id: row.client_id,
        client_code: client.map(|client| client.code.clone()).unwrap_or_default(),
        client_name: client.map(|client| client.name.clone()).unwrap_or_default(),
        country: row.country,
        city: row.city.clone(),
        recipient: row.recipient.as_ref().map(|snapshot| snapshot.view(false)),
        places: row.places,
        weight_grams: row.weight_grams,
        volume_cm3: row.volume_cm3,
        sides: row.sides(),
        cost: costs(row).map(|(cost, _)| cost).filter(|_| viewer.prices),
        due: due(row).filter(|_| viewer.prices),
        freight: row
            .freight_minor
            .zip(row.freight_currency)
            .map(|(minor, currency)| Money::new(minor, currency))
            .filter(|_| viewer.prices && viewer.side == Side::Staff),
        paid_at: row.paid_at,
        has_method: row.delivery_method_id.is_some(),
        delivery_id: row.delivery_id,
        transport: None,
        created_at: row.created_at,
        updated_at: row.updated_at,
        has_note: None,
    }
}

/// The view of an item with the number of its order. Clients don't see the cell.
pub(super) fn item_view(item: &item::Model, number: &str, quantity: i32, viewer: Viewer) -> ShipmentItem {
    ShipmentItem {
        item_id: item.id,
        order_id: item.order_id,
        order_number: number.to_owned(),
        title: item.title.clone(),
        variant: item.variant.clone(),
        translation: item_translation(item, viewer),
        image_url: item.image_url.clone(),
        quantity,
        cell: item.cell.clone().filter(|_| viewer.side == Side::Staff),
        weight_grams: item.weight_grams,
    }
}

/// The rows that the view of a shipment is built from.
pub(super) struct ShipmentParts {
    pub(super) row: shipment::Model,
    pub(super) client: Option<client::Model>,
    pub(super) contents: Vec<(shipment_item::Model, Option<item::Model>)>,
    pub(super) orders: Vec<order::Model>,
    pub(super) history: Vec<shipment_history::Model>,
    pub(super) payments: Vec<payment::Model>,
    pub(super) balances: Vec<Money>,
    pub(super) delivery: ShipmentDelivery,
}

pub(super) fn card(parts: ShipmentParts, viewer: Viewer) -> Shipment {
    let ShipmentParts {
        row,
        client,
        contents,
        orders,
        history,
        payments,
        balances,
        delivery,
    } = parts;
    let numbers: BTreeMap<OrderId, &str> = orders.iter().map(|order| (order.id, order.number.as_str())).collect();
    let options = balances.iter().filter_map(|balance| {
        let amount = payable_in(&row, balance.currency)?;
        Some(PayOption {
            amount,
            balance: *balance,
            reserved: None,
            suffices: balance.minor >= amount.minor,
        })
    });
    Shipment {
        summary: ShipmentSummary {
            recipient: row.recipient.as_ref().map(|snapshot| snapshot.view(viewer.documents)),
            ..summary(&row, client.as_ref(), viewer)
        },
        items: contents
            .iter()
            .filter_map(|(shipment_item, item)| {
                let item = item.as_ref()?;
                Some(item_view(
                    item,
                    numbers.get(&item.order_id).copied().unwrap_or_default(),
                    shipment_item.quantity,
                    viewer,
                ))
            })
            .collect(),
        delivery,
        comment: row.comment.clone(),
        track: row.track.clone(),
        problem_reason: row.problem_reason.clone(),
        problem_photos: Vec::new(),
        cost_rub: costs(&row).map(|(_, rub)| rub).filter(|_| viewer.prices),
        rate: row.rate.filter(|_| viewer.prices),
        pay_from: options.collect(),
        payments: payments
            .iter()
            .filter(|_| viewer.prices)
            .map(payments::payment_view)
            .collect(),
        reweighings: Vec::new(),
        history: history
            .into_iter()
            .map(|row| StatusChange {
                from: row.from_status.map(|from| from.as_str().to_owned()),
                to: row.to_status.as_str().to_owned(),
                actor_name: row.actor_name,
                reason: row.reason,
                changes: row.changes.map(Json::into_inner).unwrap_or_default(),
                details: row
                    .details
                    .map(Json::into_inner)
                    .unwrap_or_default()
                    .into_iter()
                    .filter(|change| viewer.prices || change.detail != DeliveryDetail::Cost)
                    .collect(),
                places: row.place_changes.map(Json::into_inner).unwrap_or_default(),
                paid: row
                    .paid_minor
                    .zip(row.paid_currency)
                    .map(|(minor, currency)| Money::new(minor, currency))
                    .filter(|_| viewer.prices),
                at: row.created_at,
            })
            .collect(),
        moves: moves(&row, viewer.side),
        version: row.version,
    }
}

/// The moves of the lifecycle, and the payment of a delivery that is due after its departure.
fn moves(row: &shipment::Model, side: Side) -> Vec<ShipmentMove> {
    let mut moves = lifecycle::allowed_moves(row.status, side);
    let is_payable = due(row).is_some() && lifecycle::status_after_payment(row.status).is_some();
    if side == Side::Client && is_payable && !moves.contains(&ShipmentMove::Pay) {
        moves.push(ShipmentMove::Pay);
    }
    moves
}

pub(super) fn delivery_summary(row: &delivery::Model, contents: DeliveryContents, viewer: Viewer) -> DeliverySummary {
    let cost = row.cost_minor.zip(row.cost_currency);
    DeliverySummary {
        id: row.id,
        number: row.number.clone(),
        status: row.status,
        track: row.track.clone(),
        carrier: row.carrier.clone(),
        route: row.route.clone(),
        cost: cost
            .map(|(minor, currency)| Money::new(minor, currency))
            .filter(|_| viewer.prices),
        cost_split: row.cost_split,
        expected_on: row.expected_on,
        contents,
        departed_at: row.departed_at,
        arrived_at: row.arrived_at,
        created_at: row.created_at,
        updated_at: row.updated_at,
        has_note: None,
    }
}
