//! Parsing of the rows, as pure functions.

use super::{
    cell_values::{detect_marketplace, split_lot},
    columns::{Layout, NumberFault, find_currency},
};
use platform::spreadsheet::{Cell, CellKind};
use shared_types::{
    fields::{Expected, FieldError, Rule},
    imports::{CellFault, ImportField},
    items::{NewItem, Shop},
    money::PriceText,
};
use trade::orders::items::{CheckedItem, check_item};

/// The result of parsing a row.
pub(super) enum RowOutcome {
    /// All mapped cells are empty.
    Empty,
    /// A valid item.
    Valid(Box<CheckedItem>),
    /// The errors of the cells.
    Invalid(Vec<CellFault>),
}

/// The errors of the cells of a row. A cell has the errors of one check only.
#[derive(Default)]
struct RowFaults(Vec<CellFault>);

impl RowFaults {
    fn add(&mut self, field: ImportField, column: Option<usize>, error: impl Into<FieldError>) {
        self.0.push(CellFault {
            field,
            column: column.and_then(|column| u32::try_from(column).ok()),
            error: error.into(),
        });
    }

    fn has(&self, field: ImportField) -> bool {
        self.0.iter().any(|fault| fault.field == field)
    }

    /// Adds the errors of cells without a usable value, regardless of their field.
    fn add_unusable(&mut self, layout: &Layout<'_>, cells: &[Cell<'_>]) {
        for (at, (field, cell)) in layout.mapping.iter().zip(cells).enumerate() {
            let Some(field) = field.filter(|field| *field != ImportField::Ignored) else {
                continue;
            };
            let is_date = cell.kind == CellKind::Date && field != ImportField::Comment;
            // Goods in several rows share a title and a price, but a quantity may be the sum of them.
            let is_shared = cell.is_merged && field == ImportField::Quantity;
            let fault = cell.kind.fault().or_else(|| is_date.then_some(Rule::DateInCell));
            if let Some(rule) = fault.or_else(|| is_shared.then_some(Rule::MergedCell)) {
                self.add(field, Some(at), rule);
            }
        }
    }

    fn add_number(&mut self, field: ImportField, column: Option<usize>, fault: NumberFault) {
        let rule = match fault {
            NumberFault::Ambiguous(number) => Rule::Ambiguous(number.readings()),
            NumberFault::NotANumber if field != ImportField::Price => Rule::WrongType(Expected::Integer),
            NumberFault::NotANumber => Rule::NotAnAmount,
        };
        if !self.has(field) {
            self.add(field, column, rule);
        }
    }
}

/// Parses a row and collects all errors.
pub(super) fn parse_row(layout: &Layout<'_>, cells: &[Cell<'_>]) -> RowOutcome {
    let blank = Cell::default();
    let column = |field| layout.column(field);
    let cell = |field| column(field).and_then(|column| cells.get(column)).unwrap_or(&blank);
    let text = |field| Some(cell(field).text.trim().to_owned()).filter(|text| !text.is_empty());
    // The columns of a variant are joined, as the extension joins the options that a buyer has chosen.
    let options = layout
        .mapping
        .iter()
        .zip(cells)
        .filter(|(field, _)| **field == Some(ImportField::Variant));
    let options: Vec<&str> = options
        .map(|(_, cell)| cell.text.trim())
        .filter(|text| !text.is_empty())
        .collect();
    let variant = Some(options.join(" / ")).filter(|text| !text.is_empty());
    if variant.is_none() && ImportField::ALL.into_iter().all(|field| cell(field).text.is_empty()) {
        return RowOutcome::Empty;
    }
    let mut faults = RowFaults::default();
    faults.add_unusable(layout, cells);
    let named_currency = text(ImportField::Currency);
    let currency = named_currency.as_deref().and_then(find_currency);
    if named_currency.is_some() && currency.is_none() {
        faults.add(ImportField::Currency, column(ImportField::Currency), Rule::UnknownValue);
    }
    let price = layout.read_price(cell(ImportField::Price), currency);
    let digits = match (price.digits, cell(ImportField::Price).text.is_empty()) {
        (Ok(digits), _) => digits,
        (Err(_), true) => String::new(),
        (Err(fault), false) => {
            faults.add_number(ImportField::Price, column(ImportField::Price), fault);
            String::new()
        }
    };
    let mut pieces = |field| match cell(field) {
        cell if cell.text.is_empty() => None,
        cell => {
            let read = layout.read_pieces(field, cell);
            let read = read.and_then(|digits| parse_whole(&digits).ok_or(NumberFault::NotANumber));
            match read {
                Ok(pieces) => Some(pieces),
                Err(fault) => {
                    faults.add_number(field, column(field), fault);
                    None
                }
            }
        }
    };
    let quantity = pieces(ImportField::Quantity);
    let mut price_per = pieces(ImportField::PricePer);
    // `100 ¥/100 шт` says it in the cell of the price.
    if let (_, Some(lot)) = split_lot(&cell(ImportField::Price).text) {
        price_per = lot.replace([' ', '\u{a0}'], "").parse().ok();
        if price_per.is_none() {
            faults.add_number(ImportField::Price, column(ImportField::Price), NumberFault::NotANumber);
        }
    }
    // In many sheets the names of the goods lead to them, and there is no column of links.
    let url = match cell(ImportField::Url).address().trim() {
        "" => cell(ImportField::Title).link.as_deref().unwrap_or_default(),
        url => url,
    };
    let checked = check_item(NewItem {
        currency: price.currency.map(Into::into),
        price_per,
        quantity: Some(quantity.unwrap_or(1)),
        image_url: Some(cell(ImportField::ImageUrl).address().trim().to_owned()).filter(|url| !url.is_empty()),
        marketplace: detect_marketplace(url).map(ToOwned::to_owned),
        external_id: text(ImportField::ExternalId),
        variant,
        shop: text(ImportField::Shop).map(|name| Shop { name, url: None }),
        comment: text(ImportField::Comment),
        ..NewItem::new(
            text(ImportField::Title).unwrap_or_default(),
            url.to_owned(),
            PriceText(digits),
        )
    });
    let errors = match checked {
        Ok(item) if faults.0.is_empty() => return RowOutcome::Valid(Box::new(item)),
        Ok(_) => return RowOutcome::Invalid(faults.0),
        Err(errors) => errors,
    };
    let found: Vec<ImportField> = faults.0.iter().map(|fault| fault.field).collect();
    for (name, field_errors) in errors.0 {
        let field = name.split('.').next().and_then(ImportField::from_name);
        let field = field.unwrap_or(ImportField::Title);
        for error in field_errors.into_iter().filter(|_| !found.contains(&field)) {
            let is_missing = field == ImportField::Price && cell(ImportField::Price).text.is_empty();
            let error = if is_missing { Rule::Required.into() } else { error };
            faults.add(field, column(field), error);
        }
    }
    RowOutcome::Invalid(faults.0)
}

/// Parses digits with a decimal point as a whole number.
fn parse_whole(digits: &str) -> Option<i64> {
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let is_whole = fraction.bytes().all(|digit| digit == b'0');
    is_whole.then(|| whole.parse().ok())?
}
