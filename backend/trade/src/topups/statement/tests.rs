//! Reading statements of each format, and matching their operations with requests.

use super::{documents::to_lines, operation::Direction, *};
use chrono::NaiveDate;
use shared_types::money::{Currency, Money};
use std::collections::BTreeSet;

fn day(day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, day).expect("a day")
}

fn request(index: usize, minor: i64, (code, name): (&str, &str)) -> OpenRequest {
    OpenRequest {
        index,
        amount: Money::new(minor, Currency::Rub),
        created_on: day(20),
        code: format!("q7w{index}e5r9t1"),
        client_code: code.to_owned(),
        client_name: name.to_owned(),
    }
}

/// The candidates of the only operation of a statement.
fn candidates(text: &str, requests: &[OpenRequest]) -> (Vec<usize>, bool) {
    let operations = parse(text);
    assert_eq!(operations.len(), 1, "{operations:?}");
    let codes: BTreeSet<String> = ["K101", "K102", "K1017"].map(matching::fold_code).into();
    let mut by_amount = HashMap::<i64, Vec<OpenRequest>>::new();
    for request in requests {
        by_amount.entry(request.amount.minor).or_default().push(request.clone());
    }
    find_candidates(&operations[0], &by_amount, &codes)
}

fn is_certain(text: &str, request: &OpenRequest) -> bool {
    candidates(text, std::slice::from_ref(request)) == (vec![0], true)
}

#[test]
fn codes_and_names_are_whole_words() {
    let wanted = request(0, 310_000, ("K101", "Игорь Петров"));
    for line in [
        "3 100,00 Оплата K101",
        "3 100,00 Оплата К101",
        "3 100,00 оплата по к-101",
        "3 100,00 Петров Игорь Сергеевич",
        "28.11.2026\t3100.00\tИП ПЕТРОВ ИГОРЬ",
        "28.11.2026;+3 100,00 ₽;СБП;игорь петров",
        "3100 руб. заявка q7w0e5r9t1",
        "28.11.2026,3100.00,K101,перевод",
        "VISA1234 28.11.26 15:02 зачисление 3100р от K101 Баланс: 45 000.55р",
        "Оплата по счету 5000 на сумму 3100-00 K101",
        "3 100 руб 00 коп K101",
    ] {
        assert!(is_certain(line, &wanted), "{line}");
    }
    for line in [
        "3 100,00 Оплата K1017",
        "3 100,00 Оплата AK101",
        "3 100,00 Игорь Петровский",
        "3 100,00 Игорь П.",
        "3 100,00 Игорь Петров K102",
        "3 100,00 возврат K101",
        "3 100,00 и 500,00 K101",
        "19.11.2026 3 100,00 K101",
        "1 октября 3 100,00",
        "31.12 и 3100 K101",
    ] {
        assert_eq!(
            candidates(line, std::slice::from_ref(&wanted)),
            (vec![0], false),
            "{line}"
        );
    }
}

#[test]
fn other_money_is_not_offered() {
    let wanted = request(0, 50_000, ("K101", "Игорь Петров"));
    for line in [
        "-500,00 возврат K101",
        "500,00- K101",
        "Списание 500,00 K101",
        "500,00 CNY K101",
        "¥500.00 K101",
        "500,00\tUSD\tK101",
        "500,00 K101 交易关闭",
        "500,00 K101 退款成功",
        "500,00 K101 платёж отклонен",
        "1 500,00 K101",
        "K101 остаток 500,00",
        "5.00.00 K101",
        "500,00 DR K101",
        "VISA1234 28.11.26 покупка 500р K101",
    ] {
        assert_eq!(
            candidates(line, std::slice::from_ref(&wanted)).0,
            Vec::<usize>::new(),
            "{line}"
        );
    }
    let dated = request(0, 281_126, ("K101", "Игорь Петров"));
    assert_eq!(candidates("28.11.26 Оплата K101", &[dated]).0, Vec::<usize>::new());
    let grouped = request(0, 10_000, ("K101", "Игорь Петров"));
    assert_eq!(candidates("3 100,00 K101", &[grouped]).0, Vec::<usize>::new());
}

