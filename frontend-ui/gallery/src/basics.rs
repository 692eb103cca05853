//! Samples of buttons, fields, notes, dialogs, loading and empty states.

use crate::case_view;
use frontend_ui::{
    api::Error,
    components::{
        Breadcrumb, CountryField, Crumb, DayField, Dialog, ErrorNote, Field, Icon, NumberField, NumberInput,
        NumberReader, SelectField, Skeleton, TextArea,
    },
    data::use_value,
    features::{
        bell, chart,
        money::{AmountChange, amount_change_note},
        trend::{TrendPoint, TrendShape, trend_card},
    },
    numbers::NumberKind,
};
use leptos::prelude::*;
use shared_types::{
    fields::{FieldErrors, Rule},
    money::{Currency, Money},
    notifications::{Attention, AttentionKind},
    problem::{Problem, ProblemCode},
};

const LONG_TEXT: &str = "Достопримечательности Петропавловска-Камчатского и принадлежности к ним";

/// An error for the field `phone`.
fn phone_error() -> Error {
    let mut errors = FieldErrors::default();
    errors.add("phone", Rule::NotAPhone);
    Error::Problem(Box::new(Problem {
        errors,
        ..Problem::new(ProblemCode::ValidationFailed)
    }))
}

/// A value with this result; `None` loads forever.
fn loaded_view(result: Option<Result<String, Error>>) -> AnyView {
    let value = use_value(&[], move || {
        let result = result.clone();
        async move {
            match result {
                Some(result) => result,
                None => std::future::pending().await,
            }
        }
    });
    value.show(Skeleton::Rows, |text: &String| view! { <p>{text.clone()}</p> })
}

fn button_samples() -> AnyView {
    view! {
        <div class="row">
            <button class="button primary">"Сохранить"</button>
            <button class="button">"Отмена"</button>
            <button class="button danger">"Удалить"</button>
            <button class="button" disabled=true>
                "Недоступно"
            </button>
            <button class="quiet">"Ещё"</button>
            <button class="icon" aria-label="Закрыть">
                {Icon::X.view()}
            </button>
        </div>
    }
    .into_any()
}

/// The list of the bell.
fn bell_sample<const N: usize>(counted: [(AttentionKind, u32); N]) -> AnyView {
    let list = bell::attention_list(Attention::new(counted));
    view! { <section class="bell-list">{list}</section> }.into_any()
}

/// A bar chart with a loss.
fn bar_sample() -> AnyView {
    let values = [(120_000, 18_000), (0, 0), (64_000, -9_500), (88_000, 12_000)];
    let groups = values
        .iter()
        .zip(1..)
        .map(|((turnover, margin), week)| chart::BarGroup {
            label: format!("Неделя {week}"),
            values: [*turnover, *margin].map(|value| (value, value.to_string())).to_vec(),
        });
    chart::bar_chart(
        &groups.collect::<Vec<_>>(),
        &["Оборот", "Маржа"],
        "Оборот и маржа по неделям".to_owned(),
    )
}

/// The figure of ten days as a line or as bars.
fn trend_sample(shape: TrendShape) -> AnyView {
    let values = [120_i64, 0, 64, 88, -20, 140, 90, 75, 160, 110];
    let points = values.iter().zip(1..).filter_map(|(value, day)| {
        Some(TrendPoint {
            day: format!("2026-11-{day:02}").parse().ok()?,
            value: *value,
            text: value.to_string(),
        })
    });
    trend_card("Маржа", "827".to_owned(), points.collect(), shape)
}

fn field_samples() -> AnyView {
    let empty = RwSignal::new(String::new());
    let filled = RwSignal::new(LONG_TEXT.to_owned());
    let wrong = RwSignal::new("+7 999".to_owned());
    let error = Signal::derive(|| Some(phone_error()));
    let options = vec![
        ("ru".to_owned(), "Россия".to_owned()),
        ("long".to_owned(), LONG_TEXT.to_owned()),
    ];
    view! {
        <Field name="city" label="Город" value=empty />
        <Field name="title" label="Название" value=filled />
        <Field name="phone" label="Телефон" value=wrong error=error kind="tel" />
        <TextArea name="comment" label="Комментарий" value=RwSignal::new(LONG_TEXT.to_owned()) />
        <TextArea
            name="phone"
            label="Комментарий с ошибкой"
            value=RwSignal::new(String::new())
            error=error
        />
        <SelectField
            name="country"
            label="Страна назначения"
            value=RwSignal::new("long".to_owned())
            options=options
        />
        <CountryField name="origin" label="Страна" value=RwSignal::new("KZ".to_owned()) />
        <CountryField
            name="phone"
            label="Страна не указана"
            value=RwSignal::new(String::new())
            error=error
        />
        <DayField name="day" label="День" value=RwSignal::new("2026-11-29".to_owned()) error=error />
        <DayField
            name="phone"
            label="Когда отправить"
            value=RwSignal::new(String::new())
            error=error
            has_time=true
        />
    }
    .into_any()
}

