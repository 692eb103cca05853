//! Open requests that operations of bank statements may pay.

use super::{
    requests,
    statement::{self, OpenRequest, operation::Operation},
};
use entities::balance_request::{Column, Entity, Model};
use entities::client;
use platform::scope::ScopedConnection;
use sea_orm::{QueryOrder, entity::prelude::*};
use shared_types::{
    id::ClientId,
    money::Money,
    orders::Side,
    topups::{BalanceRequest, PAYABLE},
};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Requests that are shown for an operation, at most.
const MAX_CANDIDATES: usize = 5;

/// A request and its client.
pub(super) type FoundRequest = (Model, Option<client::Model>);

/// The open requests that have an amount of some operations.
#[derive(Default)]
pub(super) struct Candidates {
    found: Vec<FoundRequest>,
    by_amount: HashMap<i64, Vec<OpenRequest>>,
    /// The codes of all clients, and of the requests that the operations name, regardless of their status: money that names a
    /// confirmed request does not belong to another one.
    known_codes: BTreeSet<String>,
    client_codes: BTreeMap<ClientId, String>,
}

impl Candidates {
    pub(super) async fn load(rows: &impl ScopedConnection, operations: &[Operation]) -> Result<Self, DbErr> {
        let found = open_requests(rows, operations).await?;
        let mut by_amount = HashMap::<i64, Vec<OpenRequest>>::new();
        for (index, request) in found.iter().enumerate() {
            let amount = request.0.amount_minor;
            by_amount.entry(amount).or_default().push(describe(index, request));
        }
        let mut candidates = Self {
            found,
            by_amount,
            ..Self::default()
        };
        let paying: Vec<_> = operations
            .iter()
            .filter(|operation| candidates.have_amount_of(operation))
            .collect();
        if !paying.is_empty() {
            let clients = rows.all(client::Entity::find()).await?;
            candidates.known_codes = clients
                .iter()
                .map(|client| statement::fold_code(&client.code))
                .collect();
            candidates.client_codes = clients.into_iter().map(|client| (client.id, client.code)).collect();
            let named: BTreeSet<String> = paying
                .into_iter()
                .flat_map(|operation| statement::possible_codes(&operation.text))
                .collect();
            if !named.is_empty() {
                let requests = rows.all(Entity::find().filter(Column::Code.is_in(named))).await?;
                let codes = requests.iter().map(|request| statement::fold_code(&request.code));
                candidates.known_codes.extend(codes);
            }
        }
        Ok(candidates)
    }

    /// Whether a request has an amount of the operation.
    pub(super) fn have_amount_of(&self, operation: &Operation) -> bool {
        let mut amounts = operation.amounts.iter();
        amounts.any(|amount| self.by_amount.contains_key(amount))
    }

    /// The requests that the operation may pay, most likely first, and whether the first one is certain.
    pub(super) fn find(&self, operation: &Operation) -> (Vec<BalanceRequest>, bool) {
        let (indexes, certain) = statement::find_candidates(operation, &self.by_amount, &self.known_codes);
        let found = indexes.into_iter().take(MAX_CANDIDATES);
        let requests = found.filter_map(|index| self.found.get(index));
        (requests.map(view).collect(), certain)
    }

    /// The code of a client, if an operation has the amount of a request.
    pub(super) fn client_code(&self, id: ClientId) -> Option<&str> {
        self.client_codes.get(&id).map(String::as_str)
    }
}

/// A request as staff see it.
pub(super) fn view((row, client): &FoundRequest) -> BalanceRequest {
    requests::view(row.clone(), client.clone(), Side::Staff)
}

/// The data that identifies the request in a statement.
pub(super) fn describe(index: usize, (row, client): &FoundRequest) -> OpenRequest {
    let client = client.as_ref();
    OpenRequest {
        index,
        amount: Money::new(row.amount_minor, row.currency),
        created_on: row.created_at.date_naive(),
        code: row.code.clone(),
        client_code: client.map(|client| client.code.clone()).unwrap_or_default(),
        client_name: client.map(|client| client.name.clone()).unwrap_or_default(),
    }
}

/// The open requests with one of the amounts, oldest first.
async fn open_requests(rows: &impl ScopedConnection, operations: &[Operation]) -> Result<Vec<FoundRequest>, DbErr> {
    let amounts: BTreeSet<i64> = operations
        .iter()
        .flat_map(|operation| &operation.amounts)
        .copied()
        .collect();
    if amounts.is_empty() {
        return Ok(Vec::new());
    }
    let select = Entity::find()
        .find_also_related(client::Entity)
        .filter(Column::Status.is_in(PAYABLE))
        .filter(rows.id_in(Column::AmountMinor, amounts))
        .order_by_asc(Column::Id);
    rows.all_with(select).await
}
