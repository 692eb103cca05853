#!/usr/bin/env bash
# senweaver-pay 0.1.0 (PyPI), one interface to WeChat Pay, Alipay and others, takes sums in yuan as Decimal. For WeChat it goes through a
# floating-point number and cuts the rest off: 19.90 yuan are asked for as 1989 fen, so the goods are paid short. A refund of a part sends
# the refunded sum as the total of the order too, although `total_amount` says it; WeChat refuses a refund whose total is not that of the
# payment.
# Expected: 1990 fen, and a refund of 500 of 1990. Fails if one of them is sent.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check senweaver-pay==0.1.0
"$folder/venv/bin/python" - <<'PYTHON'
from decimal import Decimal

from senweaver_pay.channels.wechat.client import Wechat
from senweaver_pay.types import PaymentChannel, PaymentMethod, PaymentRequest, RefundRequest, UnifiedOrder

CONFIG = {"mch_id": "1", "mch_secret_key": "k", "mch_secret_cert": "c", "mch_public_cert_path": "p", "mp_app_id": "wx1"}
CONFIG["notify_url"] = "https://example.org/paid"


class Shop(Wechat):
    """Keeps what WeChat would get, and sends nothing."""

    sent = []

    def load_certificates(self):
        return {}

    def _request(self, method, path, data=None, skip_verify=False):
        self.sent.append(data["amount"])
        return {"code_url": "weixin://pay", "status": "PROCESSING", "amount": data["amount"]}


shop = Shop(CONFIG)


def paid(amount):
    order = UnifiedOrder(out_trade_no="KO12", amount=amount, subject="Goods")
    shop.create(PaymentRequest(channel=PaymentChannel.WECHAT, method=PaymentMethod.SCAN, order=order))
    return shop.sent[-1]["total"]


price = paid(Decimal("19.90"))
sums = [Decimal(fen) / 100 for fen in range(1, 10001)]
wrong = sum(paid(amount) != int(amount * 100) for amount in sums)
shop.refund(
    RefundRequest(
        channel=PaymentChannel.WECHAT,
        out_trade_no="KO12",
        out_refund_no="KR1",
        refund_amount=Decimal("5.00"),
        total_amount=Decimal("19.90"),
    )
)
refund = shop.sent[-1]
print(f"senweaver-pay 0.1.0: 19.90 yuan are {price} fen; {wrong} of 10000 sums up to 100 yuan are wrong")
print(f"senweaver-pay 0.1.0: a refund of 5.00 of 19.90 yuan is {refund['refund']} of {refund['total']} fen")
raise SystemExit(0 if price == 1989 and wrong > 100 and (refund["refund"], refund["total"]) == (500, 500) else 1)
PYTHON
