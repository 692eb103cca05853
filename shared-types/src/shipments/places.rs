//! The places (boxes) of a shipment: their sizes, weights and contents, and what follows from them for the shipment.

use crate::{
    id::{ItemId, PlaceId},
    pricing,
};

/// The sides of a place (box).
#[apply(response)]
#[derive(Copy)]
pub struct PlaceSides {
    /// Length, in millimetres.
    pub length_mm: i64,
    /// Width, in millimetres.
    pub width_mm: i64,
    /// Height, in millimetres.
    pub height_mm: i64,
}

impl PlaceSides {
    /// The volume of so many places, in whole cubic centimetres.
    pub fn volume_cm3(self, places: i64) -> Option<i64> {
        Some(rounded_cm3(self.volume_mm3()?.checked_mul(places)?))
    }

    fn volume_mm3(self) -> Option<i64> {
        self.length_mm.checked_mul(self.width_mm)?.checked_mul(self.height_mm)
    }
}

fn rounded_cm3(volume_mm3: i64) -> i64 {
    volume_mm3.saturating_add(500) / 1_000
}

/// The density by which tariffs choose a price, if weight and volume are known.
pub fn density(weight_grams: Option<i64>, volume_cm3: Option<i64>) -> Option<i64> {
    pricing::density(weight_grams?, volume_cm3?)
}

/// The measures of a place (box).
#[apply(response)]
#[derive(Copy, Default)]
pub struct PlaceMeasures {
    /// Weight with the packaging, in grams.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub weight_grams: Option<i64>,
    /// Absent unless all three sides are known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub sides: Option<PlaceSides>,
}

impl PlaceMeasures {
    /// The volume in whole cubic centimetres.
    pub fn volume_cm3(self) -> Option<i64> {
        self.sides?.volume_cm3(1)
    }

    /// The density in kilograms per cubic metre.
    pub fn density(self) -> Option<i64> {
        density(self.weight_grams, self.volume_cm3())
    }
}

/// The measures of a whole shipment, as its places have them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlaceTotals {
    /// Number of places.
    pub places: i64,
    /// Sum of the weights. Unknown while one place is not weighed.
    pub weight_grams: Option<i64>,
    /// Sum of the volumes, rounded once. Unknown while one place is not measured.
    pub volume_cm3: Option<i64>,
    /// The sides of each place, if all places have the same.
    pub sides: Option<PlaceSides>,
}

impl PlaceTotals {
    /// Sums up the places of a shipment. Without places nothing is known.
    pub fn sum_up(places: &[PlaceMeasures]) -> Self {
        let Some(first) = places.first() else {
            return Self::default();
        };
        let sum = |of: &dyn Fn(&PlaceMeasures) -> Option<i64>| {
            places.iter().try_fold(0_i64, |sum, place| sum.checked_add(of(place)?))
        };
        Self {
            places: i64::try_from(places.len()).unwrap_or(i64::MAX),
            weight_grams: sum(&|place| place.weight_grams),
            volume_cm3: sum(&|place| place.sides?.volume_mm3()).map(rounded_cm3),
            sides: first
                .sides
                .filter(|sides| places.iter().all(|place| place.sides == Some(*sides))),
        }
    }

    /// The density in kilograms per cubic metre.
    pub fn density(self) -> Option<i64> {
        density(self.weight_grams, self.volume_cm3)
    }
}

/// A place (box) of a shipment.
#[apply(response)]
pub struct ShipmentPlace {
    pub id: PlaceId,
    /// Number within the shipment, from 1. Numbers of removed places are not given again while later ones exist.
    pub number: i32,
    /// Code printed on the label.
    pub code: String,
    #[serde(flatten)]
    pub measures: PlaceMeasures,
    /// Items that lie in it, as far as they were assigned.
    pub items: Vec<PlaceItem>,
}

/// Pieces of an item in a place.
#[apply(response)]
#[derive(Copy)]
pub struct PlaceItem {
    /// An item of the shipment.
    pub item_id: ItemId,
    /// Number of its pieces in the place.
    pub quantity: i32,
}

