//! Texts of the translation settings.

frontend_ui::texts! {
    pub(super) enum TranslationSettingsTexts;
    AddTerm: "Добавить термин", "Add a term", "添加术语";
    Chat: "Переводить сообщения чатов", "Translate chat messages", "翻译聊天消息";
    Exhausted:
        "Лимит этого месяца исчерпан: новые тексты показываются в оригинале.",
        "The limit of this month is reached: new texts are shown in the original.",
        "本月字数已用完，新内容显示原文。";
    Glossary: "Глоссарий", "Glossary", "术语表";
    GlossaryEmpty: "Терминов пока нет.", "There are no terms yet.", "暂无术语。";
    GlossaryHint:
        "Термин всегда переводится именно так. Чтобы название осталось без перевода, повторите его в поле перевода.",
        "A term is always translated this way. To leave a name as it is, repeat it as its translation.",
        "术语始终按此翻译。若名称无需翻译，请在译文栏重复填写。";
    Language: "Язык перевода", "Language of the translation", "译文语言";
    Limit: "Ваш лимит, символов в месяц", "Your limit, characters per month", "您的限额（每月字数）";
    LimitHint: "Пустое поле — лимит сервиса:", "Leave it empty for the limit of the service:", "留空则采用服务限额：";
    Off:
        "Перевод отключён: на сервере не настроен поставщик перевода.",
        "Translation is off: the server has no translation provider.",
        "翻译未启用：服务器未配置翻译服务。";
    PrivacyHint:
        "Тексты передаются поставщику перевода. Числа, размеры, коды, ссылки и адреса почты не передаются.",
        "Texts are sent to the translation provider. Numbers, sizes, codes, links and e-mail addresses are not.",
        "文本会发送给翻译服务商；数字、尺码、编号、链接和邮箱不会发送。";
    Remove: "Удалить термин", "Remove the term", "删除术语";
    Term: "Термин", "Term", "术语";
    TermTranslation: "Перевод", "Translation", "译文";
    Titles: "Переводить названия, варианты и комментарии товаров", "Translate titles, variants and comments of items", "翻译商品名称、规格和备注";
    Used: "Переведено в этом месяце", "Translated this month", "本月已翻译";
    Of: "из", "of", "/";
}
