//! Chats about some orders: questions that wait, one that is answered, and the saved replies of the staff.

use super::steps::{DemoClient, DemoResult};
use crate::chat::{MessageContent, create_reply, send};
use chrono::{DateTime, Duration, Utc};
use entities::order;
use platform::{scope::ScopedConnection, state::AppState};
use sea_orm::{QueryOrder, QuerySelect, entity::prelude::*};
use shared_types::{
    chat::NewChatReply,
    id::{OrderId, UserId},
    orders::{OrderStatus, Origin, Side},
};
use trade::orders::{dialogues, history::Actor};

/// A dialogue about the newest order of a status: who writes, how many minutes ago, and the text.
struct Script {
    status: OrderStatus,
    /// Whether the last message of the client waits for an answer.
    waits: bool,
    messages: &'static [(Side, i64, &'static str)],
}

/// The people of a dialogue.
#[derive(Clone, Copy)]
pub(super) struct Speakers {
    pub(super) client: UserId,
    pub(super) staff: UserId,
}

const ANSWERED: [Script; 1] = [Script {
    status: OrderStatus::AtWarehouse,
    waits: false,
    messages: &[
        (Side::Client, 2_900, "Добрый день! Пришло ли всё на склад?"),
        (
            Side::Staff,
            2_870,
            "Здравствуйте! Да, все места приняты, фото в карточке заказа.",
        ),
        (Side::Client, 2_860, "Спасибо!"),
    ],
}];

const WAITING: [Script; 3] = [
    Script {
        status: OrderStatus::Quoted,
        waits: true,
        messages: &[
            (
                Side::Client,
                1_560,
                "Можно заменить синий цвет на чёрный? Если да, оплачу сегодня.",
            ),
            (Side::Staff, 1_500, "Уточняем у продавца, вернёмся с ответом."),
            (Side::Client, 190, "Есть новости от продавца?"),
        ],
    },
    Script {
        status: OrderStatus::AtWarehouse,
        waits: true,
        messages: &[(
            Side::Client,
            42,
            "Упакуйте, пожалуйста, стекло отдельно и добавьте пузырчатую плёнку.",
        )],
    },
    Script {
        status: OrderStatus::Shipped,
        waits: false,
        messages: &[
            (Side::Client, 4_400, "Когда ждать груз в Петербурге?"),
            (
                Side::Staff,
                4_330,
                "По плану через 12 дней, трек появится после границы.",
            ),
        ],
    },
];

const REPLIES: [(&str, &str); 3] = [
    (
        "Счёт готов",
        "Здравствуйте, {client}! Заказ {order} рассчитан, к оплате {sum}. Оплатить: {link}",
    ),
    (
        "Уточняем",
        "По заказу {order} уточняем у продавца и вернёмся с ответом сегодня.",
    ),
    (
        "Всё на складе",
        "Товары заказа {order} на складе. Оформите отправку: {link}",
    ),
];

fn describe(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// Adds the saved replies of the client's agent.
pub(super) async fn add_replies(state: &AppState, client: &DemoClient, now: DateTime<Utc>) -> DemoResult<()> {
    let tx = state.system().enter_agent(client.agent).begin().await?;
    for (title, body) in REPLIES {
        let new = NewChatReply {
            title: title.to_owned(),
            body: body.to_owned(),
        };
        create_reply(&tx, &new, now).await.map_err(describe)?;
    }
    tx.commit().await?;
    Ok(())
}

/// Adds the dialogues of a client. `waiting` has questions without an answer.
pub(super) async fn load(
    state: &AppState,
    client: &DemoClient,
    speakers: Speakers,
    waiting: bool,
    now: DateTime<Utc>,
) -> DemoResult<()> {
    let scripts: &[Script] = if waiting { &WAITING } else { &ANSWERED };
    for script in scripts {
        let select = order::Entity::find()
            .filter(order::Column::ClientId.eq(client.id))
            .filter(order::Column::Status.eq(script.status))
            .order_by_desc(order::Column::Id)
            .limit(1);
        let scope = state.system().enter_agent(client.agent);
        if let Some(order) = scope.one(select).await? {
            write(state, client, order.id, speakers, script, now).await?;
        }
    }
    Ok(())
}

async fn write(
    state: &AppState,
    client: &DemoClient,
    order: OrderId,
    speakers: Speakers,
    script: &Script,
    now: DateTime<Utc>,
) -> DemoResult<()> {
    let tx = state.system().enter_agent(client.agent).begin().await?;
    for (side, minutes, text) in script.messages {
        let user = if *side == Side::Client {
            speakers.client
        } else {
            speakers.staff
        };
        let actor = Actor {
            side: *side,
            user_id: Some(user),
            name: String::new(),
            via: Origin::Cabinet,
        };
        let content = MessageContent {
            body: (*text).to_owned(),
            files: Vec::new(),
            no_reply_needed: false,
            messenger: None,
        };
        let at = now - Duration::minutes(*minutes);
        send(&tx, &actor, order, &content, at).await.map_err(describe)?;
    }
    if !script.waits {
        dialogues::set_reply_needed(&tx, order, false, now)
            .await
            .map_err(describe)?;
    }
    tx.commit().await?;
    Ok(())
}
