// Measures photos, videos and scans on SQLite: memory while a video comes, pictures beside vipsthumbnail, a thousand scans, bombs.
// Usage: node tools/bench-media.mjs <karavan> <empty folder>
// Prints a line per figure: name, value, target, ok or MISSED. A missed target is told, and is no failure of the run.
import { execFileSync, spawn } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";

const [karavan, folder] = process.argv.slice(2);
const PASSWORD = "karavan-demo";
const MB = 1 << 20;
const CHUNK = 2 * MB;
const VIDEO_MB = 200;
const SCANS = 1_000;
const BATCH = 200;
const ROUNDS = 5;
const GIVE_UP_MS = 20_000;

const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
let missed = 0;
function tell(name, value, target, ok) {
  if (!ok) missed += 1;
  console.log(`${name}: ${value}, target ${target}: ${ok ? "ok" : "MISSED"}`);
}

// ---- The server, and what it holds.

const address = `127.0.0.1:${21_000 + (process.pid % 5_000)}`;
const url = `http://${address}`;
const environment = {
  ...process.env,
  DATABASE_URL: `sqlite://${join(folder, "karavan.db")}?mode=rwc`,
  MEDIA_URL: join(folder, "media"),
  BIND: address,
  REALTIME_BIND: "none",
  RUST_LOG: "error",
};

async function serve() {
  const child = spawn(karavan, ["serve"], { env: environment, stdio: ["ignore", "ignore", "inherit"] });
  const until = Date.now() + GIVE_UP_MS;
  while (Date.now() < until && child.exitCode === null) {
    if (await fetch(`${url}/readyz`).then((answer) => answer.ok, () => false)) return child;
    await pause(20);
  }
  child.kill("SIGKILL");
  throw new Error("the server did not start");
}

const kept = (pid, what) => Number(new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;

/** How many MB a piece of work took at its height, beside what was held before it. */
async function raised(child, work) {
  await pause(500);
  const before = kept(child.pid, "VmRSS");
  // The kernel forgets the height that was reached so far.
  writeFileSync(`/proc/${child.pid}/clear_refs`, "5");
  await work();
  return { before, height: kept(child.pid, "VmHWM") };
}

let token = "";
async function call(method, path, body, headers = {}) {
  const raw = body instanceof Uint8Array;
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      accept: "application/json",
      ...(body ? { "content-type": raw ? "application/octet-stream" : "application/json" } : {}),
      ...headers,
    },
    body: body ? (raw ? body : JSON.stringify(body)) : undefined,
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text ? JSON.parse(text) : undefined;
}

async function logIn(guard, phone) {
  token = (await call("POST", `/${guard}/login/password`, { phone, password: PASSWORD })).access_token;
}

/** Sends a file in chunks; answers with how long its end took. */
async function upload(item, kind, size, part) {
  const begun = await call("POST", `/agent/items/${item}/uploads`, { name: "x", kind, bytes: size });
  for (let at = 0; at < size; at += CHUNK) {
    const bytes = part(at, Math.min(at + CHUNK, size));
    await call("PATCH", `/agent/uploads/${begun.id}`, bytes, { "upload-offset": String(at) });
  }
  const started = performance.now();
  await call("POST", `/agent/uploads/${begun.id}/finish`, {});
  return { ms: performance.now() - started, id: begun.id };
}

// ---- What is sent.

function box(kind, body) {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(kind, 4, "latin1");
  return Buffer.concat([head, body]);
}

function film(megabytes) {
  const start = Buffer.concat([box("ftyp", Buffer.from("mp42\0\0\0\0mp42isom", "latin1")), box("moov", box("mvhd", Buffer.alloc(100, 2)))]);
  const size = megabytes * MB;
  const head = Buffer.alloc(8);
  head.writeUInt32BE(size - start.length);
  head.write("mdat", 4, "latin1");
  const noise = Buffer.alloc(CHUNK);
  for (let at = 0; at < CHUNK; at += 1) noise[at] = (at * 2_654_435_761) >>> 13;
  const front = Buffer.concat([start, head]);
  return {
    size,
    part: (from, to) => (from > 0 ? noise.subarray(0, to - from) : Buffer.concat([front, noise]).subarray(0, to)),
  };
}

/** A photo of 12 megapixels with grain and soft shapes, as vips draws it. */
function photo() {
  const path = (name) => join(folder, name);
  const vips = (...words) => execFileSync("vips", words, { stdio: "inherit" });
  for (let index = 0; index < 3; index += 1) {
    vips("perlin", path(`p${index}.v`), "4000", "3000", "--cell-size", "400", "--uchar");
    vips("gaussnoise", path(`g${index}.v`), "4000", "3000", "--sigma", "6", "--mean", "0");
    vips("add", path(`p${index}.v`), path(`g${index}.v`), path(`s${index}.v`));
    vips("cast", path(`s${index}.v`), path(`b${index}.v`), "uchar");
  }
  vips("bandjoin", `${path("b0.v")} ${path("b1.v")} ${path("b2.v")}`, path("photo.jpg[Q=92]"));
  return path("photo.jpg");
}

function thumbnails(source) {
  const started = performance.now();
  for (const [size, quality] of [[320, 82], [1600, 82], [4000, 90]]) {
    execFileSync("vipsthumbnail", [source, "--size", String(size), "-o", join(folder, `t${size}.jpg[Q=${quality}]`)], {
      env: { ...process.env, VIPS_CONCURRENCY: "1" },
      stdio: "inherit",
    });
  }
  return performance.now() - started;
}

