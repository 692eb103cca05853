//! The headers of the columns of a sheet of items.

use super::{
    cell_values::parse_size,
    columns::Mapping,
    field_words::PREFIXES,
    heads::Heads,
    known_words::{CARTONS, SUMS, UNKNOWN, WEAK},
    neighbour_words,
};
use platform::spreadsheet::{Cell, Headers, Table, amounts::is_per_measure, begins_with_any};
use shared_types::{imports::ImportField, web_address};

/// The headers in three languages.
pub(super) const HEADERS: Headers<ImportField> = Headers {
    weak: WEAK,
    yielded: Some(ImportField::Ignored),
    unknown: UNKNOWN,
    value: |header| parse_size(header).map(|_| ImportField::SizeQuantity),
    repeatable: &[ImportField::Variant, ImportField::Ignored, ImportField::SizeQuantity],
    uncounted: &[ImportField::Ignored, ImportField::SizeQuantity],
    ..Headers::new(PREFIXES, DEFAULT_FIELDS)
};

/// The fields of the columns of a sheet without headers: the order of pasted rows.
const DEFAULT_FIELDS: &[ImportField] = &[
    ImportField::Title,
    ImportField::Url,
    ImportField::Price,
    ImportField::Quantity,
    ImportField::Comment,
];

/// Headers of columns that number the rows.
const ROW_NUMBERS: [&str; 17] = [
    "№",
    "№ п/п",
    "№п/п",
    "n п/п",
    "п/п",
    "#",
    "no",
    "no.",
    "n",
    "s/n",
    "序号",
    "项次",
    "項次",
    "№ пп",
    "р/с",
    "№ р/с",
    "sr. no.",
];

/// Headers that name the goods where no other column does.
const OTHER_TITLES: &[&str] = &[
    "модель$",
    "позици",
    "описание",
    "предмет",
    "model$",
    "article name",
    "item description",
];

/// An article next to the columns of options, else one of them.
const SKU: &str = "sku";

/// The number of a product in the books of 1C. Without an article it may be one.
const ACCOUNTING_CODE: &str = "код";

/// Whether a sheet has headers of items.
pub(super) fn has_headers(table: &Table) -> bool {
    HEADERS.are_in(table)
}

/// Finds the header row of a sheet and the fields of its columns. Row numbers are ignored without a question, and totals if the sheet
/// has prices and quantities.
pub(super) fn detect_mapping(table: &Table) -> (u32, Mapping) {
    let (header_row, mut mapping) = unknown_headers(table).unwrap_or_else(|| HEADERS.detect(table));
    let heads = Heads::read(header_row, table.filled_rows());
    keep_size_columns(table, (header_row, &heads), &mut mapping);
    fill_gaps(table, (header_row, &heads), &mut mapping);
    let has = |field| mapping.contains(&Some(field));
    let is_complete = has(ImportField::Price) && (has(ImportField::Quantity) || has(ImportField::SizeQuantity));
    let has_article = has(ImportField::ExternalId);
    let has_sizes = has(ImportField::SizeQuantity);
    for (field, header) in mapping.iter_mut().zip(heads.headers()) {
        let name = header.to_lowercase();
        let is_number = ROW_NUMBERS.contains(&name.as_str()) || (has_article && name == ACCOUNTING_CODE);
        if field.is_none() && is_number {
            *field = Some(ImportField::Ignored);
        }
        // The price of a piece depends on its weight or length.
        if *field == Some(ImportField::Price) && is_per_measure(header) {
            *field = None;
        }
        let is_of_cartons = begins_with_any(header, CARTONS);
        let is_sum = [SUMS, neighbour_words::SUMS]
            .iter()
            .any(|words| begins_with_any(header, words));
        let follows = is_sum || is_of_cartons;
        // The sizes of a carton are multiplied by the cartons.
        let is_open = (!is_complete && follows) || (has_sizes && is_of_cartons);
        if *field == Some(ImportField::Ignored) && is_open {
            *field = None;
        }
    }
    (header_row, mapping)
}

/// Finds the column of a field that no header names: goods by a word that is no name elsewhere, links by the addresses in their cells.
fn fill_gaps(table: &Table, (header_row, heads): (u32, &Heads), mapping: &mut Mapping) {
    let goods: Vec<_> = table
        .rows()
        .filter(|(number, cells)| *number > header_row && !heads.is_no_goods(cells))
        .map(|(_, cells)| cells)
        .collect();
    // Whether a column has cells, and all of them are so.
    let all = |column: usize, is_so: &dyn Fn(&Cell<'_>) -> bool| {
        let mut filled = goods
            .iter()
            .filter_map(|cells| cells.get(column))
            .filter(|cell| !cell.text.is_empty())
            .peekable();
        filled.peek().is_some() && filled.all(is_so)
    };
    let has = |mapping: &Mapping, field| mapping.contains(&Some(field));
    let header = |column: usize| heads.headers().get(column).map_or("", String::as_str);
    let open = |mapping: &Mapping| {
        (0..mapping.len())
            .filter(|column| mapping[*column].is_none())
            .collect::<Vec<_>>()
    };
    if !has(mapping, ImportField::Title) {
        let is_title = |column: &usize| {
            begins_with_any(header(*column), OTHER_TITLES)
                && all(*column, &|cell| cell.text.contains(char::is_alphabetic))
        };
        if let Some(column) = open(mapping).into_iter().find(is_title) {
            mapping[column] = Some(ImportField::Title);
        }
    }
    if !has(mapping, ImportField::Url) && HEADERS.are_in(table) {
        let is_link = |column: &usize| all(*column, &|cell| web_address::host(cell.address()).is_some());
        let links: Vec<_> = open(mapping).into_iter().filter(is_link).collect();
        if let [column] = links[..] {
            mapping[column] = Some(ImportField::Url);
        }
    }
    let is_option = |column: &usize| mapping[*column] == Some(ImportField::Variant);
    let options: Vec<_> = (0..mapping.len()).filter(is_option).collect();
    if !has(mapping, ImportField::ExternalId)
        && options.len() > 1
        && let Some(column) = options.into_iter().find(|column| header(*column).to_lowercase() == SKU)
    {
        mapping[column] = Some(ImportField::ExternalId);
    }
}

