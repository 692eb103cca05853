//! API views of chat rows.

use super::files;
use entities::user;
use entities::{chat_file as file, chat_message as message, chat_reaction as reaction};
use infra::{media::UrlSigner, messengers::Messenger, translation::StoredView};
use platform::{auth::Caller, scope::SystemScope, state::AppState};
use shared_types::{
    chat::{ChatMessage, MessageDelivery, Reaction, limits},
    id::MessageId,
    notifications::NoticeChannel,
};
use std::collections::BTreeMap;

/// The data that the views of messages depend on, in addition to their rows.
pub(super) struct MessageContext {
    signer: UrlSigner,
    /// Reads what the messengers did with messages, which belongs to no cabinet.
    pub(super) system: SystemScope,
    /// The glossary whose translations are shown; `None` if messages are not translated.
    glossary_key: Option<i64>,
}

impl MessageContext {
    /// The context of a response.
    pub(super) fn for_caller(state: &AppState, caller: &Caller) -> Self {
        let translation = caller.translation.filter(|translation| translation.chat);
        Self::new(state, translation.map(|translation| translation.glossary_key))
    }

    pub(super) fn new(state: &AppState, glossary_key: Option<i64>) -> Self {
        Self {
            signer: UrlSigner::new(state),
            system: state.system(),
            glossary_key,
        }
    }
}

/// The deliveries of messages to messengers.
pub(super) type Deliveries = BTreeMap<MessageId, Vec<MessageDelivery>>;

pub(super) const fn channel(messenger: Messenger) -> NoticeChannel {
    match messenger {
        Messenger::Telegram => NoticeChannel::Telegram,
        Messenger::Max => NoticeChannel::Max,
    }
}

/// Messages with their authors, files, reactions and translations.
pub(super) fn message_views(
    rows: Vec<(message::Model, Option<user::Model>)>,
    reactions: &[reaction::Model],
    files: &[file::Model],
    deliveries: &Deliveries,
    context: &MessageContext,
) -> Vec<ChatMessage> {
    let files_of = |message: MessageId| files.iter().filter(move |file| file.message_id == Some(message));
    let message = |(row, author): (message::Model, Option<user::Model>)| ChatMessage {
        reactions: reactions_of(row.id, reactions),
        files: files_of(row.id)
            .map(|file| files::file_view(file, &context.signer))
            .collect(),
        id: row.id,
        order_id: row.order_id,
        side: row.author_side,
        author_id: author.as_ref().map(|author| author.id),
        author_name: author.map_or_else(String::new, |author| author.name),
        translations: context.glossary_key.map_or_else(Vec::new, |key| {
            StoredView::new(row.translations.as_ref(), key).translations(&row.body)
        }),
        body: row.body,
        no_reply_needed: row.no_reply_needed,
        via: row.messenger.map(channel),
        deliveries: deliveries.get(&row.id).cloned().unwrap_or_default(),
        created_at: row.created_at,
    };
    rows.into_iter().map(message).collect()
}

/// The reactions to a message, in the order in which the pages offer them.
fn reactions_of(message: MessageId, reactions: &[reaction::Model]) -> Vec<Reaction> {
    let by_emoji = |emoji: &str| Reaction {
        emoji: emoji.to_owned(),
        users: reactions
            .iter()
            .filter(|row| row.message_id == message && row.emoji == emoji)
            .map(|row| row.user_id)
            .collect(),
    };
    limits::REACTIONS
        .into_iter()
        .map(by_emoji)
        .filter(|reaction| !reaction.users.is_empty())
        .collect()
}
