//! Texts of item services, uploads and galleries.

crate::texts! {
    /// A text of services, uploads and galleries.
    pub enum ServiceTexts;
    OrderService: "Заказать услугу", "Order service", "订购增值服务";
    NoServices:
        "Услуг в заказе нет. Их заказывают у товара.",
        "The order has no services. They are ordered beside an item.",
        "订单暂无增值服务，可在商品旁订购。";
    AddService: "+ Услуга", "+ Service", "+ 增值服务";
    Service: "Услуга", "Service", "增值服务";
    Quantity: "Количество", "Quantity", "数量";
    Instructions: "Пожелания", "Instructions", "要求";
    Free: "Бесплатно", "Free", "免费";
    FreeForClient: "Бесплатно для клиента", "Free for the client", "对客户免费";
    WithOrder: "Войдёт в стоимость заказа.", "Is added to the price of the order.", "将计入订单价格。";
    AtOnce: "Спишется с баланса сразу.", "Is charged to the balance at once.", "将立即从余额扣除。";
    AtOnceStaff: "Спишется с баланса клиента сразу.", "Is charged to the client's balance at once.", "将立即从客户余额扣除。";
    OrderNotAccepted:
        "Платную услугу можно заказать, когда агент примет заказ.",
        "A paid service can be ordered once the agent has accepted the order.",
        "代购商接单后才能订购付费的增值服务。";
    PayFrom: "С какого баланса", "Pay from", "付款余额";
    NothingOffered: "Услуг пока нет.", "No services are offered yet.", "暂无增值服务。";
    Total: "Итого", "Total", "合计";
    Ordered: "в очереди", "ordered", "已订购";
    Rendered: "готово", "done", "已完成";
    Canceled: "отмена", "canceled", "已取消";
    Paid: "оплачено", "paid", "已付";
    Cancel: "Отменить", "Cancel", "取消";
    CancelService: "Отменить услугу", "Cancel the service", "取消增值服务";
    ConfirmCancel:
        "Отменить услугу? Оплаченное вернётся на баланс.",
        "Cancel the service? What was paid returns to the balance.",
        "确定取消该增值服务？已付款项将退回余额。";
    Perform: "Выполнить", "Perform", "执行";
    MarkDone: "Отметить выполненной", "Mark as done", "标记为已完成";
    Finish: "Готово", "Done", "完成";
    ExtraPhotos: "Дополнительные фото", "Extra photos", "补充照片";
    AddPhotos: "+ Фото", "+ Photo", "+ 照片";
    Drop: "Перетащите файлы сюда, вставьте из буфера или", "Drop files here, paste them, or", "拖放文件到此处、粘贴，或";
    Choose: "выберите", "choose", "选择文件";
    AcceptedFiles:
        "JPEG, PNG, WebP, GIF до 25 МБ; MP4, MOV, WebM до 300 МБ",
        "JPEG, PNG, WebP, GIF up to 25 MB; MP4, MOV, WebM up to 300 MB",
        "JPEG、PNG、WebP、GIF 不超过 25 MB；MP4、MOV、WebM 不超过 300 MB";
    ByPhone: "Снять телефоном", "Use a phone", "用手机拍摄";
    ScanQr:
        "Наведите камеру телефона на код: откроется страница съёмки, вход не нужен.",
        "Point the phone's camera at the code to open the upload page. No login is needed.",
        "用手机相机扫描二维码即可打开上传页面，无需登录。";
    LinkUntil: "Ссылка действует до", "The link is valid until", "链接有效期至";
    CopyLink: "Скопировать ссылку", "Copy link", "复制链接";
    HideQr: "Скрыть код", "Hide code", "收起二维码";
    Waiting: "Ждёт", "Waiting", "等待";
    Checking: "Проверка…", "Checking…", "检查中…";
    Retry: "Повторить", "Try again", "重试";
    Hide: "Скрыть от клиента", "Hide from client", "对客户隐藏";
    Show: "Показать клиенту", "Show to client", "对客户显示";
    Hidden: "Скрыто от клиента", "Hidden from client", "已对客户隐藏";
    ConfirmAbort:
        "Закрыть без файлов? Они ещё не загружены и пропадут.",
        "Close without the files? They are not uploaded yet and will be lost.",
        "确定放弃文件并关闭？文件尚未上传，将会丢失。";
    Abort: "Закрыть без файлов", "Close without the files", "放弃上传并关闭";
    ConfirmDelete:
        "Удалить файл навсегда? Клиент его больше не увидит.",
        "Delete the file permanently? The client won't see it any more.",
        "确定永久删除该文件？客户将无法再看到它。";
    FromPhone: "с телефона", "from a phone", "手机上传";
    Weight: "Вес всего товара, кг", "Weight of the whole item, kg", "商品总重，千克";
    Length: "Длина, мм", "Length, mm", "长，毫米";
    Width: "Ширина, мм", "Width, mm", "宽，毫米";
    Height: "Высота, мм", "Height, mm", "高，毫米";
    Counted: "Пересчитано, шт.", "Counted, pcs", "清点件数";
    Millimetres: "мм", "mm", "毫米";
    Pieces: "шт.", "pcs", "件";
    Gallery: "Галерея", "Gallery", "图库";
    Previous: "Назад", "Previous", "上一张";
    Next: "Вперёд", "Next", "下一张";
    Zoom: "Увеличить", "Zoom", "放大";
    Original: "Открыть оригинал", "Open original", "打开原图";
    Video: "Видео", "Video", "视频";
    Photo: "Фото", "Photo", "照片";
    TooHeic:
        "Это фото HEIC не читается. iPhone: Настройки → Камера → Форматы → Наиболее совместимые.",
        "This HEIC photo can't be read. On an iPhone: Settings → Camera → Formats → Most Compatible.",
        "无法读取此 HEIC。iPhone：设置 → 相机 → 格式 → 兼容性最佳。";
    WrongType: "Этот тип файла не принимается.", "This file type is not accepted.", "不支持此类型的文件。";
    TooLarge: "Файл слишком большой.", "The file is too large.", "文件太大。";
    Damaged: "Файл повреждён.", "The file is damaged.", "文件已损坏。";
    FileLimit: "Достигнут предел числа файлов.", "The file limit has been reached.", "文件数量已达上限。";
    Offline: "Нет связи. Загрузка продолжится сама.", "No connection. The upload resumes by itself.", "没有网络，恢复后自动继续上传。";
}