#[test]
fn better_match_ranks_first_and_tie_is_not_certain() {
    let both = [
        request(0, 97_500, ("K101", "Олег")),
        request(1, 97_500, ("K102", "Мария")),
    ];
    assert_eq!(candidates("975,00 Мария П.", &both), (vec![1, 0], true));
    assert_eq!(candidates("975,00", &both), (vec![0, 1], false));
    assert_eq!(candidates("974,00 K101", &both), (vec![], false));
    let mut yuan = request(0, 97_500, ("K101", "Олег"));
    yuan.amount.currency = Currency::Cny;
    assert_eq!(
        candidates("975,00 K101", std::slice::from_ref(&yuan)),
        (vec![0], false),
        "the currency is not known"
    );
    assert!(is_certain("975,00 元 K101", &yuan));
}

const EXCHANGE: &str = "1CClientBankExchange\nВерсияФормата=1.03\nРасчСчет=40802810000000000001\nСекцияРасчСчет\n\
    РасчСчет=40802810000000000001\nВсегоПоступило=15000.00\nКонецРасчСчет\n\
    СекцияДокумент=Платежное поручение\nНомер=975\nДата=21.11.2026\nСумма=15000\n\
    ПлательщикСчет=40817810000000000002\nДатаПоступило=22.11.2026\nПлательщик=ИНН 770123456789 ООО \"Маяк\"\n\
    Плательщик1=ООО \"Маяк\"\nПолучательСчет=40802810000000000001\n\
    НазначениеПлатежа=Пополнение k101, без НДС\nНазначениеПлатежа1=Пополнение k101,\nКонецДокумента\n\
    СекцияДокумент=Платежное поручение\nНомер=976\nДата=21.11.2026\nСумма=500.50\nДатаСписано=21.11.2026\n\
    ПлательщикСчет=40802810000000000001\nПолучательСчет=40817810000000000002\nПолучатель1=Склад\n\
    НазначениеПлатежа=Аренда\nКонецДокумента\nКонецФайла";

#[test]
fn words_of_the_payer_do_not_decide_over_the_format() {
    let exchange = |purpose: &str, payer: &str| {
        let text = format!(
            "1CClientBankExchange\nРасчСчет=40802810000000000001\nСекцияДокумент=Платежное поручение\nСумма=3100\n\
             ДатаПоступило=22.11.2026\nПлательщик1={payer}\nПолучательСчет=40802810000000000001\n\
             НазначениеПлатежа={purpose}\nКонецДокумента"
        );
        let operation = parse(&text).remove(0);
        (operation.direction, operation.state)
    };
    let incoming = (Direction::In, State::Booked);
    assert_eq!(exchange("Оплата покупки по заявке K101", "ИП Петров"), incoming);
    assert_eq!(exchange("K101", "Снятков Иван"), incoming);
    let doubtful = (Direction::In, State::Doubtful);
    assert_eq!(exchange("K101 вместо отмененного заказа", "ИП Петров"), doubtful);
    let table = "交易时间\t金额\t收/支\t当前状态\t商品\n2026-11-22\t100.00\t收入\t已收\t消费 K101 处理中";
    let row = parse(table).remove(0);
    assert_eq!((row.direction, row.state), doubtful);
}

#[test]
fn booking_of_mt940_may_be_in_another_year() {
    for (field, day) in [
        ("2612310104C250,NMSC", (2027, 1, 4)),
        ("2701041231C250,NMSC", (2026, 12, 31)),
        ("2611281128C250,NMSC", (2026, 11, 28)),
        ("261128C250,NMSC", (2026, 11, 28)),
        ("2402290301C250,NMSC", (2024, 3, 1)),
    ] {
        let operations = parse(&format!(":60F:C261101EUR0,\n:61:{field}\n:86:K101"));
        let expected = NaiveDate::from_ymd_opt(day.0, day.1, day.2);
        assert_eq!(operations[0].date, expected, "{field}");
    }
}

#[test]
fn purpose_of_several_lines_is_read_whole() {
    let exchange = "1CClientBankExchange\nРасчСчет=40802810000000000001\nСекцияДокумент=Платежное поручение\nСумма=3100\n\
        ДатаПоступило=22.11.2026\nПолучательСчет=40802810000000000001\nНазначениеПлатежа=Пополнение\n\
        клиент K101, сумма без НДС = 3100\nКонецДокумента";
    assert!(is_certain(exchange, &request(0, 310_000, ("K101", "Игорь Петров"))));
}

