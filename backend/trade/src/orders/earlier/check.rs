//! The check of a sheet of open orders: its rows become orders, with their clients, items, statuses and sums.

use super::{sums, words::stage_of};
use crate::orders::items::{CheckedItem, check_item};
use chrono::{DateTime, Days, NaiveDate, Utc};
use entities::imported_order;
use people::clients;
use platform::scope::ScopedConnection;
use sea_orm::{DbErr, entity::prelude::*};
use shared_types::{
    clients::ClientOption,
    fields::{Expected, FieldErrors, Rule},
    items::{CurrencyCode, NewItem},
    ledger::{AMOUNT_MINOR, BALANCE_CURRENCIES},
    money::{Currency, Money, PriceText},
    orders::{CheckedEarlierRow, EARLIER_NUMBER, EarlierOrder, EarlierRow, EarlierStage, OrderStatus},
};
use std::collections::{BTreeMap, BTreeSet};

/// An order of the sheet without errors.
pub(super) struct NewOrder {
    pub(super) number: String,
    pub(super) client: ClientOption,
    pub(super) items: Vec<(CheckedItem, EarlierStage)>,
    pub(super) status: OrderStatus,
    pub(super) goods: Money,
    pub(super) sum: Money,
    pub(super) paid: Money,
    pub(super) day: Option<NaiveDate>,
}

impl NewOrder {
    pub(super) fn is_paid(&self) -> bool {
        self.status != OrderStatus::Submitted
    }
}

/// An order of the sheet with its check.
pub(super) struct Candidate {
    pub(super) shown: EarlierOrder,
    /// `None` with errors, and if no row is to be imported.
    pub(super) new: Option<NewOrder>,
}

/// The clients and the numbers that the rows name.
struct Known {
    clients: BTreeMap<String, ClientOption>,
    taken: BTreeSet<String>,
    today: NaiveDate,
}

/// Checks the rows. Rows with the same number are one order, in the order of the sheet. Takes three statements.
pub(super) async fn check(
    rows: &impl ScopedConnection,
    sheet: Vec<(EarlierRow, FieldErrors)>,
    now: DateTime<Utc>,
) -> Result<Vec<Candidate>, DbErr> {
    let names = sheet.iter().map(|(row, _)| row.client.trim().to_owned());
    let names = names.filter(|name| !name.is_empty()).collect();
    let numbers: BTreeSet<&str> = sheet.iter().map(|(row, _)| row.order_number.trim()).collect();
    let taken = imported_order::Entity::find().filter(imported_order::Column::EarlierNumber.is_in(numbers));
    let known = Known {
        clients: clients::find_by_names(rows, &names).await?,
        taken: rows
            .all(taken)
            .await?
            .into_iter()
            .map(|row| row.earlier_number)
            .collect(),
        today: now.date_naive(),
    };
    let mut positions = BTreeMap::<String, usize>::new();
    let mut orders: Vec<(String, Vec<(EarlierRow, FieldErrors)>)> = Vec::new();
    for (row, errors) in sheet {
        let number = row.order_number.trim().to_owned();
        let at = *positions.entry(number.clone()).or_insert(orders.len());
        if at == orders.len() {
            orders.push((number, Vec::new()));
        }
        orders[at].1.push((row, errors));
    }
    Ok(orders
        .into_iter()
        .map(|(number, rows)| known.check_order(number, rows))
        .collect())
}

/// A row of an order with its item.
struct Line {
    row: EarlierRow,
    stage: Option<EarlierStage>,
    item: Option<CheckedItem>,
    errors: FieldErrors,
}

/// The status that follows from the stages of the items. Items that are not paid are to be bought if others are paid.
fn status_of(stages: &[EarlierStage]) -> Option<OrderStatus> {
    let all = |from: EarlierStage| stages.iter().all(|stage| *stage >= from);
    Some(match stages.iter().max()? {
        EarlierStage::Submitted => OrderStatus::Submitted,
        EarlierStage::Paid => OrderStatus::Paid,
        _ if all(EarlierStage::AtWarehouse) => OrderStatus::AtWarehouse,
        _ if all(EarlierStage::Bought) => OrderStatus::Purchased,
        _ => OrderStatus::Purchasing,
    })
}

