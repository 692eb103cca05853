//! Texts of the notes.

frontend_ui::texts! {
    /// What the notes say.
    pub(super) enum Words;
    Note: "Заметка", "Note", "备注";
    Notepad: "Блокнот", "Notepad", "记事本";
    NotepadKey: "Блокнот (Shift+N)", "Notepad (Shift+N)", "记事本 (Shift+N)";
    ReadNote: "Есть заметка (N)", "Has a note (N)", "有备注 (N)";
    AddNote: "Добавить заметку (N)", "Add a note (N)", "添加备注 (N)";
    NoteHint: "Видят только сотрудники. Клиент этого не увидит.", "Staff only. Clients never see this.", "仅员工可见，客户看不到。";
    NotepadHint: "Только для вас: дела на сегодня, телефоны, черновики…", "For you alone: things to do, phones, drafts…", "仅自己可见：待办、电话、草稿……";
    Saving: "Сохраняется…", "Saving…", "保存中…";
    Saved: "Сохранено", "Saved", "已保存";
    Unsaved: "Ещё не сохранено", "Not saved yet", "尚未保存";
    Failed: "Нет связи. Текст хранится в этом браузере и будет отправлен.", "No connection. The text is kept in this browser and will be sent.", "无连接。文本已保存在此浏览器，稍后将发送。";
    SendNow: "Отправить сейчас", "Send now", "立即发送";
    TooLong: "Слишком длинно, не сохраняется", "Too long to be saved", "过长，无法保存";
    Refused: "Не сохранено", "Not saved", "未保存";
    Clash: "Пока вы писали, текст изменили в другом окне. Ничего не потеряно: выберите, что оставить.", "While you were writing, the text was changed in another window. Nothing is lost: choose what to keep.", "您编辑时，文本已在另一窗口被更改。内容未丢失：请选择保留哪一份。";
    Theirs: "Сохранено в другом окне", "Saved in another window", "另一窗口已保存";
    Yours: "Ваш текст", "Your text", "您的文本";
    KeepMine: "Оставить мой", "Keep mine", "保留我的";
    TakeTheirs: "Взять сохранённый", "Take the saved one", "采用已保存的";
    KeepBoth: "Соединить оба", "Join both", "合并两份";
    Search: "Поиск по заметкам", "Search the notes", "搜索备注";
    NothingFound: "Таких заметок нет", "No such notes", "没有匹配的备注";
    Close: "Закрыть (Esc)", "Close (Esc)", "关闭 (Esc)";
    Unsent: "Есть неотправленный текст", "Some text is not sent yet", "有未发送的文本";
    OfOrder: "Заказ", "Order", "订单";
    OfItem: "Товар", "Product", "商品";
    OfGroup: "Магазин", "Shop", "店铺";
    OfShipment: "Посылка", "Shipment", "包裹";
    OfDelivery: "Доставка", "Delivery", "货运";
    OfClient: "Клиент", "Client", "客户";
}

use frontend_ui::i18n::t;
use shared_types::notes::NoteKind;

/// What a note hangs on, in a word.
pub(super) fn kind(kind: NoteKind) -> &'static str {
    t(match kind {
        NoteKind::Order => Words::OfOrder,
        NoteKind::Item => Words::OfItem,
        NoteKind::Group => Words::OfGroup,
        NoteKind::Shipment => Words::OfShipment,
        NoteKind::Delivery => Words::OfDelivery,
        NoteKind::Client => Words::OfClient,
        NoteKind::Personal => Words::Notepad,
    })
}
