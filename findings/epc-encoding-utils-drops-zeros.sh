#!/usr/bin/env bash
# epc-encoding-utils 1.3 (PyPI) makes the RFID number of goods (SGTIN) from a scanned GS1 code. A serial number of digits becomes an
# integer, so 012345, 0012345 and 12345 are one tag, and the code that it returns has another serial number than the scanned one. GS1
# compares serial numbers as texts, and its tag standard encodes such a number as SGTIN-198. There is no error.
# Expected: three tags, or an error, as in epcpy 0.1.8. Fails if the serial number is kept.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check epc-encoding-utils==1.3 epcpy==0.1.8
"$folder/venv/bin/python" - <<'PYTHON'
from epc.utils.barcode import decode_barcode
from epcpy.epc_schemes import SGTIN
from epcpy.epc_schemes.sgtin import SGTINFilterValue

GOODS = "0104600000000015"
SERIALS = ["12345", "012345", "0012345"]
tags = [decode_barcode(f"{GOODS}21{serial}", 7) for serial in SERIALS]
for serial, tag in zip(SERIALS, tags):
    print(f"epc-encoding-utils 1.3: serial number {serial} has the tag {tag.pure_identity_uri} and the code {tag.barcode}")


def other(serial):
    tag = SGTIN.from_gs1_element_string(f"(01)04600000000015(21){serial}", 7)
    bits = tag.binary(SGTIN.BinaryCodingScheme.SGTIN_198, SGTINFilterValue.POS_ITEM)
    return SGTIN.from_binary(bits).gs1_element_string()


others = [other(serial) for serial in SERIALS]
print(f"epcpy 0.1.8: {others}")
are_kept = others == [f"(01)04600000000015(21){serial}" for serial in SERIALS]
are_one = {tag.pure_identity_uri for tag in tags} == {"urn:epc:id:sgtin:4600000.000001.12345"}
raise SystemExit(0 if are_kept and are_one and len({tag.barcode for tag in tags}) == 1 else 1)
PYTHON
