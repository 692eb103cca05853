//! The columns of a sheet of open orders, and its rows.

use super::words::{Column, HEADERS};
use platform::spreadsheet::{
    Cell, CellKind, Table,
    amounts::{self, AmountColumn},
    begins_with_any, unread_columns,
};
use shared_types::{
    fields::{FieldErrors, Rule},
    money::{Currency, Money},
    orders::EarlierRow,
};

/// First words of rows with totals.
const TOTALS: [&str; 5] = ["итого", "всего", "total", "合计", "总计"];

/// Whether a sheet has headers of orders.
pub(super) fn has_headers(table: &Table) -> bool {
    HEADERS.are_in(table)
}

/// The rows of a sheet, with the errors of their cells.
pub(super) struct ReadOrders {
    pub(super) rows: Vec<(EarlierRow, FieldErrors)>,
    pub(super) ignored_columns: Vec<String>,
}

/// A row of the sheet with the positions of its fields.
struct Fields<'a, 'b> {
    columns: &'a [Option<Column>],
    cells: &'a [Cell<'b>],
}

impl<'a, 'b> Fields<'a, 'b> {
    fn all(&self, column: Column) -> impl Iterator<Item = &'a Cell<'b>> {
        let named = self.columns.iter().zip(self.cells);
        named
            .filter(move |(known, cell)| **known == Some(column) && !cell.text.is_empty())
            .map(|(_, cell)| cell)
    }

    /// The text of the first cell of the columns that is filled.
    fn text(&self, columns: &[Column]) -> String {
        let cell = columns.iter().find_map(|column| self.all(*column).next());
        cell.map_or("", |cell| cell.text.trim()).to_owned()
    }

    /// The address of the goods: of the column of links, else where the title leads.
    fn url(&self) -> String {
        let address = self.all(Column::Url).next().map(Cell::address);
        let linked = || self.all(Column::Title).find_map(|cell| cell.link.as_deref());
        address.or_else(linked).unwrap_or_default().trim().to_owned()
    }

    fn faults(&self) -> FieldErrors {
        let mut errors = FieldErrors::default();
        for (column, field) in [
            (Column::Number, "order_number"),
            (Column::Code, "client"),
            (Column::Phone, "client"),
            (Column::Client, "client"),
            (Column::Price, "price"),
            (Column::Quantity, "quantity"),
            (Column::Sum, "sum"),
            (Column::Paid, "paid"),
        ] {
            for cell in self.all(column) {
                let is_date = cell.kind == CellKind::Date;
                if let Some(rule) = cell.kind.fault().or(is_date.then_some(Rule::DateInCell)) {
                    errors.add(field, rule);
                }
            }
        }
        errors
    }
}

/// Reads the rows below the headers. A row without an order number belongs to the order above it.
pub(super) fn read(table: &Table) -> ReadOrders {
    let (header_row, columns) = HEADERS.detect(table);
    let has = |column| columns.contains(&Some(column));
    let mut rows: Vec<(EarlierRow, FieldErrors)> = Vec::new();
    for (number, cells) in table.filled_rows().filter(|(number, _)| *number > header_row) {
        let first = cells.iter().find(|cell| !cell.text.is_empty());
        let fields = Fields {
            columns: &columns,
            cells: &cells,
        };
        if first.is_none_or(|cell| begins_with_any(&cell.text, &TOTALS)) {
            continue;
        }
        let variants: Vec<&str> = fields.all(Column::Variant).map(|cell| cell.text.trim()).collect();
        let mut row = EarlierRow {
            number,
            order_number: fields.text(&[Column::Number]),
            client: fields.text(&[Column::Code, Column::Phone, Column::Client]),
            title: fields.text(&[Column::Title]),
            url: fields.url(),
            variant: variants.join(" / "),
            price: fields.text(&[Column::Price]),
            currency: fields.text(&[Column::Currency]),
            quantity: fields.text(&[Column::Quantity]),
            status: fields.text(&[Column::Status]),
            sum: fields.text(&[Column::Sum]),
            sum_currency: String::new(),
            paid: fields.text(&[Column::Paid]),
            paid_currency: String::new(),
            date: fields.text(&[Column::Date]),
        };
        if let Some((above, _)) = rows
            .last()
            .filter(|(above, _)| row.order_number.is_empty() || row.order_number == above.order_number)
        {
            for (own, above) in [
                (&mut row.order_number, &above.order_number),
                (&mut row.client, &above.client),
                (&mut row.status, &above.status),
                (&mut row.date, &above.date),
            ] {
                if own.is_empty() {
                    own.clone_from(above);
                }
            }
        }
        if !has(Column::Quantity) {
            "1".clone_into(&mut row.quantity);
        }
        rows.push((row, fields.faults()));
    }
    let heads = headers(table, header_row, &columns);
    let pieces = amounts::pieces_in(&heads[0]);
    read_amounts(&mut rows, heads.map(|header| amounts::currency_in([header.as_str()])));
    if let Some(pieces) = pieces {
        for row in &mut rows {
            divide_price(row, pieces);
        }
    }
    ReadOrders {
        ignored_columns: unread_columns(table, header_row, &columns),
        rows,
    }
}

