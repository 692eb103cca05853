//! Full-text search of orders by number, client, title, items and shops. The search indexes, see the migration
//! `m20261121_0017_search`, only yield candidates; each query also checks `search_text`.

use crate::orders::{
    ngrams::{encode_id, index_keys, ngrams},
    references::{self, ReferenceVisibility},
};
use entities::order;
use platform::db::DatabaseKind;
use platform::scope::{AgentScope, ClientScope, ScopedConnection};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, JoinType, QueryOrder, QuerySelect, QueryTrait, Select,
    sea_query::{Expr, ExprTrait, LikeExpr, Order, SimpleExpr},
};
use shared_types::{
    id::{AgentId, ClientId, OrderId},
    search_text::fold,
};

/// Ranges of newest ids that PostgreSQL scans before it queries the index: the second one if the first contained a match.
const RECENT_RANGES: [i64; 2] = [1024, 4096];
/// Entries of the SQLite index that are counted per term. A term with fewer is queried alone: checking its orders is cheap.
const FREQUENCY_SAMPLE: i64 = 200;
/// Terms that are more than this many times as frequent as the rarest one are not queried in the index.
const MAX_FREQUENCY_RATIO: i64 = 16;
/// Separator between the characters of the column `pairs` of the SQLite index, which finds words of one or two characters.
const SEPARATOR: char = '\u{1f}';
/// First of the private-use characters that encode an agent's id in the SQLite index.
const AGENT_ID_BASE: u32 = 0xE000;
/// First of the private-use characters that encode a client's id in the SQLite index.
const CLIENT_ID_BASE: u32 = 0xF_0000;

/// Id of the newest order; and for each term the number of its newest index entries, at most [`FREQUENCY_SAMPLE`], with the lowest id among
/// them, as `count:id` separated by commas.
#[derive(Debug, sea_orm::FromQueryResult)]
pub(super) struct Frequencies {
    id: OrderId,
    terms: String,
}

/// Candidates from the PostgreSQL index, as a comma-separated list.
#[derive(Debug, sea_orm::FromQueryResult)]
pub(super) struct CandidateIds {
    ids: Option<String>,
}

impl CandidateIds {
    /// The ids, newest first.
    pub(super) fn ids(self) -> Vec<OrderId> {
        let ids = self.ids.unwrap_or_default();
        ids.split(',').filter_map(|id| id.parse().ok()).collect()
    }
}

/// A search for the orders whose text contains every word, at any position, and for orders with a reference that equals the
/// query.
#[derive(Clone, Debug)]
pub(super) struct Search {
    words: Vec<String>,
    references: Option<SimpleExpr>,
    agent_id: AgentId,
    client_id: Option<ClientId>,
    flavour: DatabaseKind,
}

impl Search {
    /// Searches the orders of an agent. `None` if the query has no words.
    pub(super) fn for_agent(scope: &AgentScope, words: &str, visibility: ReferenceVisibility) -> Option<Self> {
        let agent_id = scope.policy().agent_id();
        let search = Self::new(words, agent_id, None, scope.database_kind())?;
        Some(Self {
            references: references::condition(agent_id, words, visibility),
            ..search
        })
    }

    /// Searches the orders of a client. `None` if the query has no words.
    pub(super) fn for_client(scope: &ClientScope, words: &str) -> Option<Self> {
        let policy = scope.policy();
        Self::new(
            words,
            policy.agent_id(),
            Some(policy.client_id()),
            scope.database_kind(),
        )
    }

    fn new(words: &str, agent_id: AgentId, client_id: Option<ClientId>, flavour: DatabaseKind) -> Option<Self> {
        let words: Vec<String> = fold(words)
            .split(' ')
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect();
        (!words.is_empty()).then_some(Self {
            words,
            references: None,
            agent_id,
            client_id,
            flavour,
        })
    }

