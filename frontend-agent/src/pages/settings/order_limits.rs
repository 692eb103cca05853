//! How much clients may order before they pay, and their deposit.

use super::texts::SettingsTexts;
use frontend_ui::prelude::*;
use shared_types::{
    fixed::Percent,
    settings::{ChangeOrderLimits, OrderLimits, ShowOrderLimits, Versioned},
};

frontend_ui::texts! {
    pub(crate) enum LimitTexts;
    Title: "Лимиты и депозит клиентов", "Limits and deposit of clients", "客户限额与押金";
    Hint:
        "Действуют при отправке заказа и при выставлении счёта. Для клиента можно задать свои.",
        "They apply when an order is submitted and when its price is set. A client can have its own.",
        "在提交订单和报价时生效，可为单个客户另行设置。";
    OrderSum: "Сумма одного заказа не больше, ₽", "Sum of one order at most, ₽", "单笔订单金额上限（₽）";
    UnpaidOrders: "Неоплаченных счетов не больше", "Unpaid priced orders at most", "未付款报价订单上限";
    Deposit: "Депозит, доля суммы заказа", "Deposit, share of the order's sum", "押金占订单金额的比例";
    DepositHint:
        "Столько резервируется на балансе клиента от отправки заказа до оплаты, отмены или возврата в черновик.",
        "It is reserved on the client's balance from the submission until the order is paid, canceled or taken back.",
        "从提交订单起在客户余额中预留，直至付款、取消或撤回。";
    EmptyIsNone: "Пусто — без ограничения.", "Empty: no limit.", "留空不限。";
    NoLimit: "без ограничения", "no limit", "不限";
    OwnLimit: "свой лимит", "a custom limit", "专属限额";
    NoDeposit: "без депозита", "no deposit", "无押金";
    OwnDeposit: "свой депозит", "a custom deposit", "专属押金";
    OwnTitle: "Лимиты и депозит клиента", "Limits and deposit of the client", "该客户的限额与押金";
}

/// The text of a sum in an input.
pub(crate) fn sum_text(sum: Option<Money>) -> String {
    sum.map(Money::amount).unwrap_or_default()
}

/// The text of a number in an input.
pub(crate) fn count_text(count: Option<i64>) -> String {
    count.map(|count| count.to_string()).unwrap_or_default()
}

/// The text of a share in an input.
pub(crate) fn share_text(share: Option<Percent>) -> String {
    share.map(|share| share.to_string()).unwrap_or_default()
}

/// The sum in rubles that an input has.
pub(crate) fn read_sum(numbers: &mut NumberReader, input: NumberInput) -> Option<Money> {
    numbers.units(input).map(|minor| Money::new(minor, Currency::Rub))
}

/// Loads the limits and shows the form.
#[component]
pub(super) fn Limits() -> impl IntoView {
    let setting = use_value(&[], || api::get::<ShowOrderLimits>(Nothing {}));
    let content = |saved: Versioned<OrderLimits>| any_view! { <LimitsForm saved=saved /> };
    view! { {setting.show(Skeleton::Rows, move |value| content(value.clone()))} }
}

#[component]
fn LimitsForm(saved: Versioned<OrderLimits>) -> impl IntoView {
    let order = NumberInput::new(NumberKind::Amount, sum_text(saved.value.order));
    let unpaid = NumberInput::new(NumberKind::Whole, count_text(saved.value.unpaid));
    let deposit = NumberInput::new(NumberKind::Percent, share_text(saved.value.deposit));
    let version = RwSignal::new(saved.version);
    let (action, is_saved) = (use_action(), RwSignal::new(false));
    let may_edit = current_user().may(Object::Settings, Level::Edit);
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let body = OrderLimits {
            order: read_sum(&mut numbers, order),
            unpaid: numbers.units(unpaid),
            deposit: numbers.percent(deposit),
        };
        if !numbers.finish() {
            return;
        }
        let options = Options::of_version(version.get_untracked());
        action.run(
            api::send::<ChangeOrderLimits>((), Nothing {}, body, options),
            move |updated| {
                version.try_set(updated.version);
                is_saved.try_set(true);
            },
        );
    };
    any_view! {
        <form class="card narrow" data-testid="order-limits" on:submit=save on:input=move |_| is_saved.set(false)>
            <h2>{t(LimitTexts::Title)}</h2>
            <p class="muted">{t(LimitTexts::Hint)} " " {t(LimitTexts::EmptyIsNone)}</p>
            <ErrorNote error=action />
            <fieldset class="plain" disabled=!may_edit>
                <NumberField name="order" label=t(LimitTexts::OrderSum) input=order error=action />
                <NumberField name="unpaid" label=t(LimitTexts::UnpaidOrders) input=unpaid error=action />
                <NumberField name="deposit" label=t(LimitTexts::Deposit) input=deposit error=action unit="%" />
                <p class="muted">{t(LimitTexts::DepositHint)}</p>
            </fieldset>
            {may_edit
                .then(|| {
                    view! {
                        <div class="row">
                            <button class="button primary" data-testid="save-limits">
                                {move || if is_saved.get() { t(SettingsTexts::Saved) } else { t(Text::Save) }}
                            </button>
                        </div>
                    }
                })}
        </form>
    }
}
