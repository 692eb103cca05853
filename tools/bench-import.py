"""Measures an import of 10,000 rows x 20 columns over HTTP, compared with openpyxl, which only reads the file.

Usage: bench-import.py <binary>; prints the ratio and the server's peak memory, and fails if one is above its budget.
"""
import json, os, re, socket, subprocess, sys, tempfile, time, urllib.request

import openpyxl

BINARY = sys.argv[1]
ROWS, COLUMNS = 10_000, 20
RATIO_BUDGET, MEMORY_BUDGET_MB = 0.25, 100
PHONE, PASSWORD = "+79990000002", "karavan-demo"
HEADERS = ["Название", "Ссылка", "Цена", "Количество", "Вариант", "Комментарий", "Фото", "Магазин", "Артикул", "Валюта"]


def sheet(path):
    book = openpyxl.Workbook(write_only=True)
    page = book.create_sheet("Товары")
    page.append(HEADERS + [f"Поле {number}" for number in range(COLUMNS - len(HEADERS))])
    for row in range(ROWS):
        cells = [f"Товар {row}", f"https://detail.1688.com/offer/{row}.html", 12.5, 3, f"Размер {row % 7}", "Проверьте швы",
                 f"https://cbu01.alicdn.com/{row}.jpg", f"Магазин {row % 100}", f"A{row}", "CNY"]
        page.append(cells + [f"значение {row} {number}" for number in range(COLUMNS - len(HEADERS))])
    book.save(path)


def openpyxl_seconds(path):
    started = time.perf_counter()
    for _ in openpyxl.load_workbook(path, read_only=True).active.iter_rows(values_only=True):
        pass
    return time.perf_counter() - started


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    def __init__(self, folder):
        self.url = f"http://127.0.0.1:{free_port()}"
        self.token = ""
        environment = {**os.environ, "DATABASE_URL": f"sqlite://{folder}/karavan.db?mode=rwc",
                       "BIND": self.url.removeprefix("http://"), "RUST_LOG": "error"}
        for command in ("migrate", "demo"):
            subprocess.run([BINARY, command], env=environment, check=True, stdout=subprocess.DEVNULL)
        self.process = subprocess.Popen([BINARY, "serve"], env=environment)
        for _ in range(500):
            try:
                urllib.request.urlopen(f"{self.url}/readyz")
                return
            except OSError:
                time.sleep(0.01)

    def post(self, path, body, kind="application/json", method="POST"):
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
        headers = {"Content-Type": kind, "Authorization": f"Bearer {self.token}"}
        with urllib.request.urlopen(urllib.request.Request(self.url + path, body, headers, method=method)) as answer:
            return json.load(answer)

    def peak_mb(self):
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(re.search(r"VmHWM:\s+(\d+)", status.read())[1]) / 1024


with tempfile.TemporaryDirectory() as folder:
    path = f"{folder}/goods.xlsx"
    sheet(path)
    theirs = min(openpyxl_seconds(path) for _ in range(3))
    with open(path, "rb") as file:
        content = file.read()
    server = Server(folder)
    try:
        server.token = server.post("/client/login/password", {"phone": PHONE, "password": PASSWORD})["access_token"]
        runs = []
        for _ in range(3):
            order = server.post("/client/orders", {"type": "standard"})["id"]
            started = time.perf_counter()
            made = server.post(f"/client/orders/{order}/imports?name=goods.xlsx", content, "application/octet-stream")
            read = time.perf_counter() - started
            mapping = [field or "ignored" for field in made["mapping"]]
            server.post(f"/client/orders/{order}/imports/{made['id']}", {"mapping": mapping}, method="PATCH")
            done = server.post(f"/client/orders/{order}/imports/{made['id']}/confirm", {})
            runs.append((time.perf_counter() - started, read))
            assert done["counts"]["new"] == ROWS, done
        peak = server.peak_mb()
    finally:
        server.process.terminate()
        server.process.wait()

ours, read = min(runs)
ratio = ours / theirs
print(f"import: {ROWS} rows x {COLUMNS} columns: openpyxl reads in {theirs:.2f} s; preview {read:.2f} s, with confirm {ours:.2f} s")
print(f"import: ratio {ratio:.2f}, budget {RATIO_BUDGET}; peak {peak:.0f} MB resident, budget {MEMORY_BUDGET_MB} MB")
sys.exit(ratio > RATIO_BUDGET or peak > MEMORY_BUDGET_MB)
