//! Texts of notifications, in the recipient's language.

use super::invoice_texts;
use infra::{events::NotificationEvent, messengers::Button};
use shared_types::{notifications::Notice as N, translation::Language};

/// The caption of the button that opens the page of a notification: the step that waits for the person there, with the sum of a payment.
pub(super) fn page_button(language: Language, event: &NotificationEvent) -> String {
    let step = step_name(language, event.notice);
    match (event.notice, event.money) {
        (N::OrderQuoted | N::TopupIssued | N::ShipmentQuoted, Some(money)) => {
            format!("{step} {}", money.in_language(language))
        }
        _ => step.to_owned(),
    }
}

const fn step_name(language: Language, notice: N) -> &'static str {
    match notice {
        N::OrderQuoted | N::TopupIssued => language.pick("Оплатить", "Pay", "付款"),
        N::ShipmentQuoted => language.pick("Оплатить доставку", "Pay the delivery", "支付运费"),
        N::ShipmentPacked => language.pick("Выбрать доставку", "Choose the delivery", "选择配送方式"),
        _ => language.pick("Открыть", "Open", "打开"),
    }
}

/// Buttons that copy the numbers of requisites.
pub(super) fn copy_buttons(language: Language, numbers: Vec<String>) -> Vec<Button> {
    let copy = language.pick("Скопировать", "Copy", "复制");
    let button = |number: String| Button::Copy {
        label: format!("{copy} {number}"),
        text: number,
    };
    numbers.into_iter().map(button).collect()
}

