//! Interface texts of the brand.

use shared_types::settings::BrandColor;

frontend_ui::texts! {
    pub(super) enum BrandTexts;
    Intro:
        "Так вас видят клиенты: при входе, регистрации и в своём кабинете.",
        "This is how clients see you: when they log in, register and in their cabinet.",
        "客户在登录、注册和客户后台中看到的样子。";
    Logo: "Логотип", "Logo", "标志";
    LogoHint:
        "PNG, JPEG или WebP, лучше квадратный. Прозрачный фон станет белым.",
        "PNG, JPEG or WebP, ideally square. A transparent ground becomes white.",
        "PNG、JPEG 或 WebP，建议使用正方形。透明背景将变为白色。";
    UploadLogo: "Загрузить логотип", "Upload a logo", "上传标志";
    RemoveLogo: "Убрать логотип", "Remove the logo", "移除标志";
    LogoSaved: "Логотип сохранён", "The logo is saved", "标志已保存";
    LogoRemoved: "Логотип убран", "The logo is removed", "标志已移除";
    Color: "Цвет", "Colour", "颜色";
    Teal: "Бирюзовый", "Teal", "青色";
    Green: "Зелёный", "Green", "绿色";
    Blue: "Синий", "Blue", "蓝色";
    Indigo: "Индиго", "Indigo", "靛蓝";
    Violet: "Фиолетовый", "Violet", "紫色";
    Pink: "Розовый", "Pink", "粉色";
    Orange: "Оранжевый", "Orange", "橙色";
    Graphite: "Графитовый", "Graphite", "石墨灰";
    Motto: "Девиз: почему заказывают у вас", "Motto: why people order from you", "口号：客户为何选择您";
    MottoHint:
        "Одна фраза до 120 знаков. Без неё клиент читает нашу.",
        "One sentence of at most 120 characters. Without one, clients read ours.",
        "一句话，最多 120 个字符。留空则显示我们的文案。";
    NameHint:
        "Название меняется на вкладке «Основное».",
        "The name is changed on the tab “General”.",
        "名称在“基本设置”选项卡中修改。";
    Preview: "Как это увидит клиент", "What clients see", "客户看到的效果";
    Light: "Светлая тема", "Light theme", "浅色主题";
    Dark: "Тёмная тема", "Dark theme", "深色主题";
}

/// The name of a colour.
pub(super) const fn color_name(color: BrandColor) -> BrandTexts {
    match color {
        BrandColor::Teal => BrandTexts::Teal,
        BrandColor::Green => BrandTexts::Green,
        BrandColor::Blue => BrandTexts::Blue,
        BrandColor::Indigo => BrandTexts::Indigo,
        BrandColor::Violet => BrandTexts::Violet,
        BrandColor::Pink => BrandTexts::Pink,
        BrandColor::Orange => BrandTexts::Orange,
        BrandColor::Graphite => BrandTexts::Graphite,
    }
}
