#!/usr/bin/env bash
# calamine (python-calamine 0.9.1) refuses an .ods whose content.xml has white space between the cells of a row: "Expecting 'table-cell',
# found 'Text(…)'". SheetJS (xlsx 0.18.5) writes all of its .ods so, one cell on a line. White space between elements that hold no text
# means nothing in OpenDocument; odfpy 1.4.1 and LibreOffice 7.4 read the file. Expected: the rows. Fails if calamine reads the file.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check python-calamine==0.9.1 pandas==2.3.3 odfpy==1.4.1
npm init -y >/dev/null
npm install --silent --no-audit --no-fund xlsx@0.18.5
node -e '
  const xlsx = require("xlsx");
  const book = xlsx.utils.book_new();
  xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet([["Item", "Price"], ["Cup", 12.5]]), "Goods");
  xlsx.writeFile(book, "goods.ods");
'
venv/bin/python - <<'PYTHON'
import pandas
import python_calamine

print("pandas 2.3.3, odfpy 1.4.1:", pandas.read_excel("goods.ods", engine="odf").values.tolist())
try:
    python_calamine.CalamineWorkbook.from_path("goods.ods")
except python_calamine.CalamineError as error:
    print("python-calamine 0.9.1:", error)
    assert "table-cell" in str(error), error
else:
    raise SystemExit("calamine reads the file")
PYTHON
