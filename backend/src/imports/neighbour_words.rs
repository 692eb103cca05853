//! The words of headers in Ukrainian, Belarusian and Kazakh. Some are the same as Russian ones, which are elsewhere.

/// The names of goods.
pub(super) const TITLES: &[&str] = &[
    "найменуван",
    "найменаван",
    "назва",
    "тавар$",
    "тауар$",
    "тауар аты",
    "тауар атауы",
    "тауардың атауы",
    "атауы",
    "өнім атауы",
];

/// The links of goods.
pub(super) const LINKS: &[&str] = &["посиланн", "спасылк", "сілтеме", "тауар сілтемесі", "тауарға сілтеме"];

/// The cost of a piece.
pub(super) const PRICES: &[&str] = &[
    "ціна",
    "цана",
    "кошт",
    "вартіст",
    "бағасы",
    "баға$",
    "құны",
    "бір данасының бағасы",
    "данасының бағасы",
    "бірлік бағасы",
];

/// The ordered pieces.
pub(super) const QUANTITIES: &[&str] = &[
    "кількіст",
    "к-сть",
    "колькасц",
    "загальна кількіст",
    "агульная колькасц",
    "ваше замовленн",
    "всього, шт",
    "усього, шт",
    "разом, шт",
    "усяго, шт",
    "разам, шт",
    "саны",
    "мөлшері",
    "жалпы саны",
    "дана$",
];

/// Photos of the goods.
pub(super) const PICTURES: &[&str] = &["зображен", "фота", "выява", "сурет"];

/// The options of goods.
pub(super) const OPTIONS: &[&str] = &[
    "колір",
    "колер",
    "розмір",
    "памер",
    "варіант",
    "варыянт",
    "матеріал",
    "матэрыял",
    "характарыст",
    "түс$",
    "түсі",
    "өлшем$",
    "өлшемі",
];

/// The sellers.
pub(super) const SHOPS: &[&str] = &[
    "продавець",
    "прадавец",
    "постачальник",
    "пастаўшчык",
    "крама",
    "дүкен",
    "сатушы",
];

/// Notes of the client.
pub(super) const COMMENTS: &[&str] = &[
    "примітк",
    "заўваг",
    "коментар",
    "каментар",
    "побажан",
    "пажадан",
    "пікір",
    "ескерту",
    "ескертпе",
    "түсініктеме",
];

/// The numbers of the seller.
pub(super) const ARTICLES: &[&str] = &["артыкул"];

/// Columns that say nothing of the goods.
pub(super) const IGNORED: &[&str] = &[
    "дата замовленн",
    "дата заказу",
    "од. вим",
    "одиниц",
    "адз. вым",
    "адзінка",
    "күні$",
    "өлшем бірлігі",
];

/// Sums. They are no prices: the longer word decides.
pub(super) const SUMS: &[&str] = &[
    "сума",
    "загальна сума",
    "загальна вартіст",
    "агульная сума",
    "агульны кошт",
    "всього$",
    "усього$",
    "разом$",
    "усяго$",
    "разам$",
    "сомасы",
    "сома$",
    "жалпы$",
    "жалпы сома",
    "жалпы құны",
    "барлығы$",
    "жиыны$",
];
