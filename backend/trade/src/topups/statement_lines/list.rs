//! Reading kept lines, with the requests that they may pay.

use super::left_of;
use crate::topups::{
    TopupError,
    candidates::{self, Candidates, FoundRequest},
    statement::{
        self,
        operation::{Direction, Operation, State as OperationState},
    },
};
use entities::{
    balance_request, client,
    statement_line::{Column, Entity, Model},
    statement_line_change as change,
};
use platform::{page::PageWindow, scope::ScopedConnection};
use sea_orm::{Condition, Order, QueryOrder, QuerySelect, entity::prelude::*, sea_query::LikeExpr};
use shared_types::{
    fields::FieldErrors,
    id::{BalanceRequestId, StatementLineId},
    money::{Currency, Money},
    page::{Listing, Page},
    search_text::fold,
    topups::*,
};
use std::collections::{BTreeMap, BTreeSet};

/// Open requests that are read to find the ones for a line.
const MAX_OPEN_REQUESTS: u64 = 2000;
/// Requests that are offered for a line, at most.
const MAX_PAYABLE: usize = 50;

/// Returns a page of lines: open ones oldest first, others newest first.
pub(in crate::topups) async fn page(
    rows: &impl ScopedConnection,
    query: &StatementLineQuery,
    window: PageWindow,
) -> Result<Page<StatementLine>, TopupError> {
    let mut errors = FieldErrors::default();
    let search = errors.text("search", query.search.as_deref().unwrap_or_default(), LINE_SEARCH);
    errors.into_result(())?;
    let mut select = Entity::find();
    if let Some(state) = query.state {
        select = select.filter(Column::State.eq(state));
    }
    if !search.is_empty() {
        select = select.filter(matches_search(&search));
    }
    let order = match query.state {
        Some(StatementLineState::Open) => Order::Asc,
        _ => Order::Desc,
    };
    let found = rows.all(window.select(select, Column::Id, order)).await?;
    let (found, next_cursor) = window.take_page(found, |line| line.id);
    let data = view(rows, found).await?;
    Ok(Page { data, next_cursor })
}

/// Matches lines that contain the text, or have the amount.
fn matches_search(search: &str) -> Condition {
    let folded = fold(search);
    let escaped = folded.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
    let contains = Column::SearchText.like(LikeExpr::new(format!("%{escaped}%")).escape('\\'));
    let number: String = search.chars().filter(|c| !c.is_whitespace()).collect();
    let amount = Money::parse(&number.replace(',', "."), Currency::Rub).ok();
    Condition::any()
        .add(contains)
        .add_option(amount.map(|amount| Column::AmountMinor.eq(amount.minor)))
}

/// Returns the oldest open lines that pay one request without doubt.
pub(in crate::topups) async fn exact(rows: &impl ScopedConnection) -> Result<Listing<StatementLine>, TopupError> {
    let select = Entity::find()
        .filter(Column::State.eq(StatementLineState::Open))
        .order_by_asc(Column::Id)
        .limit(STATEMENT_LINES as u64);
    let mut lines = rows.all(select).await?;
    let candidates = Candidates::load(rows, &lines.iter().map(operation_of).collect::<Vec<_>>()).await?;
    let mut requests = BTreeSet::new();
    lines.retain(|line| {
        let operation = operation_of(line);
        let (found, certain) = candidates.find(&operation);
        certain && found.first().is_some_and(|request| requests.insert(request.id))
    });
    lines.truncate(EXACT_LINES);
    let shown = view_with(rows, lines, &candidates).await?;
    let data = shown.into_iter().filter(|line| line.certain).collect();
    Ok(Listing { data })
}

