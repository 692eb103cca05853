//! Texts of staff, permission groups, and errors about them.

crate::texts! {
    /// A text about staff and their rights.
    pub enum StaffTexts;
    Staff: "Сотрудники", "Staff", "员工";
    Groups: "Группы доступа", "Permission groups", "权限组";
    SeatsTaken: "занято мест:", "seats taken:", "已用名额：";
    Of: "из", "of", "/";
    MoreActions: "Другие действия", "More actions", "更多操作";
    LoginPolicy: "Вход и выплаты", "Logins and payouts", "登录与付款";
    Invite: "Пригласить", "Invite", "邀请";
    InviteHint:
        "Вы получите ссылку для входа. Передайте её сами: письмо или сообщение не отправляется.",
        "You get a login link. Pass it on yourself: no message is sent.",
        "您将获得一个登录链接，请自行转交，系统不会发送消息。";
    PersonName: "Имя", "Name", "姓名";
    Role: "Роль", "Role", "角色";
    Owner: "Владелец", "Owner", "所有者";
    NoGroup: "Без группы", "No group", "无权限组";
    LastIp: "Последний IP-адрес", "Last IP address", "最近 IP 地址";
    LastSeen: "Последнее посещение", "Last seen", "最近访问";
    LoginLink: "Ссылка для входа", "Login link", "登录链接";
    LinkValidUntil: "Действует до", "Valid until", "有效期至";
    Invited: "Дата приглашения", "Invited", "邀请时间";
    State: "Состояние", "State", "状态";
    Confirmed: "Подтверждён", "Confirmed", "已确认";
    AwaitingLogin: "Ждёт входа", "Awaiting first login", "待首次登录";
    Disabled: "Отключён", "Disabled", "已停用";
    ThisIsYou: "это вы", "you", "本人";
    Disable: "Отключить", "Disable", "停用";
    Enable: "Включить", "Enable", "启用";
    Remove: "Удалить", "Remove", "移除";
    RevokeInvite: "Отозвать", "Revoke", "撤销";
    ConfirmRemove:
        "Удалить сотрудника? Доступ прекратится сразу. Завершённая работа и прошлые отчёты останутся за ним.",
        "Remove this person? Access ends at once. Finished work and past reports stay theirs.",
        "确定移除该员工？访问权限将立即失效，已完成的工作和以往报表仍归其名下。";
    HandOver: "Передать работу", "Hand work over", "交接工作";
    NoOpenWork: "Открытой работы нет", "There is no open work", "没有未完成的工作";
    OpenWork: "Открытая работа", "Open work", "未完成的工作";
    WorkGoesTo: "Кому она переходит", "Who gets it", "交接给";
    ChooseSuccessor: "выберите", "choose", "请选择";
    Nobody: "Никому: без ответственного", "Nobody: left unassigned", "无人：不指定负责人";
    KeepWork: "Остаётся за ним", "It stays with this person", "仍归其负责";
    WorkHint:
        "Заявки переходят вместе с клиентами. В истории каждого заказа и клиента будет запись. Прошлые отчёты не изменятся.",
        "Requests go along with their clients. The history of each order and client names the change. Past reports do not change.",
        "申请随客户一并交接，每个订单和客户的历史中都会有记录，以往报表不变。";
    TransferOwnership: "Передать владение", "Transfer ownership", "移交所有权";
    TransferOwnershipHint:
        "Владельцем станет другой человек, а вы перейдёте в группу. Вернуть владение сможет только новый владелец.",
        "The other person becomes the owner, and you move to a group. Only the new owner can transfer ownership back.",
        "对方将成为所有者，您将加入权限组。只有新所有者才能归还。";
    MyNewGroup: "Моя группа после передачи", "My group after the transfer", "移交后我的权限组";
    OnlyYou: "Пока здесь только вы", "You are the only one here", "目前只有您";
    NeedGroup:
        "Сначала создайте группу доступа: приглашённый получит её права.",
        "Create a permission group first: the invited person gets its rights.",
        "请先创建权限组：邀请时将授予其权限。";
    NewGroup: "Новая группа", "New group", "新建权限组";
    CopyFrom: "Скопировать права из группы", "Copy rights from", "复制权限自";
    NoRights: "без прав", "no rights", "无权限";
    Rename: "Переименовать", "Rename", "重命名";
    ConfirmDelete:
        "Удалить группу? Её права придётся настраивать заново.",
        "Delete the group? Its permissions would have to be set up again.",
        "确定删除该权限组？其权限需重新设置。";
    NoGroups: "Групп ещё нет", "No groups yet", "暂无权限组";
    NoGroupsHint:
        "Группа — это набор прав, их получает каждый её участник. Владельцу группа не нужна.",
        "A group is a set of rights that all its members have. The owner needs no group.",
        "权限组是一组权限，成员即拥有这些权限。所有者无需加入。";
    Object: "Раздел", "Section", "模块";
    NoAccess: "нет доступа", "no access", "无权限";
    ViewOwn: "видит свои", "sees own", "查看本人";
    View: "видит", "sees", "查看";
    EditOwn: "меняет свои", "changes own", "修改本人";
    Edit: "меняет", "changes", "修改";
    ManageOwn: "управляет своими", "manages own", "管理本人";
    Manage: "управляет", "manages", "管理";
    GroupCreated: "Группа создана", "Group created", "权限组已创建";
    GroupDeleted: "Группа удалена", "Group deleted", "权限组已删除";
    InvitationMade: "Приглашение создано", "The person is invited", "邀请已创建";
    InvitationHint:
        "Передайте ссылку человеку: он задаст пароль и войдёт, мессенджер не нужен. Она срабатывает один раз, новая отменяет прежнюю.",
        "Pass the link on: the person sets a password and logs in, without a messenger. It works once, and a new one replaces it.",
        "请将链接转交给对方：对方设置密码后即可登录，无需聊天软件。链接仅可使用一次，新链接会取代旧链接。";
    Unsaved: "Не сохранено", "Not saved", "未保存";
    Discard: "Отменить изменения", "Discard changes", "放弃更改";
    RightsHint:
        "Права вступят в силу при следующем действии каждого участника.",
        "The rights take effect with each member's next action.",
        "权限将在成员下一次操作时生效。";
    GroupRights: "Что может группа", "What the group can do", "权限说明";
    GroupHasNoRights:
        "Ничего: войти можно, но все разделы закрыты.",
        "Nothing: members can log in, but every section is closed.",
        "无任何权限：可以登录，但所有模块均不可见。";
    NothingAssigned:
        "Группа видит только закреплённое, но ничего не закреплено за сотрудниками, у которых разделы сейчас пусты",
        "The group sees only what is assigned, and nothing is assigned to these members, whose sections are empty now",
        "该组仅可查看本人负责的内容，以下成员尚无分配，其模块目前为空";
    NothingAssignedHint:
        "Назначьте им заказы или клиентов либо откройте группе все записи.",
        "Assign orders or clients to them, or let the group see all records.",
        "请为其分配订单或客户，或允许该组查看全部记录。";
    ClosedSections: "Закрыто", "Closed", "不可见";
    Members: "Кто в группе", "Members", "成员";
    NoMembers: "В группе никого нет", "No members", "无成员";
    PreviewAsGroup: "Посмотреть глазами группы", "Preview as this group", "以此组身份预览";
    PreviewingAs: "Вы смотрите кабинет глазами группы", "You are previewing the cabinet as", "您正以此权限组身份预览后台：";
    PreviewHint: "Изменить ничего нельзя.", "Nothing can be changed.", "仅可查看，不可更改。";
    EndPreview: "Закончить просмотр", "End preview", "退出预览";
    Sees: "видит", "sees", "可查看";
    SeesAndChanges: "видит и меняет", "sees and changes", "可查看和修改";
    SeesAndManages: "видит, меняет, удаляет и настраивает", "sees, changes, deletes and sets up", "可查看、修改、删除和设置";
    OnlyAssigned: "только закреплённые за сотрудником", "only those assigned to the person", "仅限本人负责的";
    Orders: "Заказы", "Orders", "订单";
    OrdersPhrase: "заказы и товары в них", "orders and their items", "订单及商品";
    Prices: "Цены заказов", "Order prices", "订单价格";
    PricesPhrase: "цены, сборы и итоги заказов", "prices, fees and totals of orders", "订单的价格、费用和合计";
    Clients: "Клиенты", "Clients", "客户";
    ClientsPhrase: "карточки клиентов", "client accounts", "客户资料";
    Shipments: "Посылки", "Shipments", "包裹";
    ShipmentsPhrase: "посылки клиентам", "shipments to clients", "发给客户的包裹";
    Deliveries: "Доставки", "Deliveries", "货运";
    DeliveriesPhrase: "карго-доставки", "cargo deliveries", "货运批次";
    Balance: "Балансы", "Balances", "余额";
    BalancePhrase: "балансы, платежи и историю операций", "balances, payments and their history", "余额、付款和流水";
    Topups: "Пополнения", "Top-ups", "充值";
    TopupsPhrase: "заявки на пополнение", "top-up requests", "充值申请";
    Services: "Услуги", "Services", "增值服务";
    ServicesPhrase: "услуги, фото и видео товаров", "item services, photos and videos", "商品增值服务、照片和视频";
    Settings: "Настройки", "Settings", "设置";
    SettingsPhrase: "настройки кабинета", "the cabinet's settings", "后台设置";
    StaffPhrase: "сотрудников и группы доступа", "people and permission groups", "员工和权限组";
    Notifications: "Уведомления", "Notifications", "通知";
    NotificationsPhrase: "рассылки клиентам", "notifications to clients", "客户通知";
    Cash: "Касса", "Cash book", "现金账";
    CashPhrase: "кассу", "the cash book", "现金账";
    Reports: "Отчёты", "Reports", "报表";
    ReportsPhrase: "выгрузки и отчёты", "exports and reports", "导出和报表";
    StaffLimit:
        "Все места по тарифу заняты. Отключите или удалите кого-нибудь.",
        "All seats of your tariff are taken. Disable or remove somebody.",
        "套餐名额已满，请先停用或移除成员。";
    MemberExists: "Этот человек уже есть в кабинете", "This person is already in the cabinet", "该成员已在后台中";
    OwnerProtected:
        "Владельца нельзя отключить, удалить или перевести в группу",
        "The owner can't be disabled, removed or moved to a group",
        "不能停用、移除所有者或更改其权限组";
    OwnAccess: "Свой доступ изменить нельзя", "You can't change your own access", "不能更改自己的权限";
    RightsExceeded: "Нельзя выдать больше прав, чем есть у вас", "You can't grant more rights than you have", "不能授予超出您自身的权限";
    GroupInUse:
        "В группе есть участники. Сначала переведите их в другую.",
        "The group has members. Move them to another group first.",
        "该组仍有成员，请先将其移至其他组。";
    NameTaken: "Такое название уже есть", "This name is already taken", "名称已存在";
    ProofWrong: "Пароль или код не подходит", "The password or the code is wrong", "密码或验证码错误";
    PreviewReadOnly: "В режиме просмотра изменения недоступны", "Nothing can be changed in a preview", "预览模式下不能更改";
    AgentSide: "Кабинеты агентов", "Agents' cabinets", "代购商后台";
    ClientSide: "Кабинеты клиентов", "Clients' cabinets", "客户后台";
}
