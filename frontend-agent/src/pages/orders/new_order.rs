//! The dialog in which staff create an order of a client.

use crate::{lazy_routes, pages::client_picker::ClientPicker};
use frontend_ui::{features::order_status::type_name, prelude::*};
use leptos_router::hooks::use_navigate;
use shared_types::{
    id::ClientId,
    orders::{CreateAgentOrder, NewAgentOrder, OrderType},
};

frontend_ui::texts! {
    enum NewOrderTexts;
    Title: "Название", "Title", "标题";
    Comment: "Комментарий (увидит клиент)", "Comment (shown to the client)", "备注（客户可见）";
    Create: "Создать заказ", "Create order", "创建订单";
    ChooseClient: "Выберите клиента из списка", "Choose a client from the list", "请从列表中选择客户";
    Hint:
        "Клиент увидит заказ сразу. Товары добавляются в карточке заказа.",
        "The client sees the order at once. Items are added on the card of the order.",
        "客户可立即看到订单。商品在订单页中添加。";
}

/// Data that the dialog gets from the button. As a context, because the dialog belongs to the part of the order card.
#[derive(Clone, Copy)]
struct NewOrderContext {
    /// The client, if the page is about one. Otherwise the dialog asks for it.
    client: Option<ClientId>,
    close: Callback<()>,
}

/// The dialog. It opens the card of the new order.
#[component]
pub(crate) fn NewOrderDialog() -> impl IntoView {
    let NewOrderContext { client, close } = expect_context();
    let chosen = RwSignal::new(client);
    let kind = RwSignal::new(OrderType::Standard.as_str().to_owned());
    let (title, comment) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let action = use_action();
    let lacks_client = RwSignal::new(false);
    let navigate = StoredValue::new_local(use_navigate());
    let choose = Callback::new(move |id| {
        chosen.set(id);
        lacks_client.set(false);
    });
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let Some(client_id) = chosen.get_untracked() else {
            lacks_client.set(true);
            return;
        };
        let body = NewAgentOrder {
            client_id,
            order_type: OrderType::from_name(&kind.get_untracked()).unwrap_or(OrderType::Standard),
            title: Some(title.get_untracked()),
            comment: Some(comment.get_untracked()),
        };
        action.run(
            api::send::<CreateAgentOrder>((), Nothing {}, body, Options::default()),
            move |order| {
                let url = format!("/agent/orders/{}", order.summary.id);
                navigate.try_with_value(|navigate| navigate(&url, leptos_router::NavigateOptions::default()));
            },
        );
    };
    let types = [OrderType::Standard, OrderType::SelfBuyout];
    let types: Vec<(String, String)> = types
        .map(|order_type| (order_type.as_str().to_owned(), type_name(order_type).to_owned()))
        .into();
    let picker = client.is_none().then(|| {
        view! {
            <div class="field">
                <span>{t(Text::Client)}</span>
                <ClientPicker chosen=chosen choose=choose clear_on_input=true />
                {move || {
                    lacks_client
                        .get()
                        .then(|| {
                            view! {
                                <small class="fault" role="alert">
                                    {t(NewOrderTexts::ChooseClient)}
                                </small>
                            }
                        })
                }}
            </div>
        }
    });
    any_view! {
        <Dialog title=t(Text::NewOrder) close=close>
            <form on:submit=send>
                <ErrorNote error=action />
                {picker}
                <SelectField name="type" label=t(LifecycleTexts::OrderType) value=kind options=Signal::stored(types) />
                <Field name="title" label=t(NewOrderTexts::Title) value=title error=action />
                <Field name="comment" label=t(NewOrderTexts::Comment) value=comment error=action />
                <p class="muted">{t(NewOrderTexts::Hint)}</p>
                <div class="row">
                    <button class="button primary" data-testid="create-order" disabled=move || action.is_busy()>
                        {t(NewOrderTexts::Create)}
                    </button>
                </div>
            </form>
        </Dialog>
    }
}

/// The button that opens the dialog.
#[component]
pub(crate) fn NewOrderButton(
    /// The client, if the page is about one.
    #[prop(optional)]
    client: Option<ClientId>,
) -> impl IntoView {
    let is_open = RwSignal::new(false);
    let open = move |_| {
        spawn_local(async move {
            if let Some(part) = lazy_routes::load_part(&["orders", "new"]) {
                // The dialog shows the failure.
                let _ = part.await;
            }
            is_open.try_set(true);
        });
    };
    any_view! {
        <button class="button" data-testid="new-order" on:click=open>
            {t(Text::NewOrder)}
        </button>
        {new_order_dialog(client, is_open)}
    }
}

/// The dialog, while it is open.
pub(crate) fn new_order_dialog(client: Option<ClientId>, is_open: RwSignal<bool>) -> AnyView {
    let close = Callback::new(move |()| is_open.set(false));
    provide_context(NewOrderContext { client, close });
    (move || is_open.get().then(lazy_routes::new_order)).into_any()
}
