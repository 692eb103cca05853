//! Reading of imports: the list, the import itself and its rows with their errors.

use super::{
    blocks::{BLOCK_ROWS, load_blocks, parse_rows},
    columns::Mapping,
    plan::scan,
    rules::{RowOutcome, address_in, parse_row},
};
use entities::imports::import;
use platform::{auth::Caller, scope::ScopedConnection, spreadsheet::Cell};
use sea_orm::{QueryOrder, QuerySelect, entity::prelude::*};
use shared_types::{
    access::{Level, Object},
    fields::Rule,
    id::{ImportId, OrderId, UserId},
    imports::{Import, ImportField, ImportPreview, PreviewItem, PreviewQuery, PreviewRow},
    orders::Side,
    page,
};
use trade::orders::OrderError;

/// Returns an import of an order by the reader's side.
pub(super) async fn find(
    rows: &impl ScopedConnection,
    (order, id): (OrderId, ImportId),
    reader: Reader,
) -> Result<import::Model, OrderError> {
    let select = import::Entity::find_by_id(id)
        .filter(import::Column::OrderId.eq(order.0))
        .filter(import::Column::Side.eq(reader.side));
    rows.one(select).await?.ok_or(OrderError::NotFound)
}

/// The person who reads an import. Prices need the right to see them, except in a file that the person uploaded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader {
    pub(super) user_id: UserId,
    pub(super) side: Side,
    sees_prices: bool,
}

impl Reader {
    pub(super) fn new(caller: &Caller) -> Self {
        Self {
            user_id: caller.user_id,
            side: caller.guard().into(),
            sees_prices: caller.rights.allows(Object::OrderPrices, Level::View),
        }
    }

    pub(super) fn sees_prices_of(self, import: &import::Model) -> bool {
        self.sees_prices || import.actor_user_id == Some(self.user_id)
    }
}

/// Returns the newest imports of an order. The caller has to check that the scope can see the order.
pub(super) async fn list(
    rows: &impl ScopedConnection,
    order: OrderId,
    reader: Reader,
) -> Result<Vec<Import>, OrderError> {
    let select = import::Entity::find()
        .filter(import::Column::OrderId.eq(order.0))
        .filter(import::Column::Side.eq(reader.side))
        .order_by_desc(import::Column::Id)
        .limit(page::MAX_LIMIT);
    let imports = rows.all(select).await?;
    Ok(imports.into_iter().map(|import| view(import, reader)).collect())
}

