//! Interface texts of the notes.

frontend_ui::texts! {
    pub(super) enum NoteTexts;
    Note: "Заметка", "Note", "备注";
    Notepad: "Блокнот", "Notepad", "记事本";
    NotepadKey: "Блокнот (Shift+N)", "Notepad (Shift+N)", "记事本 (Shift+N)";
    OpenNote: "Есть заметка (N)", "Has a note (N)", "有备注 (N)";
    AddNote: "Добавить заметку (N)", "Add a note (N)", "添加备注 (N)";
    NoteHint: "Видно только сотрудникам. Клиент этого не увидит.", "Visible to staff only. Clients never see this.", "仅员工可见，客户看不到。";
    NotepadHint:
        "Видно только вам: дела на сегодня, телефоны, черновики…",
        "Visible only to you: to-dos, phone numbers, drafts…",
        "仅自己可见：待办、电话、草稿……";
    Saving: "Сохраняется…", "Saving…", "保存中…";
    Saved: "Сохранено", "Saved", "已保存";
    Unsaved: "Ещё не сохранено", "Not saved yet", "尚未保存";
    Failed:
        "Нет связи. Текст сохранён в этом браузере и будет отправлен позже.",
        "No connection. The text is saved in this browser and will be sent later.",
        "无网络连接。文本已保存在此浏览器，稍后将发送。";
    NotStored:
        "Нет связи, и память браузера заполнена. Не закрывайте вкладку, пока текст не сохранён.",
        "No connection, and the browser's storage is full. Keep this tab open until the text is saved.",
        "无网络连接且浏览器存储已满。文本保存前请勿关闭此标签页。";
    NeedDecision: "Не сохранены заметки", "Notes that are not saved", "未保存的备注";
    Discard: "Удалить текст", "Discard the text", "删除文本";
    DiscardAsk:
        "Удалить несохранённый текст? Вернуть его нельзя.",
        "Discard the unsaved text? It can't be restored.",
        "删除未保存的文本？删除后无法恢复。";
    SendNow: "Отправить сейчас", "Send now", "立即发送";
    TooLong: "Текст слишком длинный и не сохранён", "The text is too long to save", "文本过长，无法保存";
    Rejected: "Не сохранено", "Not saved", "未保存";
    Conflict:
        "Пока вы писали, текст изменили в другом окне. Ничего не потеряно: выберите, что оставить.",
        "The text was changed in another window while you were editing. Nothing is lost: choose what to keep.",
        "您编辑时，文本已在另一窗口被更改。内容未丢失：请选择保留哪一份。";
    Theirs: "Сохранено в другом окне", "Saved in another window", "另一窗口已保存";
    Yours: "Ваш текст", "Your text", "您的文本";
    KeepMine: "Оставить мой", "Keep mine", "保留我的";
    TakeTheirs: "Взять сохранённый", "Use saved", "采用已保存的";
    KeepBoth: "Объединить", "Merge both", "合并两份";
    Search: "Поиск по заметкам", "Search notes", "搜索备注";
    NothingFound: "Заметки не найдены", "No notes found", "没有匹配的备注";
    Close: "Закрыть (Esc)", "Close (Esc)", "关闭 (Esc)";
    Unsent: "Есть неотправленный текст", "There is unsent text", "有未发送的文本";
    KindOrder: "Заказ", "Order", "订单";
    KindItem: "Товар", "Item", "商品";
    KindGroup: "Магазин", "Shop", "店铺";
    KindShipment: "Посылка", "Shipment", "包裹";
    KindDelivery: "Доставка", "Delivery", "货运";
    KindClient: "Клиент", "Client", "客户";
}

use frontend_ui::i18n::t;
use shared_types::notes::NoteKind;

/// The name of the kind of object that a note belongs to.
pub(super) fn kind_name(kind: NoteKind) -> &'static str {
    t(match kind {
        NoteKind::Order => NoteTexts::KindOrder,
        NoteKind::Item => NoteTexts::KindItem,
        NoteKind::Group => NoteTexts::KindGroup,
        NoteKind::Shipment => NoteTexts::KindShipment,
        NoteKind::Delivery => NoteTexts::KindDelivery,
        NoteKind::Client => NoteTexts::KindClient,
        NoteKind::Personal => NoteTexts::Notepad,
    })
}
