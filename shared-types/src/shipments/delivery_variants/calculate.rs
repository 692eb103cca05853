//! The calculation of variants.

use super::{DeliveryTerms, DeliveryVariant, ItemDelivery, ItemToShip, MethodTerms, ShipmentPrice, SurchargeTerms};
use crate::{
    fixed::{Rate, Ratio, divide_half_even},
    id::ListEntryId,
    money::{Currency, Money},
    pricing::{
        Basis, CargoTerms, Charge, ChargeKind, Commission, MissingPart, ShipmentLoad, Surcharge, Terms,
        calculate_shipment,
    },
    purchasing::split_by_weight,
    shipments::ShippingGrouping,
};

impl DeliveryTerms {
    /// Returns all variants of items. The variants of `detailed` get their shipments. The order of the items does not matter.
    pub fn variants(&self, items: &[ItemToShip], detailed: Option<ListEntryId>) -> Vec<DeliveryVariant> {
        if items.is_empty() {
            return Vec::new();
        }
        let mut items = items.to_vec();
        items.sort_unstable_by_key(|item| item.item_id);
        let groupings = [ShippingGrouping::Together, ShippingGrouping::Apart];
        let groupings = groupings.into_iter().take(items.len());
        let mut variants: Vec<DeliveryVariant> = self
            .methods
            .iter()
            .flat_map(|method| {
                let terms = self.pricing_terms(method);
                let (items, is_detailed) = (&items, detailed == Some(method.method.id));
                groupings
                    .clone()
                    .map(move |grouping| self.variant((method, &terms), grouping, items, is_detailed))
            })
            .collect();
        let price = |variant: &DeliveryVariant| variant.total.map(|total| total.minor);
        let lowest = variants.iter().filter_map(price).min();
        for variant in &mut variants {
            variant.is_cheapest = lowest.is_some() && price(variant) == lowest && !variant.volume_missing;
        }
        variants
    }

    /// Returns the terms of a method, or why it has no price.
    pub fn pricing_terms(&self, method: &MethodTerms) -> Result<Terms, MissingPart> {
        self.country.ok_or(MissingPart::Country)?;
        let own = method.tariff.as_ref().ok_or(MissingPart::Tariff)?;
        self.missing.map_or(Ok(()), Err)?;
        let ratio = |from: Currency, rate: Option<Rate>| {
            if from == self.currency {
                return Ok(Ratio::ONE);
            }
            let rates = rate.zip(self.rate);
            let ratio = rates.and_then(|(rate, to)| Ratio::between((from, rate), (self.currency, to)));
            ratio.ok_or(MissingPart::Rate)
        };
        let surcharge = |surcharge: SurchargeTerms| -> Result<Surcharge, MissingPart> {
            Ok(Surcharge {
                per_kilogram_minor: surcharge.per_kilogram_minor,
                per_cubic_metre_minor: surcharge.per_cubic_metre_minor,
                per_place_minor: surcharge.per_place_minor,
                currency: surcharge.currency,
                ratio: ratio(surcharge.currency, surcharge.rate)?,
            })
        };
        Ok(Terms {
            currency: self.currency,
            rate: self.rate,
            commission: Commission::default(),
            insurance: self.insurance,
            packaging_minor: self.packaging.map(|packaging| packaging.price.minor),
            cargo: Some(CargoTerms {
                ratio: ratio(own.currency, own.rate)?,
                tariff: own.rules.clone(),
                currency: own.currency,
                surcharge: self.surcharge.map(surcharge).transpose()?,
            }),
        })
    }

    fn variant(
        &self,
        (method, terms): (&MethodTerms, &Result<Terms, MissingPart>),
        grouping: ShippingGrouping,
        items: &[ItemToShip],
        is_detailed: bool,
    ) -> DeliveryVariant {
        let size = match grouping {
            ShippingGrouping::Together => items.len(),
            ShippingGrouping::Apart => 1,
        };
        let shipments = items.chunks(size);
        let needs_volume = method.tariff.as_ref().is_some_and(|own| own.rules.uses_volume());
        let mut variant = DeliveryVariant {
            method: method.method.clone(),
            grouping,
            shipment_count: i64::try_from(shipments.len()).unwrap_or(i64::MAX),
            charges: Vec::new(),
            total: None,
            total_rub: None,
            missing: None,
            volume_missing: needs_volume && items.iter().any(|item| item.volume_cm3.is_none()),
            is_cheapest: false,
            shipments: Vec::new(),
        };
        let priced = terms.as_ref().map_err(|missing| *missing).and_then(|terms| {
            let priced = shipments.map(|items| self.shipment(terms, items, is_detailed));
            priced.collect::<Result<Vec<_>, _>>()
        });
        match priced {
            Ok(shipments) => variant.add(shipments, is_detailed),
            Err(missing) => variant.missing = Some(missing),
        }
        variant
    }

