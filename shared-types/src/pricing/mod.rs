//! What an order costs: one pure function that the browser shows and the server decides by.
//!
//! Every line explains itself by its [`Basis`]; every amount is rounded once, half to even; the totals are the sums of the
//! lines as shown, in both currencies, so that nothing is lost between a line and its sum.

mod cargo;
mod charge;
mod terms;

pub use cargo::{CargoTariff, Per, TariffBracket, chargeable_grams};
pub use charge::{Basis, Calculation, Charge, ChargeKind, calculate, calculate_delivery, deliver};
pub use terms::{Basket, BasketLine, Bracket, Commission, Insurance, Parcel, Terms};

#[cfg(test)]
mod tests;
