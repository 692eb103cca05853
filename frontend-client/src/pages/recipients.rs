//! The address book: recipients that orders and shipments can be addressed to.

use frontend_ui::{
    features::recipients::{RecipientFields, RecipientInputs, address_text, recipient_view},
    prelude::*,
};
use shared_types::{
    id::RecipientId,
    page::Listing,
    recipients::{
        AddRecipient, AddressBookChange, AddressBookEntry, ChangeRecipient, ENTRIES, ListRecipients, RecipientCopy,
        RemoveRecipient,
    },
    settings::{DeliveryOption, ListDeliveryOptions},
};

frontend_ui::texts! {
    pub(crate) enum AddressBookTexts;
    Title: "Адреса доставки", "Delivery addresses", "收货地址";
    Add: "Добавить адрес", "Add an address", "添加地址";
    New: "Новый адрес", "New address", "新地址";
    Change: "Изменить адрес", "Change the address", "修改地址";
    Default: "Основной", "Default", "默认";
    MakeDefault: "Сделать основным", "Make default", "设为默认";
    Archived: "В архиве", "Archived", "已归档";
    Restore: "Вернуть", "Restore", "恢复";
    Empty: "Адресов пока нет", "No addresses yet", "暂无地址";
    EmptyHint:
        "Добавьте получателя, и новые заказы будут сразу адресованы ему.",
        "Add a recipient, and new orders will be addressed to them at once.",
        "添加收件人后，新订单将自动使用该地址。";
    Full:
        "Больше адресов добавить нельзя: удалите ненужные.",
        "No more addresses can be added. Delete those you don't need.",
        "地址数量已达上限，请删除不需要的地址。";
    ConfirmRemove:
        "Удалить адрес? Посылки и заказы на этот адрес не изменятся.",
        "Delete the address? Shipments and orders to it stay as they are.",
        "删除地址？已使用该地址的包裹和订单不受影响。";
}

/// The dialog that adds an entry, or changes one.
type OpenDialog = RwSignal<Option<Option<AddressBookEntry>>>;

/// The page of the address book.
#[component]
pub(crate) fn RecipientsPage() -> impl IntoView {
    let entries = use_value(&[], || api::get::<ListRecipients>(Nothing {}));
    let points = use_value(&[], || api::get::<ListDeliveryOptions>(Nothing {}));
    let dialog: OpenDialog = RwSignal::new(None);
    let reload = Callback::new(move |()| entries.reload());
    let action = use_action();
    let may_edit = current_user().may(Object::Shipments, Level::Edit);
    let count = move || {
        let entries = entries.get()?;
        Some(entries.data.iter().filter(|entry| !entry.archived).count())
    };
    let is_full = move || count().is_some_and(|count| count >= ENTRIES);
    let rows = entries.rows(
        |entry: &AddressBookEntry| entry.id.0,
        |list: &Listing<_>| list.data.clone(),
    );
    let is_empty = Memo::new(move |_| rows.count() == 0);
    let cards = move || {
        if is_empty.get() {
            return empty_state(t(AddressBookTexts::Empty), Some(t(AddressBookTexts::EmptyHint)));
        }
        let card = move |entry| entry_card(entry, may_edit, dialog, action, reload);
        any_view! { <div class="address-book">{rows.view(card)}</div> }
    };
    let offered = move || points.with(|options| options.pickup_points.clone());
    view! {
        <div class="page-head">
            <h1>{t(AddressBookTexts::Title)}</h1>
            <div class="spacer"></div>
            {may_edit
                .then(|| {
                    view! {
                        <button
                            class="button primary"
                            data-testid="add-recipient"
                            disabled=is_full
                            on:click=move |_| dialog.set(Some(None))
                        >
                            {t(AddressBookTexts::Add)}
                        </button>
                    }
                })}
        </div>
        {move || is_full().then(|| view! { <p class="note">{t(AddressBookTexts::Full)}</p> })}
        <ErrorNote error=action />
        {entries.page(Skeleton::Rows, move || cards.into_any())}
        {move || {
            dialog
                .get()
                .zip(offered())
                .map(|(entry, points)| {
                    let saved = Callback::new(move |_: AddressBookEntry| {
                        dialog.set(None);
                        reload.run(());
                    });
                    view! {
                        <RecipientDialog
                            entry=entry
                            points=points
                            saved=saved
                            close=Callback::new(move |()| dialog.set(None))
                        />
                    }
                })
        }}
    }
}

