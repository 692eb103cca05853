#!/usr/bin/env bash
# chinese-phone-parser 0.1.2 (PyPI) separates the extension of a Chinese phone number and takes what follows the last hyphen for it. People
# write mobile and service numbers in groups, 138-0013-8000 and 400-123-4567, which its own check accepts: the number is cut to 138-0013, or
# to 400-123. The protected numbers of marketplaces, 13800138000转802, keep the extension in the number, because it expects a space before
# 转, and its standard form joins both to 13800138000802, a number that does not exist.
# Expected: 13800138000 and 4001234567, and the extension 802. Fails if one of them is found.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check chinese-phone-parser==0.1.2
venv/bin/python - <<'PYTHON'
from chinese_phone_parser.cleaner import convert_to_standard_format
from chinese_phone_parser.extractor import extract_extension
from chinese_phone_parser.validator import is_valid_phone_number

groups = ["138-0013-8000", "400-123-4567"]
protected = "13800138000转802"
seen = [(extract_extension(number)["main"], is_valid_phone_number(number)) for number in groups]
parts, standard = extract_extension(protected), convert_to_standard_format(protected)
for number, (main, valid) in zip(groups, seen):
    print(f"chinese-phone-parser 0.1.2: {number} (valid: {valid}) is read as {main}")
print(f"{protected} is read as {parts}, in the standard form {standard}")
as_seen = seen == [("138-0013", True), ("400-123", True)] and parts["extension"] is None and standard == "13800138000802"
raise SystemExit(not as_seen)
PYTHON
