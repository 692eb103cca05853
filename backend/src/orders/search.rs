//! What an order is found by: folded text of number, client, title and lines.

use sea_orm::{
    Condition,
    sea_query::{Expr, ExprTrait, LikeExpr},
};

use super::entity::order;

/// Text as it is compared: lower case in every script, `ё` as `е`, single spaces.
pub fn fold(text: &str) -> String {
    let lower = text.to_lowercase().replace('ё', "е");
    lower.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What a line adds to its order's text.
pub fn of_item(title: &str, variant: Option<&str>, external_id: Option<&str>) -> String {
    let parts = [Some(title), variant, external_id];
    fold(&parts.into_iter().flatten().collect::<Vec<_>>().join(" "))
}

/// The order's own part of the text.
pub fn of_order(number: &str, title: &str, client_name: &str) -> String {
    fold(&format!("{number} {client_name} {title}"))
}

/// Orders in whose text every word occurs.
pub(super) fn condition(words: &str) -> Condition {
    fold(words)
        .split(' ')
        .filter(|word| !word.is_empty())
        .fold(Condition::all(), |all, word| {
            let escaped = word.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
            all.add(
                Expr::col((order::Entity, order::Column::SearchText))
                    .like(LikeExpr::new(format!("%{escaped}%")).escape('\\')),
            )
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_folded_in_every_script() {
        assert_eq!(fold("  Чёрная   ФУТБОЛКА\n加绒 XL "), "черная футболка 加绒 xl");
    }
}