impl Known {
    fn check_order(&self, number: String, rows: Vec<(EarlierRow, FieldErrors)>) -> Candidate {
        let mut lines: Vec<Line> = rows
            .into_iter()
            .map(|(row, errors)| self.check_line(row, errors))
            .collect();
        let client = lines
            .iter()
            .find_map(|line| self.clients.get(line.row.client.trim()))
            .cloned();
        for line in &mut lines {
            let own = self.clients.get(line.row.client.trim());
            if own.is_some_and(|own| client.as_ref().is_some_and(|client| client.id != own.id)) {
                line.errors.add("client", Rule::Repeated);
            }
        }
        let mut imported: Vec<&mut Line> = lines
            .iter_mut()
            .filter(|line| line.stage != Some(EarlierStage::LeftOut))
            .collect();
        if let Some(first) = imported.first_mut()
            && self.taken.contains(&number)
        {
            first.errors.add("order_number", Rule::Taken);
        }
        let stages: Option<Vec<EarlierStage>> = imported.iter().map(|line| line.stage).collect();
        let status = stages.and_then(|stages| status_of(&stages));
        let sums = check_sums(&mut imported, status);
        let day = imported.first_mut().and_then(|line| self.read_day(line));
        let has_errors = lines.iter().any(|line| !line.errors.is_empty());
        let items = |lines: &[Line]| {
            let items = lines.iter().filter_map(|line| Some((line.item.clone()?, line.stage?)));
            items.collect::<Vec<_>>()
        };
        let new = match (&client, status, sums) {
            (Some(client), Some(status), Some(sums)) if !has_errors => Some(NewOrder {
                number: number.clone(),
                client: client.clone(),
                items: items(&lines),
                status,
                goods: sums.goods,
                sum: sums.sum,
                paid: sums.paid,
                day,
            }),
            _ => None,
        };
        let shown = EarlierOrder {
            number,
            client,
            status: status.filter(|_| new.is_some()),
            sum: sums.map(|sums| sums.sum),
            paid: sums.map(|sums| sums.paid).filter(|paid| paid.minor > 0),
            rows: lines
                .into_iter()
                .map(|line| CheckedEarlierRow {
                    row: line.row,
                    stage: line.stage,
                    errors: line.errors,
                })
                .collect(),
        };
        Candidate { shown, new }
    }

    /// Checks a row by itself. A row that is left out needs nothing.
    fn check_line(&self, row: EarlierRow, mut errors: FieldErrors) -> Line {
        let stage = stage_of(&row.status);
        let mut item = None;
        if stage == Some(EarlierStage::LeftOut) {
            errors = FieldErrors::default();
        } else {
            errors.required_text("order_number", &row.order_number, EARLIER_NUMBER);
            let client = row.client.trim();
            if client.is_empty() {
                errors.add("client", Rule::Required);
            } else if !self.clients.contains_key(client) {
                errors.add("client", Rule::NotYours);
            }
            if row.status.trim().is_empty() {
                errors.add("status", Rule::Required);
            } else if stage.is_none() {
                errors.add("status", Rule::UnknownValue);
            }
            item = check_goods(&row, &mut errors);
        }
        Line {
            row,
            stage,
            item,
            errors,
        }
    }

    /// Reads the day of the order, which is not in the future in any time zone.
    fn read_day(&self, line: &mut Line) -> Option<NaiveDate> {
        let text = line.row.date.split_whitespace().next()?;
        let formats = [
            "%Y-%m-%d",
            "%d.%m.%Y",
            "%d.%m.%y",
            "%Y/%m/%d",
            "%Y.%m.%d",
            "%Y年%m月%d日",
        ];
        let day = formats
            .iter()
            .find_map(|format| NaiveDate::parse_from_str(text, format).ok());
        let is_past = |day: &NaiveDate| {
            self.today
                .checked_add_days(Days::new(1))
                .is_some_and(|last| *day <= last)
        };
        let day = day.filter(is_past);
        if day.is_none() {
            line.errors.add("date", Rule::UnknownValue);
        }
        day
    }
}

/// Checks the goods of a row. Errors of their cells are found before.
fn check_goods(row: &EarlierRow, errors: &mut FieldErrors) -> Option<CheckedItem> {
    let quantity = row.quantity.trim();
    let pieces = quantity.parse().ok();
    if quantity.is_empty() {
        errors.add("quantity", Rule::Required);
    } else if pieces.is_none() {
        errors.add("quantity", Rule::WrongType(Expected::Integer));
    }
    let title = Some(row.title.trim())
        .filter(|title| !title.is_empty())
        .unwrap_or(&row.url);
    let checked = check_item(NewItem {
        quantity: pieces,
        currency: Some(&row.currency)
            .filter(|code| !code.is_empty())
            .map(|code| CurrencyCode(code.clone())),
        variant: Some(row.variant.clone()),
        ..NewItem::new(title.to_owned(), row.url.clone(), PriceText(row.price.clone()))
    });
    match checked {
        Ok(item) => Some(item),
        Err(found) => {
            for (field, rules) in found.0 {
                errors.0.entry(field).or_insert(rules);
            }
            None
        }
    }
}

#[derive(Clone, Copy)]
struct Sums {
    goods: Money,
    sum: Money,
    paid: Money,
}