/// Returns the open requests that a line can be credited to.
pub(in crate::topups) async fn payable(
    rows: &impl ScopedConnection,
    id: StatementLineId,
    query: &PayableQuery,
) -> Result<Listing<BalanceRequest>, TopupError> {
    let mut errors = FieldErrors::default();
    let search = errors.text("search", query.search.as_deref().unwrap_or_default(), LINE_SEARCH);
    errors.into_result(())?;
    let line = rows.one(Entity::find_by_id(id)).await?.ok_or(TopupError::NotFound)?;
    let currency = line
        .currency
        .map(|currency| balance_request::Column::Currency.eq(currency));
    let select = balance_request::Entity::find()
        .find_also_related(client::Entity)
        .filter(balance_request::Column::Status.is_in(PAYABLE))
        .filter(Condition::all().add_option(currency))
        .order_by_asc(balance_request::Column::Id)
        .limit(MAX_OPEN_REQUESTS);
    let mut found: Vec<FoundRequest> = rows.all_with(select).await?;
    let search = fold(&search);
    found.retain(|(request, client)| {
        let client = client.as_ref().map(|client| format!("{} {}", client.code, client.name));
        fold(&format!("{} {}", request.code, client.unwrap_or_default())).contains(&search)
    });
    let described = found.iter().enumerate();
    let described: Vec<_> = described
        .map(|(index, found)| candidates::describe(index, found))
        .collect();
    let ranked = statement::rank(&operation_of(&line), &described).into_iter();
    let data = ranked
        .take(MAX_PAYABLE)
        .filter_map(|index| found.get(index))
        .map(candidates::view)
        .collect();
    Ok(Listing { data })
}

/// The operation that a line describes, with what is left of its amount.
fn operation_of(line: &Model) -> Operation {
    Operation {
        text: line.content.clone(),
        amounts: if line.used_minor > 0 {
            vec![left_of(line)]
        } else {
            line.amounts.to_vec()
        },
        currency: line.currency,
        direction: Direction::In,
        state: if line.is_doubtful {
            OperationState::Doubtful
        } else {
            OperationState::Booked
        },
        date: line.booked_on,
        reference: None,
        key: line.line_key.clone(),
    }
}

/// The API representation of one line.
pub(in crate::topups) async fn view_one(
    rows: &impl ScopedConnection,
    line: Model,
) -> Result<StatementLine, TopupError> {
    let mut shown = view(rows, vec![line]).await?;
    shown.pop().ok_or(TopupError::NotFound)
}

async fn view(rows: &impl ScopedConnection, lines: Vec<Model>) -> Result<Vec<StatementLine>, DbErr> {
    let open = lines.iter().filter(|line| line.state == StatementLineState::Open);
    let operations: Vec<_> = open.map(operation_of).collect();
    let candidates = Candidates::load(rows, &operations).await?;
    view_with(rows, lines, &candidates).await
}

async fn view_with(
    rows: &impl ScopedConnection,
    lines: Vec<Model>,
    candidates: &Candidates,
) -> Result<Vec<StatementLine>, DbErr> {
    if lines.is_empty() {
        return Ok(Vec::new());
    }
    let changes = Changes::load(rows, &lines).await?;
    let similar = similar_to(rows, &lines).await?;
    let shown = lines.into_iter().map(|line| {
        let (requests, certain) = match line.state {
            StatementLineState::Open => candidates.find(&operation_of(&line)),
            StatementLineState::Used | StatementLineState::Ignored => (Vec::new(), false),
        };
        let similar = line.similar_id.and_then(|id| similar.get(&id));
        to_view(line, &changes, (requests, certain), similar)
    });
    Ok(shown.collect())
}

/// The changes of some lines, and the requests that they name.
struct Changes {
    by_line: BTreeMap<StatementLineId, Vec<change::Model>>,
    requests: BTreeMap<BalanceRequestId, FoundRequest>,
}

