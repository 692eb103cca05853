//! Table `translation_pauses`: until when a provider asked not to be called.

use platform::config::TranslationProvider;
use sea_orm::entity::prelude::*;

shared_types::named_set! {
    /// Why a provider is not called.
    pub enum PauseReason {
        /// Too many requests in a short time.
        Rate = "rate",
        /// The quota of the operator's account is used up.
        Quota = "quota",
    }
}

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "translation_pauses")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub provider: TranslationProvider,
    pub reason: PauseReason,
    pub until: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Global);