/// The text about an event, without the link to its subject.
pub(super) fn message_text(language: Language, event: &NotificationEvent, client: &str) -> String {
    let NotificationEvent {
        name,
        money,
        text,
        again,
        ..
    } = event;
    let amount = money.map_or_else(String::new, |money| money.in_language(language));
    let service = event.service.in_language(language);
    let why = if text.is_empty() {
        String::new()
    } else {
        format!(" {text}")
    };
    let colon = if language == Language::Zh { "：" } else { ": " };
    let after_colon = |text: &str| {
        if text.is_empty() {
            String::new()
        } else {
            format!("{colon}{text}")
        }
    };
    let (quote, requisites) = (after_colon(text), after_colon(name));
    match language {
        Language::En => match event.notice {
            // The reader may not see sums.
            N::OrderQuoted if money.is_none() => format!("Order {name} has been priced. Check it in your cabinet."),
            N::ShipmentQuoted if money.is_none() => format!("The delivery of shipment {name} has been priced."),
            N::CashReceived if money.is_none() => format!("The agent received the cash for shipment {name}."),
            N::OrderQuoted => {
                format!("Order {name} has been priced: {amount}. Check the calculation and pay it in your cabinet.")
            }
            N::OrderArrived => format!("All items of order {name} are in the warehouse."),
            N::OrderCanceled => format!("Order {name} has been canceled.{why}"),
            N::ItemProblem => format!("There is a problem with an item of order {name}.{why}"),
            N::ServiceRendered if *again => {
                format!("More is done for order {name}: {service}. See the results in your cabinet.")
            }
            N::ServiceCanceled if *again => format!("More services of order {name} have been canceled: {service}."),
            N::ServiceOrdered if *again => format!("{client} ordered more services in order {name}: {service}."),
            N::ServiceRendered => format!("{service} is done for order {name}. See the result in your cabinet."),
            N::ServiceCanceled => format!("{service} for order {name} has been canceled.{why}"),
            N::RefundMade => format!("Refund for order {name}: {amount} has been returned to your balance.{why}"),
            N::ShipmentPacked => {
                format!("Shipment {name} is packed. Check its delivery or choose another one in your cabinet.")
            }
            N::ShipmentQuoted => {
                format!("The delivery of shipment {name} costs {amount}. Pay it or choose cash on receipt.")
            }
            N::ShipmentDispatched => format!("Shipment {name} is on its way."),
            N::ShipmentArrived => format!("Shipment {name} has arrived. Pick it up and confirm receipt."),
            N::ShipmentReweighed if money.is_none() => format!("Shipment {name} was weighed again.{why}"),
            N::ShipmentReweighed => {
                format!("Shipment {name} was weighed again: its delivery costs {amount} now.{why}")
            }
            N::ReweighingProposed if money.is_none() => {
                format!("Shipment {name} was weighed again. The new price needs your consent.{why}")
            }
            N::ReweighingProposed => {
                format!("Shipment {name} was weighed again: its delivery would cost {amount}. Do you agree?{why}")
            }
            N::ReweighingAccepted => format!("{client} agrees to the new price of shipment {name}."),
            N::ReweighingDeclined => format!("{client} refuses the new price of shipment {name}.{why}"),
            N::ShippingAnswered if text.is_empty() => format!("Your shipping request {name} is confirmed."),
            N::ShippingAnswered => format!("Your shipping request {name} was refused.{why}"),
            N::ShippingRequested => format!("{client} asks for items to be shipped: request {name}."),
            N::TopupIssued => format!("Request {name} for {amount}: the payment details are ready."),
            N::TopupConfirmed => format!("Your balance was topped up by {amount} (request {name})."),
            N::TopupReopened => {
                format!("The top-up of {amount} (request {name}) was taken back from your balance.{why}")
            }
            N::TopupRejected => format!("Request {name} for {amount} was rejected.{why}"),
            N::WalletPaid => format!("Payment app {name} was topped up by {amount}."),
            N::WalletRejected => format!("The top-up of payment app {name} by {amount} was rejected.{why}"),
            N::WithdrawalPaid => format!("{amount} from your balance has been paid out{requisites}."),
            N::WithdrawalRejected => {
                format!("The withdrawal of {amount} was rejected; the money is back on your balance.{why}")
            }
            N::CashReceived => format!("The agent received {amount} in cash for shipment {name}."),
            N::WithdrawalAsked => format!("{client} asks for a withdrawal of {amount}{requisites}."),
            N::ServiceInvoice => invoice_texts::message_text(language, event),
            N::WebhookFailing | N::ClientWebhookFailing if text.is_empty() => {
                format!("Webhook \"{name}\" was switched off: its receiver does not accept events.")
            }
            N::WebhookFailing | N::ClientWebhookFailing => {
                format!("Webhook \"{name}\" fails. It will be switched off on {text} if that continues.")
            }
            N::Announcement => text.clone(),
            N::NewMessage => format!("A new message about order {name}{quote}"),
            N::ClientWrote => format!("{client} wrote about order {name}{quote}"),
            N::OrderSubmitted => format!("{client} submitted order {name}."),
            N::OrderPaid => format!("{client} paid order {name}."),
            N::OrderWithdrawn => format!("{client} canceled order {name}.{why}"),
            N::ServiceOrdered => format!("{client} ordered a service in order {name}: {service}."),
            N::ShipmentPaid => format!("{client} paid the delivery of shipment {name} or will pay on receipt."),
            N::ShipmentAccepted => format!("{client} received shipment {name}."),
            N::CargoProblem => format!("{client} reports a problem with shipment {name}.{why}"),
            N::TopupAsked => format!("{client} asks for payment details: request {name} for {amount}."),
            N::TopupReported => format!("{client} reports that request {name} for {amount} is paid."),
            N::WalletAsked => format!("{client} asks for payment app {name} to be topped up by {amount}."),
        },
        Language::Zh => match event.notice {
            N::OrderQuoted if money.is_none() => format!("订单 {name} 已报价。请在您的后台核对。"),
            N::ShipmentQuoted if money.is_none() => format!("包裹 {name} 的运费已报价。"),
            N::CashReceived if money.is_none() => format!("代购商已收到包裹 {name} 的现金。"),
            N::OrderQuoted => format!("订单 {name} 已报价：{amount}。请在您的后台核对并付款。"),
            N::OrderArrived => format!("订单 {name} 的全部商品已入库。"),
            N::OrderCanceled => format!("订单 {name} 已取消。{why}"),
            N::ItemProblem => format!("订单 {name} 的商品有问题。{why}"),
            N::ServiceRendered if *again => format!("订单 {name} 又有“{service}”服务完成，请在您的后台查看结果。"),
            N::ServiceCanceled if *again => format!("订单 {name} 又有“{service}”服务被取消。"),
            N::ServiceOrdered if *again => format!("{client} 在订单 {name} 中又订购了服务：{service}。"),
            N::ServiceRendered => format!("订单 {name} 的“{service}”服务已完成，请在您的后台查看结果。"),
            N::ServiceCanceled => format!("订单 {name} 的“{service}”服务已取消。{why}"),
            N::RefundMade => format!("订单 {name} 退款：{amount} 已退回余额。{why}"),
            N::ShipmentPacked => format!("包裹 {name} 已打包。请在您的后台确认或选择配送方式。"),
            N::ShipmentQuoted => format!("包裹 {name} 的运费为 {amount}。请付款或选择货到付款。"),
            N::ShipmentDispatched => format!("包裹 {name} 已发出。"),
            N::ShipmentArrived => format!("包裹 {name} 已到达。请领取并确认收货。"),
            N::ShipmentReweighed if money.is_none() => format!("包裹 {name} 已复称。{why}"),
            N::ShipmentReweighed => format!("包裹 {name} 已复称，现运费为 {amount}。{why}"),
            N::ReweighingProposed if money.is_none() => format!("包裹 {name} 已复称，新运费需要您确认。{why}"),
            N::ReweighingProposed => format!("包裹 {name} 已复称，运费将为 {amount}，请确认。{why}"),
            N::ReweighingAccepted => format!("{client} 同意包裹 {name} 的新运费。"),
            N::ReweighingDeclined => format!("{client} 不同意包裹 {name} 的新运费。{why}"),
            N::ShippingAnswered if text.is_empty() => format!("您的发货申请 {name} 已确认。"),
            N::ShippingAnswered => format!("您的发货申请 {name} 被拒绝。{why}"),
            N::ShippingRequested => format!("{client} 申请发货：{name}。"),
            N::TopupIssued => format!("充值申请 {name}（{amount}）：付款信息已备好。"),
            N::TopupConfirmed => format!("余额已充值 {amount}（申请 {name}）。"),
            N::TopupReopened => format!("充值 {amount}（申请 {name}）已从余额撤回。{why}"),
            N::TopupRejected => format!("充值申请 {name}（{amount}）被拒绝。{why}"),
            N::WalletPaid => format!("支付账户 {name} 已充值 {amount}。"),
            N::WalletRejected => format!("支付账户 {name} 充值 {amount} 被拒绝。{why}"),
            N::WithdrawalPaid => format!("已从您的余额付出 {amount}{requisites}。"),
            N::WithdrawalRejected => format!("提现 {amount} 被拒绝，款项已退回余额。{why}"),
            N::CashReceived => format!("代购商已收到包裹 {name} 的现金 {amount}。"),
            N::WithdrawalAsked => format!("{client} 申请提现 {amount}{requisites}。"),
            N::ServiceInvoice => invoice_texts::message_text(language, event),
            N::WebhookFailing | N::ClientWebhookFailing if text.is_empty() => {
                format!("网络钩子“{name}”已停用：接收方不再接受事件。")
            }
            N::WebhookFailing | N::ClientWebhookFailing => {
                format!("网络钩子“{name}”投递失败。如果继续失败，将于 {text} 停用。")
            }
            N::Announcement => text.clone(),
            N::NewMessage => format!("订单 {name} 有新消息{quote}"),
            N::ClientWrote => format!("{client} 就订单 {name} 发来消息{quote}"),
            N::OrderSubmitted => format!("{client} 提交了订单 {name}。"),
            N::OrderPaid => format!("{client} 已支付订单 {name}。"),
            N::OrderWithdrawn => format!("{client} 取消了订单 {name}。{why}"),
            N::ServiceOrdered => format!("{client} 在订单 {name} 中订购了服务：{service}。"),
            N::ShipmentPaid => format!("{client} 已支付包裹 {name} 的运费或选择货到付款。"),
            N::ShipmentAccepted => format!("{client} 已收到包裹 {name}。"),
            N::CargoProblem => format!("{client} 反馈包裹 {name} 有问题。{why}"),
            N::TopupAsked => format!("{client} 请求付款信息：申请 {name}，{amount}。"),
            N::TopupReported => format!("{client} 表示申请 {name}（{amount}）已付款。"),
            N::WalletAsked => format!("{client} 请求为支付账户 {name} 充值 {amount}。"),
        },
        Language::Ru => match event.notice {
            N::OrderQuoted if money.is_none() => format!("Заказ {name} рассчитан. Проверьте его в кабинете."),
            N::ShipmentQuoted if money.is_none() => format!("Доставка посылки {name} рассчитана."),
            N::CashReceived if money.is_none() => format!("Агент получил наличные за посылку {name}."),
            N::OrderQuoted => format!("Заказ {name} рассчитан: {amount}. Проверьте расчёт и оплатите его в кабинете."),
            N::OrderArrived => format!("Все товары заказа {name} на складе."),
            N::OrderCanceled => format!("Заказ {name} отменён.{why}"),
            N::ItemProblem => format!("В заказе {name} проблема с товаром.{why}"),
            N::ServiceRendered if *again => format!("По заказу {name} готово ещё: {service}. Результаты в кабинете."),
            N::ServiceCanceled if *again => format!("По заказу {name} отменено ещё: {service}."),
            N::ServiceOrdered if *again => format!("{client}: заказано ещё в заказе {name}: {service}."),
            N::ServiceRendered => format!("По заказу {name} готово: {service}. Результат в кабинете."),
            N::ServiceCanceled => format!("Услуга по заказу {name} отменена: {service}.{why}"),
            N::RefundMade => format!("Возврат по заказу {name}: {amount} зачислено на баланс.{why}"),
            N::ShipmentPacked => {
                format!("Посылка {name} упакована. Проверьте доставку или выберите другую в кабинете.")
            }
            N::ShipmentQuoted => {
                format!("Доставка посылки {name} стоит {amount}. Оплатите её или выберите оплату при получении.")
            }
            N::ShipmentDispatched => format!("Посылка {name} отправлена."),
            N::ShipmentArrived => format!("Посылка {name} прибыла. Заберите её и подтвердите получение."),
            N::ShipmentReweighed if money.is_none() => format!("Посылка {name} взвешена заново.{why}"),
            N::ShipmentReweighed => {
                format!("Посылка {name} взвешена заново: доставка теперь стоит {amount}.{why}")
            }
            N::ReweighingProposed if money.is_none() => {
                format!("Посылка {name} взвешена заново. Новая цена ждёт вашего согласия.{why}")
            }
            N::ReweighingProposed => {
                format!("Посылка {name} взвешена заново: доставка будет стоить {amount}. Согласны?{why}")
            }
            N::ReweighingAccepted => format!("{client} соглашается с новой ценой посылки {name}."),
            N::ReweighingDeclined => format!("{client} не соглашается с новой ценой посылки {name}.{why}"),
            N::ShippingAnswered if text.is_empty() => format!("Заявка на отправку {name} подтверждена."),
            N::ShippingAnswered => format!("Заявка на отправку {name} отклонена.{why}"),
            N::ShippingRequested => format!("{client} просит отправить товары: заявка {name}."),
            N::TopupIssued => format!("Заявка {name} на {amount}: реквизиты для оплаты готовы."),
            N::TopupConfirmed => format!("Баланс пополнен на {amount} (заявка {name})."),
            N::TopupReopened => format!("Зачисление {amount} (заявка {name}) отменено, деньги списаны с баланса.{why}"),
            N::TopupRejected => format!("Заявка {name} на {amount} отклонена.{why}"),
            N::WalletPaid => format!("Кошелёк {name} пополнен на {amount}."),
            N::WalletRejected => format!("Пополнение кошелька {name} на {amount} отклонено.{why}"),
            N::WithdrawalPaid => format!("С вашего баланса выплачено {amount}{requisites}."),
            N::WithdrawalRejected => {
                format!("В выводе {amount} отказано, деньги вернулись на баланс.{why}")
            }
            N::CashReceived => format!("Агент получил {amount} наличными за посылку {name}."),
            N::WithdrawalAsked => format!("{client} просит вывести {amount}{requisites}."),
            N::ServiceInvoice => invoice_texts::message_text(language, event),
            N::WebhookFailing | N::ClientWebhookFailing if text.is_empty() => {
                format!("Вебхук «{name}» выключен: получатель не принимает события.")
            }
            N::WebhookFailing | N::ClientWebhookFailing => {
                format!("Вебхук «{name}» не доставляет события. Если так продолжится, {text} он будет выключен.")
            }
            N::Announcement => text.clone(),
            N::NewMessage => format!("Новое сообщение по заказу {name}{quote}"),
            N::ClientWrote => format!("{client} пишет по заказу {name}{quote}"),
            N::OrderSubmitted => format!("{client}: отправлен заказ {name}."),
            N::OrderPaid => format!("{client}: оплачен заказ {name}."),
            N::OrderWithdrawn => format!("{client}: отменён заказ {name}.{why}"),
            N::ServiceOrdered => format!("{client}: заказана услуга в заказе {name}: {service}."),
            N::ShipmentPaid => format!("{client}: доставка посылки {name} оплачена или будет оплачена при получении."),
            N::ShipmentAccepted => format!("{client}: получена посылка {name}."),
            N::CargoProblem => format!("{client} сообщает о проблеме с посылкой {name}.{why}"),
            N::TopupAsked => format!("{client} просит реквизиты: заявка {name} на {amount}."),
            N::TopupReported => format!("{client} сообщает об оплате заявки {name} на {amount}."),
            N::WalletAsked => format!("{client} просит пополнить кошелёк {name} на {amount}."),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use infra::events::{REQUISITES, Subject};
    use shared_types::{
        id::{AgentId, OrderId, WalletTopupId, WithdrawalId},
        money::{Currency, Money},
        services::LocalizedName,
    };

    const LANGUAGES: [Language; 3] = [Language::Ru, Language::En, Language::Zh];

    fn event(notice: N) -> NotificationEvent {
        let subject = match notice {
            N::WalletAsked | N::WalletPaid | N::WalletRejected => Subject::Wallet(WalletTopupId(1)),
            N::WithdrawalAsked | N::WithdrawalPaid | N::WithdrawalRejected => Subject::Withdrawal(WithdrawalId(1)),
            _ => Subject::Order(OrderId(1)),
        };
        let name = match subject {
            Subject::Wallet(_) => format!("alipay{REQUISITES}secret"),
            Subject::Withdrawal(_) => "secret".to_owned(),
            _ => "K1-1".to_owned(),
        };
        NotificationEvent {
            notice,
            agent_id: AgentId(1),
            client_id: None,
            subject,
            name,
            money: Some(Money::new(77_777, Currency::Cny)),
            text: "secret".to_owned(),
            service: LocalizedName {
                ru: "Фото".to_owned(),
                ..LocalizedName::default()
            },
            again: false,
            message: None,
            invoice: None,
        }
    }

    #[test]
    fn subjects_contain_neither_requisites_nor_what_people_wrote() {
        for notice in N::ALL {
            for language in LANGUAGES {
                let event = event(notice);
                let subject = message_text(language, &event.as_subject(), "K1");
                assert!(!subject.contains("secret"), "{subject}");
                assert!(
                    !subject.contains("  ") && !subject.contains(": .") && !subject.ends_with(':'),
                    "{subject}"
                );
            }
        }
    }

    #[test]
    fn buttons_name_the_sum_if_the_reader_may_see_it() {
        let quoted = event(N::OrderQuoted);
        let captions = LANGUAGES.map(|language| page_button(language, &quoted));
        assert_eq!(captions, ["Оплатить 777,77\u{a0}¥", "Pay ¥777.77", "付款 ¥777.77"]);
        assert_eq!(page_button(Language::Ru, &quoted.without_sums()), "Оплатить");
        assert_eq!(page_button(Language::En, &event(N::OrderArrived)), "Open");
    }

    #[test]
    fn readers_without_the_right_to_sums_get_a_sentence_without_them() {
        for notice in N::ALL.iter().filter(|notice| notice.sums_object() != notice.object()) {
            for language in LANGUAGES {
                let event = event(*notice).without_sums();
                let text = message_text(language, &event, "K1");
                assert!(!text.contains("777"), "{text}");
                assert!(
                    !text.contains("  ") && !text.contains(": .") && !text.contains("：。"),
                    "{text}"
                );
            }
        }
    }
}