impl Changes {
    async fn load(rows: &impl ScopedConnection, lines: &[Model]) -> Result<Self, DbErr> {
        let select = change::Entity::find()
            .filter(rows.id_in(change::Column::LineId, lines.iter().map(|line| line.id)))
            .order_by_asc(change::Column::Id);
        let found = rows.all(select).await?;
        let ids: BTreeSet<_> = found.iter().filter_map(|change| change.request_id).collect();
        let mut requests = BTreeMap::new();
        if !ids.is_empty() {
            let select = balance_request::Entity::find()
                .find_also_related(client::Entity)
                .filter(rows.id_in(balance_request::Column::Id, ids));
            let found = rows.all_with(select).await?;
            requests = found.into_iter().map(|found| (found.0.id, found)).collect();
        }
        let mut by_line = BTreeMap::<_, Vec<change::Model>>::new();
        for change in found {
            by_line.entry(change.line_id).or_default().push(change);
        }
        Ok(Self { by_line, requests })
    }

    /// The changes of a line, oldest first.
    fn of_line(&self, id: StatementLineId) -> &[change::Model] {
        self.by_line.get(&id).map(Vec::as_slice).unwrap_or_default()
    }

    fn request(&self, change: &change::Model) -> Option<&FoundRequest> {
        self.requests.get(&change.request_id?)
    }

    /// The credits of a line that were not taken back.
    fn credits(&self, id: StatementLineId, currency: Currency) -> Vec<StatementLineCredit> {
        let mut credits = BTreeMap::new();
        for change in self.of_line(id) {
            let Some((request, client)) = self.request(change) else {
                continue;
            };
            if change.kind != StatementLineChangeKind::Credited {
                credits.remove(&request.id);
                continue;
            }
            let client = client.as_ref();
            let credit = StatementLineCredit {
                request_id: request.id,
                request_code: request.code.clone(),
                client_id: request.client_id,
                client_code: client.map(|client| client.code.clone()).unwrap_or_default(),
                client_name: client.map(|client| client.name.clone()).unwrap_or_default(),
                amount: Money::new(change.amount_minor.unwrap_or_default(), currency),
                at: change.created_at,
            };
            credits.insert(request.id, credit);
        }
        credits.into_values().collect()
    }

    fn history(&self, id: StatementLineId, currency: Currency) -> Vec<StatementLineChange> {
        let entries = self.of_line(id).iter().map(|change| StatementLineChange {
            kind: change.kind,
            request_code: self.request(change).map(|(request, _)| request.code.clone()),
            amount: change.amount_minor.map(|minor| Money::new(minor, currency)),
            reason: change.reason.clone(),
            actor_name: change.actor_name.clone(),
            at: change.created_at,
        });
        entries.collect()
    }
}

/// The lines that some lines are similar to. An ignored line is no other operation.
async fn similar_to(
    rows: &impl ScopedConnection,
    lines: &[Model],
) -> Result<BTreeMap<StatementLineId, SimilarLine>, DbErr> {
    let ids: BTreeSet<_> = lines.iter().filter_map(|line| line.similar_id).collect();
    if ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    let select = Entity::find()
        .filter(rows.id_in(Column::Id, ids))
        .filter(Column::State.ne(StatementLineState::Ignored));
    let found = rows.all(select).await?.into_iter().map(|line| {
        let similar = SimilarLine {
            id: line.id,
            line: line.content,
            state: line.state,
        };
        (similar.id, similar)
    });
    Ok(found.collect())
}

fn to_view(
    line: Model,
    changes: &Changes,
    (requests, certain): (Vec<BalanceRequest>, bool),
    similar: Option<&SimilarLine>,
) -> StatementLine {
    // A statement that names no currency is one of a ruble account.
    let currency = line.currency.unwrap_or(Currency::Rub);
    let money = |minor: i64| Money::new(minor, currency);
    StatementLine {
        id: line.id,
        state: line.state,
        amount: money(line.amount_minor),
        is_currency_known: line.currency.is_some(),
        left: money(left_of(&line)),
        booked_on: line.booked_on,
        credits: changes.credits(line.id, currency),
        requests,
        certain: certain && similar.is_none(),
        similar: similar.filter(|_| line.state == StatementLineState::Open).cloned(),
        history: changes.history(line.id, currency),
        key: line.line_key,
        line: line.content,
        reason: line.reason,
        added_by_name: line.added_by_name,
        created_at: line.created_at,
    }
}
