#!/usr/bin/env bash
# financial-beancount 0.2.0 (PyPI) reads exports of WeChat Pay and keeps the rows whose state it knows. It does not know 已转账 (paid by
# the QR code of a shop), 对方已收钱 (sent to a person), 已收钱 (received by a QR code), and a state with a sum, 已退款(￥30.00): the
# purchase is dropped and its refund stays out too. These are the ways to pay a supplier. The result has no errors.
# beancount-daoru 0.3.1 (PyPI) reads all these rows. Expected: eight rows. Fails if the rows are read or an error names them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check financial-beancount==0.2.0 beancount-daoru==0.3.1
cat >export.csv <<'CSV'
微信支付账单明细
微信昵称：[Agent]
起始时间：[2026-11-01 00:00:00] 终止时间：[2026-11-30 00:00:00]
----------------------微信支付账单明细列表--------------------
交易时间,交易类型,交易对方,商品,收/支,金额(元),支付方式,当前状态,交易单号,商户单号,备注
2026-11-20 10:00:00,商户消费,Shop,Cups,支出,¥100.00,零钱,支付成功,T1,M1,/
2026-11-20 11:00:00,扫二维码付款,Factory,Cups,支出,¥500.00,零钱,已转账,T2,M2,/
2026-11-20 12:00:00,转账,Seller,Freight,支出,¥300.00,零钱,对方已收钱,T3,M3,/
2026-11-20 13:00:00,商户消费,Market,Cups,支出,¥80.00,零钱,已退款(￥30.00),T4,M4,/
2026-11-20 14:00:00,商户消费-退款,Market,Cups,收入,¥30.00,零钱,已退款(￥30.00),T5,M4,/
2026-11-20 15:00:00,二维码收款,Client,Order 17,收入,¥70.00,/,已收钱,T6,/,/
2026-11-20 16:00:00,转账,Client,Order 18,收入,¥90.00,/,已存入零钱,T7,/,/
2026-11-20 17:00:00,商户消费,Store,Cups,支出,¥60.00,零钱,已全额退款,T8,M8,/
CSV
venv/bin/python - <<'PYTHON'
import csv
from beancount_daoru.importers.wechat import Parser
from beancount_dedup.parsers.wechat_parser import WechatParser

result = WechatParser().parse("export.csv")
kept = [(entry.counterparty, str(entry.amount)) for entry in result.transactions]
lines = open("export.csv", encoding="utf-8").read().splitlines()[4:]
rows = [{**row, "金额(元)": row["金额(元)"].removeprefix("¥")} for row in csv.DictReader(lines)]
others = [str(Parser().parse(row).postings[0].amount) for row in rows]
print(f"financial-beancount 0.2.0: {kept}, errors {result.errors}; beancount-daoru 0.3.1: {others}")
assert kept == [("Shop", "-100.00"), ("Client", "90.00"), ("Store", "-60.00")], kept
assert result.errors == []
assert others == ["-100.00", "-500.00", "-300.00", "-80.00", "30.00", "70.00", "90.00", "-60.00"], others
PYTHON
