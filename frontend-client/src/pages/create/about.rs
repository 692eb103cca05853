//! The part of the page about the order itself: type, title, destination, comment.

use super::{fields::OrderFields, texts::CreateTexts};
use crate::pages::{
    recipient_choice::RecipientSelect,
    terms::{agent_terms, self_buyout_card},
};
use frontend_ui::{components::CountryField, prelude::*};
use shared_types::{orders::OrderType, settings::DeliveryOptions};

/// Type, title, comment and destination.
pub(super) fn about_order(fields: OrderFields, options: DeliveryOptions, error: Action) -> AnyView {
    let terms = agent_terms();
    let choice = move |value: OrderType, name: Text, hint: Text| {
        view! {
            <label class="choice">
                <input
                    type="radio"
                    name="type"
                    data-testid=value.as_str()
                    prop:checked=move || fields.order_type() == value
                    on:change=move |_| fields.kind.set(value.as_str().to_owned())
                />
                <span>
                    <strong>{t(name)}</strong>
                    <small class="muted">{t(hint)}</small>
                </span>
            </label>
        }
    };
    let sees_book = current_user().may(Object::Shipments, Level::View);
    any_view! {
        <fieldset class="choices">
            <legend>{t(Text::Type)}</legend>
            {choice(OrderType::Standard, Text::Standard, Text::StandardHint)}
            {move || {
                terms()
                    .self_buyout
                    .enabled
                    .then(|| choice(OrderType::SelfBuyout, Text::SelfBuyout, Text::SelfBuyoutHint))
            }}
        </fieldset>
        {move || (fields.order_type() == OrderType::SelfBuyout).then(|| self_buyout_card(terms().self_buyout))}
        <Field name="title" label=t(Text::Title) value=fields.title error=error />
        {sees_book
            .then(|| {
                view! { <RecipientSelect selection=fields.recipient points=options.pickup_points takes_default=true /> }
            })}
        {move || {
            fields
                .recipient
                .get()
                .is_empty()
                .then(|| {
                    view! {
                        <div class="grid two">
                            <CountryField
                                name="destination_country"
                                label=t(Text::Country)
                                value=fields.country
                                error=error
                            />
                            <Field name="destination_city" label=t(Text::City) value=fields.city error=error />
                        </div>
                    }
                })
        }}
        <label class="field">
            <span>{t(CreateTexts::CommentHint)}</span>
            <textarea
                dir="auto"
                name="order_comment"
                data-testid="order_comment"
                rows="2"
                maxlength="2000"
                prop:value=move || fields.comment.get()
                on:input=move |event| fields.comment.set(event_target_value(&event))
            ></textarea>
        </label>
    }
}