/** A PNG of one colour: small on its way, `side` squared pixels once decoded. */
function flat(side, height = side) {
  const chunk = (kind, body) => {
    const head = Buffer.alloc(4);
    head.writeUInt32BE(body.length);
    const named = Buffer.concat([Buffer.from(kind), body]);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([head, named, sum]);
  };
  const size = Buffer.alloc(13);
  size.writeUInt32BE(side);
  size.writeUInt32BE(height, 4);
  size.set([8, 6, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((side * 4 + 1) * Math.min(height, 7_700)), { level: 1 });
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), chunk("IHDR", size), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
}

// ---- What is measured.

async function video(child, item) {
  const { size, part } = film(VIDEO_MB);
  // The first upload makes what every later one uses again.
  const small = film(4);
  await upload(item, "video", small.size, small.part);
  const { before, height } = await raised(child, () => upload(item, "video", size, part));
  const rise = height - before;
  tell(`a video of ${VIDEO_MB} MB: memory rises by`, `${rise.toFixed(1)} MB (${before.toFixed(0)} before)`, "≤ 16 MB", rise <= 16);
}

async function pictures(child, item) {
  const source = photo();
  const bytes = readFileSync(source);
  const part = (from, to) => bytes.subarray(from, to);
  console.log(`# the photo: ${(statSync(source).size / MB).toFixed(1)} MB`);
  const [own, theirs] = [[], []];
  let height = 0;
  for (let round = 0; round <= ROUNDS; round += 1) {
    const taken = await raised(child, async () => own.push((await upload(item, "photo", bytes.length, part)).ms));
    height = Math.max(height, taken.height);
    theirs.push(thumbnails(source));
  }
  const [mine, vips] = [own, theirs].map((times) => median(times.slice(1)));
  const ratio = mine / vips;
  tell("12 megapixels to three sizes", `${mine.toFixed(0)} ms, vipsthumbnail ${vips.toFixed(0)} ms, ${ratio.toFixed(2)}×`, "≤ 1.5×", ratio <= 1.5);
  tell("the server's memory meanwhile", `${height.toFixed(0)} MB`, "≤ 100 MB", height <= 100);
}

async function bombs(child, item) {
  const send = async (bytes) => {
    const part = (from, to) => bytes.subarray(from, to);
    return upload(item, "photo", bytes.length, part).then(() => "taken", (error) => String(error).match(/: (\d+) /)?.[1]);
  };
  const bomb = flat(50_000);
  let refused = [];
  const { before, height } = await raised(child, async () => {
    refused = await Promise.all(Array.from({ length: 16 }, () => send(bomb)));
  });
  const rise = height - before;
  tell("16 bombs of 50,000 × 50,000 at once: memory rises by", `${rise.toFixed(1)} MB, ${refused.filter((code) => code === "413").length} refused`, "≤ 256 MB", rise <= 256 && refused.every((code) => code === "413"));
  const largest = flat(7_700);
  const legal = await raised(child, () => Promise.all(Array.from({ length: 4 }, () => send(largest))));
  console.log(`# four of 7,700 × 7,700, which are taken, at once: memory rises by ${(legal.height - legal.before).toFixed(0)} MB`);
}

async function scans() {
  await logIn("client", "+79990000002");
  const order = await call("POST", "/client/orders", { type: "self_buyout", title: "bench" });
  for (let line = 0; line < SCANS; line += 1) {
    await call("POST", `/client/orders/${order.id}/items`, { title: `卫衣 ${line}`, url: `https://detail.1688.com/offer/${line}.html`, price: "12.50", quantity: 1 });
  }
  await call("POST", `/client/orders/${order.id}/submit`, {});
  await logIn("agent", "+79990000001");
  await call("POST", `/agent/orders/${order.id}/expect`, {});
  const lines = await call("GET", `/agent/orders/${order.id}/items?limit=${SCANS}`);
  const ids = lines.data.map((item) => item.id);
  const codes = [];
  for (let at = 0; at < ids.length; at += 100) {
    const labels = await call("GET", `/agent/labels?kind=item&ids=${ids.slice(at, at + 100).join(",")}`);
    codes.push(...labels.data.map((label) => label.code));
  }
  const cells = await call("POST", "/agent/cells", { names: ["BENCH-1"] });
  const context = cells.data.find((cell) => cell.name === "BENCH-1").code;
  const started = performance.now();
  let received = 0;
  for (let at = 0; at < codes.length; at += BATCH) {
    const batch = codes.slice(at, at + BATCH).map((code, index) => ({ scan_id: `bench-${at + index}`, mode: "receive", context, code, scanned_at: new Date().toISOString() }));
    const done = await call("POST", "/agent/scan/batch", { scans: batch });
    received += done.data.filter((outcome) => outcome.word === "received").length;
  }
  const seconds = (performance.now() - started) / 1000;
  tell(`${SCANS} scans received into a cell`, `${seconds.toFixed(2)} s, ${received} received`, "≤ 10 s", seconds <= 10 && received === SCANS);
}

execFileSync(karavan, ["migrate"], { env: environment, stdio: "ignore" });
execFileSync(karavan, ["demo"], { env: environment, stdio: "ignore" });
const child = await serve();
try {
  await logIn("agent", "+79990000001");
  const orders = await call("GET", "/agent/orders?limit=1");
  const item = (await call("GET", `/agent/orders/${orders.data[0].id}`)).items[0].id;
  await video(child, item);
  await pictures(child, item);
  await bombs(child, item);
  await scans();
  console.log(`\n${missed} targets missed`);
} finally {
  const gone = new Promise((done) => child.once("exit", done));
  child.kill("SIGTERM");
  await gone;
}
