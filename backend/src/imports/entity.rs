//! An import, and its rows in blocks.

pub mod import {
    //! An import of a file into a draft.

    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "imports")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub agent_id: i64,
        pub client_id: i64,
        pub order_id: i64,
        pub file_name: String,
        pub file_hash: String,
        pub status: String,
        pub mapping: String,
        pub sheet: String,
        pub sheets: String,
        pub header_row: i32,
        pub counts: String,
        /// The lines it changed as they were before.
        pub undo: Option<String>,
        pub created_at: DateTimeUtc,
        pub updated_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}

    // Staff never read imports: they belong to drafts.
    crate::platform::scope::owned!(Entity => Client(Column::AgentId, Column::ClientId), assigned = |_| crate::platform::scope::Assigned::Only(sea_orm::Condition::all().add(sea_orm::sea_query::Expr::cust("1 = 0"))));
}

pub mod block {
    //! Rows of a sheet: a few hundred in one row of the table, so that a large sheet is written by one statement.

    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "import_rows")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub agent_id: i64,
        pub client_id: i64,
        pub import_id: i64,
        /// The number of the first row.
        pub row_number: i32,
        /// The rows as JSON: number and cells.
        pub content: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}

    // Staff never read imports: they belong to drafts.
    crate::platform::scope::owned!(Entity => Client(Column::AgentId, Column::ClientId), assigned = |_| crate::platform::scope::Assigned::Only(sea_orm::Condition::all().add(sea_orm::sea_query::Expr::cust("1 = 0"))));
}