/// The currency that the filled cells of a column name, and their amounts in it, or in `unnamed` if they name none.
fn amounts<'a>(
    cells: impl Iterator<Item = (&'a str, &'a str)>,
    unnamed: Currency,
) -> Result<(Option<Currency>, Vec<i64>), Rule> {
    let cells: Vec<_> = cells.filter(|(text, _)| !text.is_empty()).collect();
    let mut codes = cells.iter().map(|(_, code)| *code);
    let first = codes.next().unwrap_or_default();
    if codes.any(|code| code != first) {
        return Err(Rule::MixedCurrencies);
    }
    let named = match first {
        "" => None,
        code => Some(Currency::from_code(code).ok_or(Rule::CurrencyNotAccepted)?),
    };
    let amount = |(text, _): &(&str, &str)| match Money::parse(text, named.unwrap_or(unnamed)) {
        Ok(money) if (0..=AMOUNT_MINOR).contains(&money.minor) => Ok(money.minor),
        _ => Err(Rule::NotAnAmount),
    };
    Ok((named, cells.iter().map(amount).collect::<Result<_, _>>()?))
}

/// Finds the sum and the paid amount of an order, once its goods are right. The first row gets the errors.
fn check_sums(lines: &mut [&mut Line], status: Option<OrderStatus>) -> Option<Sums> {
    let items: Option<Vec<&CheckedItem>> = lines.iter().map(|line| line.item.as_ref()).collect();
    let items = items.filter(|items| !items.is_empty())?;
    let found = find_sums(&items, lines, status);
    match found {
        Ok(sums) => Some(sums),
        Err((field, rule)) => {
            let first = lines.first_mut()?;
            if !first.errors.0.contains_key(field) {
                first.errors.add(field, rule);
            }
            None
        }
    }
}

fn find_sums(
    items: &[&CheckedItem],
    lines: &[&mut Line],
    status: Option<OrderStatus>,
) -> Result<Sums, (&'static str, Rule)> {
    let currency = items.first().map_or(Currency::Cny, |item| item.price.price.currency);
    if !BALANCE_CURRENCIES.contains(&currency) {
        return Err(("price", Rule::CurrencyNotAccepted));
    }
    if items.iter().any(|item| item.price.price.currency != currency) {
        return Err(("price", Rule::MixedCurrencies));
    }
    let goods = items.iter().try_fold(0_i64, |sum, item| {
        sum.checked_add(item.price.value(item.quantity.into())?.minor)
    });
    let goods = goods
        .filter(|goods| *goods <= AMOUNT_MINOR)
        .ok_or(("price", Rule::NumberOverflow))?;
    let cells = lines
        .iter()
        .map(|line| (line.row.sum.as_str(), line.row.sum_currency.as_str()));
    let (named, found) = amounts(cells, currency).map_err(|rule| ("sum", rule))?;
    let sum_currency = named.unwrap_or(currency);
    // A sum in rubles has no common measure with goods in yuan, so a repeated one is the sum of the order.
    let least = if sum_currency == currency { goods } else { 0 };
    let sum = if found.is_empty() {
        goods
    } else {
        sums::sum_of(&found, lines.len(), least).ok_or(("sum", Rule::NumberOverflow))?
    };
    let is_accepted = sum_currency == currency || sum_currency == Currency::Rub;
    if !is_accepted || (named.is_none() && sum != goods) {
        return Err(("sum", Rule::CurrencyNotAccepted));
    }
    let cells = lines
        .iter()
        .map(|line| (line.row.paid.as_str(), line.row.paid_currency.as_str()));
    let (paid_named, paid_cells) = amounts(cells, sum_currency).map_err(|rule| ("paid", rule))?;
    let sum = Money::new(sum, sum_currency);
    let is_unpaid = matches!(status, None | Some(OrderStatus::Submitted));
    // The sum of an order without a price is not known in other currencies than its goods.
    let in_advance = paid_named
        .filter(|named| is_unpaid && found.is_empty() && *named != sum_currency && BALANCE_CURRENCIES.contains(named));
    let paid_currency = in_advance.unwrap_or(sum_currency);
    let most = in_advance.map_or(sum.minor, |_| i64::MAX);
    let paid = sums::paid_of(&paid_cells, lines.len(), most).ok_or(("paid", Rule::NumberOverflow))?;
    let paid = paid.map(|minor| Money::new(minor, paid_currency));
    let paid = paid.map_err(|readings| {
        let readings = readings.map(|minor| Money::new(minor, paid_currency).to_string());
        ("paid", Rule::Ambiguous(readings))
    })?;
    let goods = Money::new(goods, currency);
    if in_advance.is_some() {
        return Ok(Sums { goods, sum, paid });
    }
    // Without a named currency, the amount tells it only if it is the whole sum.
    let is_clear = !found.is_empty() || paid.minor == 0 || paid == sum;
    if paid_named.map_or(!is_clear, |named| named != sum_currency) {
        return Err(("paid", Rule::CurrencyNotAccepted));
    }
    let units = 10_i64.pow(sum_currency.decimals());
    let least = if is_unpaid { 0 } else { sum.minor };
    if !is_unpaid && (sum.minor == 0 || goods.minor == 0) {
        return Err(("sum", Rule::NotPositive));
    }
    if !(least..=sum.minor).contains(&paid.minor) {
        return Err(("paid", Rule::OutOfRange(least / units, sum.minor / units)));
    }
    Ok(Sums { goods, sum, paid })
}