fn entry_card(
    entry: AddressBookEntry,
    may_edit: bool,
    dialog: OpenDialog,
    action: Action,
    reload: Callback<()>,
) -> AnyView {
    let (id, version) = (entry.id, entry.version);
    let shown = RecipientCopy {
        recipient_id: Some(id),
        recipient: entry.recipient.clone(),
        pickup_point_id: entry.pickup_point_id,
        documents: entry.documents.clone(),
    };
    // The list is loaded again after an error, too.
    let mark = move |change: AddressBookChange| {
        let options = Options::of_version(version);
        let call = async move {
            let changed = api::send::<ChangeRecipient>((id,), Nothing {}, change, options).await;
            reload.try_run(());
            changed
        };
        action.run(call, |_| ());
    };
    let name = format!("{} · {}", entry.recipient.name, address_text(&entry.recipient));
    let remove = move |_| {
        let call = async move {
            let removed = api::send::<RemoveRecipient>((id,), Nothing {}, Nothing {}, Options::default()).await;
            reload.try_run(());
            removed
        };
        let question = (t(AddressBookTexts::ConfirmRemove).to_owned(), t(Text::Delete));
        action.run_confirmed(name.clone(), question, call, |_| ());
    };
    let make_default = move |_| {
        mark(AddressBookChange {
            is_default: Some(true),
            ..AddressBookChange::default()
        });
    };
    let restore = move |_| {
        mark(AddressBookChange {
            archived: Some(false),
            ..AddressBookChange::default()
        });
    };
    let (is_default, archived) = (entry.is_default, entry.archived);
    let edited = entry;
    let actions = may_edit.then(|| {
        if archived {
            return any_view! {
                <div class="row">
                    <button class="quiet" data-testid="restore" on:click=restore>
                        {t(AddressBookTexts::Restore)}
                    </button>
                </div>
            };
        }
        any_view! {
            <div class="row">
                <button
                    class="quiet"
                    data-testid="edit-recipient"
                    on:click=move |_| dialog.set(Some(Some(edited.clone())))
                >
                    {t(Text::Edit)}
                </button>
                {(!is_default)
                    .then(|| {
                        view! {
                            <button class="quiet" data-testid="make-default" on:click=make_default>
                                {t(AddressBookTexts::MakeDefault)}
                            </button>
                        }
                    })}
                <button class="quiet" data-testid="remove-recipient" on:click=remove>
                    {t(Text::Delete)}
                </button>
            </div>
        }
    });
    any_view! {
        <section class="card" class:archived=archived data-testid="address">
            {is_default
                .then(|| {
                    view! {
                        <span class="badge" data-testid="default">
                            {t(AddressBookTexts::Default)}
                        </span>
                    }
                })}
            {archived.then(|| view! { <span class="muted">{t(AddressBookTexts::Archived)}</span> })}
            {recipient_view(shown)}
            {actions}
        </section>
    }
}

/// The form that adds an entry, or changes `entry`.
#[component]
pub(crate) fn RecipientDialog(
    entry: Option<AddressBookEntry>,
    points: Vec<DeliveryOption>,
    saved: Callback<AddressBookEntry>,
    close: Callback<()>,
) -> impl IntoView {
    let inputs = RecipientInputs::new(
        entry.as_ref().map(|entry| &entry.recipient),
        entry.as_ref().and_then(|entry| entry.pickup_point_id),
        entry.as_ref().and_then(|entry| entry.documents.clone()),
    );
    let action = use_action();
    let edited: Option<(RecipientId, i64)> = entry.as_ref().map(|entry| (entry.id, entry.version));
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let form = inputs.read();
        let call = async move {
            match edited {
                None => api::send::<AddRecipient>((), Nothing {}, form, Options::default()).await,
                Some((id, version)) => {
                    let change = AddressBookChange {
                        values: Some(form),
                        ..AddressBookChange::default()
                    };
                    let options = Options::of_version(version);
                    api::send::<ChangeRecipient>((id,), Nothing {}, change, options).await
                }
            }
        };
        action.run(call, move |entry| _ = saved.try_run(entry));
    };
    let title = if edited.is_some() {
        t(AddressBookTexts::Change)
    } else {
        t(AddressBookTexts::New)
    };
    any_view! {
        <Dialog title=title close=close wide=true>
            <form on:submit=submit data-testid="recipient-form">
                <ErrorNote error=action />
                <RecipientFields inputs=inputs points=points error=action />
                <div class="row">
                    <button class="button primary" data-testid="save-recipient" disabled=move || action.is_busy()>
                        {t(Text::Save)}
                    </button>
                    <button type="button" class="quiet" on:click=move |_| close.run(())>
                        {t(Text::Cancel)}
                    </button>
                </div>
            </form>
        </Dialog>
    }
}
