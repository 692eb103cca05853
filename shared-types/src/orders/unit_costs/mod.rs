//! The costs of an order to the door by items, each and per piece: the sums of the order, split over its items.

use super::convert_at;
use crate::{
    fixed::{Rate, divide_half_even},
    id::{GroupId, ItemId},
    money::{Currency, Money},
    pricing::ChargeKind,
    purchasing::split_by_weight,
};

closed_set! {
    /// The measure by which delivery and packaging are split over items.
    #[derive(Default)]
    pub enum CostSplit {
        /// The weight of the items. By pieces if not all weights are known.
        #[default]
        Weight = "weight",
        /// The value of the goods.
        Value = "value",
        /// The number of pieces.
        Pieces = "pieces",
    }
}

/// How the costs of an order are split.
#[apply(request)]
#[derive(Copy, Default)]
pub struct UnitCostQuery {
    /// Measure for delivery and packaging. Defaults to the weight.
    pub split: Option<CostSplit>,
}

/// The costs of an item to the door.
#[apply(response)]
pub struct ItemCost {
    pub item_id: ItemId,
    pub title: String,
    /// Selected options.
    pub variant: Option<String>,
    pub image_url: Option<String>,
    /// Pieces that are not refunded.
    pub pieces: i32,
    pub goods: Money,
    /// Part of the shipping within China, of the commission and of the services.
    pub fees: Money,
    /// Part of the delivery, with packaging and insurance.
    pub delivery: Money,
    pub total: Money,
    /// `total` for one piece, rounded half to even.
    pub per_piece: Money,
}

/// The costs of an order by items. The parts of the items add up to the sums of the order.
#[apply(response)]
pub struct UnitCosts {
    pub items: Vec<ItemCost>,
    pub goods: Money,
    pub fees: Money,
    pub delivery: Money,
    pub total: Money,
    /// The measure that was used: pieces if the weight was asked for and is not known of each item.
    pub split: CostSplit,
    /// Whether the delivery is an estimate, because no shipment has a price yet.
    pub delivery_estimated: bool,
    /// Items whose delivery is not known: no shipment with a price has taken them, and there is no estimate.
    pub without_delivery: i64,
}

/// An item whose costs are calculated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CostedItem {
    pub item_id: ItemId,
    pub group_id: GroupId,
    pub title: String,
    pub variant: Option<String>,
    pub image_url: Option<String>,
    /// Pieces that are not refunded.
    pub pieces: i32,
    /// Value of these pieces, in minor units of the order's currency.
    pub value_minor: i64,
    /// Weight of these pieces, if it is known.
    pub weight_grams: Option<i64>,
    /// Services on the item that are part of the price of the order, in minor units of its currency.
    pub services_minor: i64,
}

/// A sum in the order's currency and in rubles, in minor units. `None` if the order has no rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BothSums {
    pub own: i64,
    pub rub: Option<i64>,
}

/// A charge apart from the price of the order: a service on one item, or the order's share of a shipment with its pieces by item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExtraCharge {
    Service(ItemId, BothSums),
    Shipment(Vec<(ItemId, i32)>, BothSums),
}

/// The sums that are split over the items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CostsToSplit {
    pub currency: Currency,
    /// Rubles for one unit of `currency`.
    pub rate: Option<Rate>,
    pub items: Vec<CostedItem>,
    /// The charges of the calculation, without charges of a delivery that is priced by shipments.
    pub charges: Vec<(ChargeKind, BothSums)>,
    /// Shipping within China by shop, in minor units of `currency`.
    pub domestic: Vec<(GroupId, i64)>,
    pub extra: Vec<ExtraCharge>,
}

/// The parts of each item, in minor units of the shown currency.
#[derive(Clone, Copy, Default)]
struct Parts {
    goods: i64,
    fees: i64,
    delivery: i64,
    is_delivered: bool,
}

