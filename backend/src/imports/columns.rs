//! How the columns of a sheet are read: their fields, and the decimal marks of their numbers.

use super::{
    cell_values::{split_price, split_quantity},
    heads::Heads,
    sums::SumCheck,
};
use platform::spreadsheet::amounts::find_currency;
use platform::spreadsheet::{Cell, CellKind};
use shared_types::{
    imports::{ImportColumn, ImportField, NumberQuestion},
    money::Currency,
    number_text::{self, AmbiguousNumber, DecimalMark, MarkEvidence, NumberText},
};

/// The field of each column.
pub(super) type Mapping = Vec<Option<ImportField>>;

/// How the numbers of a column are written.
#[derive(Clone, Copy, Debug, Default)]
struct ColumnMarks {
    /// The mark that the person has chosen.
    chosen: Option<DecimalMark>,
    /// The format that the unambiguous numbers of the column show.
    evidence: MarkEvidence,
}

/// Why a cell is not read as a number.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum NumberFault {
    /// A price in conventional units, which are no currency.
    NoCurrency,
    NotANumber,
    Ambiguous(AmbiguousNumber),
}

/// A price as it is read: its digits with a decimal point, and its currency. `None` if its text names no currency.
pub(super) struct ReadPrice {
    pub(super) digits: Result<String, NumberFault>,
    pub(super) currency: Option<Currency>,
}

/// The rows of a price list at least. In a shorter list a quantity was forgotten.
const PRICE_LIST_ROWS: u32 = 10;

/// The meaning of a cell of quantities that is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EmptyQuantity {
    /// One piece, in a sheet without quantities, or without headers.
    One,
    /// The row is not ordered: few rows of a price list are.
    NotOrdered,
    /// It was forgotten.
    Missing,
}

/// The fields of the columns, and how their numbers are read.
pub(super) struct Layout<'a> {
    pub(super) mapping: &'a Mapping,
    pub(super) heads: Heads,
    /// The currency of prices whose cells name none.
    currency: Option<Currency>,
    marks: Vec<ColumnMarks>,
    pub(super) empty_quantity: EmptyQuantity,
}

impl Layout<'_> {
    pub(super) fn column(&self, field: ImportField) -> Option<usize> {
        self.mapping.iter().position(|mapped| *mapped == Some(field))
    }

    /// Reads the price of a row. The currency comes from the row, if another column names it.
    pub(super) fn read_price(&self, cell: &Cell<'_>, currency: Option<Currency>) -> ReadPrice {
        let Some((number, sign)) = split_price(&cell.text) else {
            return ReadPrice {
                digits: Err(NumberFault::NotANumber),
                currency,
            };
        };
        let currency = currency.or(sign).or(self.currency);
        if currency.is_none() && self.heads.prices_are_conventional(self.mapping) {
            return ReadPrice {
                digits: Err(NumberFault::NoCurrency),
                currency,
            };
        }
        ReadPrice {
            digits: self.read(self.column(ImportField::Price), (number, cell.kind), currency),
            currency,
        }
    }

    /// Reads a number of pieces: the ordered ones, or the pieces of the price.
    pub(super) fn read_pieces(&self, column: Option<usize>, cell: &Cell<'_>) -> Result<String, NumberFault> {
        let number = split_quantity(&cell.text).ok_or(NumberFault::NotANumber)?;
        self.read(column, (number, cell.kind), None)
    }

    fn read(
        &self,
        column: Option<usize>,
        (number, kind): (&str, CellKind),
        currency: Option<Currency>,
    ) -> Result<String, NumberFault> {
        if kind == CellKind::Number {
            // A sheet holds numbers without marks that could be misread.
            return Ok(number.to_owned());
        }
        let number = match number_text::read(number).ok_or(NumberFault::NotANumber)? {
            NumberText::Certain(digits, _) => return Ok(digits),
            NumberText::Ambiguous(number) => number,
        };
        let marks = column.and_then(|column| self.marks.get(column));
        let marks = marks.copied().unwrap_or_default();
        match only_mark(&number, currency)
            .or_else(|| marks.evidence.mark_of(&number))
            .or(marks.chosen)
        {
            Some(mark) => Ok(number.with(mark)),
            None => Err(NumberFault::Ambiguous(number)),
        }
    }
}

/// The decimal mark that the currency allows: there is no fraction of a yen, so the mark of the number groups thousands.
fn only_mark(number: &AmbiguousNumber, currency: Option<Currency>) -> Option<DecimalMark> {
    currency.filter(|currency| currency.decimals() == 0)?;
    Some(match number.mark {
        DecimalMark::Point => DecimalMark::Comma,
        DecimalMark::Comma => DecimalMark::Point,
    })
}

