// Uploads from a phone over a bad line: each file in chunks, kept in the browser until the server has it whole.

const TEXTS = {
  ru: {
    extra: "Дополнительные фото", shootPhoto: "Снять фото", shootVideo: "Снять видео", shoot: "Снять", pick: "Выбрать файлы", finish: "Готово",
    empty: "Снимите или выберите файлы: они сразу уйдут на компьютер.", limits: (n, mb) => `До ${n} файлов, каждый до ${mb} МБ`,
    waits: "Ждёт", checks: "Проверка…", offline: "Нет связи. Загрузка продолжится сама, когда связь появится.", remove: "Удалить", ask: "Удалить этот файл?",
    over: "Спасибо! Файлы переданы, страницу можно закрыть.", dead: "Ссылка больше не действует. Попросите показать новый QR-код.",
    unfinished: "Не все файлы загружены. Всё равно закончить?", later: (s) => `Слишком много попыток. Повторите через ${s} с.`,
    problems: { media_type_refused: "Этот тип файла не принимается", media_heic: "HEIC не принимается. iPhone: Настройки → Камера → Форматы → Наиболее совместимые", media_too_large: "Файл слишком большой", media_unreadable: "Файл повреждён", media_limit: "Больше файлов нельзя", other: "Не загружено" },
  },
  en: {
    extra: "Extra photos", shootPhoto: "Take a photo", shootVideo: "Record a video", shoot: "Use the camera", pick: "Choose files", finish: "Finish",
    empty: "Take or choose files: they go to the computer at once.", limits: (n, mb) => `Up to ${n} files, ${mb} MB each`,
    waits: "Waiting", checks: "Checking…", offline: "No connection. The upload goes on by itself when it is back.", remove: "Delete", ask: "Delete this file?",
    over: "Thank you! The files are there; you can close this page.", dead: "The link works no more. Ask for a new QR code.",
    unfinished: "Some files are not uploaded. Finish anyway?", later: (s) => `Too many tries. Come back in ${s} s.`,
    problems: { media_type_refused: "This type of file is not taken", media_heic: "HEIC is not taken. iPhone: Settings → Camera → Formats → Most Compatible", media_too_large: "The file is too large", media_unreadable: "The file is damaged", media_limit: "No more files fit", other: "Not uploaded" },
  },
  zh: {
    extra: "补充照片", shootPhoto: "拍照", shootVideo: "录像", shoot: "拍摄", pick: "选择文件", finish: "完成",
    empty: "拍摄或选择文件，会立即传到电脑。", limits: (n, mb) => `最多 ${n} 个文件，每个不超过 ${mb} MB`,
    waits: "等待", checks: "检查中…", offline: "没有网络。恢复后会自动继续上传。", remove: "删除", ask: "删除这个文件？",
    over: "谢谢！文件已上传，可以关闭此页面。", dead: "链接已失效，请重新获取二维码。",
    unfinished: "还有文件未上传。仍要完成吗？", later: (s) => `尝试次数过多，请 ${s} 秒后再试。`,
    problems: { media_type_refused: "不支持此类型的文件", media_heic: "不支持 HEIC。iPhone：设置 → 相机 → 格式 → 兼容性最佳", media_too_large: "文件太大", media_unreadable: "文件已损坏", media_limit: "文件数量已满", other: "未上传" },
  },
};
const text = TEXTS[document.documentElement.lang] ?? TEXTS.ru;
const base = location.pathname.replace(/\/$/, "");
const byId = (id) => document.getElementById(id);

const SMALLEST = 64 << 10;
const AT_ONCE = 2;
const PHOTOS = "image/jpeg,image/png,image/webp,image/gif";
const VIDEOS = "video/mp4,video/quicktime,video/webm";

let page = null;
let chunkSize = 512 << 10;
let ended = false;
const queue = [];

/** A refusal that no repetition mends, or one that a better line does. */
class Refusal extends Error {
  constructor(status, problem) {
    super(problem?.code ?? `status ${status}`);
    this.status = status;
    this.code = problem?.code;
  }
}

async function call(method, path, body, headers = {}, signal) {
  const response = await fetch(base + path, { method, body, headers: { accept: "application/json", ...headers }, signal, cache: "no-store" });
  if (response.ok) return response.status === 204 ? null : response.json();
  const problem = await response.json().catch(() => null);
  const refusal = new Refusal(response.status, problem);
  refusal.offset = Number(response.headers.get("upload-offset"));
  refusal.wait = Number(response.headers.get("retry-after"));
  throw refusal;
}

const post = (path, value) => call("POST", path, JSON.stringify(value ?? {}), { "content-type": "application/json" });
const isFatal = (error) => error instanceof Refusal && error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429;

