//! Exports of a marketplace: the numbers of purchases, their tracks, sums and goods.

use super::{
    cell_values::{split_price, split_quantity},
    headers::HEADERS,
    heads::Heads,
    known_words::{PURCHASE_NUMBERS, TRACKS},
};
use platform::spreadsheet::{Cell, CellKind, Headers, Table, begins_with_any};
use shared_types::{
    codes::without_scanner_marks,
    imports::ImportField,
    items::{ExportFault, PurchaseTrack, SkippedExportRow, limits},
    money::{Currency, Money},
    shop_link,
};
use std::collections::{BTreeMap, BTreeSet};
use trade::orders::items::exports::{FileGoods, FilePurchase};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ExportColumn {
    Number,
    Track,
}

const COLUMNS: Headers<ExportColumn> = Headers::new(
    &[(ExportColumn::Number, PURCHASE_NUMBERS), (ExportColumn::Track, TRACKS)],
    &[],
);

/// Whether a sheet has columns of numbers and tracks.
pub(super) fn has_headers(table: &Table) -> bool {
    COLUMNS.are_in(table)
}

/// The sums that a buyer paid for a purchase, with freight.
const PAID: &[&str] = &["实付", "实际支付", "买家实", "用户实付", "支付金额"];
/// The freight of a purchase.
const FREIGHTS: &[&str] = &["运费$", "运费(", "邮费", "买家应付邮费", "快递费"];
/// The state of a purchase on the marketplace.
const STATES: &[&str] = &["订单状态", "交易状态"];
/// The words of the states of purchases that were not paid, or not for long.
const UNPAID: &[&str] = &["待付款", "等待买家付款", "未付款", "关闭", "取消", "退款"];
/// The ids of variants.
const SKU_IDS: &[&str] = &["sku id", "skuid", "规格id"];

/// The purchases of an export: their tracks, and the rows without one.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct ExportRows {
    /// One for each purchase that has one.
    pub(super) tracks: Vec<PurchaseTrack>,
    /// The purchases with a usable number. Without the products of their goods, they have none.
    pub(super) purchases: Vec<FilePurchase>,
    pub(super) skipped: Vec<SkippedExportRow>,
}

/// The columns of sums and goods.
struct GoodsColumns {
    titles: Option<usize>,
    variants: Vec<usize>,
    quantities: Option<usize>,
    prices: Option<usize>,
    sku_ids: Option<usize>,
    paid: Option<usize>,
    freights: Option<usize>,
    states: Option<usize>,
}

impl GoodsColumns {
    fn find(headers: &[String]) -> Self {
        let named = |words: &[&str]| headers.iter().position(|header| begins_with_any(header, words));
        let field = |field| {
            headers
                .iter()
                .position(|header| HEADERS.field_of(header) == Some(field))
        };
        let variants = headers.iter().enumerate();
        let variants = variants.filter(|(_, header)| HEADERS.field_of(header) == Some(ImportField::Variant));
        Self {
            titles: field(ImportField::Title),
            variants: variants.map(|(at, _)| at).collect(),
            quantities: field(ImportField::Quantity),
            prices: field(ImportField::Price),
            sku_ids: named(SKU_IDS),
            paid: named(PAID),
            freights: named(FREIGHTS),
            states: named(STATES),
        }
    }

