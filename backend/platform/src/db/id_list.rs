//! Lists of ids as one parameter.
//!
//! A list of values in the text of a statement is another statement for each number of values: each connection prepares and
//! plans it again, and keeps it. With one parameter the text is the same for any number of ids.

use super::DatabaseKind;
use sea_orm::{
    ColumnTrait, Value,
    sea_query::{Expr, SimpleExpr},
};

impl DatabaseKind {
    /// The value of the parameter: an array for PostgreSQL, the text of a JSON array for SQLite.
    pub fn id_list(self, ids: impl IntoIterator<Item = impl Into<i64>>) -> Value {
        let ids: Vec<i64> = ids.into_iter().map(Into::into).collect();
        match self {
            Self::Sqlite => {
                let ids: Vec<String> = ids.iter().map(i64::to_string).collect();
                format!("[{}]", ids.join(",")).into()
            }
            Self::Postgres => ids.into(),
        }
    }

    /// The condition that an expression is one of the ids in the parameter.
    pub fn in_id_list(self, expression: &str, parameter: &str) -> String {
        match self {
            Self::Sqlite => format!("{expression} IN (SELECT value FROM json_each({parameter}))"),
            Self::Postgres => format!("{expression} = ANY ({parameter})"),
        }
    }

    /// The condition that the column is one of the ids.
    pub(crate) fn column_in(
        self,
        column: impl ColumnTrait,
        ids: impl IntoIterator<Item = impl Into<i64>>,
    ) -> SimpleExpr {
        let condition = match self {
            Self::Sqlite => self.in_id_list("?", "?"),
            Self::Postgres => self.in_id_list("$1", "$2"),
        };
        Expr::cust_with_exprs(
            condition,
            [Expr::col(column.as_column_ref()), Expr::value(self.id_list(ids))],
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sea_orm::{
        EntityTrait, QueryFilter, QueryTrait,
        sea_query::{PostgresQueryBuilder, SqliteQueryBuilder},
    };

    #[expect(unreachable_pub, reason = "the derives of SeaORM make public items")]
    mod thing {
        use sea_orm::entity::prelude::*;

        #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
        #[sea_orm(table_name = "things")]
        pub struct Model {
            #[sea_orm(primary_key)]
            pub id: i64,
        }

        #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
        pub enum Relation {}

        impl ActiveModelBehavior for ActiveModel {}
    }

    #[test]
    fn text_is_the_same_for_any_number_of_ids() {
        let sql = |kind: DatabaseKind, ids: &[i64]| {
            let select = thing::Entity::find().filter(kind.column_in(thing::Column::Id, ids.to_vec()));
            match kind {
                DatabaseKind::Sqlite => select.into_query().build(SqliteQueryBuilder),
                DatabaseKind::Postgres => select.into_query().build(PostgresQueryBuilder),
            }
        };
        for (kind, condition, list) in [
            (
                DatabaseKind::Sqlite,
                r#""things"."id" IN (SELECT value FROM json_each(?))"#,
                "[3,5]".into(),
            ),
            (
                DatabaseKind::Postgres,
                r#""things"."id" = ANY ($1)"#,
                vec![3_i64, 5].into(),
            ),
        ] {
            let (text, values) = sql(kind, &[3, 5]);
            assert!(text.ends_with(condition), "{text}");
            assert_eq!(values.0, [list]);
            assert_eq!(sql(kind, &[]).0, text);
        }
    }
}
