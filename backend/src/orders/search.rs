//! What an order is found by: folded text of number, client, title and lines.

use super::{
    entity::order,
    runs::{keys, runs, spelled},
};
use crate::platform::{
    db::Flavour,
    scope::{AgentScope, ClientScope},
};
use migrations::numbers;
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, JoinType, QueryOrder, QuerySelect, QueryTrait, Select,
    sea_query::{Expr, ExprTrait, LikeExpr, Order, SimpleExpr},
};

use std::collections::HashSet;

/// How many of the newest ids are read before the index of words is asked, where it can't be read newest first: the fewer, and
/// if a match was among them, the more.
pub(super) const NEWEST: [i64; 2] = [1024, 4096];
/// Orders that are looked at one by one rather than narrowed by the index of SQLite; so many entries tell how frequent a term is.
const FEW: i64 = 200;
/// So many times as frequent as the rarest term, a term is looked for in the orders and not in the index.
const SHARE: i64 = 16;
/// Stands between all letters where the index of SQLite keeps one letter or two neighbours.
const SEPARATOR: char = '\u{1f}';
/// The first of the letters that spell an agent's id, of those that no script uses.
const AGENT_LETTERS: u32 = 0xE000;
/// The same for a client's.
const CLIENT_LETTERS: u32 = 0xF_0000;

