//! Parsing of the rows, as pure functions.

use super::{
    cell_values::split_lot,
    columns::{EmptyQuantity, Layout, NumberFault},
};
use platform::spreadsheet::amounts::find_currency;
use platform::spreadsheet::{Cell, CellKind, is_ditto};
use shared_types::{
    fields::{Expected, FieldError, Rule},
    imports::{CellFault, ImportField},
    items::{NewItem, Shop},
    money::PriceText,
    shop_link, web_address,
};
use trade::orders::items::{CheckedItem, check_item};

/// Words for goods without the option.
const NO_OPTION: [&str; 6] = ["нет", "н/д", "none", "n/a", "无", "没有"];

/// The result of parsing a row.
pub(super) enum RowOutcome {
    /// All mapped cells are empty, or the row is no goods.
    Empty,
    /// Valid items: one for each filled column of sizes, else one.
    Valid(Vec<CheckedItem>),
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

    /// Whether a field has an error. Each column of sizes has its own.
    fn has(&self, field: ImportField, column: Option<usize>) -> bool {
        let column = column.and_then(|column| u32::try_from(column).ok());
        let is_same = |fault: &CellFault| field != ImportField::SizeQuantity || fault.column == column;
        self.0.iter().any(|fault| fault.field == field && is_same(fault))
    }

    /// Adds the errors of cells without a usable value, regardless of their field.
    fn add_unusable(&mut self, layout: &Layout<'_>, cells: &[Cell<'_>]) {
        for (at, (field, cell)) in layout.mapping.iter().zip(cells).enumerate() {
            let Some(field) = field.filter(|field| *field != ImportField::Ignored) else {
                continue;
            };
            let is_date = cell.kind == CellKind::Date && field != ImportField::Comment;
            // Goods in several rows share a title and a price, but a quantity may be the sum of them.
            let is_shared = cell.is_merged && matches!(field, ImportField::Quantity | ImportField::SizeQuantity);
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
            NumberFault::NoCurrency => Rule::CurrencyNotAccepted,
        };
        if !self.has(field, column) {
            self.add(field, column, rule);
        }
    }
}

/// The pieces of one option: all of a row, or the ones of one size.
struct Pieces {
    variant: Option<String>,
    quantity: Option<i64>,
    /// The column of the size.
    column: Option<usize>,
}

