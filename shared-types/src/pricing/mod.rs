//! Calculation of order costs. The same pure functions run in the browser for display and on the server for decisions.
//!
//! Every charge explains its amount by its [`Basis`]. Every amount is rounded once, half to even. The totals are the
//! sums of the rounded charges in both currencies, so that a total always equals the sum of the displayed charges.

mod basis;
mod cargo;
mod charge;
mod missing;
mod terms;

pub use basis::{Basis, ChargeKind};
pub use cargo::{
    BoundSide, CargoTariff, CargoTerms, NoPrice, PriceUnit, ShipmentLoad, Surcharge, TariffBracket, chargeable_grams,
    density,
};
pub use charge::{Calculation, Charge, calculate, calculate_delivery, calculate_shipment};
pub use missing::{KnownDestination, MissingPart, missing_parts};
pub use terms::{Basket, BasketItem, Bracket, Commission, Insurance, Terms};

#[cfg(test)]
mod published_tables;
#[cfg(test)]
mod tests;
