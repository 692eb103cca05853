//! Limits of the settings.

use crate::{fixed::Percent, money::Currency};

/// Maximum length of an entry's name, in characters.
pub const NAME: usize = 100;
/// Maximum length of a note for clients, in characters.
pub const NOTE: usize = 2000;
/// Maximum length of the motto of a brand, in characters.
pub const MOTTO: usize = 120;
/// Maximum length of an address, in characters.
pub const ADDRESS: usize = 300;
/// Maximum number of entries per list.
pub const ENTRIES: u32 = 200;
/// Maximum number of working hours of a week: several per day.
pub const WORKING_HOURS: usize = 28;
/// Maximum number of brackets of a tariff.
pub const BRACKETS: usize = 60;
/// Maximum step that a tariff rounds the charged weight up to, in grams.
pub const WEIGHT_STEP_GRAMS: i64 = 100_000;
/// Maximum limit of open orders per person.
pub const CLAIM_LIMIT: i64 = 1000;
/// Maximum limit of the sum of an order, in kopecks.
pub const ORDER_MINOR: i64 = 1_000_000_000_000;
/// Maximum limit of unpaid orders per client.
pub const UNPAID_ORDERS: i64 = 1000;
/// Maximum share of a deposit: the whole sum of the order.
pub const WHOLE_SUM: Percent = Percent::from_millionths(100_000_000);
/// Maximum duration of a delivery method, in days.
pub const DAYS: i64 = 365;
/// Maximum number of brackets of the commission.
pub const COMMISSION_BRACKETS: usize = 20;
/// Maximum threshold and minimum of the commission, in kopecks.
pub const COMMISSION_MINOR: i64 = 1_000_000_000_000;
/// Currencies of prices in the settings: all that have a rate.
pub const PRICE_CURRENCIES: [Currency; 3] = [Currency::Cny, Currency::Rub, Currency::Usd];
/// Maximum price, in minor units.
pub const PRICE_MINOR: i64 = 999_999_999;
