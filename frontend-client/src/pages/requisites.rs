//! The public page of payment details, opened by its short code without a login.

use frontend_ui::{
    components::qr,
    features::{
        brand::{header_brand, show_accent},
        payments,
    },
    i18n::PaymentTexts,
    prelude::*,
};
use leptos_router::hooks::use_params_map;
use shared_types::{
    qr::QrCode,
    topups::{RequestStatus, RequisitesPage, ShowRequisites},
};

frontend_ui::texts! {
    enum RequisitesTexts;
    Amount: "К оплате", "Amount to pay", "应付金额";
    Report: "После перевода сообщите об оплате:", "After the transfer, report the payment:", "转账后请告知付款：";
    Cabinet: "открыть кабинет", "open the cabinet", "打开用户中心";
    Code: "QR-код для оплаты", "QR code for the payment", "付款二维码";
    CodeHint:
        "Отсканируйте в приложении банка или откройте в нём снимок кода: получатель, сумма и назначение заполнятся сами.",
        "Scan it in the app of a Russian bank, or open a picture of it there: the recipient, amount and purpose are filled in.",
        "用俄罗斯银行应用扫描，或在应用中打开此码的图片：收款人、金额和用途会自动填写。";
}

/// A code that fills in the transfer in the app of a bank.
pub(super) fn payment_code(code: &QrCode) -> AnyView {
    any_view! {
        <figure class="payment-code" data-testid="payment-code">
            {qr(code, t(RequisitesTexts::Code).to_owned())}
            <figcaption class="muted">{t(RequisitesTexts::CodeHint)}</figcaption>
        </figure>
    }
}

/// The page of payment details.
#[component]
pub(crate) fn PublicRequisitesPage() -> impl IntoView {
    let params = use_params_map();
    let page = use_value(&[], move || {
        let code = params.read().get("code").unwrap_or_default();
        api::send::<ShowRequisites>((code,), Nothing {}, Nothing {}, Options::default())
    });
    let content = |page: RequisitesPage| {
        show_accent(page.agent.color);
        let note = match (page.status, page.requisites.is_some()) {
            (RequestStatus::Requested, _) => Some(PaymentTexts::RequisitesPending),
            (_, false) => Some(PaymentTexts::RequestClosed),
            _ => None,
        };
        let code = page.payment_code;
        let requisites = page.requisites.map(|text| {
            view! {
                <p class="muted">{t(PaymentTexts::WhereToPay)}</p>
                {payments::requisites_block(text)}
                {code.as_ref().map(payment_code)}
                <p class="muted">
                    {t(RequisitesTexts::Report)} " " <a href="/client/balance">{t(RequisitesTexts::Cabinet)}</a>
                </p>
            }
        });
        any_view! {
            <section class="card payment-request">
                <h1 class="agent-brand">{header_brand(&page.agent)}</h1>
                <div class="row spread">
                    <span class="muted">{t(RequisitesTexts::Amount)}</span>
                    {payments::status_badge(page.status.as_str(), payments::request_status_name(page.status))}
                </div>
                <p class="amount" data-testid="amount">
                    {format::money(page.amount)}
                </p>
                {requisites}
                {note.map(|note| view! { <p class="note">{t(note)}</p> })}
            </section>
        }
    };
    view! { <main class="login">{page.show(Skeleton::Rows, move |value| content(value.clone()))}</main> }
}
