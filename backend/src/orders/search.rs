//! What an order is found by: folded text of number, client, title and lines.

use super::entity::order;
use crate::platform::{
    db::Flavour,
    scope::{AgentScope, ClientScope},
};
use migrations::numbers;
use sea_orm::{
    Condition, EntityTrait, JoinType, QueryOrder, QuerySelect, QueryTrait, Select,
    sea_query::{Expr, ExprTrait, LikeExpr, Order, SimpleExpr},
};

use std::collections::HashSet;

/// How many runs of three letters are asked of a word at most, give or take its end.
const RUNS: usize = 16;
/// How many of the newest ids are read before the index of words is asked, where it can't be read newest first: the fewer, and
/// if a match was among them, the more.
pub(super) const NEWEST: [i64; 2] = [1024, 4096];
/// How many of a word's newest matches tell how frequent it is.
const REACH: u32 = 8;
/// So many times as frequent as the rarest word, a word is looked for in the orders and not in the index.
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

/// The newest order, and how far down the newest matches of each word reach: an id a word, one where there are fewer matches,
/// zero for a word that is nowhere.
#[derive(Debug, sea_orm::FromQueryResult)]
pub(super) struct Reaches {
    id: i64,
    reaches: String,
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

    /// How far down the newest matches of each word reach in the index of SQLite; none where there is but one word.
    ///
    /// Asked for a frequent and a rare word together, the index would leap through all pieces of the frequent word for each match
    /// of the rare one, where a look at the order itself costs less.
    pub(super) fn reaches(&self, before: Option<i64>) -> Option<Select<order::Entity>> {
        if self.words.len() < 2 {
            return None;
        }
        let bound = before.map(|before| format!("AND rowid < {before}")).unwrap_or_default();
        let reach = format!(
            "(SELECT CASE count(*) WHEN 0 THEN 0 WHEN {REACH} THEN min(rowid) ELSE 1 END \
             FROM (SELECT rowid FROM order_search WHERE order_search MATCH ? {bound} ORDER BY rowid DESC LIMIT {REACH}))"
        );
        let reaches = vec![reach; self.words.len()].join(" || ',' || ");
        let asked = self.words.iter().map(|word| self.trigrams([word]));
        let select = order::Entity::find()
            .select_only()
            .column(order::Column::Id)
            .column_as(Expr::cust_with_values(reaches, asked), "reaches")
            .order_by_desc(order::Column::Id);
        Some(select)
    }

    /// The words that the index of SQLite is to be asked for: none where one of them is nowhere.
    pub(super) fn asked(&self, found: Option<Reaches>) -> Option<Vec<&String>> {
        let Some(Reaches { id: newest, reaches }) = found else {
            return Some(self.words.iter().collect());
        };
        let reaches = reaches.split(',').filter_map(|reach| reach.parse::<i64>().ok());
        let spans: Vec<i64> = reaches
            .map(|reach| if reach == 0 { i64::MAX } else { newest - reach })
            .collect();
        let longest = spans.iter().copied().max().unwrap_or_default();
        if longest == i64::MAX {
            return None;
        }
        let is_rare = |span: i64| span.saturating_mul(SHARE) >= longest;
        let words = self.words.iter().zip(spans);
        Some(words.filter(|(_, span)| is_rare(*span)).map(|(word, _)| word).collect())
    }

