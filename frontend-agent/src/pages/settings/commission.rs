//! The fields of a commission: a percentage, a minimum per order, and brackets by the order's amount.

use super::texts::SettingsTexts;
use frontend_ui::{api::Error, prelude::*};
use shared_types::{
    fixed::Percent,
    items::LotPrice,
    pricing::{Basket, BasketItem, Bracket, Commission, Terms, calculate},
};

/// A bracket being edited: the amount from which it applies, and the percentage.
type BracketRow = (NumberInput, NumberInput);

/// The order whose commission is shown while the person types: goods of 1,000 yuan.
const EXAMPLE_GOODS: Money = Money::new(100_000, Currency::Cny);

fn amount(minor: i64) -> String {
    Money::new(minor, Currency::Cny).amount()
}

fn bracket_row(from: impl AsRef<str>, percent: impl AsRef<str>) -> BracketRow {
    (
        NumberInput::required(NumberKind::Amount, from),
        NumberInput::required(NumberKind::Percent, percent),
    )
}

/// Calculates the commission on an order of these goods.
fn commission_on(goods: Money, commission: Commission) -> Money {
    let basket = Basket {
        items: vec![BasketItem {
            price: LotPrice::of_piece(goods),
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

/// A commission being edited.
#[derive(Clone, Copy)]
pub(crate) struct CommissionInputs {
    percent: NumberInput,
    minimum: NumberInput,
    rows: RwSignal<Vec<BracketRow>>,
}

impl CommissionInputs {
    pub(crate) fn new(commission: &Commission) -> Self {
        let brackets = commission.brackets.iter();
        let rows: Vec<BracketRow> = brackets
            .map(|row| bracket_row(amount(row.from_minor), row.percent.to_string()))
            .collect();
        Self {
            percent: NumberInput::required(NumberKind::Percent, commission.percent.to_string()),
            minimum: NumberInput::new(NumberKind::Amount, amount(commission.minimum_minor)),
            rows: RwSignal::new(rows),
        }
    }

    fn set(self, commission: &Commission) {
        let Self { percent, minimum, rows } = Self::new(commission);
        self.percent.text.set(percent.text.get_untracked());
        self.minimum.text.set(minimum.text.get_untracked());
        self.rows.set(rows.get_untracked());
    }

    /// Follows the stored commission as long as the person has changed nothing.
    pub(crate) fn follow(self, stored: Live<Commission>) {
        Effect::new(move |before: Option<Option<Commission>>| {
            let (before, now) = (before.flatten(), stored.get());
            if let Some(now) = &now
                && before.as_ref() != Some(now)
                && before.is_some_and(|before| untrack(|| self.preview()) == Some(before))
            {
                self.set(now);
            }
            now
        });
    }

    /// Reads the fields. `None` if a number does not parse: its field shows the error then.
    pub(crate) fn read(self) -> Option<Commission> {
        let mut numbers = NumberReader::default();
        let percent = numbers.percent(self.percent).unwrap_or_default();
        let minimum_minor = numbers.units(self.minimum).unwrap_or_default();
        let rows = self.rows.get_untracked().into_iter();
        let brackets = rows
            .filter_map(|(from, percent)| {
                let (from, percent) = (numbers.units(from), numbers.percent(percent));
                Some(Bracket {
                    from_minor: from?,
                    percent: percent?,
                })
            })
            .collect();
        numbers.finish().then_some(Commission {
            percent,
            minimum_minor,
            brackets,
        })
    }

    /// The commission while all numbers parse.
    fn preview(self) -> Option<Commission> {
        let brackets = self.rows.get().into_iter().map(|(from, percent)| {
            Some(Bracket {
                from_minor: from.preview()?,
                percent: Percent::from_millionths(percent.preview()?),
            })
        });
        Some(Commission {
            percent: Percent::from_millionths(self.percent.preview()?),
            minimum_minor: self.minimum.preview().unwrap_or_default(),
            brackets: brackets.collect::<Option<_>>()?,
        })
    }
}

/// The fields with the commission of an example.
#[component]
pub(crate) fn CommissionFields(inputs: CommissionInputs, #[prop(into)] error: Signal<Option<Error>>) -> impl IntoView {
    let CommissionInputs { percent, minimum, rows } = inputs;
    let yuan = Currency::Cny.sign();
    let example = move || {
        let amount = commission_on(EXAMPLE_GOODS, inputs.preview()?);
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
                    {Icon::X.view()}
                </button>
            </div>
        }
    };
    let add = move |_| rows.update(|rows| rows.push(bracket_row("", "")));
    any_view! {
        <div class="grid two">
            <NumberField name="commission.percent" label=t(SettingsTexts::Percent) input=percent error=error unit="%" />
            <NumberField
                name="commission.minimum_minor"
                label=t(SettingsTexts::Minimum)
                input=minimum
                error=error
                unit=yuan
            />
        </div>
        <h2 class="minor">{t(SettingsTexts::Brackets)}</h2>
        {move || rows.get().into_iter().enumerate().map(row).collect_view()}
        <div class="row">
            <button type="button" class="quiet" data-testid="add-bracket" on:click=add>
                {t(SettingsTexts::AddBracket)}
            </button>
        </div>
        {example}
        <p class="muted">{t(SettingsTexts::PricesUnchanged)}</p>
    }
}