    /// Returns the price of one shipment, or why it has none. Its items are in the order of their ids.
    fn shipment(&self, terms: &Terms, items: &[ItemToShip], is_detailed: bool) -> Result<ShipmentPrice, MissingPart> {
        let sum = |of: fn(&ItemToShip) -> Option<i64>| -> Option<i64> {
            let mut parts = items.iter().map(of);
            parts.try_fold(0_i64, |sum, part| Some(sum.saturating_add(part?)))
        };
        let own_grams = sum(|item| item.weight_grams.filter(|grams| *grams > 0)).ok_or(MissingPart::Weight)?;
        let weight_grams = own_grams.saturating_add(self.packaging.map_or(0, |packaging| packaging.weight_grams));
        let volume_cm3 = sum(|item| item.volume_cm3);
        let goods_minor = match terms.insurance {
            Some(_) => sum(|item| item.value.map(|value| value.minor)).ok_or(MissingPart::Rate)?,
            None => 0,
        };
        let load = ShipmentLoad {
            goods_minor,
            weight_grams,
            volume_cm3: volume_cm3.unwrap_or_default(),
            places: 1,
        };
        let price = calculate_shipment(load, terms);
        if price.not_carried {
            return Err(MissingPart::NotCarried);
        }
        let is_cargo = |charge: &Charge| charge.kind == ChargeKind::Cargo;
        if !price.charges.iter().any(is_cargo) {
            return Err(MissingPart::Tariff);
        }
        let split = price.total_rub.unwrap_or(price.total);
        Ok(ShipmentPrice {
            weight_grams,
            volume_cm3,
            charges: price.charges,
            total: price.total,
            total_rub: price.total_rub,
            items: if is_detailed {
                split_over(items, split)
            } else {
                Vec::new()
            },
        })
    }
}

/// The parts of the items in the price of their shipment, by weight.
fn split_over(items: &[ItemToShip], price: Money) -> Vec<ItemDelivery> {
    let weights: Vec<i64> = items.iter().map(|item| item.weight_grams.unwrap_or_default()).collect();
    let parts = items.iter().zip(split_by_weight(price.minor, &weights));
    let money = |minor| Money::new(minor, price.currency);
    let part = |(item, minor): (&ItemToShip, i64)| {
        let per_piece = divide_half_even(minor.into(), item.pieces.max(1).into());
        ItemDelivery {
            item_id: item.item_id,
            pieces: item.pieces,
            delivery: money(minor),
            per_piece: money(i64::try_from(per_piece).unwrap_or(i64::MAX)),
        }
    };
    parts.map(part).collect()
}

impl DeliveryVariant {
    /// Adds up the shipments, and keeps them if they are asked for.
    fn add(&mut self, shipments: Vec<ShipmentPrice>, is_detailed: bool) {
        let add = |a: Money, b: Money| Money::new(a.minor.saturating_add(b.minor), a.currency);
        self.total = shipments.iter().map(|shipment| shipment.total).reduce(add);
        let rubles: Option<Vec<Money>> = shipments.iter().map(|shipment| shipment.total_rub).collect();
        self.total_rub = rubles.and_then(|rubles| rubles.into_iter().reduce(add));
        if let [only] = shipments.as_slice() {
            self.charges.clone_from(&only.charges);
        } else {
            for charge in shipments.iter().flat_map(|shipment| &shipment.charges) {
                match self.charges.iter_mut().find(|sum| sum.kind == charge.kind) {
                    Some(sum) => {
                        sum.amount = add(sum.amount, charge.amount);
                        sum.in_rub = sum.in_rub.zip(charge.in_rub).map(|(a, b)| add(a, b));
                    }
                    None => self.charges.push(Charge {
                        basis: Basis::Sum,
                        ..*charge
                    }),
                }
            }
        }
        if is_detailed {
            self.shipments = shipments;
        }
    }
}
