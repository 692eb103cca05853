//! The agent's own announcements to its clients.

mod audience;
mod editor;
mod report;
mod texts;

use frontend_ui::{
    api::Fetched,
    components::{ActiveRow, Breadcrumb, Column, Crumb, RowAction, Table, TableRow, page_by_id},
    prelude::*,
};
use leptos_router::hooks::use_query_map;
use shared_types::{
    id::NotificationId,
    notifications::{
        CountNotifications, ListNotifications, Notification, NotificationQuery, NotificationState, ShowNotification,
    },
};
use texts::AnnouncementTexts;

fn badge(state: NotificationState) -> AnyView {
    let (class, label) = match state {
        NotificationState::Draft => ("badge draft", AnnouncementTexts::Draft),
        NotificationState::Planned => ("badge warn", AnnouncementTexts::Scheduled),
        NotificationState::Sent => ("badge accepted", AnnouncementTexts::Sent),
    };
    any_view! { <span class=class>{t(label)}</span> }
}

/// The list of announcements.
#[component]
pub(crate) fn NotificationsPage() -> impl IntoView {
    let map = use_query_map();
    let query = Memo::new(move |_| NotificationQuery {
        limit: None,
        cursor: map.read().get("cursor"),
    });
    let list = use_list(
        &[],
        |row: &Notification| row.id.0,
        move |_| api::get::<ListNotifications>(query.get()),
    );
    let count = Fetched::new(|| api::get::<CountNotifications>(Nothing {}));
    let row = |row: Notification| {
        let reach = row.reach;
        let is_sent = row.state == NotificationState::Sent;
        let url = format!("/agent/notifications/{}", row.id);
        let cells = view! {
            <td class="wide name">
                <a dir="auto" href=url.clone()>
                    {row.title}
                </a>
            </td>
            <td class="status">{badge(row.state)}</td>
            <td class="muted" data-label=t(AnnouncementTexts::When)>
                {row.sent_at.or(row.send_at).map(format::date_time)}
            </td>
            <td class="right" data-label=t(AnnouncementTexts::Delivered)>
                {is_sent.then(|| format!("{} / {}", reach.sent, reach.sent + reach.waiting + reach.failed))}
            </td>
            <td class="muted" data-label=t(Text::CreatedAt)>
                {format::date_time(row.created_at)}
            </td>
        };
        TableRow {
            id: row.id.0,
            action: RowAction::Open(url),
            test_id: "notification",
            class: String::new(),
            cells: cells.into_any(),
        }
    };
    let columns = || {
        vec![
            Column::new("wide", t(AnnouncementTexts::Heading)),
            Column::new("status", t(AnnouncementTexts::State)),
            Column::new("", t(AnnouncementTexts::When)),
            Column::new("right", t(AnnouncementTexts::Delivered)),
            Column::new("", t(Text::CreatedAt)),
        ]
    };
    let active = ActiveRow::new(None);
    let may_edit = current_user().may(Object::Notifications, Level::Edit);
    let create = move || {
        may_edit.then(|| {
            view! {
                <a href="/agent/notifications/create" class="button primary" data-testid="new-notification">
                    {t(AnnouncementTexts::New)}
                </a>
            }
        })
    };
    let empty = || empty_state(t(AnnouncementTexts::Empty), Some(t(AnnouncementTexts::EmptyHint)));
    let next_url = |cursor| {
        let next = NotificationQuery {
            limit: None,
            cursor: Some(cursor),
        };
        api::path_and_query::<ListNotifications>(&(), &next)
    };
    let content = move || {
        any_view! {
            <Table
                class="announcements"
                label=t(AnnouncementTexts::Title)
                columns=columns()
                rows=list.table_rows(row)
                active=active
                pager=Some(list.pager(next_url, move || count.get()?.ok()))
            />
        }
    };
    view! {
        <div class="page-head">
            <h1>{t(AnnouncementTexts::Title)}</h1>
            <div class="spacer"></div>
            {create()}
        </div>
        {list.view(Skeleton::Table, empty, content)}
    }
}

/// The way back to the list.
fn to_list() -> AnyView {
    any_view! { <Breadcrumb path=vec![Crumb::list("/agent/notifications", t(AnnouncementTexts::Title))] /> }
}

/// The editor of a new announcement.
#[component]
pub(crate) fn CreateNotificationPage() -> impl IntoView {
    view! {
        {to_list()}
        <editor::Editor saved=None />
    }
}

/// An announcement, by the id in the URL: the editor before it is sent, the delivery report afterwards.
#[component]
pub(crate) fn NotificationPage() -> impl IntoView {
    page_by_id(notification_page)
}

fn notification_page(id: Memo<NotificationId>) -> impl IntoView {
    let loaded = use_value(&[], move || {
        api::send::<ShowNotification>((id.get(),), Nothing {}, Nothing {}, Options::default())
    });
    let may_edit = current_user().may(Object::Notifications, Level::Edit);
    let content = move |row: Notification| {
        if row.state == NotificationState::Sent || !may_edit {
            any_view! { <report::Report row=row /> }
        } else {
            any_view! { <editor::Editor saved=Some(row) /> }
        }
    };
    view! {
        {to_list()}
        {loaded.show(Skeleton::Rows, move |value| content(value.clone()))}
    }
}