    /// The condition for orders with a reference that equals the query. `None` if the query is not a reference.
    pub(super) fn references(&self) -> Option<SimpleExpr> {
        self.references.clone()
    }

    /// Ranges of newest ids that are scanned before the index is queried. A query that may be a reference is rare in texts, so one
    /// range suffices.
    pub(super) fn recent_ranges(&self) -> &'static [i64] {
        if self.references.is_some() {
            &RECENT_RANGES[..1]
        } else {
            &RECENT_RANGES
        }
    }

    /// Whether the newest orders are scanned before the index is queried.
    ///
    /// The SQLite index returns matches newest first and stops when the page is full. The PostgreSQL index returns all matches
    /// at once, which for a frequent word is most orders; but a frequent word fills a page from the newest orders alone.
    pub(super) fn scans_recent_first(&self) -> bool {
        self.flavour == DatabaseKind::Postgres
    }

    /// The exact condition on the search text, which all candidates have to meet.
    pub(super) fn condition(&self) -> Condition {
        self.like_patterns().into_iter().fold(Condition::all(), |all, pattern| {
            all.add(Expr::col((order::Entity, order::Column::SearchText)).like(LikeExpr::new(pattern).escape('\\')))
        })
    }

    /// Query for the frequencies of the owner and each word in the SQLite index. `None` for a single word: it needs none.
    pub(super) fn frequency_query(&self, before: Option<OrderId>) -> Option<Select<order::Entity>> {
        if self.words.len() < 2 {
            return None;
        }
        let bound = before.map(|before| format!("AND rowid < {before}")).unwrap_or_default();
        let newest = format!(
            "(SELECT count(*) || ':' || coalesce(min(rowid), 0) \
             FROM (SELECT rowid FROM order_search WHERE order_search MATCH ? {bound} ORDER BY rowid DESC LIMIT {FREQUENCY_SAMPLE}))"
        );
        let terms = self.match_terms();
        let newest = vec![newest; terms.len()].join(" || ',' || ");
        let select = order::Entity::find()
            .select_only()
            .column(order::Column::Id)
            .column_as(Expr::cust_with_values(newest, terms), "terms")
            .order_by_desc(order::Column::Id);
        Some(select)
    }

    /// The `MATCH` expression for the SQLite index. `None` if the owner or a word has no entries, so nothing can match.
    ///
    /// A term that is far more frequent than another is left out: FTS5 would decode a page of its entries for each entry of the
    /// rarer term, which costs more than checking the text of the order.
    pub(super) fn match_expression(&self, frequencies: Option<Frequencies>) -> Option<String> {
        let Some(Frequencies { id: newest, terms }) = frequencies else {
            return Some(self.match_terms().join(" "));
        };
        let frequency = |term: &str| {
            let (count, oldest) = term.split_once(':')?;
            Some((count.parse::<i64>().ok()?, newest.0 - oldest.parse::<i64>().ok()?))
        };
        let known: Vec<(i64, i64)> = terms.split(',').filter_map(frequency).collect();
        let (fewest, _) = *known.iter().min()?;
        let longest = known.iter().map(|(_, span)| *span).max()?;
        let is_selective = |&(count, span): &(i64, i64)| {
            if fewest < FREQUENCY_SAMPLE {
                count == fewest
            } else {
                span.saturating_mul(MAX_FREQUENCY_RATIO) >= longest
            }
        };
        let terms = self.match_terms().into_iter().zip(&known);
        let selective = terms.filter(|(_, known)| is_selective(known)).map(|(term, _)| term);
        (fewest > 0).then(|| selective.collect::<Vec<_>>().join(" "))
    }

    /// Joins the SQLite index, which yields the candidates newest first.
    pub(super) fn join_fts_table(
        mut select: Select<order::Entity>,
        expression: String,
        before: Option<OrderId>,
    ) -> Select<order::Entity> {
        let query = QueryTrait::query(&mut select);
        query
            .join(
                JoinType::InnerJoin,
                "order_search",
                Expr::cust("order_search.rowid = orders.id"),
            )
            .and_where(Expr::cust_with_values("order_search MATCH ?", [expression]))
            // The index is read in this order. It equals the order of `orders.id`, but with both columns SQLite would sort.
            .order_by(("order_search", "rowid"), Order::Desc);
        if let Some(before) = before {
            query.and_where(Expr::cust_with_values("order_search.rowid < ?", [before]));
        }
        select
    }

    /// Condition for the newest `newest` ids of the agent, or the ids below `beyond`.
    pub(super) fn in_recent_range(&self, beyond: Option<OrderId>, newest: i64) -> SimpleExpr {
        let oldest = self.range_start(beyond, newest);
        // The upper bound shows the planner how small the range is; without it the statement is planned on every execution.
        let upper_bound = match beyond {
            Some(beyond) => format!("< {beyond}"),
            None => format!(
                "<= (SELECT max(latest.id) FROM orders AS latest WHERE latest.agent_id = {})",
                self.agent_id
            ),
        };
        Expr::cust(format!("orders.id >= {oldest} AND orders.id {upper_bound}"))
    }

    /// SQL expression for the lowest id of the range.
    fn range_start(&self, beyond: Option<OrderId>, newest: i64) -> String {
        let agent_id = self.agent_id;
        match beyond {
            Some(beyond) => beyond.0.saturating_sub(newest).to_string(),
            None => {
                format!("(SELECT max(latest.id) - {newest} FROM orders AS latest WHERE latest.agent_id = {agent_id})")
            }
        }
    }

    /// Query for the newest candidates of the PostgreSQL index with ids below `before`, as [`CandidateIds`].
    pub(super) fn candidate_query(
        &self,
        beyond: Option<OrderId>,
        before: Option<OrderId>,
        limit: usize,
    ) -> Select<order::Entity> {
        let (index, patterns) = self.index_from_clause(beyond, before);
        // The addition keeps the planner from the index on `order_id`: with it, PostgreSQL would read the newest entries until it
        // has found enough matches.
        let newest = format!("SELECT order_id {index} ORDER BY order_id + 0 DESC LIMIT {limit}");
        let ids = format!("(SELECT string_agg(order_id::text, ',' ORDER BY order_id DESC) FROM ({newest}) AS named)");
        order::Entity::find()
            .select_only()
            .column_as(Expr::cust_with_values(ids, patterns), "ids")
            // Returns one row without `LIMIT`: a limit is a parameter, with which the statement is planned on every execution.
            .column_as(order::Column::Id.max(), "newest")
    }

    /// Condition for all candidates of the PostgreSQL index with ids below `before`.
    ///
    /// The ids come from a subquery: with a join the planner may read all orders and compute their keys again.
    pub(super) fn index_condition(&self, beyond: Option<OrderId>, before: Option<OrderId>) -> SimpleExpr {
        let (index, patterns) = self.index_from_clause(beyond, before);
        Expr::cust_with_values(format!("orders.id = ANY (ARRAY (SELECT order_id {index}))"), patterns)
    }

    /// `FROM` clause on the PostgreSQL index, and its parameters.
    ///
    /// The keys are inlined as literals; they are computed numbers, so this is safe. The planner can't estimate how rare a
    /// parameter is. Of several words only the rarest is queried, and the others are checked in the text of its matches: the
    /// matches of a frequent word are most orders.
    fn index_from_clause(&self, beyond: Option<OrderId>, before: Option<OrderId>) -> (String, Vec<String>) {
        let keys: Vec<String> = self
            .words
            .iter()
            .map(|word| format!("'{}'::bigint[]", index_keys(self.agent_id, word)))
            .collect();
        let (queried, patterns) = match &keys[..] {
            [only] => (only.clone(), Vec::new()),
            _ => (self.rarest_word_keys(&keys, beyond), self.like_patterns()),
        };
        let before = before.map(|before| format!("AND order_id < {before}"));
        let index = format!(
            "FROM order_search WHERE order_search_keys(agent_id, words) @> {queried} {}",
            before.unwrap_or_default()
        );
        (index, patterns)
    }

    /// SQL expression for the keys of the word that occurs in the fewest of the newest orders.
    fn rarest_word_keys(&self, keys: &[String], beyond: Option<OrderId>) -> String {
        let below = beyond.map(|beyond| format!("AND counted.id < {beyond}"));
        let hits: Vec<String> = (1..=keys.len()).map(|place| format!("hits{place}")).collect();
        let counts = hits.iter().enumerate().map(|(at, hits)| {
            let place = at + 1;
            format!("count(*) FILTER (WHERE counted.search_text LIKE ${place} ESCAPE '\\') AS {hits}")
        });
        let choices = hits
            .iter()
            .zip(keys)
            .map(|(hits, keys)| format!("WHEN {hits} THEN {keys}"));
        format!(
            "(SELECT CASE least({}) {} END FROM (SELECT {} FROM orders AS counted \
             WHERE counted.agent_id = {} AND counted.id >= {} {}) AS counts)",
            hits.join(", "),
            choices.collect::<Vec<_>>().join(" "),
            counts.collect::<Vec<_>>().join(", "),
            self.agent_id,
            self.range_start(beyond, RECENT_RANGES[0]),
            below.unwrap_or_default(),
        )
    }

    /// The words as `LIKE` patterns.
    fn like_patterns(&self) -> Vec<String> {
        let escaped = |word: &String| word.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
        self.words.iter().map(|word| format!("%{}%", escaped(word))).collect()
    }

    /// Terms of a `MATCH` expression: the owner, then one term per word, made of its trigrams.
    fn match_terms(&self) -> Vec<String> {
        let owner = match self.client_id {
            Some(client) => encode_id(CLIENT_ID_BASE, client.0),
            None => encode_id(AGENT_ID_BASE, self.agent_id.0),
        };
        let trigram = |run: Vec<char>| match run[..] {
            [one] => [SEPARATOR, one, SEPARATOR].iter().collect(),
            [one, two] => [one, SEPARATOR, two].iter().collect(),
            _ => String::from_iter(run),
        };
        let quoted = |trigram: String| format!("\"{}\"", trigram.replace('"', "\"\""));
        let word = |word: &String| {
            let trigrams = ngrams(word, 3).into_iter().map(trigram).map(quoted);
            trigrams.collect::<Vec<_>>().join(" ")
        };
        std::iter::once(quoted(owner))
            .chain(self.words.iter().map(word))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequent_terms_are_left_out_of_the_match_expression() {
        let search = Search::new("шарф 加绒", AgentId(1), None, DatabaseKind::Sqlite).expect("words");
        let [owner, scarf, fleece] = &search.match_terms()[..] else {
            panic!("expected three terms")
        };
        let expression = |terms: &str| {
            let frequencies = Frequencies {
                id: OrderId(100_000),
                terms: terms.to_owned(),
            };
            search.match_expression(Some(frequencies))
        };
        assert_eq!(
            expression("200:99000,200:90000,50:2000").as_ref(),
            Some(fleece),
            "a rare term is queried alone"
        );
        assert_eq!(
            expression("70:1,200:90000,80:2").as_ref(),
            Some(owner),
            "so is an owner with few orders"
        );
        assert_eq!(
            expression("200:99000,200:40000,200:30000"),
            Some(format!("{scarf} {fleece}"))
        );
        assert_eq!(
            expression("200:99800,200:99700,200:99000"),
            Some(format!("{owner} {scarf} {fleece}"))
        );
        assert_eq!(
            expression("200:99000,0:0,200:99000"),
            None,
            "a term without entries matches nothing"
        );
        assert_eq!(search.match_expression(None), Some(format!("{owner} {scarf} {fleece}")));
    }
}