/// The rows of a column so far.
#[derive(Default)]
struct ScannedColumn {
    filled: u32,
    evidence: MarkEvidence,
    /// The first number of each mark that can be read in two ways, with its text.
    ambiguous: Vec<(AmbiguousNumber, String)>,
}

/// Looks through the rows of a sheet before they are read, because a number can be understood by the others of its column.
pub(super) struct ColumnScan<'a> {
    mapping: &'a Mapping,
    heads: Heads,
    /// The currency that the header of the prices or the sheet names.
    currency: Option<Currency>,
    sums: Option<SumCheck>,
    columns: Vec<ScannedColumn>,
    /// The rows of goods.
    rows: u32,
}

impl<'a> ColumnScan<'a> {
    pub(super) fn new(mapping: &'a Mapping, heads: Heads) -> Self {
        let columns = mapping.iter().map(|_| ScannedColumn::default());
        Self {
            mapping,
            currency: heads.price_currency(mapping).or(heads.sheet_currency()),
            sums: SumCheck::new(mapping, &heads).filter(|_| heads.price_currency(mapping).is_none()),
            heads,
            columns: columns.collect(),
            rows: 0,
        }
    }

    /// Adds a row below the headers.
    pub(super) fn add_row(&mut self, cells: &[Cell<'_>]) {
        if self.heads.is_no_goods(cells) {
            return;
        }
        self.rows += 1;
        if let Some(sums) = &mut self.sums {
            sums.add_row(cells);
        }
        let named = self
            .mapping
            .iter()
            .position(|field| *field == Some(ImportField::Currency));
        let named = named
            .and_then(|column| cells.get(column))
            .and_then(|cell| find_currency(&cell.text));
        for ((column, field), cell) in self.columns.iter_mut().zip(self.mapping).zip(cells) {
            column.filled += u32::from(!cell.text.is_empty());
            if cell.kind != CellKind::Text {
                continue;
            }
            let (number, currency) = match field {
                Some(ImportField::Price) => match split_price(&cell.text) {
                    Some((number, sign)) => (number, named.or(sign).or(self.currency)),
                    None => continue,
                },
                Some(ImportField::Quantity | ImportField::SizeQuantity | ImportField::PricePer) => {
                    match split_quantity(&cell.text) {
                        Some(number) => (number, None),
                        None => continue,
                    }
                }
                _ => continue,
            };
            match number_text::read(number) {
                Some(NumberText::Certain(_, evidence)) => column.evidence = column.evidence.and(evidence),
                Some(NumberText::Ambiguous(number))
                    if only_mark(&number, currency).is_none()
                        && !column.ambiguous.iter().any(|(known, _)| known.mark == number.mark) =>
                {
                    column.ambiguous.push((number, cell.text.clone().into_owned()));
                }
                _ => {}
            }
        }
    }

    /// Returns the samples of the columns, and their readings with the marks that the person has chosen.
    pub(super) fn finish(self, chosen: &[Option<DecimalMark>]) -> (Vec<ImportColumn>, Layout<'a>) {
        let quantities = self
            .mapping
            .iter()
            .position(|field| *field == Some(ImportField::Quantity));
        let empty_quantity = match quantities.map_or(0, |at| self.columns[at].filled) {
            0 => EmptyQuantity::One,
            _ if self.heads.headers().is_empty() => EmptyQuantity::One,
            filled if self.rows >= PRICE_LIST_ROWS && filled * 2 < self.rows => EmptyQuantity::NotOrdered,
            _ => EmptyQuantity::Missing,
        };
        let (mut columns, mut marks) = (Vec::new(), Vec::new());
        for (at, scanned) in self.columns.into_iter().enumerate() {
            let open = scanned
                .ambiguous
                .iter()
                .find(|(number, _)| scanned.evidence.mark_of(number).is_none());
            let question = open.map(|(number, text)| question(number, text));
            let chosen = chosen.get(at).copied().flatten().filter(|_| question.is_some());
            columns.push(ImportColumn {
                filled: scanned.filled,
                decimal_mark: chosen,
                question,
            });
            marks.push(ColumnMarks {
                chosen,
                evidence: scanned.evidence,
            });
        }
        let layout = Layout {
            mapping: self.mapping,
            heads: self.heads,
            currency: self.sums.and_then(|sums| sums.currency()).or(self.currency),
            marks,
            empty_quantity,
        };
        (columns, layout)
    }
}

fn question(number: &AmbiguousNumber, text: &str) -> NumberQuestion {
    let [fraction, thousands] = number.readings();
    let (with_point, with_comma) = match number.mark {
        DecimalMark::Point => (fraction, thousands),
        DecimalMark::Comma => (thousands, fraction),
    };
    NumberQuestion {
        text: text.to_owned(),
        with_point,
        with_comma,
    }
}
