#!/usr/bin/env bash
# python-escpos 3.1 writes Cyrillic in a code page of one byte for each letter, and a line with a Chinese letter in GB18030, where Cyrillic
# has two. ESC/POS printers have two modes for that, which FS & and FS . switch, and it sends neither. So a printer in the mode for
# Chinese shows Chinese letters in the place of Russian lines, and one in the other mode shows Cyrillic in the place of Chinese lines:
# a slip with lines in both languages can't be right.
# Expected: a switch between the lines. Fails if there is one.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check python-escpos==3.1
"$folder/venv/bin/python" - <<'PYTHON'
import re
from escpos.printer import Dummy

CHINESE_ON, CHINESE_OFF, CODE_PAGE = b"\x1c&", b"\x1c.", rb"\x1bt."


def shown(sent, mode):
    """The text that a printer shows which stays in one mode. The code page is the only one that was chosen, 866."""
    return re.sub(CODE_PAGE, b"", sent, flags=re.DOTALL).decode("gb18030" if mode == "chinese" else "cp866", "replace").splitlines()


printer = Dummy()
printer.text("Чайник\n")
printer.text("茶壶 Чайник\n")
sent = printer.output
chinese, other = shown(sent, "chinese"), shown(sent, "other")
print(f"python-escpos 3.1 sends {sent!r}; shown in the mode for Chinese {chinese}, in the other {other}")
assert CHINESE_ON not in sent and CHINESE_OFF not in sent
assert sent.startswith(b"\x1bt\x11") and sent.count(b"\x1bt") == 1, sent
assert other[0] == "Чайник" and chinese[1] == "茶壶 Чайник"
assert chinese[0] != "Чайник" and other[1] != "茶壶 Чайник"
PYTHON
