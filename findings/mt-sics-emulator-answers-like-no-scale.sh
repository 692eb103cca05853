#!/usr/bin/env bash
# mt-sics-emulator 0.1.1 (PyPI) stands in for scales of Mettler Toledo and others with the protocol MT-SICS, so that a program can be tested
# without one. A scale answers `SI`, the weight at once, as it answers `S`: "S S  12.50 kg". The emulator writes "SI S", and answers `ZI`
# by an A where scales say whether the weight was at rest (S) or not (D). A program that passes with it reads no weight from a scale.
# mettler-toledo-device 1.5.0 (PyPI) documents S and D, and gets A.
# Expected: "S S" and S. Fails if one of them is answered.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check mt-sics-emulator==0.1.1 mettler-toledo-device==1.5.0 serial-interface==1.0.2
venv/bin/python - <<'PYTHON'
import os
import threading
import tty

from mettler_toledo_device import MettlerToledoDevice
from mtsics.core.state import ScaleState
from mtsics.protocol.engine import MTSICSEngine

state = ScaleState()
engine = MTSICSEngine(state)
state.set_weight(12.5)
answers = {command: engine.handle(command).strip() for command in ("S", "SI")}
scale_side, computer_side = os.openpty()
tty.setraw(scale_side)
tty.setraw(computer_side)


def answer():
    while True:
        command = os.read(scale_side, 64).decode()
        os.write(scale_side, engine.handle(command).encode())


threading.Thread(target=answer, daemon=True).start()
device = MettlerToledoDevice(port=os.ttyname(computer_side), timeout=5)
weight = device.get_weight()
state.set_weight(0.0)
zero = device.zero()
documented = "'S'   #zeros if weight is stable" in MettlerToledoDevice.__doc__
print(f"mt-sics-emulator 0.1.1: S {answers['S']!r}, SI {answers['SI']!r}")
print(f"mettler-toledo-device 1.5.0 with the emulator: weight {weight}, zero {zero!r}, documented are 'S' and 'D': {documented}")
is_as_seen = answers["S"].split()[:2] == ["S", "S"] and answers["SI"].split()[:2] == ["SI", "S"]
os._exit(0 if is_as_seen and weight[0] == 12.5 and zero == "A" and documented else 1)
PYTHON
