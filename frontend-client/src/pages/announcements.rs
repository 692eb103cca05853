//! The agent's announcements to its clients.

use frontend_ui::{api::Fetched, prelude::*};
use leptos_router::hooks::use_query_map;
use shared_types::notifications::{Announcement, CountAnnouncements, ListAnnouncements, NotificationQuery};

frontend_ui::texts! {
    /// A text of the page.
    enum AnnouncementTexts;
    Title: "Объявления", "Announcements", "公告";
    Empty: "Объявлений пока нет", "No announcements yet", "暂无公告";
}

#[component]
pub(crate) fn AnnouncementsPage() -> impl IntoView {
    let map = use_query_map();
    let query = Memo::new(move |_| NotificationQuery {
        limit: None,
        cursor: map.read().get("cursor"),
    });
    let list = use_list(
        &[],
        |row: &Announcement| row.id.0,
        move |_| api::get::<ListAnnouncements>(query.get()),
    );
    let count = Fetched::new(|| api::get::<CountAnnouncements>(Nothing {}));
    let one = |row: Announcement| {
        any_view! {
            <article class="card narrow" data-testid="announcement">
                <div class="row spread">
                    <h2 dir="auto">{row.title}</h2>
                    <small class="muted">{format::date_time(row.at)}</small>
                </div>
                <pre dir="auto" class="requisites">
                    {row.body}
                </pre>
            </article>
        }
    };
    let next = |cursor| {
        api::path_and_query::<ListAnnouncements>(
            &(),
            &NotificationQuery {
                limit: None,
                cursor: Some(cursor),
            },
        )
    };
    let content = move || {
        any_view! {
            <div class="request-list">{list.rows().view(one)}</div>
            {list.pager(next, move || count.get()?.ok())}
        }
    };
    view! {
        <div class="page-head">
            <h1>{t(AnnouncementTexts::Title)}</h1>
        </div>
        {list.view(Skeleton::Rows, || empty_state(t(AnnouncementTexts::Empty), None), content)}
    }
}