impl UnitCosts {
    /// Splits the costs. They are shown in rubles if the order has a rate.
    pub fn calculate(costs: &CostsToSplit, wanted: CostSplit) -> Self {
        let items = &costs.items;
        let shows_rubles = costs.currency != Currency::Rub && costs.rate.is_some();
        let minor = |sums: BothSums| sums.rub.filter(|_| shows_rubles).unwrap_or(sums.own);
        let shown = if shows_rubles { Currency::Rub } else { costs.currency };
        let values: Vec<i64> = items.iter().map(|item| item.value_minor).collect();
        let split = match wanted {
            CostSplit::Weight if items.iter().any(|item| item.weight_grams.is_none()) => CostSplit::Pieces,
            other => other,
        };
        let measure = |item: &CostedItem| match split {
            CostSplit::Weight => item.weight_grams.unwrap_or_default(),
            CostSplit::Value => item.value_minor,
            CostSplit::Pieces => item.pieces.into(),
        };
        let measures: Vec<i64> = items.iter().map(measure).collect();
        let live: i64 = values.iter().sum();
        let quoted = costs.charges.iter().find(|(kind, _)| *kind == ChargeKind::Goods);
        // A charge was made for all goods of the quote. What was refunded since has taken its part along.
        let left = |sums: BothSums| match quoted {
            Some((_, goods)) if goods.own > live => {
                let exact = i128::from(minor(sums)) * i128::from(live);
                i64::try_from(divide_half_even(exact, goods.own.into())).unwrap_or_else(|_| minor(sums))
            }
            _ => minor(sums),
        };
        let mut parts = vec![Parts::default(); items.len()];
        if quoted.is_none() {
            // The client paid for the goods of a self-buyout.
            for (part, value) in parts.iter_mut().zip(&values) {
                let own = Money::new(*value, costs.currency);
                let rubles = costs.rate.and_then(|rate| convert_at(costs.currency, rate, own));
                part.goods = rubles.map_or(*value, |money| money.minor);
            }
        }
        for (kind, sums) in &costs.charges {
            let sum = left(*sums);
            let by = |weights: &[i64]| split_by_weight(sum, weights);
            match kind {
                ChargeKind::Goods => add(&mut parts, by(&values), |part| &mut part.goods),
                ChargeKind::Domestic => add(&mut parts, costs.split_domestic(sum), |part| &mut part.fees),
                ChargeKind::Commission => add(&mut parts, by(&values), |part| &mut part.fees),
                ChargeKind::Services => add(&mut parts, by(&costs.services()), |part| &mut part.fees),
                ChargeKind::Insurance => add(&mut parts, by(&values), |part| &mut part.delivery),
                ChargeKind::Packaging | ChargeKind::Cargo | ChargeKind::Surcharge => {
                    add(&mut parts, by(&measures), |part| &mut part.delivery);
                }
            }
        }
        let mut delivery_estimated = costs.charges.iter().any(|(kind, _)| is_delivery(*kind));
        for charge in &costs.extra {
            match charge {
                ExtraCharge::Service(id, sums) => {
                    let found = items.iter().zip(&mut parts).find(|(item, _)| item.item_id == *id);
                    if let Some((_, part)) = found {
                        part.fees += minor(*sums);
                    }
                }
                ExtraCharge::Shipment(contents, sums) => {
                    delivery_estimated = false;
                    let shipped = |item: &CostedItem| -> i64 {
                        let of_item = contents.iter().filter(|(id, _)| *id == item.item_id);
                        of_item.map(|(_, pieces)| i64::from(*pieces)).sum()
                    };
                    let weights: Vec<i64> = items
                        .iter()
                        .map(|item| {
                            let exact = i128::from(measure(item)) * i128::from(shipped(item));
                            i64::try_from(exact / i128::from(item.pieces.max(1))).unwrap_or(i64::MAX)
                        })
                        .collect();
                    for (part, item) in parts.iter_mut().zip(items) {
                        part.is_delivered |= shipped(item) > 0;
                    }
                    add(&mut parts, split_by_weight(minor(*sums), &weights), |part| {
                        &mut part.delivery
                    });
                }
            }
        }
        let has_shipment = costs
            .extra
            .iter()
            .any(|charge| matches!(charge, ExtraCharge::Shipment(..)));
        let is_estimated = costs.charges.iter().any(|(kind, _)| *kind == ChargeKind::Cargo);
        let is_unknown = |part: &&Parts| !part.is_delivered && (has_shipment || !is_estimated);
        let without_delivery = parts.iter().filter(is_unknown).count();
        let money = |minor: i64| Money::new(minor, shown);
        let sum = |part: fn(&Parts) -> i64| money(parts.iter().map(part).fold(0, i64::saturating_add));
        let total = |part: &Parts| part.goods.saturating_add(part.fees).saturating_add(part.delivery);
        let rows = items.iter().zip(&parts).map(|(item, part)| ItemCost {
            item_id: item.item_id,
            title: item.title.clone(),
            variant: item.variant.clone(),
            image_url: item.image_url.clone(),
            pieces: item.pieces,
            goods: money(part.goods),
            fees: money(part.fees),
            delivery: money(part.delivery),
            total: money(total(part)),
            per_piece: money(
                i64::try_from(divide_half_even(total(part).into(), item.pieces.max(1).into())).unwrap_or(i64::MAX),
            ),
        });
        Self {
            items: rows.collect(),
            goods: sum(|part| part.goods),
            fees: sum(|part| part.fees),
            delivery: sum(|part| part.delivery),
            total: sum(|part| part.goods.saturating_add(part.fees).saturating_add(part.delivery)),
            split,
            delivery_estimated,
            without_delivery: i64::try_from(without_delivery).unwrap_or(i64::MAX),
        }
    }
}

impl CostsToSplit {
    /// Shipping within China: each shop's over its own items, by their value.
    fn split_domestic(&self, sum: i64) -> Vec<i64> {
        let mut parts = vec![0; self.items.len()];
        let of_shops: Vec<i64> = self.domestic.iter().map(|(_, minor)| *minor).collect();
        for ((shop, _), sum) in self.domestic.iter().zip(split_by_weight(sum, &of_shops)) {
            let value_in_shop = |item: &CostedItem| {
                if item.group_id == *shop {
                    item.value_minor.max(1)
                } else {
                    0
                }
            };
            let values: Vec<i64> = self.items.iter().map(value_in_shop).collect();
            for (part, share) in parts.iter_mut().zip(split_by_weight(sum, &values)) {
                *part += share;
            }
        }
        parts
    }

    /// The services in the price of the order by items; their values if no service is known.
    fn services(&self) -> Vec<i64> {
        let services: Vec<i64> = self.items.iter().map(|item| item.services_minor).collect();
        if services.iter().any(|minor| *minor > 0) {
            return services;
        }
        self.items.iter().map(|item| item.value_minor).collect()
    }
}

const fn is_delivery(kind: ChargeKind) -> bool {
    matches!(
        kind,
        ChargeKind::Packaging | ChargeKind::Insurance | ChargeKind::Cargo | ChargeKind::Surcharge
    )
}

fn add(parts: &mut [Parts], sums: Vec<i64>, of: fn(&mut Parts) -> &mut i64) {
    for (part, sum) in parts.iter_mut().zip(sums) {
        *of(part) += sum;
    }
}

#[cfg(test)]
mod tests;