/// The places (boxes) of a shipment, and their density together.
#[apply(response)]
pub struct ShipmentPlaces {
    /// The places by their numbers.
    pub places: Vec<ShipmentPlace>,
    /// Density of all places together, in kilograms per cubic metre. Absent while a weight or a size is missing.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub density: Option<i64>,
}

impl ShipmentPlaces {
    /// The measures of all places together.
    pub fn totals(&self) -> PlaceTotals {
        let measures: Vec<PlaceMeasures> = self.places.iter().map(|place| place.measures).collect();
        PlaceTotals::sum_up(&measures)
    }
}

/// Places to add to a shipment, all with the same measures.
#[apply(request)]
#[derive(Copy, Default)]
pub struct NewPlaces {
    /// Number of places, 1 to 100. Defaults to 1.
    pub count: Option<i64>,
    /// Weight of each place with the packaging, in grams.
    pub weight_grams: Option<i64>,
    /// Length, in millimetres.
    pub length_mm: Option<i64>,
    /// Width, in millimetres.
    pub width_mm: Option<i64>,
    /// Height, in millimetres.
    pub height_mm: Option<i64>,
}

/// Pieces of an item to put into a place.
#[apply(request)]
#[derive(Copy)]
pub struct NewPlaceItem {
    /// An item of the shipment.
    pub item_id: ItemId,
    /// Number of pieces. All places together have at most the pieces of the shipment.
    pub quantity: i32,
}

/// Changes of a place. Absent fields stay unchanged; 0 clears a measure.
#[apply(request)]
#[derive(Default)]
pub struct PlaceChange {
    /// Weight with the packaging, in grams.
    pub weight_grams: Option<i64>,
    /// Length, in millimetres.
    pub length_mm: Option<i64>,
    /// Width, in millimetres.
    pub width_mm: Option<i64>,
    /// Height, in millimetres.
    pub height_mm: Option<i64>,
    /// Contents of the place. Replaces the previous contents.
    pub items: Option<Vec<NewPlaceItem>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(weight: Option<i64>, sides: Option<[i64; 3]>) -> PlaceMeasures {
        PlaceMeasures {
            weight_grams: weight,
            sides: sides.map(|[length_mm, width_mm, height_mm]| PlaceSides {
                length_mm,
                width_mm,
                height_mm,
            }),
        }
    }

    #[test]
    fn density_is_the_one_of_tariffs_and_needs_both_numbers() {
        assert_eq!(density(Some(12_000), Some(60_000)), Some(200));
        assert_eq!(density(Some(5), Some(3)), Some(1_666), "rounded down");
        assert_eq!(density(None, Some(3)), None);
        assert_eq!(density(Some(1), None), None);
        assert_eq!(density(Some(1), Some(0)), None);
    }

    #[test]
    fn sums_are_known_when_every_place_is_measured() {
        let cube = Some([100, 100, 55]);
        let both = PlaceTotals::sum_up(&[place(Some(700), cube), place(Some(300), cube)]);
        assert_eq!(
            (both.places, both.weight_grams, both.volume_cm3),
            (2, Some(1_000), Some(1_100))
        );
        assert_eq!((both.sides, both.density()), (place(None, cube).sides, Some(909)));
        let partly = PlaceTotals::sum_up(&[place(Some(700), cube), place(None, Some([1, 1, 1]))]);
        assert_eq!((partly.places, partly.weight_grams, partly.sides), (2, None, None));
        assert_eq!(partly.volume_cm3, Some(550), "volumes are rounded once, after the sum");
        assert_eq!(PlaceTotals::sum_up(&[place(Some(1), None)]).volume_cm3, None);
        assert_eq!(PlaceTotals::sum_up(&[]), PlaceTotals::default());
    }

    #[test]
    fn volumes_are_rounded_after_the_sum() {
        let small = Some([10, 10, 4]);
        let two = PlaceTotals::sum_up(&[place(None, small), place(None, small)]);
        assert_eq!(two.volume_cm3, Some(1));
    }
}
