//! Import of pasted spreadsheet rows as items. Each row is validated before it is sent.

use frontend_ui::{
    api::{self, Options},
    components::{Icon, error_message},
    i18n::{Text, t},
    numbers::{self, NumberKind},
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    endpoint::Nothing,
    id::OrderId,
    items::{AddItem, NewItem},
    money::{Currency, Money, PriceText},
};

/// A pasted row: the item, or the name of the first invalid column.
type ParsedRow = Result<NewItem, Text>;

/// Parses rows of title, link, price, quantity and comment, separated by tabs or semicolons.
fn parse_rows(pasted: &str) -> Vec<ParsedRow> {
    pasted
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(parse_row)
        .collect()
}

fn parse_row(line: &str) -> ParsedRow {
    let separator = if line.contains('\t') { '\t' } else { ';' };
    let mut cells = line.split(separator).map(str::trim);
    let mut cell = || cells.next().unwrap_or_default();
    let (title, url, price, quantity, comment) = (cell(), cell(), cell(), cell(), cell());
    if title.is_empty() {
        return Err(Text::Name);
    }
    // The server checks the rest of the address.
    if !url.starts_with("http://") && !url.starts_with("https://") {
        return Err(Text::Link);
    }
    let price = match numbers::parse(price, NumberKind::Amount) {
        Ok(Some(minor)) if minor > 0 => Money::new(minor, Currency::Cny).amount(),
        _ => return Err(Text::Price),
    };
    let quantity = numbers::parse(quantity, NumberKind::Whole).map_err(|_| Text::Quantity)?;
    Ok(NewItem {
        quantity: Some(quantity.unwrap_or(1)),
        comment: (!comment.is_empty()).then(|| comment.to_owned()),
        ..NewItem::new(title.to_owned(), url.to_owned(), PriceText(price))
    })
}

/// The form: a text field, a preview of the rows and a button that adds the valid ones.
#[component]
pub(crate) fn ImportForm(
    /// The draft.
    order: OrderId,
    /// Called when all valid rows have been added.
    #[prop(into)]
    done: Callback<()>,
) -> impl IntoView {
    let (pasted, progress, failures) = (
        RwSignal::new(String::new()),
        RwSignal::new(None::<usize>),
        RwSignal::new(Vec::<String>::new()),
    );
    let rows = Memo::new(move |_| {
        pasted.with(|text| {
            parse_rows(text)
                .into_iter()
                .map(|row| row.map_err(t))
                .collect::<Vec<_>>()
        })
    });
    let valid_count = move || rows.with(|rows| rows.iter().filter(|row| row.is_ok()).count());
    // The idempotency keys belong to the pasted text: a retry after a lost connection does not add items twice.
    let key_prefix = StoredValue::new(api::new_key());
    let add = move |_| {
        let items: Vec<NewItem> = rows.get_untracked().into_iter().filter_map(Result::ok).collect();
        failures.set(Vec::new());
        progress.set(Some(0));
        let key_prefix = key_prefix.get_value();
        spawn_local(async move {
            for (index, item) in items.into_iter().enumerate() {
                let options = Options {
                    idempotency_key: Some(format!("{key_prefix}-{index}")),
                    ..Options::default()
                };
                let title = item.title.clone();
                if let Err(error) = api::send::<AddItem>((order,), Nothing {}, item, options).await {
                    failures.update(|list| list.push(format!("{title}: {}", error_message(&error))));
                }
                progress.set(Some(index + 1));
            }
            progress.set(None);
            if failures.try_with_untracked(Vec::is_empty) == Some(true) {
                done.try_run(());
            }
        });
    };
    let preview = move || {
        rows.get()
            .into_iter()
            .enumerate()
            .map(|(index, row)| match row {
                Ok(item) => view! {
                    <li>
                        <span class="muted">{index + 1}</span>
                        " "
                        {item.title}
                        " · ¥"
                        {item.price.0}
                        " × "
                        {item.quantity}
                    </li>
                }
                .into_any(),
                Err(fault) => view! {
                    <li class="fault">
                        <span class="muted">{index + 1}</span>
                        {Icon::CircleX.view()}
                        {fault}
                    </li>
                }
                .into_any(),
            })
            .collect_view()
    };
    view! {
        <div class="card">
            <label class="field">
                <span>{t(Text::ImportHint)}</span>
                <textarea
                    rows="6"
                    data-testid="import-text"
                    prop:value=move || pasted.get()
                    on:input=move |event| {
                        pasted.set(event_target_value(&event));
                        key_prefix.set_value(api::new_key());
                    }
                ></textarea>
            </label>
            <ol class="preview" data-testid="import-preview">
                {preview}
            </ol>
            <ul class="note error" role="alert" hidden=move || failures.with(Vec::is_empty)>
                {move || failures.get().into_iter().map(|text| view! { <li>{text}</li> }).collect_view()}
            </ul>
            <button
                class="button primary"
                data-testid="import-add"
                disabled=move || valid_count() == 0 || progress.get().is_some()
                on:click=add
            >
                {move || match progress.get() {
                    Some(sent) => format!("{sent} / {}", valid_count()),
                    None => format!("{} ({})", t(Text::ImportAdd), valid_count()),
                }}
            </button>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_rows_name_their_first_invalid_column() {
        let rows = parse_rows(
            "卫衣\thttps://a.cn/1\t28,50\t3\tсиняя\n\nчашка;https://a.cn/2;12\n;https://a.cn/3;1\nx;a.cn;1\nx;https://a.cn;0\nx;https://a.cn;1;много",
        );
        let first = rows[0].as_ref().expect("the row is valid");
        assert_eq!(
            (first.price.0.as_str(), first.quantity, first.comment.as_deref()),
            ("28.50", Some(3), Some("синяя"))
        );
        assert_eq!(rows[1].as_ref().expect("the row is valid").quantity, Some(1));
        let faults: Vec<_> = rows[2..].iter().map(|row| row.as_ref().err().copied()).collect();
        assert_eq!(
            faults,
            [
                Some(Text::Name),
                Some(Text::Link),
                Some(Text::Price),
                Some(Text::Quantity)
            ]
        );
    }
}
