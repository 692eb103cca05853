//! Texts of errors, of problem codes and of the validation rules of fields.

crate::texts! {
    /// A text of an error. Errors whose text belongs to a feature use that feature's texts.
    pub enum ErrorTexts;
    AmountChanged:
        "Сумма изменилась, ничего не списано. Обновите страницу.",
        "The amount has changed, and nothing was charged. Reload the page.",
        "金额已变更，未扣款，请刷新页面。";
    UploadOffsetMismatch:
        "Загрузка продолжается с другого места. Повторите.",
        "The upload continues from another position. Try again.",
        "上传位置不符，请重试。";
    BalanceInsufficient:
        "На балансе не хватает денег. Пополните его и повторите.",
        "There is not enough money on the balance. Top it up and try again.",
        "余额不足，请充值后重试。";
    DepositInsufficient:
        "На балансе меньше, чем депозит за этот заказ. Пополните баланс и отправьте заказ ещё раз",
        "The balance has less than the deposit of this order. Top it up and submit again",
        "余额低于该订单的押金，请充值后重新提交";
    BodyTooLarge: "Файл или текст слишком большой", "The file or text is too large", "文件或文本过大";
    BoxesMissing: "Погружены не все места.", "Some boxes are not loaded.", "部分件未装车。";
    Busy: "Сервер перегружен. Повторите через несколько секунд.", "The server is busy. Try again in a few seconds.", "服务器繁忙，请几秒后重试。";
    CheckFields: "Проверьте поля", "Check the fields", "请检查填写内容";
    AlreadySent: "Уведомление уже отправлено.", "The notification has already been sent.", "通知已发送。";
    CellNotEmpty: "Ячейка не пуста. Сначала переместите из неё товары.", "The cell is not empty. Move its items first.", "货位不为空，请先移走其中的商品。";
    ContactTaken:
        "Этот телефон или адрес почты занят другой учётной записью.",
        "Another account uses this phone number or e-mail address.",
        "该电话或邮箱已被其他账户使用。";
    DeliveryEmpty: "В доставке нет посылок.", "The delivery has no shipments.", "该货运中没有包裹。";
    DeliveryNotForming: "Состав этой доставки уже не меняется.", "The contents of this delivery can no longer be changed.", "该货运的内容已无法更改。";
    DraftHasNoChat: "У черновика нет чата. Сначала отправьте заказ.", "A draft has no chat. Submit the order first.", "草稿没有聊天，请先提交订单。";
    EntryExists: "Такая запись уже есть.", "Such an entry already exists.", "已存在相同的条目。";
    FileDamaged: "Файл таблицы повреждён.", "The spreadsheet is damaged.", "表格文件已损坏。";
    FileNotATable:
        "Это не таблица. Подойдут .xlsx, .xls, .ods и .csv.",
        "This is not a spreadsheet. Use .xlsx, .xls, .ods or .csv.",
        "不是表格文件，支持 .xlsx、.xls、.ods 和 .csv。";
    FileProtected:
        "Файл защищён паролем. Снимите защиту и повторите.",
        "The file is protected by a password. Remove it and try again.",
        "文件受密码保护，请取消密码后重试。";
    FileTooLarge: "Таблица в файле слишком большая. Разделите её.", "The spreadsheet is too large. Split it.", "表格过大，请拆分后重试。";
    FileTooSlow:
        "Чтение файла занимает слишком много времени. Упростите таблицу.",
        "Reading the file takes too long. Simplify the spreadsheet.",
        "读取文件耗时过长，请简化表格。";
    ImportClosed: "Этот импорт уже завершён. Загрузите файл заново.", "This import is closed. Upload the file again.", "该导入已结束，请重新上传文件。";
    ImportUndecided:
        "Сначала решите, что делать с отмеченными колонками.",
        "First decide what to do with the marked columns.",
        "请先决定如何处理标出的列。";
    ImportNotUndoable:
        "Отменить можно только последний подтверждённый импорт черновика.",
        "Only the latest confirmed import of a draft can be undone.",
        "只能撤销草稿最近一次已确认的导入。";
    ImportInUse:
        "После импорта заказы изменились, отменить его нельзя.",
        "Orders have changed since the import, so it can't be undone.",
        "导入后订单已有变动，无法撤销。";
    ItemInShipment: "Товар уже в другой посылке.", "The item is already in another shipment.", "商品已在其他包裹中。";
    ItemNotAtWarehouse: "Товар не на складе, его нельзя упаковать", "The item is not in the warehouse and can't be packed", "商品不在仓库，无法打包";
    ItemNotSplittable: "В этом состоянии товар нельзя разделить.", "The item can't be split in its current status.", "商品在当前状态下无法拆分。";
    ItemsNotMergeable:
        "Объединить можно только одинаковые товары с одной ценой и в одном состоянии.",
        "Only the same product at the same price in the same status can be merged.",
        "只能合并同款、同价且状态相同的商品。";
    LimitReached:
        "Достигнут предел. Удалите лишнее и повторите",
        "The limit is reached. Delete something and try again",
        "已达上限，请删除多余的条目后重试";
    MediaKindRefused: "Нужен файл другого вида: фото или видео.", "Another kind of file is needed: a photo or a video.", "文件类型不符，需要照片或视频。";
    PhotoExpected: "Нужно фото, а не видео.", "A photo is needed, not a video.", "需要照片而不是视频。";
    VideoExpected: "Нужно видео, а не фото.", "A video is needed, not a photo.", "需要视频而不是照片。";
    GoodsNotArrived:
        "Товар ещё не на складе. Укажите, почему услуга выполнена раньше.",
        "The goods have not arrived yet. Say why the service is done already.",
        "货物尚未到仓。请说明为何提前完成服务。";
    MediaMissing: "Сначала загрузите фото или видео.", "Upload a photo or a video first.", "请先上传照片或视频。";
    PhotoMissing: "Сначала загрузите фото.", "Upload a photo first.", "请先上传照片。";
    VideoMissing: "Сначала загрузите видео.", "Upload a video first.", "请先上传视频。";
    MediaTooManyPixels:
        "В изображении слишком много пикселей. Уменьшите его.",
        "The picture has too many pixels. Make it smaller.",
        "图片像素过多，请缩小后重试。";
    OrderTaken: "Заказ уже взял другой сотрудник", "A colleague already has this order", "该订单已由其他员工负责";
    OrderNotClaimable: "Этот заказ нельзя взять", "This order can't be taken", "无法领取该订单";
    OrderSumLimit:
        "Заказ дороже, чем клиент может заказать за один раз",
        "The order costs more than the client may order at once",
        "订单金额超出该客户的单笔上限";
    UnpaidOrdersLimit:
        "Сначала нужно оплатить прежние заказы. Неоплаченных не больше",
        "Earlier orders have to be paid first. Unpaid ones at most",
        "请先支付之前的订单。未付款订单上限";
    ClaimLimitReached: "Предел открытых заказов на человека", "Limit of open orders per person", "每人未完成订单数上限";
    WorkOpen:
        "У человека есть открытая работа. Выберите, кому она переходит.",
        "The person has open work. Choose who gets it.",
        "此人还有未完成的工作，请选择交接给谁。";
    MemberInUse:
        "На этого человека ссылаются другие записи. Вместо удаления отключите доступ.",
        "Other records refer to this person. Disable the access instead.",
        "其他记录引用了此人，请改为停用其权限。";
    MergedQuantityTooLarge: "Общее количество слишком велико. Не больше", "The merged quantity is too large. At most", "合并后的数量过大，最多";
    AccountLimitExceeded:
        "На аккаунте выкупа столько нет: пополните его или увеличьте лимит.",
        "The purchasing account does not have that much: deposit money or raise its limit.",
        "采购账号余额不足：请充值或提高限额。";
    NothingDue:
        "К оплате ничего нет: доставка уже оплачена или клиент не выбирал оплату при получении.",
        "Nothing is due: the delivery is already paid, or the client has not chosen cash on receipt.",
        "没有应付款：运费已付清，或客户未选择货到付款。";
    NothingPaid: "По этому заказу ничего не оплачено.", "Nothing was paid for this order.", "该订单没有任何付款。";
    NothingToPay: "Сумма к оплате получилась нулевой. Проверьте цены.", "The amount to pay is zero. Check the prices.", "应付金额为零，请检查价格。";
    OperationNotReversible:
        "Здесь можно отменить только пополнение или поправку.",
        "Only top-ups and corrections can be reversed here.",
        "此处只能冲销充值和更正。";
    OperationReversed: "Эта операция уже отменена.", "This operation is already reversed.", "该操作已被冲销。";
    OrderFull: "В заказе слишком много товаров. Не больше", "The order has too many items. At most", "订单中的商品过多，最多";
    OrderNotSubmitted:
        "Цену и количество можно менять, только пока заказ ждёт оценки.",
        "Price and quantity can only be changed while the order waits for its quote.",
        "只有在订单等待报价时才能修改价格和数量。";
    ReceiptInUse:
        "Товар уже в посылке, в заявке на отправку или частично возвращён.",
        "The item is already in a shipment, in a shipping request or partly refunded.",
        "该商品已装入包裹、已申请发货或已部分退款。";
    CashDayClosed:
        "Этот день в кассе закрыт: выберите более поздний или откройте день.",
        "The day is closed in the cash box: choose a later one, or open the day.",
        "该账户当日已结账：请选择更晚的日期，或重新打开该日。";
    StatementLineUsed:
        "Эта строка выписки уже зачислена.",
        "This line of the statement was already credited.",
        "该流水已入账。";
    StatementLineExceeded:
        "Сумма больше остатка строки выписки. Осталось",
        "The amount is larger than the rest of the statement line. Left:",
        "金额超过该流水的剩余部分，剩余";
    StatementLineIgnored:
        "Эта строка выписки отмечена как чужие деньги. Сначала верните её.",
        "This line of the statement is marked as not ours. Restore it first.",
        "该流水已标记为非本方款项，请先恢复。";
    TopupSpent:
        "Клиент уже потратил эти деньги: на балансе меньше, чем было зачислено.",
        "The client has already spent the money: the balance is lower than what was credited.",
        "客户已使用这笔款项：余额低于已入账金额。";
    RefundTooLarge:
        "Возврат больше остатка оплаты. Можно вернуть не больше",
        "The refund is larger than the rest of the payment. At most",
        "退款超过剩余付款，最多可退";
    ScanInProgress:
        "Это сканирование уже выполняется. Повторите через несколько секунд.",
        "This scan is already being executed. Try again in a few seconds.",
        "该扫描正在处理中，请几秒后重试。";
    ServiceBuiltIn:
        "Встроенную услугу нельзя удалить, её можно только отключить.",
        "A built-in service can't be removed, only disabled.",
        "内置服务不能删除，只能停用。";
    ServiceCanceled: "Услуга отменена.", "The service is canceled.", "该服务已取消。";
    ServiceInUse:
        "Услугу уже заказывали. Её можно только отключить.",
        "The service has been ordered. It can only be disabled.",
        "该服务已被订购，只能停用。";
    ServiceNotPayable:
        "Платную услугу можно заказать, только когда агент ждёт товар.",
        "A paid service can be ordered only once the agent expects the goods.",
        "只有在代理等待到货后才能订购付费服务。";
    ServiceNotPriced: "У услуги нет цены в валюте заказа.", "The service has no price in the order's currency.", "该服务没有订单币种的价格。";
    ServicesClosed: "Для этого товара услуги уже нельзя заказать.", "Services can no longer be ordered for this item.", "该商品已无法再订购服务。";
    SetPasswordFirst: "Для входа нужен пароль. Сначала задайте его.", "This login requires a password. Set one first.", "登录需要密码，请先设置密码。";
    SheetCellTooLong: "Слишком длинный текст в ячейке, строка", "A cell has too long a text, row", "单元格文本过长，行号";
    SheetEmpty: "Лист пуст.", "The sheet is empty.", "工作表为空。";
    SheetNotFound: "В файле нет такого листа.", "The file has no such sheet.", "文件中没有该工作表。";
    SheetWithoutTracks:
        "В таблице нет столбцов с номером заказа и трек-номером.",
        "The sheet has no columns with order numbers and tracks.",
        "表格中没有订单编号和运单号列。";
    SheetTooManyColumns: "На листе слишком много столбцов. Не больше", "The sheet has too many columns. At most", "工作表列数过多，最多";
    SheetTooManyRows: "На листе слишком много строк. Не больше", "The sheet has too many rows. At most", "工作表行数过多，最多";
    ShipmentEmptied: "В посылке должен остаться хотя бы один товар.", "At least one item must stay in the shipment.", "包裹中至少要保留一件商品。";
    ShipmentInDelivery: "Посылка в доставке. Сначала выгрузите её.", "The shipment is in a delivery. Unload it first.", "包裹已装入货运，请先卸下。";
    ShipmentIncomplete:
        "Чтобы упаковать посылку, нужны товары, вес и число мест.",
        "To be packed, a shipment needs items, a weight and a number of places.",
        "打包需要商品、重量和件数。";
    ShipmentMeasuredByPlaces:
        "Вес, объём и число мест считаются по местам посылки. Измените места.",
        "Weight, volume and the number of boxes follow the boxes of the shipment. Change the boxes.",
        "重量、体积和件数按包裹的各件计算，请修改各件。";
    ShipmentNotForming:
        "Состав этой посылки сейчас менять нельзя. Упакованную посылку сначала распакуйте.",
        "The contents of this shipment can't be changed now. Unpack a packed shipment first.",
        "该包裹的内容当前无法更改；已打包的请先拆包。";
    ShipmentNotLoadable: "Посылка в другой доставке или ещё не готова", "The shipment is in another delivery or not ready", "包裹在其他货运中或尚未就绪";
    RecipientFixed:
        "Посылка уже упакована. Получателя можно дополнить, но не заменить: напишите менеджеру.",
        "The shipment is packed. Its recipient can be completed, but not replaced: write to the manager.",
        "包裹已打包，只能补充收件人信息，不能更换，请联系客服。";
    ItemRequested: "Товар уже есть в другой заявке на отправку.", "The item is already in another shipping request.", "商品已在另一个发货申请中。";
    ShippingRequestClosed:
        "Заявка на отправку уже закрыта. Обновите страницу.",
        "The shipping request is already closed. Reload the page.",
        "发货申请已关闭，请刷新页面。";
    ShipmentPriced:
        "Посылка уже оценена, её размеры и доставку менять нельзя.",
        "The shipment is already priced. Its size and delivery can't be changed.",
        "包裹已报价，尺寸和配送方式无法更改。";
    ShipmentsUnpaid: "Есть посылки без оплаты", "Some shipments are not paid", "有包裹尚未付款";
    SubdomainTaken: "Этот адрес сайта занят.", "This subdomain is taken.", "该子域名已被占用。";
    TimedOut:
        "Сервер не успел ответить. Повторите чуть позже.",
        "The server took too long to answer. Try again a little later.",
        "服务器响应超时，请稍后再试。";
    UploadInProgress: "Загрузка уже завершается. Подождите.", "The upload is already being finished. Please wait.", "上传正在完成，请稍候。";
    VideoNotFinished: "Обложка бывает только у загруженного видео.", "Only an uploaded video can have a poster.", "只有上传完成的视频才能设置封面。";
    KeyReused:
        "Этот запрос уже отправлен с другими данными. Обновите страницу.",
        "This request has already been sent with other data. Reload the page.",
        "请求已以不同内容提交，请刷新页面。";
    SessionEnded: "Сеанс завершён. Войдите заново.", "Your session has ended. Log in again.", "登录已失效，请重新登录。";
    FileInfected: "В файле вирус. Файл не сохранён.", "The file contains malware and was not stored.", "文件含有恶意程序，未保存。";
    MediaHeic:
        "Это фото в формате HEIC не читается. На iPhone: «Настройки» → «Камера» → «Форматы» → «Наиболее совместимые».",
        "This HEIC photo can't be read. On an iPhone: Settings → Camera → Formats → Most Compatible.",
        "无法读取此 HEIC 照片。iPhone 请前往“设置 → 相机 → 格式 → 兼容性最佳”。";
    MediaLimit: "Достигнут предел числа файлов", "The file limit has been reached", "此处文件数量已达上限";
    PersonStorageLimit:
        "Ваши файлы в чатах заняли всё отведённое вам место",
        "Your files in chats use all the space that one person has",
        "您在聊天中的文件已用完个人空间";
    MediaTooLarge: "Фото или видео слишком большое", "The photo or video is too large", "照片或视频过大";
    MediaTypeRefused:
        "Файлы этого типа не принимаются. Подойдут JPEG, PNG, WebP, GIF, MP4, MOV и WebM.",
        "Files of this type are not accepted. Use JPEG, PNG, WebP, GIF, MP4, MOV or WebM.",
        "不支持此类文件，支持 JPEG、PNG、WebP、GIF、MP4、MOV 和 WebM。";
    MediaUnreadable: "Фото или видео повреждено", "The photo or video is damaged", "照片或视频已损坏";
    MoveNotAllowed:
        "Действие недоступно: состояние уже изменилось. Обновите страницу.",
        "This action is no longer possible: the state has changed. Reload the page.",
        "状态已变更，当前无法执行，请刷新页面。";
    NotFound: "Не найдено: запись удалена или вам недоступна", "Not found: it was deleted, or you have no access to it", "未找到：已删除或您无权访问";
    NotPriced: "Не у всех товаров есть цена в валюте заказа", "Some items have no price in the order's currency", "部分商品没有订单币种的价格";
    BadRequest:
        "Сервер не понял запрос. Обновите страницу.",
        "The server did not understand the request. Reload the page.",
        "服务器无法识别请求，请刷新页面。";
    OrderNotDraft: "Заказ уже не черновик", "The order is no longer a draft", "订单已不是草稿";
    RateStale:
        "Курс неизвестен или устарел. Задайте его в настройках.",
        "The exchange rate is unknown or out of date. Set it in the settings.",
        "汇率未知或已过期，请在设置中填写。";
    TokenMistyped: "В ключе опечатка", "The token is mistyped", "密钥有误";
    Unavailable:
        "Сервис временно недоступен. Повторите чуть позже.",
        "The service is temporarily unavailable. Try again a little later.",
        "服务暂时不可用，请稍后再试。";
    WebhookInactive: "Вебхук выключен.", "The webhook is switched off.", "网络钩子已停用。";
    WebhookAddressRefused:
        "Нужен адрес https в открытом интернете: адреса внутренней сети и порты кроме 443 и 8443 не подходят.",
        "Use an https address on the public internet: private networks and ports other than 443 and 8443 are refused.",
        "请使用公网 https 地址：不接受内网地址，端口只能是 443 或 8443。";
    WebhookAddressUnknown:
        "Такого адреса нет: имя не находится.",
        "The name of this address can't be found.",
        "找不到该地址的域名。";
    SandboxStepMissing:
        "У заказа нет следующего шага.",
        "The order has no next step.",
        "订单没有下一步。";
    TestKeyRequired:
        "Нужен тестовый ключ: заказы движутся сами только в песочнице.",
        "A test key is required: orders move by themselves only in a sandbox.",
        "需要测试密钥：订单只能在沙盒中自动推进。";
    EndpointRemoved:
        "Этого адреса больше нет: программу нужно обновить.",
        "This address no longer exists: the program needs an update.",
        "该接口已停用，请更新程序。";
    EventsExpired:
        "События с этого места больше не хранятся. Прочитайте списки заново.",
        "Events from this position are no longer kept. Read the lists again.",
        "此位置之后的事件已不再保留，请重新读取列表。";

    UploadLinkExpired:
        "Ссылка для загрузки больше не действует. Получите новую.",
        "The upload link no longer works. Get a new one.",
        "上传链接已失效，请获取新的链接。";

    Required: "нужно заполнить", "required", "必填";
    WrongType: "значение не того типа", "wrong type of value", "类型不正确";
    WholeNumberExpected: "нужно целое число", "a whole number is needed", "需要整数";
    NumberExpected: "нужно число", "a number is needed", "需要数字";
    TextExpected: "нужен текст", "a text is needed", "需要文本";
    DateExpected: "нужны дата и время", "a date and time are needed", "需要日期和时间";
    InvalidFormat: "неверный формат", "invalid format", "格式不正确";
    SixDigitsExpected: "нужно шесть цифр", "six digits are needed", "需要六位数字";
    NumberOverflow: "слишком большое число", "the number is too large", "数字过大";
    InvalidUnicode: "текст повреждён", "the text is damaged", "文本已损坏";
    DuplicateField: "поле указано дважды", "the field appears twice", "字段重复";
    NestedTooDeeply: "слишком глубокая вложенность", "nested too deeply", "嵌套过深";
    TooMany: "элементов не больше:", "elements at most:", "最多条目数：";
    AtMost: "знаков не больше:", "characters at most:", "最大字符数：";
    AtLeast: "знаков не меньше:", "characters at least:", "最少字符数：";
    AllowedRange: "допустимо", "allowed", "允许范围";
    NotPositive: "сумма должна быть больше нуля", "the amount must be above zero", "金额必须大于零";
    NotAnAmount: "неверная сумма", "not a valid amount", "金额无效";
    NotAUrl:
        "нужен адрес с http:// или https:// без имени пользователя и пароля",
        "enter an address with http:// or https://, without a user name and password",
        "请输入以 http:// 或 https:// 开头、不含用户名和密码的网址";
    NotAPhone:
        "нужен телефон в международном формате, например +7 999 123-45-67",
        "use the international format, such as +7 999 123-45-67",
        "须为国际格式的电话号码，如 +86 138 0013 8000";
    NotAnEmail: "нужен адрес электронной почты", "enter an e-mail address", "须为电子邮箱地址";
    NotASubdomain:
        "только латинские буквы, цифры и дефис, первой — буква",
        "Latin letters, digits and hyphens only, beginning with a letter",
        "仅限拉丁字母、数字和连字符，并以字母开头";
    Taken: "уже занято", "already taken", "已被占用";
    Repeated: "повторяется", "repeated", "重复";
    UnknownValue: "недопустимое значение", "unknown value", "不在可选范围内";
    ControlCharacters: "уберите невидимые знаки", "remove the invisible characters", "含有不可见字符";
    UnknownField: "неизвестное поле", "unknown field", "未知字段";
    InvalidValue: "неверное значение", "invalid value", "值无效";
    TooCommon:
        "этот пароль слишком распространён, его легко подобрать; придумайте другой",
        "this password is too common and easy to guess; choose another one",
        "该密码过于常见，容易被猜到，请换一个";
    CurrencyNotAccepted:
        "заказ в этой валюте невозможен; укажите цену в действующей валюте (код ISO 4217)",
        "an order can't have this currency; give the price in a current one (ISO 4217 code)",
        "订单不支持该货币，请使用现行货币（ISO 4217 代码）填写价格";
    NotYours: "не найдено среди ваших данных", "not found among your data", "不属于您";
    NotLater: "конец должен быть позже начала", "the end must be later than the start", "结束时间须晚于开始时间";
    Overlaps: "время пересекается с другим промежутком", "overlaps another period", "与其他时段重叠";
    SameBounds: "такие границы уже есть у другой ступени", "another bracket has the same bounds", "另一档位的界限相同";
    MixedCurrencies:
        "цены товаров в разных валютах: укажите цену каждому отдельно",
        "the items have prices in different currencies: set the price of each separately",
        "商品价格币种不同，请分别填写";
    ReadAs: "число можно прочесть двояко:", "the number can be read in two ways:", "该数字有两种读法：";
    Or: "или", "or", "或";
    DateInCell:
        "в таблице здесь дата. Введите значение как текст",
        "the sheet has a date here. Enter the value as text",
        "表格中此处是日期，请以文本格式输入";
    MergedCell:
        "ячейка объединена на несколько строк. Введите количество в каждой",
        "one cell over several rows. Enter the quantity in each row",
        "单元格跨多行合并，请在每行填写数量";
    NotCalculated:
        "формула без значения. Откройте файл в программе для таблиц и сохраните",
        "a formula without a value. Open the file in a spreadsheet program and save it",
        "公式没有计算结果，请用表格软件打开并保存文件";
    DigitsLost:
        "таблица потеряла последние цифры. Введите номер как текст",
        "the sheet has lost the last digits. Enter the number as text",
        "表格丢失了末尾数字，请以文本格式输入";
    FormulaError: "ошибка в формуле", "the formula has an error", "公式有错误";
}
