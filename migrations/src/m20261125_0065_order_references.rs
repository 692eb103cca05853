//! Shop names join the search text of orders, and marketplace numbers get the index that tracks have.

use crate::{helpers, numbers};
use sea_orm_migration::{
    prelude::*,
    sea_orm::{ConnectionTrait, Statement},
};
use std::collections::BTreeMap;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

/// Orders per query.
const STEP: i64 = 1000;

const UP: &[&str] = &["CREATE INDEX ix_order_items_agent_id_marketplace_number \
     ON order_items (agent_id, upper(replace(marketplace_order_number, ' ', ''))) WHERE marketplace_order_number IS NOT NULL"];

const DOWN: &[&str] = &["DROP INDEX ix_order_items_agent_id_marketplace_number"];

/// Lower case, with Latin letters instead of Cyrillic ones that look like them, as the texts are stored since migration 0060.
fn folded(text: &str) -> String {
    let letter = |letter: char| match letter {
        'а' => 'a',
        'в' => 'b',
        'ё' | 'е' => 'e',
        'к' => 'k',
        'м' => 'm',
        'н' => 'h',
        'о' => 'o',
        'р' => 'p',
        'с' => 'c',
        'т' => 't',
        'у' => 'y',
        'х' => 'x',
        other => other,
    };
    let lower: String = text.to_lowercase().chars().map(letter).collect();
    lower.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The search text with the words that it lacks appended.
fn with_words(text: &str, words: &str) -> String {
    let mut new = text.to_owned();
    for word in words.split(' ').filter(|word| !word.is_empty()) {
        if !new.split(' ').any(|known| known == word) {
            new.push(' ');
            new.push_str(word);
        }
    }
    new
}

/// Appends the shop names of each order to its search text.
async fn append_shop_names(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let connection = manager.get_connection();
    let statement =
        |sql: &str, values: Vec<Value>| Statement::from_sql_and_values(manager.get_database_backend(), sql, values);
    let mut after = 0_i64;
    loop {
        let read = "SELECT id, search_text FROM orders WHERE id > $1 ORDER BY id LIMIT $2";
        let found = connection
            .query_all_raw(statement(read, vec![after.into(), STEP.into()]))
            .await?;
        let mut orders = Vec::with_capacity(found.len());
        for row in &found {
            orders.push((row.try_get::<i64>("", "id")?, row.try_get::<String>("", "search_text")?));
        }
        let Some((last, _)) = orders.last() else {
            return Ok(());
        };
        let read = "SELECT order_id, shop_name FROM order_groups WHERE order_id > $1 AND order_id <= $2 ORDER BY id";
        let groups = connection
            .query_all_raw(statement(read, vec![after.into(), (*last).into()]))
            .await?;
        after = *last;
        let mut shops: BTreeMap<i64, String> = BTreeMap::new();
        for row in &groups {
            let names = shops.entry(row.try_get("", "order_id")?).or_default();
            names.push(' ');
            names.push_str(&row.try_get::<String>("", "shop_name")?);
        }
        for (id, text) in orders {
            let names = shops.get(&id).map_or("", String::as_str);
            let new = with_words(&text, &numbers::indexed(&folded(names)));
            if new != text {
                let update = "UPDATE orders SET search_text = $1 WHERE id = $2";
                connection
                    .execute_raw(statement(update, vec![new.into(), id.into()]))
                    .await?;
            }
        }
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        helpers::run(manager, UP).await?;
        append_shop_names(manager).await
    }

    /// The texts keep the shop names: the former version reads any text, and writes it again with the next change.
    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        helpers::run(manager, DOWN).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_words_are_appended_once() {
        assert_eq!(folded("  Магазин ЁЛКА "), "maгaзиh eлka");
        assert_eq!(with_words("k1-1 nike", "nike store nike"), "k1-1 nike store");
        assert_eq!(with_words("k1-1", ""), "k1-1");
    }
}