fn number_samples() -> AnyView {
    let rate = NumberInput::new(NumberKind::Rate, "12,5");
    let wrong = NumberInput::new(NumberKind::Rate, "12,5руб");
    let precise = NumberInput::new(NumberKind::Amount, "1 234,567");
    let mut numbers = NumberReader::default();
    numbers.rate(wrong);
    numbers.amount(precise);
    view! {
        <NumberField name="rate" label="Курс" input=rate />
        <NumberField name="rate-wrong" label="Курс с опечаткой" input=wrong />
        <NumberField name="amount" label="Сумма" input=precise />
    }
    .into_any()
}

fn amount_samples(current: i64) -> AnyView {
    amount_change_note(AmountChange {
        shown: Money::new(150_000, Currency::Rub),
        current: Money::new(current, Currency::Rub),
    })
}

fn breadcrumb_samples() -> AnyView {
    let clients = || Crumb::new("/agent/clients", "Клиенты");
    view! {
        <Breadcrumb path=vec![clients()] />
        <Breadcrumb path=vec![clients(), Crumb::new("/agent/clients/1", LONG_TEXT)]>
            <a class="icon" href="/agent/orders/1" aria-label="Предыдущий заказ">
                {Icon::ChevronLeft.view()}
            </a>
            <a class="icon" href="/agent/orders/3" aria-label="Следующий заказ">
                {Icon::ChevronRight.view()}
            </a>
        </Breadcrumb>
    }
    .into_any()
}

/// A button that opens a dialog. Its main action closes it and is counted.
fn dialog_sample(name: &'static str, content: fn() -> AnyView, button: &'static str) -> AnyView {
    let (open, done) = (RwSignal::new(false), RwSignal::new(0));
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        done.update(|done| *done += 1);
        open.set(false);
    };
    view! {
        <span class="row" data-testid="dialog-sample">
            <button class="button" data-testid="open-dialog" on:click=move |_| open.set(true)>
                {name}
            </button>
            <output data-testid="done">{done}</output>
        </span>
        {move || {
            open.get()
                .then(|| {
                    view! {
                        <Dialog title=LONG_TEXT close=Callback::new(move |()| open.set(false))>
                            <form on:submit=submit>
                                {content()} <div class="row">
                                    <button type="button" class="button" on:click=move |_| open.set(false)>
                                        "Назад"
                                    </button>
                                    <button class=button>"Подтвердить"</button>
                                </div>
                            </form>
                        </Dialog>
                    }
                })
        }}
    }
    .into_any()
}

fn dialog_samples() -> AnyView {
    let text = || view! { <p>"超长标题测试：加绒卫衣男女同款"</p> }.into_any();
    let field = || {
        let (reason, keep) = (RwSignal::new("повтор".to_owned()), RwSignal::new(true));
        view! {
            <label class="row">
                <input type="checkbox" prop:checked=move || keep.get() />
                "Оставить"
            </label>
            <Field name="reason" label="Причина" value=reason />
        }
        .into_any()
    };
    let number = || {
        let sum = NumberInput::required(NumberKind::Amount, "1200.50");
        view! { <NumberField name="amount" label="Сумма" input=sum /> }.into_any()
    };
    view! {
        <div class="row">
            {dialog_sample("Вопрос", text, "button primary")}
            {dialog_sample("Удаление", text, "button destructive")}
            {dialog_sample("Текст", field, "button primary")}
            {dialog_sample("Сумма", number, "button primary")}
        </div>
    }
    .into_any()
}

pub(crate) fn cases() -> AnyView {
    let note = |error: Error| view! { <ErrorNote error=Signal::derive(move || Some(error.clone())) /> }.into_any();
    let refused = Error::Problem(Box::new(Problem::new(ProblemCode::PermissionDenied)));
    let points: Vec<i64> = (0..48).map(|hour| 12_000 + (hour * 37) % 400).collect();
    view! {
        {case_view("buttons", button_samples())}
        {case_view("Field, SelectField", field_samples())}
        {case_view("NumberField", number_samples())}
        {case_view("amount_change", amount_samples(480_000))}
        {case_view("amount_change: a new quote with the same amount", amount_samples(150_000))}
        {case_view("Dialog", dialog_samples())}
        {case_view("Breadcrumb", breadcrumb_samples())}
        {case_view("ErrorNote: no network", note(Error::Network))}
        {case_view("ErrorNote: no permission", note(refused.clone()))}
        {case_view("Record: loading", loaded_view(None))}
        {case_view("Record: refused", loaded_view(Some(Err(refused))))}
        {case_view("Record: data", loaded_view(Some(Ok(LONG_TEXT.to_owned()))))}
        {case_view(
            "empty",
            view! {
                <div class="empty">
                    <h2>"Пока ничего нет"</h2>
                    <p>
                        "Отправьте товар со страницы магазина одним кликом."
                    </p>
                </div>
            }
                .into_any(),
        )}
        {case_view("bell: empty", bell_sample([]))}
        {case_view("bell", bell_sample([(AttentionKind::OrdersToPrice, 3), (AttentionKind::ClientChats, 120)]))}
        {case_view("chart", chart::line_chart(&points, "Курс юаня за двое суток".to_owned()))}
        {case_view("bar chart", bar_sample())}
        {case_view("figure by day: line", trend_sample(TrendShape::Line))}
        {case_view("figure by day: bars", trend_sample(TrendShape::Bars))}
        {case_view("chart: one point", chart::line_chart(&[12_000], "Курс юаня".to_owned()))}
    }
    .into_any()
}
