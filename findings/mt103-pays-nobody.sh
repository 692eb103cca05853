#!/usr/bin/env bash
# mt103, version 1.1.1 (PyPI), reads the copy of a transfer (MT103) that an agent sends to a supplier as a proof. A recipient in option F, 59F with
# numbered lines, which the format has beside the one without a letter, is None, and the transfer looks as if it was paid to nobody. Of two
# charges (71F, one line for each bank that took something) the first is lost: 15 yuan of charges are 5. A reference with a space in it, which
# field 20 allows, makes every field None, the sum too. There is no error.
# SWIFT, MT103: 59a has the options no letter, A and F; 71F may be repeated; field 20 is 16x, and the set x has the space.
# Expected: the recipient, both charges and the sum. Fails if one of them is read.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check mt103==1.1.1
"$folder/venv/bin/python" - <<'PYTHON'
from mt103 import MT103

HEAD = "{1:F01BKCHCNBJA300000000000000}{2:O1031200261130BKCHCNBJA30000000000002611301200N}{4:\r\n"


def read(reference, recipient, *charges):
    lines = [f":20:{reference}", ":23B:CRED", ":32A:261130CNY12500,5", ":50K:/40702156000000000001", "OOO KARAVAN", *recipient]
    return MT103(HEAD + "\r\n".join([*lines, ":70:ORDER KO-12", ":71A:SHA", *charges]) + "\r\n-}").text


plain = [":59:/6222021234567890", "GUANGZHOU TEXTILE CO"]
numbered = [":59F:/6222021234567890", "1/GUANGZHOU TEXTILE CO", "2/BAIYUN 12", "3/CN/GUANGZHOU"]
seen = {
    "recipient": read("KO-12", plain).beneficiary.split("\r\n")[1],
    "recipient in option F": read("KO-12", numbered).beneficiary,
    "charges of 10 and 5": read("KO-12", plain, ":71F:CNY10,", ":71F:CNY5,").sender_charges,
    "sum of KO-12": read("KO-12", plain).interbank_settled_amount,
    "sum of KO 12": read("KO 12", plain).interbank_settled_amount,
}
for name, value in seen.items():
    print(f"mt103 1.1.1, {name}: {value}")
raise SystemExit(list(seen.values()) != ["GUANGZHOU TEXTILE CO", None, "CNY5,", "12500,5", None])
PYTHON