#[test]
fn exchange_documents_have_their_direction() {
    let lines: Vec<&str> = EXCHANGE.lines().collect();
    assert_eq!(
        to_lines(&lines).expect("a document"),
        [
            "22.11.2026\tRUB +15000.00\tИНН 770123456789 ООО \"Маяк\"\tПополнение k101, без НДС\t№975",
            "21.11.2026\tRUB -500.50\tСклад\tАренда\t№976",
        ]
    );
    let read = parse(EXCHANGE);
    assert_eq!(
        (read[0].amounts.as_slice(), read[0].date),
        (&[1_500_000][..], Some(day(22)))
    );
    assert_eq!((read[1].direction, read[1].is_incoming()), (Direction::Out, false));
    let yuan = EXCHANGE.replace("40802810", "40802156");
    assert_eq!(parse(&yuan)[0].currency, Some(Currency::Cny));
}

#[test]
fn mt940_reversals_are_not_offered() {
    let statement = "{1:F01}\n:20:STARTUMS\n:25:40802810000000000001\n:60F:C261120RUB1000,00\n\
        :61:2611211121C3100,00NTRFNONREF//B26112100017\n:86:Payment K101\nPetrov\n\
        :61:2611221122RC3100,NTRFNONREF\n:86:Reversal K101\n:61:261122RD500,50NTRFNONREF\n:86:Returned\n\
        :61:2611221122DR700,00NTRFX1\n:86:Rent\n:62F:C261122RUB100,00\n-}";
    let read = parse(statement);
    let facts: Vec<_> = read
        .iter()
        .map(|operation| (operation.amounts[0], operation.is_incoming()))
        .collect();
    assert_eq!(
        facts,
        [(310_000, true), (310_000, false), (50_050, false), (70_000, false)]
    );
    assert_eq!(
        (read[0].reference.as_deref(), read[0].currency, read[0].date),
        (Some("B26112100017"), Some(Currency::Rub), Some(day(21)))
    );
    assert!(read[0].text.contains("Payment K101 Petrov"), "{}", read[0].text);
}

#[test]
fn camt_entries_have_state_and_direction() {
    let entry = |amount: &str, indicator: &str, state: &str, more: &str| {
        format!(
            "<Ntry><Amt Ccy=\"RUB\">{amount}</Amt><CdtDbtInd>{indicator}</CdtDbtInd>{more}<Sts><Cd>{state}</Cd></Sts>\
             <BookgDt><Dt>2026-11-21</Dt></BookgDt><AcctSvcrRef>R{amount}</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><Dbtr><Pty>\
             <Nm>Petrov &amp; Co</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>K101</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>"
        )
    };
    let text = format!(
        "<?xml version=\"1.0\"?>\n<Document><BkToCstmrStmt><Stmt>{}{}{}{}</Stmt></BkToCstmrStmt></Document>",
        entry("3100.00", "CRDT", "BOOK", ""),
        entry("3100.01", "DBIT", "BOOK", ""),
        entry("3100.02", "CRDT", "PDNG", ""),
        entry("3100.03", "CRDT", "BOOK", "<RvslInd>true</RvslInd>"),
    );
    let read = parse(&text);
    let facts: Vec<_> = read
        .iter()
        .map(|operation| (operation.amounts[0], operation.is_incoming()))
        .collect();
    assert_eq!(
        facts,
        [(310_000, true), (310_001, false), (310_002, false), (310_003, false)]
    );
    assert!(
        is_certain(read[0].text.as_str(), &request(0, 310_000, ("K101", "Олег"))),
        "{}",
        read[0].text
    );
}