/// Text as it is compared: lower case in every script, `ё` as `е`, single spaces.
pub fn fold(text: &str) -> String {
    let lower = text.to_lowercase().replace('ё', "е");
    lower.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Text as an order's row keeps it: folded, with its numbers spelled for the indexes.
fn indexed(text: &str) -> String {
    numbers::indexed(&fold(text))
}

/// What a line adds to its order's text.
pub fn of_item(title: &str, variant: Option<&str>, external_id: Option<&str>) -> String {
    let parts = [Some(title), variant, external_id];
    indexed(&parts.into_iter().flatten().collect::<Vec<_>>().join(" "))
}

/// The order's own part of the text.
pub fn of_order(number: &str, title: &str, client_name: &str) -> String {
    indexed(&format!("{number} {client_name} {title}"))
}

/// The order's part and those of its lines, with each word once: searches ask for words, and the goods of a sheet share most.
pub(super) fn joined(of_order: String, of_lines: impl Iterator<Item = String>) -> String {
    let parts: Vec<String> = std::iter::once(of_order).chain(of_lines).collect();
    let mut there = HashSet::new();
    let mut text = String::new();
    for word in parts.iter().flat_map(|part| part.split(' ')) {
        if !word.is_empty() && there.insert(word) {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(word);
        }
    }
    text
}

/// The newest order, and of each term how many of its newest entries there are, up to a bound, and which is the oldest of them.
#[derive(Debug, sea_orm::FromQueryResult)]
pub(super) struct Frequencies {
    id: i64,
    terms: String,
}

/// Orders that the index of PostgreSQL names.
#[derive(Debug, sea_orm::FromQueryResult)]
pub(super) struct Named {
    ids: Option<String>,
}

impl Named {
    /// Their ids, newest first.
    pub(super) fn ids(self) -> Vec<i64> {
        let ids = self.ids.unwrap_or_default();
        ids.split(',').filter_map(|id| id.parse().ok()).collect()
    }
}

/// Orders with one of these ids, as one parameter: a statement for each number of them would be prepared anew.
pub(super) fn with_ids(ids: &[i64]) -> SimpleExpr {
    let ids: Vec<String> = ids.iter().map(i64::to_string).collect();
    Expr::cust_with_values("orders.id = ANY (string_to_array($1, ',')::bigint[])", [ids.join(",")])
}

/// What somebody looks for: orders in whose text every word occurs, wherever in it.
#[derive(Clone, Debug)]
pub(super) struct Search {
    words: Vec<String>,
    agent_id: i64,
    client_id: Option<i64>,
    flavour: Flavour,
}

impl Search {
    /// Among the orders of an agent; nothing, when there is no word.
    pub(super) fn of_agent(scope: &AgentScope, words: &str) -> Option<Self> {
        Self::of(words, scope.wall().agent_id(), None, scope.flavour())
    }

    /// Among the orders of a client.
    pub(super) fn of_client(scope: &ClientScope, words: &str) -> Option<Self> {
        let wall = scope.wall();
        Self::of(words, wall.agent_id(), Some(wall.client_id()), scope.flavour())
    }

    fn of(words: &str, agent_id: i64, client_id: Option<i64>, flavour: Flavour) -> Option<Self> {
        let words: Vec<String> = fold(words)
            .split(' ')
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect();
        (!words.is_empty()).then_some(Self {
            words,
            agent_id,
            client_id,
            flavour,
        })
    }

    /// Whether newer orders are to be read before the index is asked.
    ///
    /// SQLite's index yields matches newest first and stops when the page is full. PostgreSQL's yields all matches at once: of
    /// a frequent word that would be most orders, but frequent words fill a page from the newest orders alone.
    pub(super) fn reads_newest_first(&self) -> bool {
        self.flavour == Flavour::Postgres
    }

    /// The answer itself, whichever way candidates were found.
    pub(super) fn condition(&self) -> Condition {
        self.patterns().into_iter().fold(Condition::all(), |all, pattern| {
            all.add(Expr::col((order::Entity, order::Column::SearchText)).like(LikeExpr::new(pattern).escape('\\')))
        })
    }

    /// How frequent the owner and each word are in the index of SQLite, by their newest entries; one word is asked for as it is.
    pub(super) fn frequencies(&self, before: Option<i64>) -> Option<Select<order::Entity>> {
        if self.words.len() < 2 {
            return None;
        }
        let bound = before.map(|before| format!("AND rowid < {before}")).unwrap_or_default();
        let newest = format!(
            "(SELECT count(*) || ':' || coalesce(min(rowid), 0) \
             FROM (SELECT rowid FROM order_search WHERE order_search MATCH ? {bound} ORDER BY rowid DESC LIMIT {FEW}))"
        );
        let terms = self.terms();
        let newest = vec![newest; terms.len()].join(" || ',' || ");
        let select = order::Entity::find()
            .select_only()
            .column(order::Column::Id)
            .column_as(Expr::cust_with_values(newest, terms), "terms")
            .order_by_desc(order::Column::Id);
        Some(select)
    }

    /// What the index of SQLite is to be asked for: nothing where owner or word is nowhere.
    ///
    /// A term that is far more frequent than another is not asked for: the index would take apart a page of its entries for each
    /// entry of the other, where a look at the order itself costs less.
    pub(super) fn asked(&self, found: Option<Frequencies>) -> Option<String> {
        let Some(Frequencies { id: newest, terms }) = found else {
            return Some(self.terms().join(" "));
        };
        let frequency = |term: &str| {
            let (count, oldest) = term.split_once(':')?;
            Some((count.parse::<i64>().ok()?, newest - oldest.parse::<i64>().ok()?))
        };
        let known: Vec<(i64, i64)> = terms.split(',').filter_map(frequency).collect();
        let (fewest, _) = *known.iter().min()?;
        let longest = known.iter().map(|(_, span)| *span).max()?;
        let is_asked = |&(count, span): &(i64, i64)| {
            if fewest < FEW {
                count == fewest
            } else {
                span.saturating_mul(SHARE) >= longest
            }
        };
        let terms = self.terms().into_iter().zip(&known);
        let asked = terms.filter(|(_, known)| is_asked(known)).map(|(term, _)| term);
        (fewest > 0).then(|| asked.collect::<Vec<_>>().join(" "))
    }

    /// Lets the index of SQLite name the candidates, newest first.
    pub(super) fn by_trigrams(
        mut select: Select<order::Entity>,
        asked: String,
        before: Option<i64>,
    ) -> Select<order::Entity> {
        let query = QueryTrait::query(&mut select);
        query
            .join(
                JoinType::InnerJoin,
                "order_search",
                Expr::cust("order_search.rowid = orders.id"),
            )
            .and_where(Expr::cust_with_values("order_search MATCH ?", [asked]))
            // The index runs in this order. It is the order of `orders.id` too, but asked for both the database would sort.
            .order_by(("order_search", "rowid"), Order::Desc);
        if let Some(before) = before {
            query.and_where(Expr::cust_with_values("order_search.rowid < ?", [before]));
        }
        select
    }

    /// So many of the newest of the agent's ids below a bound.
    pub(super) fn among_newest(&self, beyond: Option<i64>, newest: i64) -> SimpleExpr {
        let oldest = self.oldest(beyond, newest);
        // An end tells the planner how few they are: without one it makes its plan anew each time.
        let end = match beyond {
            Some(beyond) => format!("< {beyond}"),
            None => format!(
                "<= (SELECT max(latest.id) FROM orders AS latest WHERE latest.agent_id = {})",
                self.agent_id
            ),
        };
        Expr::cust(format!("orders.id >= {oldest} AND orders.id {end}"))
    }

    /// The last of them, as an expression.
    fn oldest(&self, beyond: Option<i64>, newest: i64) -> String {
        let agent_id = self.agent_id;
        match beyond {
            Some(beyond) => beyond.saturating_sub(newest).to_string(),
            None => {
                format!("(SELECT max(latest.id) - {newest} FROM orders AS latest WHERE latest.agent_id = {agent_id})")
            }
        }
    }

    /// The newest orders before one that the index of PostgreSQL names, as [`Named`].
    pub(super) fn named(&self, beyond: Option<i64>, before: Option<i64>, most: usize) -> Select<order::Entity> {
        let (index, patterns) = self.index(beyond, before);
        // The sum keeps the planner from the index of ids, by which it would read newest entries until it has met enough of them.
        let newest = format!("SELECT order_id {index} ORDER BY order_id + 0 DESC LIMIT {most}");
        let ids = format!("(SELECT string_agg(order_id::text, ',' ORDER BY order_id DESC) FROM ({newest}) AS named)");
        order::Entity::find()
            .select_only()
            .column_as(Expr::cust_with_values(ids, patterns), "ids")
            // One row, found at once; of a limit, a parameter, the planner would not know how low it is, and plan anew each time.
            .column_as(order::Column::Id.max(), "newest")
    }

    /// All orders before one that the index of PostgreSQL names.
    ///
    /// The ids are found first and by themselves: joined, the planner may prefer to read all orders and to make their keys anew.
    pub(super) fn by_index(&self, beyond: Option<i64>, before: Option<i64>) -> SimpleExpr {
        let (index, patterns) = self.index(beyond, before);
        Expr::cust_with_values(format!("orders.id = ANY (ARRAY (SELECT order_id {index}))"), patterns)
    }

    /// What the index of PostgreSQL is asked. The keys, numbers of our own making, stand in the statement: of parameters the
    /// planner does not know how rare they are.
    ///
    /// One word is asked for, the others are looked for in what it finds: all matches of a frequent word would be most orders.
    fn index(&self, beyond: Option<i64>, before: Option<i64>) -> (String, Vec<String>) {
        let keys: Vec<String> = self
            .words
            .iter()
            .map(|word| format!("'{}'::bigint[]", keys(self.agent_id, word)))
            .collect();
        let (asked, patterns) = match &keys[..] {
            [only] => (only.clone(), Vec::new()),
            _ => (self.rarest(&keys, beyond), self.patterns()),
        };
        let before = before.map(|before| format!("AND order_id < {before}"));
        let index = format!(
            "FROM order_search WHERE order_search_keys(agent_id, words) @> {asked} {}",
            before.unwrap_or_default()
        );
        (index, patterns)
    }

    /// The keys of the word that stands in the fewest of the newest orders, as an expression.
    fn rarest(&self, keys: &[String], beyond: Option<i64>) -> String {
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
            "(SELECT CASE least({}) {} END FROM (SELECT {} FROM orders AS counted WHERE counted.agent_id = {} AND counted.id >= {} {}) AS counts)",
            hits.join(", "),
            choices.collect::<Vec<_>>().join(" "),
            counts.collect::<Vec<_>>().join(", "),
            self.agent_id,
            self.oldest(beyond, NEWEST[0]),
            below.unwrap_or_default(),
        )
    }

    /// The words as patterns.
    fn patterns(&self) -> Vec<String> {
        let escaped = |word: &String| word.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
        self.words.iter().map(|word| format!("%{}%", escaped(word))).collect()
    }

    /// What the index of SQLite can be asked for: whose orders, and each word by its trigrams.
    fn terms(&self) -> Vec<String> {
        let owner = match self.client_id {
            Some(client) => spelled(CLIENT_LETTERS, client),
            None => spelled(AGENT_LETTERS, self.agent_id),
        };
        let trigram = |run: Vec<char>| match run[..] {
            [one] => [SEPARATOR, one, SEPARATOR].iter().collect(),
            [one, two] => [one, SEPARATOR, two].iter().collect(),
            _ => String::from_iter(run),
        };
        let quoted = |trigram: String| format!("\"{}\"", trigram.replace('"', "\"\""));
        let word = |word: &String| {
            let trigrams = runs(word, 3).into_iter().map(trigram).map(quoted);
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
    fn text_is_folded_in_every_script() {
        assert_eq!(fold("  Чёрная   ФУТБОЛКА\n加绒 XL "), "черная футболка 加绒 xl");
    }

    #[test]
    fn a_word_stands_once_in_the_text_of_an_order() {
        let lines = ["футболка xl", "", "куртка xl"].map(str::to_owned);
        let text = joined("0001 анна футболка".to_owned(), lines.into_iter());
        assert_eq!(text, "0001 анна футболка xl куртка");
    }

    #[test]
    fn what_is_frequent_beside_something_rare_is_not_asked_of_the_index() {
        let search = Search::of("шарф 加绒", 1, None, Flavour::Sqlite).expect("words");
        let [owner, scarf, fleece] = &search.terms()[..] else {
            panic!("three terms")
        };
        let asked = |terms: &str| {
            let found = Frequencies {
                id: 100_000,
                terms: terms.to_owned(),
            };
            search.asked(Some(found))
        };
        assert_eq!(
            asked("200:99000,200:90000,50:2000").as_ref(),
            Some(fleece),
            "few are looked at one by one"
        );
        assert_eq!(
            asked("70:1,200:90000,80:2").as_ref(),
            Some(owner),
            "as are those of a small owner"
        );
        assert_eq!(
            asked("200:99000,200:40000,200:30000"),
            Some(format!("{scarf} {fleece}"))
        );
        assert_eq!(
            asked("200:99800,200:99700,200:99000"),
            Some(format!("{owner} {scarf} {fleece}"))
        );
        assert_eq!(
            asked("200:99000,0:0,200:99000"),
            None,
            "a word that is nowhere leaves nothing to look for"
        );
        assert_eq!(search.asked(None), Some(format!("{owner} {scarf} {fleece}")));
    }
}