/// Returns a page of rows with the errors of each.
pub(super) async fn page(
    rows: &impl ScopedConnection,
    at: (OrderId, ImportId),
    query: &PreviewQuery,
    reader: Reader,
) -> Result<ImportPreview, OrderError> {
    let import = find(rows, at, reader).await?;
    let mapping = Mapping::clone(&import.mapping);
    let header_row = u32::try_from(import.header_row).unwrap_or_default();
    let after = query.cursor.unwrap_or_default().max(header_row);
    let limit = query.limit.unwrap_or(page::DEFAULT_LIMIT);
    let limit = usize::try_from(limit).unwrap_or(BLOCK_ROWS);
    let only_faulty = query.faulty.unwrap_or(false);
    let blocks = load_blocks(rows, import.id).await?;
    let marks: Vec<_> = import.columns.iter().map(|column| column.decimal_mark).collect();
    let (_, layout) = scan(&mapping, &marks, import.header_row, &blocks)?;
    let owned = |cells: Vec<Cell<'_>>| cells.into_iter().map(|cell| cell.text.into_owned()).collect();
    // A column of links shows where its cells lead: this is stored.
    let is_address = |column: usize| {
        matches!(
            mapping.get(column),
            Some(Some(ImportField::Url | ImportField::ImageUrl))
        )
    };
    let shown_cells = |cells: Vec<Cell<'_>>| {
        let cells = cells.into_iter().enumerate();
        let text = |(column, cell): (usize, Cell<'_>)| {
            let made = layout.heads.link(column, &cell.text).filter(|_| is_address(column));
            made.unwrap_or_else(|| match cell.link {
                Some(link) if is_address(column) => link.into_owned(),
                _ if mapping.get(column) == Some(&Some(ImportField::Url)) => address_in(&cell.text),
                _ => cell.text.into_owned(),
            })
        };
        cells.map(text).collect()
    };
    let mut headers = Vec::new();
    let mut shown = Vec::new();
    for block in &blocks {
        for (number, cells) in parse_rows(block)? {
            if number == header_row {
                headers = owned(cells);
            } else if number > after && shown.len() <= limit {
                let (faults, items) = match parse_row(&layout, &cells) {
                    RowOutcome::Invalid(faults) => (faults, Vec::new()),
                    RowOutcome::Empty => (Vec::new(), Vec::new()),
                    RowOutcome::Valid(items) => (Vec::new(), items),
                };
                let mut items = items.into_iter().map(|item| PreviewItem {
                    price: Some(item.price.price),
                    price_per: item.price.per,
                    quantity: item.quantity,
                    variant: item.variant,
                });
                if !only_faulty || !faults.is_empty() {
                    shown.push(PreviewRow {
                        number,
                        cells: shown_cells(cells),
                        faults,
                        item: items.next(),
                        more_items: items.collect(),
                    });
                }
            }
        }
    }
    let has_more = shown.len() > limit;
    shown.truncate(limit);
    let sees_prices = reader.sees_prices_of(&import);
    let mut preview = ImportPreview {
        headers,
        next_cursor: shown.last().filter(|_| has_more).map(|row| row.number),
        rows: shown,
        import: view(import, reader),
    };
    if !sees_prices {
        hide_prices(&mut preview);
    }
    Ok(preview)
}

/// Whether a column contains prices, or nothing is known of it.
fn may_be_price(import: &Import, column: usize) -> bool {
    use ImportField::{Ignored, Price};
    matches!(import.mapping.get(column), None | Some(None | Some(Price | Ignored)))
}

/// Clears the numbers of questions about prices.
fn hide_prices_of_import(import: &mut Import) {
    for column in 0..import.columns.len() {
        if may_be_price(import, column) {
            import.columns[column].question = None;
        }
    }
}

/// Clears the cells that are prices, and the cells whose meaning is unknown.
fn hide_prices(preview: &mut ImportPreview) {
    for row in &mut preview.rows {
        for (column, cell) in row.cells.iter_mut().enumerate() {
            if may_be_price(&preview.import, column) {
                cell.clear();
            }
        }
        for item in row.item.iter_mut().chain(&mut row.more_items) {
            item.price = None;
        }
        for fault in row.faults.iter_mut().filter(|fault| fault.field == ImportField::Price) {
            if Rule::from_error(&fault.error).is_some_and(|rule| matches!(rule, Rule::Ambiguous(_))) {
                fault.error = Rule::NotAnAmount.into();
            }
        }
    }
}

/// Converts an import to its API representation for the reader.
pub(super) fn view(row: import::Model, reader: Reader) -> Import {
    let sees_prices = reader.sees_prices_of(&row);
    let mut import = full_view(row);
    if !sees_prices {
        hide_prices_of_import(&mut import);
    }
    import
}

/// Converts an import with everything that is known of it.
pub(super) fn full_view(row: import::Model) -> Import {
    Import {
        id: row.id,
        order_id: row.order_id,
        status: row.status,
        sheets: row.sheets.into_inner(),
        header_row: u32::try_from(row.header_row).unwrap_or_default(),
        mapping: row.mapping.into_inner(),
        columns: row.columns.into_inner(),
        counts: row.counts.into_inner(),
        file_name: row.file_name,
        sheet: row.sheet,
        created_at: row.created_at,
    }
}