#[test]
fn exports_of_payment_apps_have_direction_and_state() {
    let alipay = "支付宝交易记录明细查询\n账号:[x@example.com]\n\
        交易时间,交易分类,交易对方,商品说明,收/支,金额,交易状态,交易订单号\n\
        2026-11-21 10:00:00,转账,张伟,K101,收入,500.00,交易成功,20261121001\n\
        2026-11-21 11:00:00,转账,张伟,K101,收入,500.00,交易关闭,20261121002\n\
        2026-11-21 12:00:00,退款,某店,K101,不计收支,500.00,退款成功,20261121003\n\
        2026-11-21 13:00:00,购物,某店,K101,支出,500.00,交易成功,20261121004\n";
    let read = parse(alipay);
    let rows: Vec<_> = read.iter().filter(|operation| operation.reference.is_some()).collect();
    let facts: Vec<_> = rows
        .iter()
        .map(|row| (row.amounts.as_slice(), row.is_incoming(), row.currency))
        .collect();
    let yuan = Some(Currency::Cny);
    assert_eq!(
        facts,
        [
            (&[50_000][..], true, yuan),
            (&[50_000][..], false, yuan),
            (&[50_000][..], false, yuan),
            (&[50_000][..], false, yuan)
        ]
    );
    let wechat = "交易时间\t交易类型\t交易对方\t商品\t收/支\t金额(元)\t支付方式\t当前状态\t交易单号\n\
        2026-11-21 10:00:00\t转账\t李\tK101\t收入\t¥500.00\t/\t已存入零钱\t1000\n\
        2026-11-21 10:01:00\t零钱提现\t/\t/\t/\t¥500.00\t/\t提现已到账\t1001\n\
        2026-11-21 10:02:00\t转账\t李\tK101\t收入\t¥500.00\t/\t已全额退款\t1002\n";
    let read = parse(wechat);
    assert_eq!(
        read.iter().map(Operation::is_incoming).collect::<Vec<_>>(),
        [true, false, false]
    );
    let columns = "Дата;Приход;Расход;Остаток;Назначение\n21.11.2026;500,00;;1 500,00;K101\n21.11.2026;;500,00;1 000,00;K101\n\
        Итого;500,00;;;";
    let read = parse(columns);
    assert_eq!(
        read.iter()
            .map(|row| (row.amounts.clone(), row.is_incoming()))
            .collect::<Vec<_>>(),
        [(vec![50_000], true), (vec![50_000], false), (vec![50_000], false)]
    );
}

#[test]
fn operations_keep_their_identity_in_overlapping_statements() {
    let keys = |text: &str| {
        parse(text)
            .into_iter()
            .map(|operation| operation.key)
            .collect::<Vec<_>>()
    };
    let twice = keys("21.11.2026;500,00;K101\n21.11.2026;500,00;K101\n22.11.2026;500,00;K101");
    assert_eq!(
        twice.iter().collect::<BTreeSet<_>>().len(),
        3,
        "equal lines are different operations"
    );
    let longer = keys("20.11.2026;1,00;x\n21.11.2026;500,00;K101\n21.11.2026;500,00;K101");
    assert_eq!(twice[..2], longer[1..]);
    assert_eq!(
        keys("21.11.2026;500,00; к101 "),
        twice[..1],
        "spaces and similar letters make no other line"
    );
    let header = "交易时间,金额,交易订单号\n";
    let known = keys(&format!("{header}2026-11-21 10:00:00,500.00,77"));
    assert_eq!(
        known,
        keys("交易时间,商品,金额,交易订单号\n2026-11-21,K101,500.00,77"),
        "the bank's id decides"
    );
}

#[test]
fn purposes_of_mt940_are_joined() {
    let long = format!("{}K101", "x".repeat(61));
    let statement = format!(
        ":20:A\n:60F:C261120EUR0,00\n:61:261121C5,00NTRFA\n:86:{long}\n7 more\n:61:261121C6,00NTRFA\n\
         :86:166?00TRANSFER?20SVWZ+Order K1?21017?30BANK?32PETROV?33 IGOR\n",
    );
    let read = parse(&statement);
    assert!(
        read[0].text.contains("K1017 more"),
        "a word that was wrapped: {}",
        read[0].text
    );
    assert!(
        read[1].text.contains("Order K1017 BANK PETROV IGOR"),
        "{}",
        read[1].text
    );
    assert_eq!(read[0].currency, Some(Currency::Eur));
}

#[test]
fn exports_of_banks_are_read_by_their_columns() {
    let text = "\"Дата операции\";\"Номер карты\";\"Статус\";\"Сумма операции\";\"Валюта операции\";\"Описание\"\n\
        \"28.11.2026 12:00:00\";\"*1234\";\"OK\";\"3100,00\";\"RUB\";\"K101\"\n\
        \"28.11.2026 12:01:00\";\"*1234\";\"FAILED\";\"3100,00\";\"RUB\";\"K101\"\n\
        \"28.11.2026 12:02:00\";\"*1234\";\"OK\";\"-3100,00\";\"RUB\";\"K101\"\n\
        \"28.11.2026 12:03:00\";\"*1234\";\"OK\";\"3100,00\";\"CNY\";\"K101\"";
    let read = parse(text);
    assert_eq!(
        read.iter().map(Operation::is_incoming).collect::<Vec<_>>(),
        [true, false, false, true]
    );
    assert_eq!(
        (read[0].currency, read[3].currency),
        (Some(Currency::Rub), Some(Currency::Cny))
    );
    assert_eq!(read[0].state, State::Booked);
}
