//! The currency of prices by their sums, as in `Unit price`, `Amount (USD)`.

use super::{
    cell_values::{split_price, split_quantity},
    heads::Heads,
    known_words::SUMS,
};
use platform::spreadsheet::amounts::currency_in;
use platform::spreadsheet::{Cell, CellKind, begins_with_any};
use shared_types::{
    imports::ImportField,
    money::Currency,
    number_text::{self, NumberText},
};

/// Decimal places of the compared numbers.
const PLACES: usize = 4;
/// A hundredth in the product of two such numbers: sums are rounded.
const TOLERANCE: i128 = 1_000_000;

/// Compares the products of price and quantity with the first column of sums whose header names a currency. Another currency, as in a
/// sum that is converted, has other numbers.
pub(super) struct SumCheck {
    columns: [usize; 3],
    currency: Currency,
    is_equal: Option<bool>,
}

impl SumCheck {
    pub(super) fn new(mapping: &[Option<ImportField>], heads: &Heads) -> Option<Self> {
        let column = |field| mapping.iter().position(|mapped| *mapped == Some(field));
        let named = |(at, header): (usize, &String)| Some((at, currency_in([header.as_str()])?));
        let sums = heads
            .headers()
            .iter()
            .enumerate()
            .filter(|(_, header)| begins_with_any(header, SUMS));
        let (sum, currency) = sums.into_iter().find_map(named)?;
        Some(Self {
            columns: [column(ImportField::Price)?, column(ImportField::Quantity)?, sum],
            currency,
            is_equal: None,
        })
    }

    /// Adds a row below the headers.
    pub(super) fn add_row(&mut self, cells: &[Cell<'_>]) {
        let [price, quantity, sum] = self.columns.map(|column| cells.get(column));
        let price = price.and_then(|cell| scaled(split_price(&cell.text)?.0, cell.kind));
        let quantity = quantity.and_then(|cell| scaled(split_quantity(&cell.text)?, cell.kind));
        let sum = sum.and_then(|cell| scaled(split_price(&cell.text)?.0, cell.kind));
        if let (Some(price), Some(quantity), Some(sum)) = (price, quantity, sum) {
            let difference = price * quantity - sum * 10_i128.pow(4);
            self.is_equal = Some(self.is_equal != Some(false) && difference.abs() <= TOLERANCE);
        }
    }

    /// The currency of the sums, if they are the products of the prices.
    pub(super) fn currency(&self) -> Option<Currency> {
        Some(self.currency).filter(|_| self.is_equal == Some(true))
    }
}

/// A number as a multiple of a ten-thousandth.
fn scaled(number: &str, kind: CellKind) -> Option<i128> {
    let digits = match number_text::read(number) {
        _ if kind == CellKind::Number => number.to_owned(),
        Some(NumberText::Certain(digits, _)) => digits,
        _ => return None,
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((&digits, ""));
    let is_short = fraction.len() <= PLACES && whole.len() <= 12;
    is_short.then(|| format!("{whole}{fraction:0<PLACES$}").parse().ok())?
}
