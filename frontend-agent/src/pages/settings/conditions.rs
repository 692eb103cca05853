//! The agent's commission: a percentage, a minimum per order, and brackets by the order's amount.

use super::texts::SettingsTexts;
use frontend_ui::{
    api::{self, Error, Options},
    components::{ErrorNote, Loaded, NumberField, NumberInput, NumberReader},
    format,
    i18n::{Text, t},
    numbers::NumberKind,
    session::current_user,
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    fixed::Percent,
    money::{Currency, Money},
    pricing::{Basket, BasketItem, Bracket, Commission, Terms, calculate},
    settings::{ChangeConditions, Conditions as SavedConditions, ConditionsChange, ShowConditions},
};

/// Loads the conditions and shows the form.
#[component]
pub(super) fn Conditions() -> impl IntoView {
    let conditions = LocalResource::new(|| api::get::<ShowConditions>(Nothing {}));
    view! {
        <Loaded
            resource=conditions
            content=move |saved: SavedConditions| view! { <ConditionsForm saved=saved /> }.into_any()
        />
    }
}

fn amount(minor: i64) -> String {
    Money::new(minor, Currency::Cny).amount()
}

/// A bracket being edited: the amount from which it applies, and the percentage.
type BracketRow = (NumberInput, NumberInput);

fn bracket_row(from: impl Into<String>, percent: impl Into<String>) -> BracketRow {
    (
        NumberInput::required(NumberKind::Amount, from),
        NumberInput::required(NumberKind::Percent, percent),
    )
}

/// The order whose commission is shown while the person types: goods of 1,000 yuan.
const EXAMPLE_GOODS: Money = Money::new(100_000, Currency::Cny);

/// What the commission on an order of these goods is.
fn commission_on(goods: Money, commission: Commission) -> Money {
    let basket = Basket {
        items: vec![BasketItem {
            price: goods,
            quantity: 1,
            weight_grams: None,
            volume_cm3: None,
        }],
        ..Basket::default()
    };
    let terms = Terms {
        currency: goods.currency,
        rate: None,
        commission,
        insurance: None,
        packaging_minor: None,
        cargo: None,
    };
    let due = calculate(&basket, &terms).due;
    Money::new(due.minor.saturating_sub(goods.minor), goods.currency)
}

#[component]
fn ConditionsForm(saved: SavedConditions) -> impl IntoView {
    let Commission {
        percent,
        minimum_minor,
        brackets,
    } = saved.commission;
    let percent = NumberInput::required(NumberKind::Percent, percent.to_string());
    let minimum = NumberInput::new(NumberKind::Amount, amount(minimum_minor));
    let rows = RwSignal::new(
        brackets
            .iter()
            .map(|row| bracket_row(amount(row.from_minor), row.percent.to_string()))
            .collect::<Vec<BracketRow>>(),
    );
    let version = RwSignal::new(saved.version);
    let (error, is_saved) = (RwSignal::new(None::<Error>), RwSignal::new(false));
    let may_edit = current_user().may(Object::Settings, Level::Edit);
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let percent = numbers.percent(percent).unwrap_or_default();
        let minimum_minor = numbers.units(minimum).unwrap_or_default();
        let brackets = rows
            .get_untracked()
            .into_iter()
            .filter_map(|(from, percent)| {
                let (from, percent) = (numbers.units(from), numbers.percent(percent));
                Some(Bracket {
                    from_minor: from?,
                    percent: percent?,
                })
            })
            .collect();
        if !numbers.finish() {
            return;
        }
        let body = ConditionsChange {
            commission: Commission {
                percent,
                minimum_minor,
                brackets,
            },
        };
        let options = Options {
            version: Some(version.get_untracked()),
            ..Options::default()
        };
        spawn_local(async move {
            match api::send::<ChangeConditions>((), Nothing {}, body, options).await {
                Ok(updated) => {
                    version.set(updated.version);
                    error.set(None);
                    is_saved.set(true);
                }
                Err(err) => error.set(Some(err)),
            }
        });
    };
    let yuan = Currency::Cny.sign();
    // The commission of the example while all numbers parse.
    let example = move || {
        let brackets = rows.get().into_iter().map(|(from, percent)| {
            Some(Bracket {
                from_minor: from.preview()?,
                percent: Percent::from_millionths(percent.preview()?),
            })
        });
        let commission = Commission {
            percent: Percent::from_millionths(percent.preview()?),
            minimum_minor: minimum.preview().unwrap_or_default(),
            brackets: brackets.collect::<Option<_>>()?,
        };
        let amount = commission_on(EXAMPLE_GOODS, commission);
        Some(view! {
            <p data-testid="commission-example" aria-live="polite">
                {t(SettingsTexts::CommissionExample)}
                " "
                {format::money(EXAMPLE_GOODS)}
                ": "
                <strong>{format::money(amount)}</strong>
            </p>
        })
    };
    let row = move |(index, (from, percent)): (usize, BracketRow)| {
        let refusal = move || {
            let path = format!("commission.brackets[{index}].from_minor");
            let text = error.with(|error| error.as_ref().and_then(|error| error.field(&path)))?;
            Some(view! {
                <small class="fault" data-testid="bracket-error">
                    {text}
                </small>
            })
        };
        let remove = move |_| rows.update(|rows| rows.retain(|row| row.0.text != from.text));
        view! {
            <div class="row">
                <NumberField name="from" label=t(SettingsTexts::BracketFrom) input=from unit=yuan />
                <NumberField name="share" label=t(SettingsTexts::Percent) input=percent unit="%" />
                {refusal}
                <button type="button" class="icon" aria-label=t(Text::Delete) title=t(Text::Delete) on:click=remove>
                    "✕"
                </button>
            </div>
        }
    };
    let add = move |_| rows.update(|rows| rows.push(bracket_row("", "")));
    view! {
        <form class="card narrow" on:submit=save on:input=move |_| is_saved.set(false)>
            <ErrorNote error=error />
            <div class="grid two">
                <NumberField
                    name="commission.percent"
                    label=t(SettingsTexts::Percent)
                    input=percent
                    error=error
                    unit="%"
                />
                <NumberField
                    name="commission.minimum_minor"
                    label=t(SettingsTexts::Minimum)
                    input=minimum
                    error=error
                    unit=yuan
                />
            </div>
            <h3>{t(SettingsTexts::Brackets)}</h3>
            {move || rows.get().into_iter().enumerate().map(row).collect_view()}
            <div class="row">
                <button type="button" class="quiet" data-testid="add-bracket" on:click=add>
                    {t(SettingsTexts::AddBracket)}
                </button>
            </div>
            {example}
            <p class="muted">{t(SettingsTexts::PricesUnchanged)}</p>
            {may_edit
                .then(|| {
                    view! {
                        <button class="button primary" data-testid="save-conditions">
                            {move || if is_saved.get() { t(SettingsTexts::Saved) } else { t(Text::Save) }}
                        </button>
                    }
                })}
        </form>
    }
    .into_any()
}
