//! Import by pasting: rows of a spreadsheet become lines, each checked before it is sent.

use frontend_ui::{
    api::{self, Options},
    components::sentence,
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

/// A pasted row: what it says, or what is wrong with it.
type Row = Result<NewItem, Text>;

/// Reads rows of title, link, price, quantity, comment, parted by tabs or semicolons.
fn read(pasted: &str) -> Vec<Row> {
    pasted
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(read_row)
        .collect()
}

fn read_row(line: &str) -> Row {
    let parting = if line.contains('\t') { '\t' } else { ';' };
    let mut cells = line.split(parting).map(str::trim);
    let mut cell = || cells.next().unwrap_or_default();
    let (title, url, price, quantity, comment) = (cell(), cell(), cell(), cell(), cell());
    if title.is_empty() {
        return Err(Text::Name);
    }
    if !url.starts_with("http://") && !url.starts_with("https://") {
        return Err(Text::Link);
    }
    let price = match numbers::read(price, NumberKind::Amount) {
        Ok(Some(minor)) if minor > 0 => Money::new(minor, Currency::Cny).amount(),
        _ => return Err(Text::Price),
    };
    let quantity = numbers::read(quantity, NumberKind::Whole).map_err(|_| Text::Quantity)?;
    Ok(NewItem {
        title: title.to_owned(),
        url: url.to_owned(),
        price: PriceText(price),
        currency: None,
        quantity: Some(quantity.unwrap_or(1)),
        image_url: None,
        marketplace: None,
        external_id: None,
        variant: None,
        shop: None,
        comment: (!comment.is_empty()).then(|| comment.to_owned()),
        price_uncertain: None,
    })
}

/// The form: paste, look, add.
#[component]
pub(crate) fn ImportForm(
    /// The draft.
    order: OrderId,
    /// Called when every good row was added.
    #[prop(into)]
    done: Callback<()>,
) -> impl IntoView {
    let (pasted, progress, refused) = (
        RwSignal::new(String::new()),
        RwSignal::new(None::<usize>),
        RwSignal::new(Vec::<String>::new()),
    );
    let rows =
        Memo::new(move |_| pasted.with(|text| read(text).into_iter().map(|row| row.map_err(t)).collect::<Vec<_>>()));
    let good = move || rows.with(|rows| rows.iter().filter(|row| row.is_ok()).count());
    // The keys belong to the pasted text: adding again after a broken line sends nothing twice.
    let run = StoredValue::new(api::fresh_key());
    let add = move |_| {
        let items: Vec<NewItem> = rows.get_untracked().into_iter().filter_map(Result::ok).collect();
        refused.set(Vec::new());
        progress.set(Some(0));
        spawn_local(async move {
            for (index, item) in items.into_iter().enumerate() {
                let options = Options {
                    idempotency_key: Some(format!("{}-{index}", run.get_value())),
                    ..Options::default()
                };
                let title = item.title.clone();
                if let Err(error) = api::send::<AddItem>((order,), Nothing {}, item, options).await {
                    refused.update(|list| list.push(format!("{title}: {}", sentence(&error))));
                }
                progress.set(Some(index + 1));
            }
            progress.set(None);
            if refused.with_untracked(Vec::is_empty) {
                done.run(());
            }
        });
    };
    let preview = move || {
        rows.get().into_iter().enumerate().map(|(index, row)| match row {
        Ok(item) => view! { <li><span class="muted">{index + 1}</span>" "{item.title}" · ¥"{item.price.0}" × "{item.quantity}</li> }.into_any(),
        Err(fault) => view! { <li class="fault"><span class="muted">{index + 1}</span>" ✕ "{fault}</li> }.into_any(),
    }).collect_view()
    };
    view! {
        <div class="card">
            <label class="field">
                <span>{t(Text::ImportHint)}</span>
                <textarea rows="6" data-testid="import-text" prop:value=move || pasted.get()
                    on:input=move |event| { pasted.set(event_target_value(&event)); run.set_value(api::fresh_key()); }></textarea>
            </label>
            <ol class="preview" data-testid="import-preview">{preview}</ol>
            <ul class="note error" role="alert" hidden=move || refused.with(Vec::is_empty)>{move || refused.get().into_iter().map(|text| view! { <li>{text}</li> }).collect_view()}</ul>
            <button class="button primary" data-testid="import-add" disabled=move || good() == 0 || progress.get().is_some() on:click=add>
                {move || match progress.get() {
                    Some(sent) => format!("{sent} / {}", good()),
                    None => format!("{} ({})", t(Text::ImportAdd), good()),
                }}
            </button>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_with_their_faults() {
        let rows = read(
            "卫衣\thttps://a.cn/1\t28,50\t3\tсиняя\n\nчашка;https://a.cn/2;12\n;https://a.cn/3;1\nx;a.cn;1\nx;https://a.cn;0\nx;https://a.cn;1;много",
        );
        let first = rows[0].as_ref().expect("a good row");
        assert_eq!(
            (first.price.0.as_str(), first.quantity, first.comment.as_deref()),
            ("28.50", Some(3), Some("синяя"))
        );
        assert_eq!(rows[1].as_ref().expect("a good row").quantity, Some(1));
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