/// Parses a row and collects all errors.
pub(super) fn parse_row(layout: &Layout<'_>, cells: &[Cell<'_>]) -> RowOutcome {
    if layout.heads.is_no_goods(cells) {
        return RowOutcome::Empty;
    }
    let blank = Cell::default();
    let column = |field| layout.column(field);
    let cell_at = |column: Option<usize>| column.and_then(|column| cells.get(column)).unwrap_or(&blank);
    let cell = |field| cell_at(column(field));
    let text = |field| Some(cell(field).text.trim().to_owned()).filter(|text| !text.is_empty());
    let filled = |field: ImportField| {
        let columns = layout.mapping.iter().zip(cells).enumerate();
        columns.filter(move |(_, (mapped, cell))| **mapped == Some(field) && !cell.text.trim().is_empty())
    };
    // The columns of a variant are joined, as the extension joins the options that a buyer has chosen.
    let options: Vec<&str> = filled(ImportField::Variant)
        .map(|(_, (_, cell))| cell.text.trim())
        .filter(|option| !NO_OPTION.contains(&option.to_lowercase().as_str()))
        .collect();
    let sizes = filled(ImportField::SizeQuantity).filter(|(_, (_, cell))| cell.text.trim() != "0");
    let sizes: Vec<usize> = sizes.map(|(column, _)| column).collect();
    let has_other = ImportField::ALL.into_iter().any(|field| !cell(field).text.is_empty());
    // A form with columns of sizes, or with few quantities, lists all goods of a shop. Rows without a number are not ordered.
    let is_form = column(ImportField::SizeQuantity).is_some() || layout.empty_quantity == EmptyQuantity::NotOrdered;
    let is_ordered = !is_form || !matches!(&*cell(ImportField::Quantity).text, "" | "0") || !sizes.is_empty();
    if !is_ordered || (options.is_empty() && !has_other && sizes.is_empty()) {
        return RowOutcome::Empty;
    }
    let mut faults = RowFaults::default();
    faults.add_unusable(layout, cells);
    // There is no value above it.
    if let Some((at, _)) = filled(ImportField::Variant).find(|(_, (_, cell))| is_ditto(&cell.text)) {
        faults.add(ImportField::Variant, Some(at), Rule::UnknownValue);
    }
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
    let mut pieces = |field, column| match cell_at(column) {
        cell if cell.text.is_empty() => None,
        cell => {
            let read = layout.read_pieces(column, cell);
            let read = read.and_then(|digits| parse_whole(&digits).ok_or(NumberFault::NotANumber));
            match read {
                Ok(pieces) => Some(pieces),
                Err(fault) => {
                    faults.add_number(field, column, fault);
                    None
                }
            }
        }
    };
    let quantity = pieces(ImportField::Quantity, column(ImportField::Quantity));
    let is_missing = cell(ImportField::Quantity).text.is_empty() && layout.empty_quantity == EmptyQuantity::Missing;
    let mut price_per = pieces(ImportField::PricePer, column(ImportField::PricePer));
    let mut ordered: Vec<Pieces> = sizes
        .into_iter()
        .map(|column| {
            let size = layout.heads.size(column);
            Pieces {
                variant: Some(options.iter().copied().chain(size).collect::<Vec<_>>().join(" / ")),
                quantity: pieces(ImportField::SizeQuantity, Some(column)),
                column: Some(column),
            }
        })
        .collect();
    if is_missing && ordered.is_empty() {
        faults.add(ImportField::Quantity, column(ImportField::Quantity), Rule::Required);
    }
    // The quantity of a row with sizes is their sum.
    let add = |sum: i64, size: &Pieces| Some(sum.saturating_add(size.quantity.filter(|pieces| *pieces > 0)?));
    let sum = ordered.iter().try_fold(0, add);
    match (quantity, sum) {
        (Some(quantity), Some(sum)) if !ordered.is_empty() && quantity != sum => {
            let column = column(ImportField::Quantity);
            faults.add(ImportField::Quantity, column, Rule::OutOfRange(sum, sum));
        }
        _ if ordered.is_empty() => ordered.push(Pieces {
            variant: Some(options.join(" / ")).filter(|text| !text.is_empty()),
            quantity,
            column: None,
        }),
        _ => {}
    }
    for size in ordered
        .iter()
        .filter(|size| size.column.is_some_and(|column| layout.heads.size(column).is_none()))
    {
        faults.add(ImportField::SizeQuantity, size.column, Rule::Required);
    }
    price_per = price_per.or_else(|| layout.heads.price_per(layout.mapping));
    // `100 ¥/100 шт` says it in the cell of the price.
    if let (_, Some(lot)) = split_lot(&cell(ImportField::Price).text) {
        price_per = lot.replace([' ', '\u{a0}'], "").parse().ok();
        if price_per.is_none() {
            faults.add_number(ImportField::Price, column(ImportField::Price), NumberFault::NotANumber);
        }
    }
    let url = item_url(layout, cells);
    let item = NewItem {
        currency: price.currency.map(Into::into),
        price_per,
        image_url: Some(cell(ImportField::ImageUrl).address().trim().to_owned()).filter(|url| !url.is_empty()),
        external_id: text(ImportField::ExternalId),
        shop: text(ImportField::Shop).map(|name| Shop { name, url: None }),
        comment: text(ImportField::Comment),
        ..NewItem::new(text(ImportField::Title).unwrap_or_default(), url, PriceText(digits))
    };
    let mut items = Vec::new();
    for Pieces {
        variant,
        quantity,
        column: size,
    } in ordered
    {
        let checked = check_item(NewItem {
            variant,
            quantity: Some(quantity.unwrap_or(1)),
            ..item.clone()
        });
        let errors = match checked {
            Ok(item) => {
                items.push(item);
                continue;
            }
            Err(errors) => errors,
        };
        for (name, field_errors) in errors.0 {
            let field = name.split('.').next().and_then(ImportField::from_name);
            let (field, column) = match field.unwrap_or(ImportField::Title) {
                ImportField::Quantity if size.is_some() => (ImportField::SizeQuantity, size),
                field => (field, column(field)),
            };
            if faults.has(field, column) {
                continue;
            }
            for error in field_errors {
                let is_missing = field == ImportField::Price && cell(ImportField::Price).text.is_empty();
                let error = if is_missing { Rule::Required.into() } else { error };
                faults.add(field, column, error);
            }
        }
    }
    if faults.0.is_empty() {
        RowOutcome::Valid(items)
    } else {
        RowOutcome::Invalid(faults.0)
    }
}

/// The link of a row. In many sheets the names of the goods lead to them, or there is only their id in the shop.
fn item_url(layout: &Layout<'_>, cells: &[Cell<'_>]) -> String {
    let found = |field| {
        let column = layout.column(field)?;
        cells.get(column).map(|cell| (column, cell))
    };
    let by_id = |(column, cell): (usize, &Cell<'_>)| layout.heads.link(column, cell.text.trim());
    let url = found(ImportField::Url);
    let title_link = || found(ImportField::Title).and_then(|(_, cell)| cell.link.as_deref());
    match url.map_or("", |(_, cell)| cell.address().trim()) {
        "" => title_link()
            .map(ToOwned::to_owned)
            .or_else(|| found(ImportField::ExternalId).and_then(by_id))
            .unwrap_or_default(),
        address => url.and_then(by_id).unwrap_or_else(|| address_in(address)),
    }
}

/// The address in a cell of links, which may be a text that an app shares.
pub(super) fn address_in(text: &str) -> String {
    let is_single = text.matches("://").count() < 2;
    let shared = || shop_link::read(text).filter(|_| is_single).map(|product| product.url);
    let is_address = web_address::host(text).is_some();
    Some(text.to_owned())
        .filter(|_| is_address)
        .or_else(shared)
        .unwrap_or_else(|| text.to_owned())
}

/// Parses digits with a decimal point as a whole number.
fn parse_whole(digits: &str) -> Option<i64> {
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let is_whole = fraction.bytes().all(|digit| digit == b'0');
    is_whole.then(|| whole.parse().ok())?
}
