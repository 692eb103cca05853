#!/usr/bin/env bash
# django-cml 0.4.0 (PyPI) exchanges goods and orders with 1C (CommerceML 2). It takes the fields of the first order in a file for orders:
# a file with KO-12 of nine fields and KO-13 becomes nine orders without number, sum and goods, and neither of the two. There is no
# error, and the log says "Import success!". Groups, goods and prices of the same format are read.
# Expected: KO-12 and KO-13. Fails if one of them is read.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check django-cml==0.4.0 django==4.2.30 setuptools==80.9.0
cat > pipelines.py <<'PYTHON'
orders, groups = [], []


class OrderPipeline:
    def process_item(self, item):
        orders.append(item)


class GroupPipeline:
    def process_item(self, item):
        groups.append(item)
PYTHON
cat > 1c.xml <<'XML'
<?xml version="1.0" encoding="UTF-8"?>
<КоммерческаяИнформация ВерсияСхемы="2.05" ДатаФормирования="2026-11-30">
  <Классификатор><Группы><Группа><Ид>g1</Ид><Наименование>Shoes</Наименование></Группа></Группы></Классификатор>
  <Документ>
    <Ид>12</Ид><Номер>KO-12</Номер><Дата>2026-11-30</Дата><ХозОперация>Заказ товара</ХозОперация><Роль>Продавец</Роль>
    <Валюта>руб</Валюта><Курс>1</Курс><Сумма>1250.50</Сумма>
    <Товары><Товар><Ид>1</Ид><Наименование>Shoes</Наименование><Количество>1</Количество><Сумма>1250.50</Сумма></Товар></Товары>
  </Документ>
  <Документ><Ид>13</Ид><Номер>KO-13</Номер><Сумма>99.00</Сумма></Документ>
</КоммерческаяИнформация>
XML
venv/bin/python - <<'PYTHON'
from django.conf import settings

settings.configure(CML_PROJECT_PIPELINES="pipelines")
import pipelines
from cml.utils import ImportManager

ImportManager("1c.xml").import_all()
seen = [(order.number, order.sum, len(order.items)) for order in pipelines.orders]
print(f"django-cml 0.4.0: {len(pipelines.groups)} group, {len(seen)} orders, number, sum and goods of them: {set(seen)}")
raise SystemExit([group.name for group in pipelines.groups] != ["Shoes"] or seen != [("", "", 0)] * 9)
PYTHON
