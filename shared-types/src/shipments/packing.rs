//! Packing lists of shipments, and the manifest of a cargo delivery.

use super::{DeliverySummary, PlaceMeasures, PlaceTotals, ShipmentItem, ShipmentPlace, ShipmentSummary};

/// The contents of a shipment, place by place.
#[apply(response)]
pub struct PackingList {
    pub shipment: ShipmentSummary,
    /// The places by their numbers. Empty if the places are not measured one by one.
    pub places: Vec<ShipmentPlace>,
    /// All items of the shipment.
    pub items: Vec<ShipmentItem>,
}

/// The shipments of a cargo delivery with their contents.
#[apply(response)]
pub struct Manifest {
    pub delivery: DeliverySummary,
    /// The packing lists of its shipments.
    pub shipments: Vec<PackingList>,
}

/// A row of a printed packing list: pieces of an item in a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackingRow<'a> {
    /// The place, in its first row only.
    pub place: Option<(i32, PlaceMeasures)>,
    /// The item. `None` for a place whose contents are not known.
    pub item: Option<&'a ShipmentItem>,
    /// Number of pieces.
    pub quantity: i32,
    /// Whether the pieces are assigned to no place.
    pub is_rest: bool,
}

/// The sums of packing lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PackingTotals {
    pub shipments: i64,
    /// Number of places. A shipment without a number of places counts as one.
    pub places: i64,
    /// Number of pieces of all items.
    pub pieces: i64,
    /// Weight of the shipments that are weighed.
    pub weight_grams: i64,
    /// Volume of the shipments that are measured.
    pub volume_cm3: i64,
}

impl PackingList {
    /// The rows: each place with its contents, then the pieces that are assigned to no place.
    pub fn rows(&self) -> Vec<PackingRow<'_>> {
        let mut rows = Vec::new();
        for place in &self.places {
            let mut head = Some((place.number, place.measures));
            for pieces in &place.items {
                let item = self.items.iter().find(|item| item.item_id == pieces.item_id);
                if item.is_some() {
                    rows.push(PackingRow {
                        place: head.take(),
                        item,
                        quantity: pieces.quantity,
                        is_rest: false,
                    });
                }
            }
            if head.is_some() {
                rows.push(PackingRow {
                    place: head,
                    item: None,
                    quantity: 0,
                    is_rest: false,
                });
            }
        }
        for item in &self.items {
            let placed = self.places.iter().flat_map(|place| &place.items);
            let placed = placed.filter(|pieces| pieces.item_id == item.item_id);
            let left = item.quantity - placed.map(|pieces| pieces.quantity).sum::<i32>();
            if left > 0 {
                rows.push(PackingRow {
                    place: None,
                    item: Some(item),
                    quantity: left,
                    is_rest: true,
                });
            }
        }
        rows
    }

    /// The measures of the shipment: of its places, or as they were typed.
    pub fn totals(&self) -> PlaceTotals {
        PlaceTotals {
            places: i64::from(self.shipment.places.unwrap_or(1).max(1)),
            weight_grams: self.shipment.weight_grams,
            volume_cm3: self.shipment.volume_cm3,
            sides: self.shipment.sides,
        }
    }
}

impl PackingTotals {
    /// Sums up packing lists.
    pub fn sum_up<'a>(lists: impl IntoIterator<Item = &'a PackingList>) -> Self {
        let mut sums = Self::default();
        for list in lists {
            let totals = list.totals();
            sums.shipments += 1;
            sums.places = sums.places.saturating_add(totals.places);
            sums.pieces += list.items.iter().map(|item| i64::from(item.quantity)).sum::<i64>();
            sums.weight_grams = sums
                .weight_grams
                .saturating_add(totals.weight_grams.unwrap_or_default());
            sums.volume_cm3 = sums.volume_cm3.saturating_add(totals.volume_cm3.unwrap_or_default());
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        id::{ItemId, OrderId, PlaceId},
        shipments::PlaceItem,
    };
    use serde_json::json;

    fn item(id: i64, quantity: i32) -> ShipmentItem {
        ShipmentItem {
            item_id: ItemId(id),
            order_id: OrderId(1),
            order_number: "K1-1".to_owned(),
            title: format!("Item {id}"),
            variant: None,
            translation: None,
            image_url: None,
            quantity,
            cell: None,
            weight_grams: None,
        }
    }

    fn place(number: i32, items: &[(i64, i32)]) -> ShipmentPlace {
        ShipmentPlace {
            id: PlaceId(number.into()),
            number,
            code: String::new(),
            measures: PlaceMeasures::default(),
            items: items
                .iter()
                .map(|(id, quantity)| PlaceItem {
                    item_id: ItemId(*id),
                    quantity: *quantity,
                })
                .collect(),
        }
    }

    fn list(places: Vec<ShipmentPlace>, items: Vec<ShipmentItem>) -> PackingList {
        let shipment = json!({
            "id": 1, "number": "K1-S1", "status": "packed", "client_id": 1, "client_code": "K1", "client_name": "Anna",
            "country": null, "city": null, "places": 2, "weight_grams": 700, "volume_cm3": null, "has_method": false,
            "delivery_id": null, "created_at": "2026-11-29T00:00:00Z", "updated_at": "2026-11-29T00:00:00Z",
        });
        let shipment = serde_json::from_value(shipment).expect("a shipment");
        PackingList {
            shipment,
            places,
            items,
        }
    }

    #[test]
    fn places_come_with_their_contents_and_the_rest_at_the_end() {
        let places = vec![place(1, &[(1, 2), (2, 1)]), place(2, &[])];
        let list = list(places, vec![item(1, 5), item(2, 1)]);
        let rows: Vec<_> = list
            .rows()
            .into_iter()
            .map(|row| {
                let place = row.place.map(|(number, _)| number);
                (place, row.item.map(|item| item.item_id.0), row.quantity)
            })
            .collect();
        assert_eq!(
            rows,
            [
                (Some(1), Some(1), 2),
                (None, Some(2), 1),
                (Some(2), None, 0),
                (None, Some(1), 3)
            ]
        );
        let sums = PackingTotals::sum_up([&list, &list]);
        assert_eq!(
            (
                sums.shipments,
                sums.places,
                sums.pieces,
                sums.weight_grams,
                sums.volume_cm3
            ),
            (2, 4, 12, 1_400, 0)
        );
    }
}
