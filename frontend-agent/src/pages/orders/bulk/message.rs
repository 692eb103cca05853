//! A message to the clients of the selected orders, in the chat of each order.

use super::{
    dialog::OrdersDialog,
    plan::Plan,
    state::{BulkState, count_after},
    texts::BulkTexts,
};
use crate::pages::{
    bulk::{End, Outcome},
    chats::texts::InboxTexts,
};
use frontend_ui::{components::TextArea, prelude::*};
use shared_types::{
    chat::{ChatReply, ListChatReplies, NewAgentMessage, ReplyField, SendAgentMessage, limits},
    notifications::Template,
    orders::OrderSummary,
    translation::Language,
};

/// The text of an order. Like a saved reply, it is filled with the data of the order.
fn fill(template: &Template<ReplyField>, order: &OrderSummary) -> String {
    // One text for all people of the client, so the sum does not follow the language of each.
    let sum = order.due.map(|due| due.in_language(Language::Ru)).unwrap_or_default();
    let origin = window().location().origin().unwrap_or_default();
    let link = format!("{origin}/client/orders/{}", order.id);
    template.fill(|field| match field {
        ReplyField::Client => order.client_name.as_str(),
        ReplyField::Code => order.client_code.as_str(),
        ReplyField::Order => order.number.as_str(),
        ReplyField::Sum => sum.as_str(),
        ReplyField::Link => link.as_str(),
    })
}

async fn send_all(
    state: BulkState,
    orders: Vec<OrderSummary>,
    template: Template<ReplyField>,
) -> Outcome<OrderSummary> {
    let send = |order: &OrderSummary| {
        let body = NewAgentMessage {
            body: fill(&template, order),
            ..NewAgentMessage::default()
        };
        let call = api::send::<SendAgentMessage>((order.id,), Nothing {}, body, Options::default());
        async move { call.await.map(|_| ()) }
    };
    state.run.with_each(orders, send).await
}

/// The select that takes over a saved reply. Absent without any.
fn reply_select(text: RwSignal<String>) -> AnyView {
    let replies = use_value(&[], || api::get::<ListChatReplies>(Nothing {}));
    let choose = move |event| {
        let value = event_target_value(&event);
        if !value.is_empty() {
            text.set(value);
        }
    };
    let select = move || {
        let options = replies
            .read(|list| list.data.clone())
            .filter(|replies| !replies.is_empty())?;
        let option = |reply: ChatReply| {
            view! {
                <option dir="auto" value=reply.body>
                    {reply.title}
                </option>
            }
        };
        Some(view! {
            <label class="field">
                <span>{t(BulkTexts::Reply)}</span>
                <select data-testid="bulk-reply" on:change=choose>
                    <option value="">"—"</option>
                    {options.into_iter().map(option).collect_view()}
                </select>
            </label>
        })
    };
    select.into_any()
}

#[component]
pub(super) fn MessageDialog(state: BulkState, plan: Plan) -> impl IntoView {
    let text = RwSignal::new(String::new());
    let template = Memo::new(move |_| Template::<ReplyField>::parse(text.read().trim()));
    let needs_sum = move || {
        let is_sum = |field| field == ReplyField::Sum;
        template.with(|template| template.as_ref().is_ok_and(|template| template.has_field(is_sum)))
    };
    let left = Memo::new(move |_| {
        let needs_sum = needs_sum();
        let has_none = |order: &OrderSummary| needs_sum && order.due.is_none();
        plan.clone()
            .without(|order| has_none(order).then(|| t(BulkTexts::NothingToPay)))
    });
    let is_ready = Signal::derive(move || !text.read().trim().is_empty() && template.read().is_ok());
    let send = Callback::new(move |()| {
        let (Ok(template), plan) = (template.get_untracked(), left.get_untracked()) else {
            return;
        };
        let end = End {
            text: |count| count_after(BulkTexts::Sent, count),
            unselects: false,
            undo: None,
        };
        state.take(send_all(state, plan.orders, template), end);
    });
    let fault = move || {
        let is_unknown = template.read().is_err();
        is_unknown.then(|| view! { <small class="fault">{t(BulkTexts::UnknownPlaceholder)}</small> })
    };
    let sample = move || {
        let first = left
            .with(|plan| plan.orders.first().cloned())
            .filter(|_| is_ready.get())?;
        let text = template.with(|template| Some(fill(template.as_ref().ok()?, &first)))?;
        Some(view! {
            <p class="muted">{t(BulkTexts::Seen)}" "<bdi>{first.client_name.clone()}</bdi>":"</p>
            <blockquote class="bulk-sample" dir="auto" data-testid="bulk-sample">
                {text}
            </blockquote>
        })
    };
    view! {
        <OrdersDialog
            state=state
            title=t(BulkTexts::AskMessage)
            answer=t(BulkTexts::Send)
            plan=left
            is_ready=is_ready
            confirm=send
        >
            {reply_select(text)}
            <TextArea name="body" label=t(InboxTexts::Body) value=text error=state.run.action max_length=limits::BODY />
            <small class="muted">{t(InboxTexts::Placeholders)}</small>
            {fault}
            {sample}
        </OrdersDialog>
    }
}
