//! Texts of API keys.

use crate::i18n::t;
use shared_types::api_keys::{KeyEnd, KeyObject};

crate::texts! {
    pub enum KeyTexts;
    Title: "Ключи программ", "API keys", "程序密钥";
    Hint:
        "Ключ даёт программе доступ к этому кабинету от вашего имени: не больше, чем можете вы сами.",
        "A key lets a program use this cabinet in your name, with no more rights than you have.",
        "密钥让程序以您的名义访问此后台，权限不会超过您本人。";
    Documentation: "Описание для программистов", "Documentation for developers", "开发者文档";
    None: "Ключей пока нет.", "There are no API keys yet.", "尚无密钥。";
    New: "Новый ключ", "New key", "新密钥";
    Edit: "Изменить ключ", "Change the key", "修改密钥";
    Change: "Изменить", "Change", "修改";
    Program: "Программа", "Program", "程序";
    ShownOnce:
        "Скопируйте ключ сейчас: больше он не будет показан.",
        "Copy the key now: it will not be shown again.",
        "请立即复制密钥：之后不再显示。";
    Lifetime: "Действует", "Valid for", "有效期";
    NoExpiry: "бессрочно", "no time limit", "长期有效";
    ValidUntil: "действует до", "valid until", "有效期至";
    Expired: "срок истёк", "expired on", "已过期";
    Test: "тестовый", "test", "测试";
    Maker: "Создал", "Created by", "创建人";
    Rights: "Права", "Rights", "权限";
    NoRight: "нет", "none", "无";
    Read: "чтение", "read", "读取";
    Write: "чтение и запись", "read and write", "读写";
    ReadShort: "чтение", "read", "读";
    WriteShort: "запись", "write", "写";
    Networks:
        "Разрешённые сети (по одной в строке; пусто — любые)",
        "Allowed networks (one per line; empty: any)",
        "允许的网络（每行一个；留空表示不限）";
    Origins:
        "Сайты, которым можно использовать ключ в браузере (по одному в строке)",
        "Sites that may use the key in a browser (one per line)",
        "可在浏览器中使用此密钥的网站（每行一个）";
    Roll: "Заменить", "Roll", "轮换";
    RollTitle: "Заменить ключ", "Roll the key", "轮换密钥";
    RollHint:
        "Вы получите новый ключ с теми же правами и сроком. Старый ещё поработает, чтобы вы успели его заменить.",
        "You get a new key with the same rights and lifetime. The old one works on for a while, so that you can replace it.",
        "您将获得权限和有效期相同的新密钥。旧密钥会继续有效一段时间，以便替换。";
    Overlap: "Старый ключ работает ещё", "The old key works for another", "旧密钥继续有效";
    NotAtAll: "не работает сразу", "ends at once", "立即失效";
    Revoked: "больше не действует", "revoked", "已撤销";
    SentInClear:
        "больше не действует: отправлялся без шифрования",
        "revoked: it was sent without encryption",
        "已撤销：曾未加密发送";
    MakerLeft: "больше не действует: владелец ушёл", "revoked: its maker left", "已撤销：创建人已离开";
    AccessEnded: "больше не действует: закрыты все входы", "revoked with all other logins", "已随其他登录一并撤销";
    Orders: "Заказы", "Orders", "订单";
    Items: "Товары", "Items", "商品";
    OrderPrices: "Цены заказов", "Prices of orders", "订单价格";
    Services: "Услуги", "Services", "服务";
    Chat: "Чаты", "Chats", "聊天";
    Warehouse: "Склад", "Warehouse", "仓库";
    Clients: "Клиенты", "Clients", "客户";
    Shipments: "Посылки", "Shipments", "包裹";
    Requests: "Заявки на отправку", "Shipping requests", "发货申请";
    Recipients: "Получатели", "Recipients", "收件人";
    Deliveries: "Доставки", "Deliveries", "运输";
    Balance: "Баланс и оплата", "Balance and payments", "余额与付款";
    Topups: "Пополнения и выводы", "Top-ups and withdrawals", "充值与提现";
    Catalogue: "Услуги, курсы и условия", "Services, rates and terms", "服务、汇率与条件";
    Settings: "Настройки", "Settings", "设置";
    Staff: "Сотрудники", "Staff", "员工";
    Notifications: "Объявления и задачи", "Announcements and tasks", "公告与任务";
    Notes: "Заметки", "Notes", "备注";
    Cash: "Касса", "Cash book", "现金账";
    Reports: "Отчёты и выгрузки", "Reports and exports", "报表与导出";
    Events: "Лента событий", "Event feed", "事件流";
    Webhooks: "Вебхуки", "Webhooks", "网络钩子";
}

/// The object as pages show it.
pub(super) fn object_name(object: KeyObject) -> &'static str {
    t(match object {
        KeyObject::Orders => KeyTexts::Orders,
        KeyObject::Items => KeyTexts::Items,
        KeyObject::OrderPrices => KeyTexts::OrderPrices,
        KeyObject::Services => KeyTexts::Services,
        KeyObject::Chat => KeyTexts::Chat,
        KeyObject::Warehouse => KeyTexts::Warehouse,
        KeyObject::Clients => KeyTexts::Clients,
        KeyObject::Shipments => KeyTexts::Shipments,
        KeyObject::Requests => KeyTexts::Requests,
        KeyObject::Recipients => KeyTexts::Recipients,
        KeyObject::Deliveries => KeyTexts::Deliveries,
        KeyObject::Balance => KeyTexts::Balance,
        KeyObject::Topups => KeyTexts::Topups,
        KeyObject::Catalogue => KeyTexts::Catalogue,
        KeyObject::Settings => KeyTexts::Settings,
        KeyObject::Staff => KeyTexts::Staff,
        KeyObject::Notifications => KeyTexts::Notifications,
        KeyObject::Notes => KeyTexts::Notes,
        KeyObject::Cash => KeyTexts::Cash,
        KeyObject::Reports => KeyTexts::Reports,
        KeyObject::Events => KeyTexts::Events,
        KeyObject::Webhooks => KeyTexts::Webhooks,
    })
}

/// Why a key ended.
pub(super) fn end_text(end: KeyEnd) -> &'static str {
    t(match end {
        KeyEnd::Revoked => KeyTexts::Revoked,
        KeyEnd::SentInClear => KeyTexts::SentInClear,
        KeyEnd::MakerLeft => KeyTexts::MakerLeft,
        KeyEnd::AccessEnded => KeyTexts::AccessEnded,
    })
}
