//! The tables of imports and of their rows, which are stored in blocks.

pub mod import {
    //! The table of imports: one row per uploaded file.

    use crate::json::Json;
    use sea_orm::entity::prelude::*;
    use shared_types::{
        imports::{ImportColumn, ImportCounts, ImportField, ImportStatus},
        orders::Side,
    };

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "imports")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: shared_types::id::ImportId,
        pub agent_id: shared_types::id::AgentId,
        pub client_id: shared_types::id::ClientId,
        pub order_id: shared_types::id::OrderId,
        /// The side that uploaded the file. The other side has no access to it.
        pub side: Side,
        /// The person who uploaded the file. `None` for imports from before this was stored, and if the person is gone.
        pub actor_user_id: Option<shared_types::id::UserId>,
        pub file_name: String,
        pub file_hash: String,
        pub status: ImportStatus,
        // The defaults of `mapping` and `counts` in the schema are not values of these types, so every insert sets them.
        pub mapping: Json<Vec<Option<ImportField>>>,
        /// The columns, with samples and conclusions from the rows. Empty for imports from before the columns were stored.
        pub columns: Json<Vec<ImportColumn>>,
        pub sheet: String,
        pub sheets: Json<Vec<String>>,
        pub header_row: i32,
        /// Identifies the texts of the header row.
        pub header_key: Option<String>,
        pub counts: Json<ImportCounts>,
        /// The previous values of the items that the import changed, as JSON.
        pub undo: Option<String>,
        /// The folder of the pictures of the sheet, in the folder of its client.
        pub pictures: Option<String>,
        pub picture_bytes: i64,
        pub created_at: DateTimeUtc,
        pub updated_at: DateTimeUtc,
    }

    crate::relations!();

    platform::owned!(
        Entity => Client(Column::AgentId, Column::ClientId),
        assigned = |staff_id| platform::scope::Assigned::Only(crate::order::assigned_orders(Column::OrderId, staff_id))
    );
}

pub mod block {
    //! The table of the rows of a sheet. Each table row holds some hundreds of them, so one statement can write a large sheet.

    use sea_orm::{QuerySelect, QueryTrait, entity::prelude::*};

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "import_rows")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub agent_id: shared_types::id::AgentId,
        pub client_id: shared_types::id::ClientId,
        pub import_id: shared_types::id::ImportId,
        /// The number of the first row of the block.
        pub row_number: i32,
        /// The rows as JSON: pairs of a row number and its cells.
        pub content: String,
    }

    crate::relations!();

    platform::owned!(
        Entity => Client(Column::AgentId, Column::ClientId),
        assigned = |staff_id| {
            let imports = super::import::Entity::find()
                .select_only()
                .column(super::import::Column::Id)
                .filter(crate::order::assigned_orders(super::import::Column::OrderId, staff_id));
            platform::scope::Assigned::Only(Column::ImportId.in_subquery(imports.into_query()).into())
        }
    );
}