/// A first row of names above rows with numbers, of which fewer than two are known: its columns are asked about. The fields of rows
/// without headers would be wrong.
fn unknown_headers(table: &Table) -> Option<(u32, Mapping)> {
    if HEADERS.are_in(table) {
        return None;
    }
    let mut rows = table.filled_rows();
    let (number, cells) = rows.next()?;
    let is_name = |cell: &Cell<'_>| {
        let text = cell.text.trim();
        text.is_empty() || (text.contains(char::is_alphabetic) && web_address::host(cell.address()).is_none())
    };
    let starts_with_number = |cell: &Cell<'_>| cell.text.trim().starts_with(|sign: char| sign.is_ascii_digit());
    let named = cells.iter().filter(|cell| !cell.text.trim().is_empty()).count();
    let is_row_of_names = named > 2 && cells.iter().all(is_name) && !cells.iter().skip(1).any(starts_with_number);
    let has_numbers = rows.take(5).any(|(_, cells)| cells.iter().any(starts_with_number));
    (is_row_of_names && has_numbers).then(|| (number, HEADERS.map(&cells)))
}

/// Gives the column of the stored pictures its field, unless another column has it.
pub(super) fn map_pictures(table: &Table, mapping: &mut Mapping) {
    if let Some(column) = table.picture_column()
        && !mapping.contains(&Some(ImportField::ImageUrl))
    {
        mapping.resize(mapping.len().max(column + 1), None);
        mapping[column].get_or_insert(ImportField::ImageUrl);
    }
}

/// Keeps the fields of columns of sizes where at least two are side by side and have whole numbers only. Other columns have the field
/// that their words name.
fn keep_size_columns(table: &Table, (header_row, heads): (u32, &Heads), mapping: &mut Mapping) {
    let is_size = |field: &Option<ImportField>| *field == Some(ImportField::SizeQuantity);
    if !mapping.iter().any(is_size) {
        return;
    }
    let mut counts = vec![(0_u32, true); mapping.len()];
    let goods = table.filled_rows().filter(|(number, _)| *number > header_row);
    for (_, cells) in goods.filter(|(_, cells)| !heads.is_no_goods(cells)) {
        for ((filled, are_numbers), cell) in counts.iter_mut().zip(&cells) {
            if !cell.text.is_empty() {
                *filled += 1;
                *are_numbers &= cell.text.parse::<u32>().is_ok_and(|number| number > 0);
            }
        }
    }
    let mut begin = 0;
    while begin < mapping.len() {
        let width = mapping[begin..].iter().take_while(|field| is_size(field)).count();
        let columns = begin..begin + width;
        begin = columns.end + 1;
        let is_filled = counts[columns.clone()].iter().any(|(filled, _)| *filled > 0);
        let are_numbers = counts[columns.clone()].iter().all(|(_, are_numbers)| *are_numbers);
        if width >= 2 && is_filled && are_numbers && heads.are_near(columns.clone()) {
            continue;
        }
        for column in columns {
            mapping[column] = heads.headers().get(column).and_then(|header| HEADERS.field_of(header));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_detected_in_three_languages() {
        use ImportField::{Comment, ExternalId, ImageUrl, Price, Quantity, Shop, Title, Url, Variant};
        let headers = |text: &str| HEADERS.map(&text.split('|').collect::<Vec<_>>());
        let expected = [
            Title, Url, Price, Quantity, Variant, Comment, ImageUrl, Shop, ExternalId,
        ]
        .map(Some);
        for text in [
            "Название|Ссылка на товар|Цена, ¥|Кол-во|Размер|Комментарий|Ссылка на фото|Магазин|Артикул",
            "Product name|Link|Unit price|Qty|Color|Note|Image URL|Shop|Product ID",
            "商品名称|商品链接|单价|数量|规格|备注|图片链接|店铺|商品编号",
        ] {
            assert_eq!(headers(text), expected, "{text}");
        }
    }

    #[test]
    fn headers_that_only_begin_like_a_field_are_none() {
        use ImportField::{Ignored, Price, Quantity, Title};
        let headers = |text: &str| HEADERS.map(&text.split('|').collect::<Vec<_>>());
        for text in [
            "Country of origin|Штрихкод|Коллекция|Адрес доставки|Товарная группа|Product category",
            "Кол-во в упаковке|Phone model|店铺链接|手机型号|是否带电|商家编码|Вес|Объём",
        ] {
            assert!(headers(text).iter().all(Option::is_none), "{text}: {:?}", headers(text));
        }
        // A sum yields to a price, also if it comes first.
        let sums = [Title, Ignored, Price, Quantity, Ignored].map(Some);
        assert_eq!(headers("Товар|Стоимость|Цена|PCS|PCS/CTN"), sums);
        assert_eq!(headers("Товар|Стоимость|Кол-во")[1], Some(Price));
        assert_eq!(headers("Цена|Итоговая цена"), [Some(Price), None]);
    }
}
