//! The agent's announcements to its clients.

use frontend_ui::{
    api::{self, Fetched},
    components::{Loaded, empty_state, next_page_link},
    format,
    i18n::t,
};
use leptos::prelude::*;
use leptos_router::hooks::use_query_map;
use shared_types::{
    notifications::{Announcement, ListAnnouncements, NotificationQuery},
    page::Page,
};

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
    let rows = Fetched::new(move || api::get::<ListAnnouncements>(query.get()));
    let one = |row: Announcement| {
        view! {
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
    let content = move |page: Page<Announcement>| {
        if page.data.is_empty() {
            return empty_state(t(AnnouncementTexts::Empty), None);
        }
        let next = page.next_cursor.map(|cursor| {
            api::path_and_query::<ListAnnouncements>(
                &(),
                &NotificationQuery {
                    limit: None,
                    cursor: Some(cursor),
                },
            )
        });
        view! {
            <div class="request-list">{page.data.into_iter().map(one).collect_view()}</div>
            {next_page_link(next)}
        }
        .into_any()
    };
    view! {
        <div class="page-head">
            <h1>{t(AnnouncementTexts::Title)}</h1>
        </div>
        <Loaded resource=rows content=content />
    }
}
