//! The reports of people about pages that the extension reads wrongly.

use super::adapter_texts::AdapterTexts;
use frontend_ui::prelude::*;
use shared_types::{
    ext::{
        ChangeShopReport, ListShopReports, ShopReport, ShopReportChange, ShopReportQuery, ShopReportSummary,
        ShowShopReport,
    },
    id::ShopReportId,
    page::Page,
};

/// The list of reports with a filter.
#[component]
pub(super) fn Reports(
    /// The shop whose reports are shown; all shops if none.
    shop: RwSignal<Option<String>>,
    /// Called when a report was handled or reopened.
    changed: Callback<()>,
) -> impl IntoView {
    let only_open = RwSignal::new(true);
    let cursor = RwSignal::new(None::<String>);
    let reports = use_value(&[], move || {
        let query = ShopReportQuery {
            shop: shop.get(),
            handled: only_open.get().then_some(false),
            limit: None,
            cursor: cursor.get(),
        };
        api::get::<ListShopReports>(query)
    });
    // Another filter starts with the newest report.
    Effect::new(move |_| {
        shop.track();
        only_open.track();
        cursor.set(None);
    });
    let refresh = Callback::new(move |()| {
        reports.reload();
        changed.run(());
    });
    let content = move |page: Page<ShopReportSummary>| {
        if page.data.is_empty() {
            return any_view! {
                <p class="muted" data-testid="no-reports">
                    {t(AdapterTexts::NoReports)}
                </p>
            };
        }
        let rows = page
            .data
            .into_iter()
            .map(|report| report_row(report, refresh))
            .collect_view();
        let next = page.next_cursor.map(|next| {
            view! {
                <button
                    type="button"
                    class="button"
                    data-testid="older-reports"
                    on:click=move |_| cursor.set(Some(next.clone()))
                >
                    {t(Text::ShowMore)}
                </button>
            }
        });
        any_view! {
            <ul class="report-list" data-testid="reports">
                {rows}
            </ul>
            {next}
        }
    };
    view! {
        <section class="card">
            <h2>{t(AdapterTexts::Reports)}</h2>
            <div class="row">
                <label class="check-line">
                    <input
                        type="checkbox"
                        data-testid="only-open"
                        prop:checked=move || only_open.get()
                        on:change=move |event| only_open.set(event_target_checked(&event))
                    />
                    <span>{t(AdapterTexts::OnlyOpen)}</span>
                </label>
                {move || {
                    shop.get()
                        .map(|name| {
                            view! {
                                <strong dir="auto">{name}</strong>
                                <button type="button" class="quiet" on:click=move |_| shop.set(None)>
                                    {t(AdapterTexts::AllShops)}
                                </button>
                            }
                        })
                }}
            </div>
            {reports.show(Skeleton::Rows, move |value| content(value.clone()))}
        </section>
    }
}

fn report_row(report: ShopReportSummary, refresh: Callback<()>) -> AnyView {
    let ShopReportSummary {
        id,
        shop,
        url,
        wrong,
        extension_version,
        created_at,
        handled_at,
    } = report;
    let action = use_action();
    let opened = RwSignal::new(None::<ShopReport>);
    let may_edit = current_user().may(Object::Settings, Level::Edit);
    let is_handled = handled_at.is_some();
    let toggle = move |_| {
        if opened.with_untracked(Option::is_some) {
            opened.set(None);
            return;
        }
        action.run(
            api::send::<ShowShopReport>((id,), Nothing {}, Nothing {}, Options::default()),
            move |report| opened.set(Some(report)),
        );
    };
    let handle = move |_| {
        let body = ShopReportChange { handled: !is_handled };
        action.run(
            api::send::<ChangeShopReport>((id,), Nothing {}, body, Options::default()),
            move |_| {
                refresh.try_run(());
            },
        );
    };
    let link = url.clone();
    any_view! {
        <li data-testid="report">
            <div class="row">
                <strong>{shop}</strong>
                <span class="muted">
                    {format::date_time(created_at)}" · "{t(AdapterTexts::Version)}" "{extension_version}
                </span>
                {is_handled.then(|| view! { <span class="badge">{t(AdapterTexts::Handled)}</span> })}
            </div>
            {(!wrong.is_empty()).then(|| view! { <p>{wrong}</p> })}
            <p>
                <a href=link target="_blank" rel="noreferrer">
                    {url}
                </a>
            </p>
            <ErrorNote error=action />
            <div class="row">
                <button type="button" class="button" data-testid="open-report" on:click=toggle>
                    {move || t(if opened.with(Option::is_some) { AdapterTexts::Hide } else { AdapterTexts::Show })}
                </button>
                {may_edit
                    .then(|| {
                        view! {
                            <button type="button" class="button" data-testid="handle-report" on:click=handle>
                                {t(if is_handled { AdapterTexts::Reopen } else { AdapterTexts::MarkHandled })}
                            </button>
                        }
                    })}
            </div>
            {move || opened.get().map(|report| report_contents(id, &report))}
        </li>
    }
}

/// The captured data, and the snapshot as text. It is never rendered as a page.
fn report_contents(id: ShopReportId, report: &ShopReport) -> AnyView {
    // A report consists of texts and numbers, which can always be serialized.
    let json = serde_json::to_string_pretty(&report.report).unwrap_or_default();
    let captured = serde_json::to_string_pretty(&report.report.captured).unwrap_or_default();
    let address = format!(
        "data:application/json;charset=utf-8,{}",
        js_sys::encode_uri_component(&json)
    );
    any_view! {
        <div class="report-open" data-testid="report-contents">
            <a class="button" href=address download=format!("karavan-report-{id}.json")>
                {t(AdapterTexts::Download)}
            </a>
            <h3>{t(AdapterTexts::Read)}</h3>
            <pre class="report-snapshot" tabindex="0">
                {captured}
            </pre>
            <h3>{t(AdapterTexts::Snapshot)}</h3>
            <pre class="report-snapshot" tabindex="0" data-testid="snapshot">
                {report.report.snapshot.clone()}
            </pre>
        </div>
    }
}
