//! Buttons, fields, notes, dialogs, what is loading and what is empty.

use crate::case;
use frontend_ui::{
    api::Error,
    components::{Dialog, ErrorNote, Field, Loaded, NumberField, NumberInput, NumberReader, SelectField},
    features::{
        chart,
        money::{AmountChange, amount_change},
    },
    numbers::NumberKind,
};
use leptos::prelude::*;
use shared_types::{
    fields::{FieldErrors, Rule},
    money::{Currency, Money},
    problem::{Problem, ProblemCode},
};

const LONG: &str = "Достопримечательности Петропавловска-Камчатского и принадлежности к ним";

fn faulty() -> Error {
    let mut errors = FieldErrors::default();
    errors.add("phone", Rule::NotAPhone);
    Error::Problem(Box::new(Problem {
        errors,
        ..Problem::new(ProblemCode::ValidationFailed)
    }))
}

fn loaded(answer: Option<Result<String, Error>>) -> AnyView {
    let resource = LocalResource::new(move || {
        let answer = answer.clone();
        async move {
            match answer {
                Some(answer) => answer,
                None => std::future::pending().await,
            }
        }
    });
    view! { <Loaded resource=resource content=|text: String| view! { <p>{text}</p> }.into_any()/> }.into_any()
}

fn buttons() -> AnyView {
    view! {
        <div class="row">
            <button class="button primary">"Сохранить"</button>
            <button class="button">"Отмена"</button>
            <button class="button danger">"Удалить"</button>
            <button class="button" disabled=true>"Недоступно"</button>
            <button class="quiet">"Ещё"</button>
            <button class="icon" aria-label="Закрыть">"✕"</button>
        </div>
    }
    .into_any()
}

fn fields() -> AnyView {
    let empty = RwSignal::new(String::new());
    let filled = RwSignal::new(LONG.to_owned());
    let wrong = RwSignal::new("+7 999".to_owned());
    let error = Signal::derive(|| Some(faulty()));
    let options = vec![
        ("ru".to_owned(), "Россия".to_owned()),
        ("long".to_owned(), LONG.to_owned()),
    ];
    view! {
            <Field name="city" label="Город" value=empty/>
            <Field name="title" label="Название" value=filled/>
            <Field name="phone" label="Телефон" value=wrong error=error kind="tel"/>
            <SelectField name="country" label="Страна назначения" value=RwSignal::new("long".to_owned()) options=options/>
    }
    .into_any()
}

fn numbers() -> AnyView {
    let rate = NumberInput::new(NumberKind::Rate, "12,5");
    let wrong = NumberInput::new(NumberKind::Rate, "12,5руб");
    let precise = NumberInput::new(NumberKind::Amount, "1 234,567");
    let mut numbers = NumberReader::default();
    numbers.rate(wrong);
    numbers.amount(precise);
    view! {
        <NumberField name="rate" label="Курс" input=rate/>
        <NumberField name="rate-wrong" label="Курс с опечаткой" input=wrong/>
        <NumberField name="amount" label="Сумма" input=precise/>
    }
    .into_any()
}

fn amounts(current: i64) -> AnyView {
    amount_change(AmountChange {
        shown: Money::new(150_000, Currency::Rub),
        current: Money::new(current, Currency::Rub),
    })
}

fn dialog() -> AnyView {
    let open = RwSignal::new(false);
    view! {
        <div class="row"><button class="button" data-testid="open-dialog" on:click=move |_| open.set(true)>"Открыть"</button></div>
        {move || open.get().then(|| view! {
            <Dialog title=LONG close=Callback::new(move |()| open.set(false))>
                <p>"超长标题测试：加绒卫衣男女同款"</p>
                <div class="row"><button class="button primary">"Подтвердить"</button></div>
            </Dialog>
        })}
    }
    .into_any()
}

/// The cases.
pub(crate) fn cases() -> AnyView {
    let note = |error: Error| view! { <ErrorNote error=Signal::derive(move || Some(error.clone()))/> }.into_any();
    let refused = Error::Problem(Box::new(Problem::new(ProblemCode::PermissionDenied)));
    let points: Vec<i64> = (0..48).map(|hour| 12_000 + (hour * 37) % 400).collect();
    view! {
        {case("buttons", buttons())}
        {case("Field, SelectField", fields())}
        {case("NumberField", numbers())}
        {case("amount_change", amounts(480_000))}
        {case("amount_change: another quote of the same sum", amounts(150_000))}
        {case("Dialog", dialog())}
        {case("ErrorNote: no network", note(Error::Network))}
        {case("ErrorNote: no permission", note(refused.clone()))}
        {case("Loaded: loading", loaded(None))}
        {case("Loaded: refused", loaded(Some(Err(refused))))}
        {case("Loaded: there", loaded(Some(Ok(LONG.to_owned()))))}
        {case("empty", view! { <div class="empty"><h2>"Пока ничего нет"</h2><p>"Отправьте товар со страницы магазина одним кликом."</p></div> }.into_any())}
        {case("chart", chart::line(&points, "Курс юаня за двое суток".to_owned()))}
        {case("chart: one point", chart::line(&[12_000], "Курс юаня".to_owned()))}
    }
    .into_any()
}
