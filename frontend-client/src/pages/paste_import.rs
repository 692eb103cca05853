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

/// The lines that have text.
fn filled_lines(pasted: &str) -> impl Iterator<Item = &str> {
    pasted.lines().filter(|line| !line.trim().is_empty())
}

/// Parses rows of title, link, price, quantity and comment, separated by tabs or semicolons.
fn parse_rows(pasted: &str) -> Vec<ParsedRow> {
    filled_lines(pasted).map(parse_row).collect()
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

/// What was pasted and not added yet. It belongs to the page: the form is drawn again whenever the order is fetched.
#[derive(Clone, Copy)]
pub(crate) struct PasteState {
    pasted: RwSignal<String>,
    failures: RwSignal<Vec<String>>,
    /// How many rows were sent, while they are being sent.
    progress: RwSignal<Option<usize>>,
    /// The lines with their idempotency keys: a retry after a lost connection does not add items twice.
    keys: StoredValue<Vec<(String, String)>>,
}

impl PasteState {
    pub(crate) fn new() -> Self {
        Self {
            pasted: RwSignal::new(String::new()),
            failures: RwSignal::new(Vec::new()),
            progress: RwSignal::new(None),
            keys: StoredValue::new(Vec::new()),
        }
    }

    /// Forgets the text when another order is opened.
    pub(crate) fn clear(self) {
        self.pasted.set(String::new());
        self.failures.set(Vec::new());
    }

    /// The lines with their keys. A line keeps its key until it is changed or added.
    fn keyed_lines(self) -> Vec<(String, String)> {
        let mut known = self.keys.get_value();
        let pasted = self.pasted.get_untracked();
        let lines: Vec<(String, String)> = filled_lines(&pasted)
            .map(|line| {
                let place = known.iter().position(|(_, known_line)| known_line == line);
                let key = place.map_or_else(api::new_key, |place| known.remove(place).0);
                (key, line.to_owned())
            })
            .collect();
        self.keys.set_value(lines.clone());
        lines
    }
}

/// The form: a text field, a preview of the rows and a button that adds the valid ones.
#[component]
pub(crate) fn ImportForm(
    /// The draft.
    order: OrderId,
    state: PasteState,
    /// Called when all rows have been added.
    #[prop(into)]
    done: Callback<()>,
    /// Called when some rows have been added and others stay in the field.
    #[prop(into)]
    reload: Callback<()>,
) -> impl IntoView {
    let PasteState {
        pasted,
        failures,
        progress,
        ..
    } = state;
    let rows = Memo::new(move |_| {
        pasted.with(|text| {
            parse_rows(text)
                .into_iter()
                .map(|row| row.map_err(t))
                .collect::<Vec<_>>()
        })
    });
    let valid_count = move || rows.with(|rows| rows.iter().filter(|row| row.is_ok()).count());
    let add = move |_| {
        let lines = state.keyed_lines();
        failures.set(Vec::new());
        progress.set(Some(0));
        spawn_local(async move {
            // What was not added stays in the field, so that it can be corrected and sent alone.
            let (mut remaining, mut sent) = (Vec::new(), 0);
            for (key, line) in lines {
                let Ok(item) = parse_row(&line) else {
                    remaining.push(line);
                    continue;
                };
                let options = Options {
                    idempotency_key: Some(key),
                    ..Options::default()
                };
                let title = item.title.clone();
                if let Err(error) = api::send::<AddItem>((order,), Nothing {}, item, options).await {
                    failures.try_update(|list| list.push(format!("{title}: {}", error_message(&error))));
                    remaining.push(line);
                }
                sent += 1;
                progress.try_set(Some(sent));
            }
            progress.try_set(None);
            pasted.try_set(remaining.join("\n"));
            if remaining.is_empty() {
                done.try_run(());
            } else {
                reload.try_run(());
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
                    prop:readOnly=move || progress.get().is_some()
                    on:input=move |event| pasted.set(event_target_value(&event))
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