    /// Lets the index of SQLite name the candidates, newest first.
    pub(super) fn by_trigrams<'a>(
        &self,
        mut select: Select<order::Entity>,
        words: impl IntoIterator<Item = &'a String>,
        before: Option<i64>,
    ) -> Select<order::Entity> {
        let query = QueryTrait::query(&mut select);
        query
            .join(
                JoinType::InnerJoin,
                "order_search",
                Expr::cust("order_search.rowid = orders.id"),
            )
            .and_where(Expr::cust_with_values("order_search MATCH ?", [self.trigrams(words)]))
            // The index runs in this order. It is the order of `orders.id` too, but asked for both the database would sort.
            .order_by(("order_search", "rowid"), Order::Desc);
        if let Some(before) = before {
            query.and_where(Expr::cust_with_values("order_search.rowid < ?", [before]));
        }
        select
    }

    /// So many of the newest of the agent's ids below a bound.
    pub(super) fn among_newest(&self, beyond: Option<i64>, newest: i64) -> SimpleExpr {
        Expr::cust(format!("orders.id >= {}", self.oldest(beyond, newest)))
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

    /// Orders before one that the index of PostgreSQL names: all of them, or the newest.
    ///
    /// The ids are found first and by themselves: joined, the planner may prefer to read all orders and to make their keys anew.
    /// For the same reason the keys, numbers of our own making, stand in the statement.
    ///
    /// One word is asked for, the others are looked for in what it finds: all matches of a frequent word would be most orders.
    pub(super) fn by_keys(&self, beyond: Option<i64>, before: Option<i64>, most: Option<u32>) -> SimpleExpr {
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
        let most = most.map(|most| format!("ORDER BY order_id DESC LIMIT {most}"));
        Expr::cust_with_values(
            format!(
                "orders.id = ANY (ARRAY (SELECT order_id FROM order_search WHERE order_search_keys(agent_id, words) @> {asked} {} {}))",
                before.unwrap_or_default(),
                most.unwrap_or_default()
            ),
            patterns,
        )
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

    /// The query to the index of SQLite: whose orders, then a trigram after another.
    fn trigrams<'a>(&self, words: impl IntoIterator<Item = &'a String>) -> String {
        let owner = match self.client_id {
            Some(client) => spelled(CLIENT_LETTERS, client),
            None => spelled(AGENT_LETTERS, self.agent_id),
        };
        let trigram = |run: Vec<char>| match run[..] {
            [one] => [SEPARATOR, one, SEPARATOR].iter().collect(),
            [one, two] => [one, SEPARATOR, two].iter().collect(),
            _ => String::from_iter(run),
        };
        std::iter::once(owner)
            .chain(words.into_iter().flat_map(|word| runs(word, 3)).map(trigram))
            .map(|trigram| format!("\"{}\"", trigram.replace('"', "\"\"")))
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// The runs of three letters that an index is asked for a word: those of its numbers as [`numbers`] spells them, and of the rest
/// one after every `step` letters and the last.
///
/// Every letter is in one of them, unless the word is long: more runs find no less and cost more.
fn runs(word: &str, step: usize) -> Vec<Vec<char>> {
    // Three letters of a number are six of its digits.
    let mut chosen: Vec<Vec<char>> = numbers::runs(word)
        .flat_map(|run| spread(&numbers::spelled(run), 2 * step))
        .collect();
    let has_numbers = !chosen.is_empty();
    let rest = spread(word, step).into_iter();
    chosen.extend(rest.filter(|run| !has_numbers || !run.iter().all(char::is_ascii_digit)));
    chosen
}

/// A word of three letters or fewer is a run by itself.
fn spread(word: &str, step: usize) -> Vec<Vec<char>> {
    let letters: Vec<char> = word.chars().collect();
    if letters.len() <= 3 {
        return vec![letters];
    }
    let last = letters.len() - 3;
    let mut starts: Vec<usize> = (0..last).step_by(step.max(letters.len().div_ceil(RUNS))).collect();
    starts.push(last);
    let run = |start| letters.iter().skip(start).take(3).copied().collect();
    starts.into_iter().map(run).collect()
}

/// An id as the index of SQLite spells it: three characters, twelve bits each.
fn spelled(first_letter: u32, id: i64) -> String {
    [24, 12, 0]
        .into_iter()
        .filter_map(|shift| {
            let digit = u32::try_from(id >> shift & 0xFFF).ok()?;
            char::from_u32(first_letter + digit)
        })
        .collect()
}

/// The keys of a word in the index of PostgreSQL, as an array's text.
fn keys(agent_id: i64, word: &str) -> String {
    let key = |run: Vec<char>| {
        let packed = run
            .iter()
            .fold(0, |packed, letter| packed << 21 | i64::from(u32::from(*letter)));
        (packed ^ agent_id << 40).to_string()
    };
    format!(
        "{{{}}}",
        runs(word, 1).into_iter().map(key).collect::<Vec<_>>().join(",")
    )
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
    fn a_frequent_word_beside_a_rare_one_is_not_asked_of_the_index() {
        let search = Search::of("куртка зимняя 加绒", 1, None, Flavour::Sqlite).expect("words");
        let asked = |reaches: &str| {
            let found = Reaches {
                id: 100_000,
                reaches: reaches.to_owned(),
            };
            search
                .asked(Some(found))
                .map(|words| words.into_iter().map(String::as_str).collect::<Vec<_>>())
        };
        assert_eq!(asked("99990,2000,99000"), Some(vec!["зимняя"]));
        assert_eq!(asked("99990,99800,99000"), Some(vec!["зимняя", "加绒"]));
        assert_eq!(asked("99990,99990,99990"), Some(vec!["куртка", "зимняя", "加绒"]));
        assert_eq!(
            asked("99990,0,99000"),
            None,
            "a word that is nowhere leaves nothing to look for"
        );
    }

    #[test]
    fn an_index_is_asked_for_numbers_as_it_keeps_them() {
        let asked = |word: &str, step| runs(word, step).into_iter().map(String::from_iter).collect::<Vec<_>>();
        assert_eq!(asked("мармелад", 3), ["мар", "мел", "лад"]);
        assert_eq!(asked("шарф", 1), ["шар", "арф"]);
        assert_eq!(asked("卫衣", 3), ["卫衣"]);
        let spelled = numbers::spelled("9182736450");
        let part = |from: usize| spelled.chars().skip(from).take(3).collect::<String>();
        assert_eq!(asked("9182736450", 3), [part(0), part(4)]);
        assert_eq!(asked("k1-2026", 3), [numbers::spelled("2026"), "k1-".to_owned()]);
    }
}