/// The headers of prices, sums and paid amounts.
fn headers(table: &Table, header_row: u32, columns: &[Option<Column>]) -> [String; 3] {
    let headers = table.rows().find(|(number, _)| *number == header_row);
    let headers = headers.map(|(_, cells)| cells).unwrap_or_default();
    [Column::Price, Column::Sum, Column::Paid].map(|column| {
        let at = columns.iter().position(|known| *known == Some(column));
        let header = at.and_then(|at| headers.get(at));
        header.map_or(String::new(), |header| header.text.clone().into_owned())
    })
}

/// Replaces a price of several pieces by the one of a piece, if an amount of money can be.
fn divide_price((row, errors): &mut (EarlierRow, FieldErrors), pieces: i64) {
    let currency = match row.currency.as_str() {
        "" => Some(Currency::Cny),
        code => Currency::from_code(code),
    };
    let Some(currency) = currency else { return };
    match Money::parse(&row.price, currency) {
        Ok(price) if price.minor % pieces == 0 => {
            row.price = Money::new(price.minor / pieces, currency).amount();
        }
        Ok(_) => errors.add("price", Rule::NotAnAmount),
        Err(_) => {}
    }
}

/// Replaces the texts of amounts by digits with a decimal point, and names their currencies: of the cell, of the column of currencies,
/// or of the header.
fn read_amounts(rows: &mut [(EarlierRow, FieldErrors)], headers: [Option<Currency>; 3]) {
    let columns = [
        AmountColumn::learn(rows.iter().map(|(row, _)| row.price.as_str())),
        AmountColumn::learn(rows.iter().map(|(row, _)| row.sum.as_str())),
        AmountColumn::learn(rows.iter().map(|(row, _)| row.paid.as_str())),
    ];
    for (row, errors) in rows {
        let named = std::mem::take(&mut row.currency);
        let fields = [
            ("price", &mut row.price, &mut row.currency),
            ("sum", &mut row.sum, &mut row.sum_currency),
            ("paid", &mut row.paid, &mut row.paid_currency),
        ];
        for ((field, text, currency), (column, header)) in fields.into_iter().zip(columns.iter().zip(headers)) {
            if text.is_empty() {
                continue;
            }
            match column.read(text) {
                Ok((digits, of_cell)) => {
                    *text = digits;
                    let code = of_cell.map(Currency::code);
                    let named = code.or(Some(named.as_str()).filter(|named| !named.is_empty()));
                    named
                        .or(header.map(Currency::code))
                        .unwrap_or_default()
                        .clone_into(currency);
                }
                Err(rule) => errors.add(field, rule),
            }
        }
        if let Some(number) = amounts::split(&row.quantity).map(|parts| parts.number.to_owned()) {
            row.quantity = number;
        }
    }
}
