// Uploads from a phone over an unreliable connection. Files are sent in chunks and stay in the browser's storage until the
// server has all of their bytes.

import { openStore } from "/su/store.js";
import { TEXTS } from "/su/texts.js";

const text = TEXTS[document.documentElement.lang] ?? TEXTS.ru;
const base = location.pathname.replace(/\/$/, "");
const store = openStore(base);
const byId = (id) => document.getElementById(id);

const MIN_CHUNK = 64 << 10;
const MAX_PARALLEL = 2;
const PHOTOS = "image/jpeg,image/png,image/webp,image/gif";
const VIDEOS = "video/mp4,video/quicktime,video/webm";

let page = null;
let chunkSize = 512 << 10;
let closed = false;
const queue = [];

/** An error response of the server. `isFatal` returns whether a retry is useless. */
class ApiError extends Error {
  constructor(status, problem) {
    super(problem?.code ?? `status ${status}`);
    this.status = status;
    this.code = problem?.code;
  }
}

async function callApi(method, path, body, headers = {}, signal) {
  const response = await fetch(base + path, {
    method,
    body,
    headers: { accept: "application/json", ...headers },
    signal,
    cache: "no-store",
  });
  if (response.ok) return response.status === 204 ? null : response.json();
  const problem = await response.json().catch(() => null);
  const failure = new ApiError(response.status, problem);
  failure.offset = Number(response.headers.get("upload-offset"));
  failure.wait = Number(response.headers.get("retry-after"));
  throw failure;
}

const post = (path, value) => callApi("POST", path, JSON.stringify(value ?? {}), { "content-type": "application/json" });
const isFatal = (error) =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 408 &&
  error.status !== 429 &&
  error.code !== "upload_in_progress";

function showNotice(message, isError = false) {
  const element = byId("notice");
  element.textContent = message ?? "";
  element.hidden = !message;
  element.classList.toggle("wrong", isError);
}

/** Ends the page. Files that were not sent stay in the list and in the storage of the browser. */
function closePage(message, isError) {
  closed = true;
  page = null;
  for (const id of ["actions", "kept"]) byId(id).hidden = true;
  render();
  showNotice(message, isError);
}

const expire = () => closePage(queue.length > 0 ? `${text.expired} ${text.kept}` : text.expired, true);

/** Offers files that another link, which has expired, did not send. */
function offerKept(rows) {
  const element = byId("kept");
  element.hidden = rows.length === 0;
  byId("kept-text").textContent = text.keptFiles(rows.length);
  byId("kept-send").textContent = text.sendHere;
  byId("kept-remove").textContent = text.remove;
  byId("kept-send").onclick = () => {
    for (const { key, file } of rows) store.put(enqueue(file, { key }));
    offerKept([]);
    render();
    startNext();
  };
  byId("kept-remove").onclick = async () => {
    if (!(await isConfirmed(text.confirmForget(rows.length), text.remove))) return;
    for (const { key } of rows) store.remove(key);
    offerKept([]);
  };
}

function button(label, onClick) {
  const element = Object.assign(document.createElement("button"), { type: "button" });
  element.setAttribute("aria-label", label);
  const icon = document.createElement("span");
  icon.textContent = "×";
  element.append(icon);
  element.addEventListener("click", onClick);
  return element;
}

function caption(name) {
  const element = document.createElement("span");
  element.className = "name";
  element.textContent = name || "▶";
  return element;
}

function tile(key, src, name) {
  const element = document.createElement("li");
  element.dataset.key = key;
  if (src) {
    const image = document.createElement("img");
    image.src = src;
    image.alt = "";
    // The browser can't decode the image: show the file name instead.
    image.addEventListener("error", () => image.replaceWith(caption(name)));
    element.append(image);
  } else {
    element.append(caption(name));
  }
  return element;
}

function render() {
  const list = byId("files");
  const tiles = [
    ...(page?.media ?? []).map((media) => ({ key: `m${media.id}`, create: () => {
      const element = tile(`m${media.id}`, media.thumb, media.kind === "video" ? "▶" : "");
      element.append(button(text.remove, () => remove(media.id)));
      return element;
    } })),
    ...queue.map((job) => ({ key: job.key, create: () => {
      const element = tile(job.key, job.file.type.startsWith("image/") ? job.preview : null, job.file.name);
      const bar = document.createElement("progress");
      bar.max = job.file.size;
      const state = document.createElement("span");
      state.className = "state";
      element.append(state, bar, button(text.remove, () => cancel(job)));
      return element;
    } })),
  ];
  const existing = new Map([...list.children].map((child) => [child.dataset.key, child]));
  list.replaceChildren(...tiles.map(({ key, create }) => existing.get(key) ?? create()));
  for (const job of queue) {
    const item = list.querySelector(`[data-key="${job.key}"]`);
    const state = item.querySelector(".state");
    const bar = item.querySelector("progress");
    item.classList.toggle("wrong", Boolean(job.error));
    bar.hidden = Boolean(job.error);
    bar.value = job.sent;
    const percent = Math.floor((100 * job.sent) / Math.max(1, job.file.size));
    const sent = job.sent === job.file.size ? text.checking : `${percent} %`;
    state.textContent = job.error ?? (closed ? text.notSent : job.busy ? sent : text.waiting);
  }
  byId("empty").hidden = !page || tiles.length > 0;
}