// What was chosen outlives a reload of the page.
const store = (() => {
  const open = new Promise((resolve) => {
    try {
      const request = indexedDB.open("karavan-uploads", 1);
      request.onupgradeneeded = () => request.result.createObjectStore("files", { keyPath: "key" });
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
  const run = async (mode, work) => {
    const database = await open;
    if (!database) return null;
    return new Promise((resolve) => {
      const request = work(database.transaction("files", mode).objectStore("files"));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(null);
    });
  };
  return {
    put: (job) => run("readwrite", (files) => files.put({ key: job.key, page: base, file: job.file, id: job.id })),
    remove: (key) => run("readwrite", (files) => files.delete(key)),
    all: async () => ((await run("readonly", (files) => files.getAll())) ?? []).filter((row) => row.page === base),
  };
})();

function notice(message, wrong = false) {
  const place = byId("notice");
  place.textContent = message ?? "";
  place.hidden = !message;
  place.classList.toggle("wrong", wrong);
}

function end(message, wrong) {
  ended = true;
  byId("actions").hidden = true;
  byId("empty").hidden = true;
  byId("files").replaceChildren();
  notice(message, wrong);
  store.all().then((rows) => rows.forEach((row) => store.remove(row.key)));
}

function button(label, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.setAttribute("aria-label", label);
  const sign = document.createElement("span");
  sign.textContent = "×";
  made.append(sign);
  made.addEventListener("click", act);
  return made;
}

function caption(name) {
  const made = document.createElement("span");
  made.className = "name";
  made.textContent = name || "▶";
  return made;
}

function tile(key, src, name) {
  const made = document.createElement("li");
  made.dataset.key = key;
  if (src) {
    const image = document.createElement("img");
    image.src = src;
    image.alt = "";
    // What the browser can't show is shown by its name.
    image.addEventListener("error", () => image.replaceWith(caption(name)));
    made.append(image);
  } else {
    made.append(caption(name));
  }
  return made;
}

function draw() {
  if (ended || !page) return;
  const list = byId("files");
  const wanted = [
    ...page.media.map((media) => ({ key: `m${media.id}`, make: () => {
      const made = tile(`m${media.id}`, media.thumb, media.kind === "video" ? "▶" : "");
      made.append(button(text.remove, () => remove(media.id)));
      return made;
    } })),
    ...queue.map((job) => ({ key: job.key, make: () => {
      const made = tile(job.key, job.file.type.startsWith("image/") ? job.preview : null, job.file.name);
      const bar = document.createElement("progress");
      bar.max = job.file.size;
      const state = document.createElement("span");
      state.className = "state";
      made.append(state, bar, button(text.remove, () => giveUp(job)));
      return made;
    } })),
  ];
  const there = new Map([...list.children].map((child) => [child.dataset.key, child]));
  list.replaceChildren(...wanted.map(({ key, make }) => there.get(key) ?? make()));
  for (const job of queue) {
    const place = list.querySelector(`[data-key="${job.key}"]`);
    const state = place.querySelector(".state");
    const bar = place.querySelector("progress");
    place.classList.toggle("wrong", Boolean(job.wrong));
    bar.hidden = Boolean(job.wrong);
    bar.value = job.sent;
    const percent = Math.floor((100 * job.sent) / Math.max(1, job.file.size));
    state.textContent = job.wrong ?? (!job.busy ? text.waits : job.sent === job.file.size ? text.checks : `${percent} %`);
  }
  byId("empty").hidden = wanted.length > 0;
}

async function refresh() {
  try {
    page = await call("GET", "/list");
  } catch (error) {
    if (error instanceof Refusal && error.status === 429) return notice(text.later(error.wait || 30), true);
    if (isFatal(error)) return end(text.dead, true);
    notice(text.offline, true);
    return setTimeout(refresh, 3000);
  }
  const name = page.names[document.documentElement.lang] || page.names.ru || text.extra;
  document.title = name;
  byId("kind").textContent = name;
  byId("title").textContent = page.title;
  byId("comment").textContent = page.comment;
  byId("comment").hidden = !page.comment;
  const videos = page.kind === "video";
  const largest = page.kind === "photo" ? page.limits.photo_bytes : page.limits.video_bytes;
  byId("limits").textContent = text.limits(page.limits.files, Math.round(largest / (1 << 20)));
  const accept = page.kind === "photo" ? PHOTOS : videos ? VIDEOS : `${PHOTOS},${VIDEOS}`;
  byId("shoot").accept = videos ? VIDEOS : PHOTOS;
  byId("pick").accept = accept;
  byId("shoot-label").firstElementChild.textContent = videos ? text.shootVideo : text.shootPhoto;
  byId("pick-label").firstElementChild.textContent = text.pick;
  byId("finish").textContent = text.finish;
  byId("empty").textContent = text.empty;
  byId("actions").hidden = false;
  draw();
}

async function remove(id) {
  if (!confirm(text.ask)) return;
  try {
    await post(`/media/${id}/delete`);
  } catch (error) {
    if (error instanceof Refusal && error.status === 410) return end(text.dead, true);
  }
  await refresh();
}

function forget(job) {
  const at = queue.indexOf(job);
  if (at >= 0) queue.splice(at, 1);
  if (job.preview) URL.revokeObjectURL(job.preview);
  return store.remove(job.key);
}

async function giveUp(job) {
  job.gone = true;
  job.stop?.abort();
  await forget(job);
  draw();
  if (job.id) await post(`/media/${job.id}/delete`).catch(() => {});
}

function enqueue(file, saved) {
  const key = saved?.key ?? crypto.getRandomValues(new Uint32Array(2)).join("-");
  const job = { key, file, id: saved?.id, sent: 0, busy: false, preview: file.type.startsWith("image/") ? URL.createObjectURL(file) : null };
  queue.push(job);
  return job;
}

async function digest(file) {
  if (file.size > 25 << 20 || !crypto.subtle) return undefined;
  const sum = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  return [...new Uint8Array(sum)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function begin(job) {
  const kind = job.file.type.startsWith("video/") ? "video" : "photo";
  const begun = await post("/uploads", { name: job.file.name.slice(0, 200), bytes: job.file.size, kind, sha256: await digest(job.file) });
  job.id = begun.id;
  await store.put(job);
  return begun;
}

async function where(job) {
  try {
    return await call("GET", `/uploads/${job.id}`);
  } catch (error) {
    // The server has forgotten it: from the beginning.
    if (error instanceof Refusal && error.status === 404) return begin(job);
    throw error;
  }
}

async function send(job) {
  let state = job.id ? await where(job) : await begin(job);
  while (!state.done && state.offset < state.bytes) {
    job.sent = state.offset;
    draw();
    job.stop = new AbortController();
    const bytes = job.file.slice(state.offset, state.offset + Math.min(chunkSize, state.chunk));
    const started = performance.now();
    try {
      state = await call("PATCH", `/uploads/${job.id}`, bytes, { "content-type": "application/octet-stream", "upload-offset": String(state.offset) }, job.stop.signal);
      // As large as goes in about a second.
      if (performance.now() - started < 1000) chunkSize = Math.min(chunkSize * 2, state.chunk);
    } catch (error) {
      if (!(error instanceof Refusal && error.code === "upload_offset")) {
        chunkSize = Math.max(SMALLEST, chunkSize >> 1);
        throw error;
      }
      state = await where(job);
    }
  }
  job.sent = job.file.size;
  draw();
  const media = await post(`/uploads/${job.id}/finish`);
  if (media.kind === "video") await poster(job.file, media.id).catch(() => {});
}

/** The first picture of a video that can be seen. */
async function poster(file, id) {
  const video = document.createElement("video");
  video.muted = true;
  video.playsInline = true;
  video.preload = "auto";
  video.src = URL.createObjectURL(file);
  try {
    const reached = new Promise((resolve, reject) => {
      video.onseeked = resolve;
      video.onerror = reject;
      setTimeout(reject, 8000);
    });
    video.onloadeddata = () => { video.currentTime = Math.min(0.5, (video.duration || 1) / 2); };
    await reached;
    const scale = Math.min(1, 1280 / Math.max(video.videoWidth, video.videoHeight));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
    const picture = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.85));
    await call("POST", `/media/${id}/poster`, picture, { "content-type": "application/octet-stream" });
  } finally {
    URL.revokeObjectURL(video.src);
  }
}

async function work(job) {
  job.busy = true;
  for (let tries = 0; !job.gone && !ended; tries += 1) {
    try {
      await send(job);
      if (job.gone) return;
      await forget(job);
      notice(null);
      await refresh();
      break;
    } catch (error) {
      if (job.gone) return;
      if (error instanceof Refusal && error.status === 410) return end(text.dead, true);
      if (isFatal(error)) {
        job.wrong = text.problems[error.code] ?? text.problems.other;
        await store.remove(job.key);
        break;
      }
      notice(text.offline, true);
      draw();
      await pause(Math.min(15000, 1000 * 2 ** Math.min(tries, 4)));
    }
  }
  job.busy = false;
  draw();
}

/** Waits, or until the line is back. */
function pause(time) {
  return new Promise((resolve) => {
    const timer = setTimeout(done, time);
    function done() {
      clearTimeout(timer);
      removeEventListener("online", done);
      resolve();
    }
    addEventListener("online", done);
  });
}

async function next() {
  while (!ended) {
    const waiting = queue.filter((job) => !job.busy && !job.wrong && !job.gone);
    if (waiting.length === 0 || queue.filter((job) => job.busy).length >= AT_ONCE) return;
    work(waiting[0]).then(next);
  }
}

for (const id of ["shoot", "pick"]) {
  byId(id).addEventListener("change", async (event) => {
    const input = event.currentTarget;
    const files = [...input.files];
    input.value = "";
    const jobs = files.map((file) => enqueue(file));
    draw();
    next();
    await Promise.all(jobs.map((job) => store.put(job)));
  });
}

byId("finish").addEventListener("click", async () => {
  if (queue.some((job) => !job.wrong) && !confirm(text.unfinished)) return;
  try {
    await post("/finish");
  } catch (error) {
    if (!isFatal(error)) return notice(text.offline, true);
  }
  end(text.over);
});

addEventListener("beforeunload", (event) => {
  if (!ended && queue.some((job) => job.busy)) event.preventDefault();
});

await refresh();
for (const saved of await store.all()) enqueue(saved.file, saved);
draw();
next();