    /// Reads the goods of a row. The product is that of an address, or of an id whose header names its marketplace.
    fn read(&self, row: u32, heads: &Heads, cells: &[Cell<'_>]) -> FileGoods {
        let text = |at: usize| cells.get(at).map_or("", |cell| cell.text.trim());
        let filled = |at: Option<usize>| at.map(text).filter(|text| !text.is_empty());
        let variant: Vec<&str> = self.variants.iter().filter_map(|at| filled(Some(*at))).collect();
        let product = |(at, cell): (usize, &Cell<'_>)| {
            let of_address = |address: &str| shop_link::product(address).map(|page| page.id);
            let of_id = || of_address(&heads.link(at, &read_number(&cell.text))?);
            let is_whole = cell.kind != CellKind::DigitsLost;
            is_whole.then(|| of_address(cell.address()).or_else(of_id)).flatten()
        };
        FileGoods {
            row,
            title: filled(self.titles).map(ToOwned::to_owned),
            product: cells.iter().enumerate().find_map(product),
            sku_id: filled(self.sku_ids).map(read_number),
            variant: (!variant.is_empty()).then(|| variant.join(";")),
            quantity: filled(self.quantities)
                .and_then(split_quantity)
                .and_then(|number| number.parse().ok()),
            price: filled(self.prices).and_then(read_sum),
        }
    }
}

/// A sum in yuan. A comma is between thousands only.
fn read_sum(text: &str) -> Option<Money> {
    let (number, currency) = split_price(text)?;
    let is_clear = !number.contains(',') || number.contains('.');
    let is_yuan = currency.is_none_or(|currency| currency == Currency::Cny);
    let sum = Money::parse(&number.replace(',', ""), Currency::Cny).ok()?;
    (is_clear && is_yuan && sum.minor >= 0).then_some(sum)
}

/// The rows of one purchase: an export has one for each kind of goods.
#[derive(Default)]
struct Purchase {
    row: u32,
    title: Option<String>,
    tracks: BTreeSet<String>,
    /// The sums of its rows: the sum of the purchase is on the first one, or on each.
    paid: BTreeSet<i64>,
    freights: BTreeSet<i64>,
    is_unpaid: bool,
    goods: Vec<FileGoods>,
    fault: Option<ExportFault>,
}

impl Purchase {
    fn add(&mut self, columns: &GoodsColumns, cells: &[Cell<'_>], goods: FileGoods) {
        let text = |at: Option<usize>| at.and_then(|at| cells.get(at)).map_or("", |cell| cell.text.trim());
        let sum = |at| read_sum(text(at)).map(|sum| sum.minor);
        self.paid.extend(sum(columns.paid));
        self.freights.extend(sum(columns.freights));
        self.is_unpaid |= UNPAID.iter().any(|word| text(columns.states).contains(word));
        self.title = self.title.take().or_else(|| goods.title.clone());
        self.goods.push(goods);
    }

    /// The purchase with its sums, if each of them is the only one.
    fn to_file_purchase(&self, number: &str) -> FilePurchase {
        let single = |sums: &BTreeSet<i64>| {
            let sum = sums.first().filter(|_| sums.len() == 1);
            sum.map(|minor| Money::new(*minor, Currency::Cny))
        };
        let total = single(&self.paid).filter(|total| total.minor > 0);
        let freight = single(&self.freights)
            .filter(|freight| freight.minor > 0 && total.is_some_and(|total| freight.minor <= total.minor));
        FilePurchase {
            number: number.to_owned(),
            domestic_track: self.track().ok(),
            is_unpaid: self.is_unpaid,
            total,
            freight,
            goods: self.goods.clone(),
        }
    }

    fn track(&self) -> Result<String, ExportFault> {
        let mut tracks = self.tracks.iter().cloned();
        match (self.fault, tracks.next(), tracks.next()) {
            (Some(fault), ..) => Err(fault),
            (None, None, _) => Err(ExportFault::NoTrack),
            (None, Some(_), Some(_)) => Err(ExportFault::SeveralTracks),
            (None, Some(track), None) if track.chars().count() > limits::NUMBER => Err(ExportFault::TooLong),
            (None, Some(track), None) => Ok(track),
        }
    }
}

/// A number without the marks that keep a spreadsheet program from rounding it, as in `="284750"`.
pub(super) fn read_number(text: &str) -> String {
    let text = text.trim_matches(|sign: char| sign.is_whitespace() || matches!(sign, '=' | '"' | '\''));
    without_scanner_marks(text).trim().to_owned()
}

/// The tracks of a cell. A carrier before a track is left out: `圆通速递:YT8801`, `No:YT8801`.
pub(super) fn read_tracks(text: &str) -> impl Iterator<Item = String> {
    let is_between = |sign: char| sign.is_whitespace() || matches!(sign, ',' | ';' | '，' | '；' | '、' | '/');
    let parts = text.split(is_between).map(|part| {
        let after = part.rsplit([':', '：']).next();
        read_number(after.unwrap_or_default())
    });
    parts.filter(|part| part.contains(|sign: char| sign.is_ascii_digit()))
}

/// Reads the rows below the headers. Returns `None` if the sheet lacks one of the columns.
pub(super) fn read(table: &Table) -> Option<ExportRows> {
    let (header_row, columns) = COLUMNS.detect(table);
    let place = |column| columns.iter().position(|found| *found == Some(column));
    let (number_at, track_at) = (place(ExportColumn::Number)?, place(ExportColumn::Track)?);
    let heads = Heads::read(header_row, table.filled_rows());
    let columns = GoodsColumns::find(heads.headers());
    let mut purchases = BTreeMap::<String, Purchase>::new();
    let mut skipped = Vec::new();
    let mut last = None::<String>;
    for (row, cells) in table.filled_rows().filter(|(row, _)| *row > header_row) {
        if heads.is_no_goods(&cells) {
            continue;
        }
        let cell = |at: usize| cells.get(at).cloned().unwrap_or_default();
        let (number_cell, track_cell): (Cell<'_>, Cell<'_>) = (cell(number_at), cell(track_at));
        let goods = columns.read(row, &heads, &cells);
        let number = read_number(&number_cell.text);
        let tracks: Vec<String> = read_tracks(&track_cell.text).collect();
        if number.is_empty() {
            let title = goods.title.clone();
            // Further goods of the purchase above.
            if let Some(purchase) = last.as_ref().and_then(|last| purchases.get_mut(last)) {
                purchase.add(&columns, &cells, goods);
            }
            if !tracks.is_empty() {
                skipped.push(SkippedExportRow {
                    row,
                    marketplace_order_number: None,
                    title,
                    fault: ExportFault::NoNumber,
                });
            }
            continue;
        }
        let purchase = purchases.entry(number.clone()).or_insert_with(|| Purchase {
            row,
            ..Purchase::default()
        });
        purchase.add(&columns, &cells, goods);
        purchase.tracks.extend(tracks);
        if [&number_cell, &track_cell]
            .iter()
            .any(|cell| cell.kind == CellKind::DigitsLost)
        {
            purchase.fault = Some(ExportFault::DigitsLost);
        } else if number.chars().count() > limits::NUMBER {
            purchase.fault = Some(ExportFault::TooLong);
        }
        last = Some(number);
    }
    let has_products = purchases
        .values()
        .flat_map(|purchase| &purchase.goods)
        .any(|goods| goods.product.is_some());
    let mut in_order: Vec<(String, Purchase)> = purchases.into_iter().collect();
    in_order.sort_by_key(|(_, purchase)| purchase.row);
    let (mut tracks, mut file) = (Vec::new(), Vec::new());
    for (number, mut purchase) in in_order {
        let (row, title) = (purchase.row, purchase.title.clone());
        if !has_products {
            purchase.goods.clear();
        }
        if purchase.fault.is_none() {
            file.push(purchase.to_file_purchase(&number));
        }
        match purchase.track() {
            Ok(track) => tracks.push(PurchaseTrack {
                marketplace_order_number: number,
                domestic_track: track,
            }),
            Err(fault) => skipped.push(SkippedExportRow {
                row,
                marketplace_order_number: Some(number),
                title,
                fault,
            }),
        }
    }
    skipped.sort_by_key(|skipped| skipped.row);
    Some(ExportRows {
        tracks,
        purchases: file,
        skipped,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_have_tracks_with_and_without_a_carrier() {
        let read = |text: &str| read_tracks(text).collect::<Vec<_>>();
        assert_eq!(read("圆通速递:YT8801"), ["YT8801"]);
        assert_eq!(read("圆通速递 YT8801"), ["YT8801"]);
        assert_eq!(read("No:SF1523456789"), ["SF1523456789"]);
        assert_eq!(read("YT8801；YT8802"), ["YT8801", "YT8802"]);
        assert_eq!(read("=\"75312\""), ["75312"]);
        assert_eq!(read("无需物流"), [""; 0]);
        assert_eq!(read_number("'2847500113"), "2847500113");
    }
}
