//! Whether a person wants a kind of notification through a channel.

use sea_orm::entity::prelude::*;
use shared_types::id::UserId;
use shared_types::notifications::{Notice, NoticeChannel};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "notification_preferences")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub user_id: UserId,
    pub event: Notice,
    pub channel: NoticeChannel,
    pub enabled: bool,
}

crate::relations!();

platform::owned!(Entity => User(Column::UserId));