async function refresh() {
  try {
    page = await callApi("GET", "/list");
  } catch (error) {
    if (error instanceof ApiError && error.status === 429) return showNotice(text.tooManyAttempts(error.wait || 30), true);
    if (isFatal(error)) return expire();
    showNotice(text.offline, true);
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
  render();
}

/** Asks in a dialog of the page. The button that confirms says what happens. */
async function isConfirmed(question, action) {
  const dialog = byId("question");
  for (const [id, label] of [["question-text", question], ["keep", text.back], ["agree", action]]) byId(id).textContent = label;
  dialog.returnValue = "";
  dialog.showModal();
  await new Promise((closed) => dialog.addEventListener("close", closed, { once: true }));
  return dialog.returnValue === "yes";
}

async function remove(id) {
  if (!(await isConfirmed(text.confirmRemove, text.remove))) return;
  try {
    await post(`/media/${id}/delete`);
  } catch (error) {
    if (error instanceof ApiError && error.status === 410) return expire();
  }
  await refresh();
}

function discard(job) {
  const index = queue.indexOf(job);
  if (index >= 0) queue.splice(index, 1);
  if (job.preview) URL.revokeObjectURL(job.preview);
  return store.remove(job.key);
}

async function cancel(job) {
  job.canceled = true;
  job.controller?.abort();
  await discard(job);
  if (closed) return expire();
  render();
  if (job.id) await post(`/media/${job.id}/delete`).catch(() => {});
}

function enqueue(file, saved) {
  const key = saved?.key ?? crypto.getRandomValues(new Uint32Array(2)).join("-");
  const preview = file.type.startsWith("image/") ? URL.createObjectURL(file) : null;
  const job = { key, file, id: saved?.id, sent: 0, busy: false, preview };
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
  const upload = await post("/uploads", { name: job.file.name.slice(0, 200), bytes: job.file.size, kind, sha256: await digest(job.file) });
  job.id = upload.id;
  await store.put(job);
  return upload;
}

async function uploadState(job) {
  try {
    return await callApi("GET", `/uploads/${job.id}`);
  } catch (error) {
    // The server has removed the upload: start again.
    if (error instanceof ApiError && error.status === 404) return begin(job);
    throw error;
  }
}

async function send(job) {
  let state = job.id ? await uploadState(job) : await begin(job);
  while (!state.done && state.offset < state.bytes) {
    job.sent = state.offset;
    render();
    job.controller = new AbortController();
    const bytes = job.file.slice(state.offset, state.offset + Math.min(chunkSize, state.chunk));
    const started = performance.now();
    try {
      state = await callApi(
        "PATCH",
        `/uploads/${job.id}`,
        bytes,
        { "content-type": "application/octet-stream", "upload-offset": String(state.offset) },
        job.controller.signal,
      );
      // Chunks grow until one takes about a second.
      if (performance.now() - started < 1000) chunkSize = Math.min(chunkSize * 2, state.chunk);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "upload_offset")) {
        chunkSize = Math.max(MIN_CHUNK, chunkSize >> 1);
        throw error;
      }
      state = await uploadState(job);
    }
  }
  job.sent = job.file.size;
  render();
  const media = await post(`/uploads/${job.id}/finish`);
  if (media.kind === "video") await poster(job.file, media.id).catch(() => {});
}

/** Uploads a frame from the start of a video as its poster. */
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
    await callApi("POST", `/media/${id}/poster`, picture, { "content-type": "application/octet-stream" });
  } finally {
    URL.revokeObjectURL(video.src);
  }
}

/** Uploads a file; retries with growing delays while the error is temporary. */
async function sendWithRetries(job) {
  job.busy = true;
  for (let attempts = 0; !job.canceled && !closed; attempts += 1) {
    try {
      await send(job);
      if (job.canceled) return;
      await discard(job);
      showNotice(null);
      await refresh();
      break;
    } catch (error) {
      if (job.canceled) return;
      if (error instanceof ApiError && error.status === 410) return expire();
      if (isFatal(error)) {
        job.error = text.problems[error.code] ?? text.problems.other;
        break;
      }
      showNotice(text.offline, true);
      render();
      await pause(Math.min(15000, 1000 * 2 ** Math.min(attempts, 4)));
    }
  }
  job.busy = false;
  render();
}

/** Waits for `time` milliseconds, or until the connection is back. */
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

/** Starts waiting uploads, at most `MAX_PARALLEL` at a time. */
async function startNext() {
  while (!closed) {
    const waiting = queue.filter((job) => !job.busy && !job.error && !job.canceled);
    if (waiting.length === 0 || queue.filter((job) => job.busy).length >= MAX_PARALLEL) return;
    sendWithRetries(waiting[0]).then(startNext);
  }
}

for (const id of ["shoot", "pick"]) {
  byId(id).addEventListener("change", async (event) => {
    const input = event.currentTarget;
    const files = [...input.files];
    input.value = "";
    const jobs = files.map((file) => enqueue(file));
    render();
    startNext();
    await Promise.all(jobs.map((job) => store.put(job)));
  });
}

byId("finish").addEventListener("click", async () => {
  if (queue.some((job) => !job.error) && !(await isConfirmed(text.confirmFinish, text.finish))) return;
  try {
    await post("/finish");
  } catch (error) {
    if (isFatal(error)) return expire();
    return showNotice(text.offline, true);
  }
  await Promise.all(queue.map(discard));
  closePage(text.finished);
});

addEventListener("beforeunload", (event) => {
  if (!closed && queue.some((job) => job.busy)) event.preventDefault();
});

const saved = await store.all();
for (const row of saved.filter((row) => row.page === base)) enqueue(row.file, row);
await refresh();
if (!closed) offerKept(saved.filter((row) => row.page !== base));
render();
startNext();
