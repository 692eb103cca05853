// Runs Binaryen's wasm-opt on modules, in place. Usage: node tools/pages/wasm-opt.mjs <option>… -- <module.wasm>…
// Its code is compiled once for all threads and modules: a page has hundreds of modules, and a process for each of them would spend
// most of its time on its start.
import { once } from "node:events";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { dirname } from "node:path";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

const require = createRequire(import.meta.url);
const file = require.resolve("binaryen/bin/wasm-opt");
const fs = require("node:fs");

/** Evaluates the program, which is the output of Emscripten, with its settings. Its messages go to a function. */
function evaluate(settings, report = () => {}) {
  const writeSync = (descriptor, bytes, ...place) => {
    if (descriptor !== 2) return fs.writeSync(descriptor, bytes, ...place);
    const [offset = 0, length = bytes.length - offset] = place;
    report(Buffer.from(bytes.buffer, bytes.byteOffset + offset, length).toString());
    return length;
  };
  const requireModule = (name) => (name === "node:fs" ? { ...fs, writeSync } : require(name));
  const source = fs.readFileSync(file, "utf8").replace(/^#!.*/, "");
  const names = ["Module", "require", "__filename", "__dirname", "module"];
  new Function(...names, source)(settings, requireModule, file, dirname(file), undefined);
}

/** The compiled code: the bytes that the program would instantiate. */
function compile() {
  const { instantiate } = WebAssembly;
  return new Promise((resolve) => {
    WebAssembly.instantiate = (bytes) => {
      WebAssembly.instantiate = instantiate;
      resolve(WebAssembly.compile(bytes));
      return new Promise(() => {});
    };
    evaluate({});
  });
}

async function optimize(code, options, module) {
  process.exitCode = 0;
  const messages = [];
  await new Promise((resolve) => {
    const settings = {
      arguments: [...options, module, "-o", module],
      instantiateWasm: (imports, done) => done(new WebAssembly.Instance(code, imports)),
      postRun: resolve,
    };
    evaluate(settings, (message) => messages.push(message));
  });
  const status = process.exitCode;
  process.exitCode = 0;
  // It does not know names of labels, which `--strip-debug` removes.
  const lines = messages.join("").split("\n");
  const unexpected = lines.filter((line) => line && !line.includes("unknown name subsection"));
  return { status, messages: unexpected };
}

if (isMainThread) {
  const separator = process.argv.indexOf("--");
  const [options, modules] = [process.argv.slice(2, separator), process.argv.slice(separator + 1)];
  const code = await compile();
  const count = Math.min(availableParallelism(), modules.length);
  const workers = Array.from({ length: count }, async () => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { code, options } });
    for (let module = modules.shift(); module; module = modules.shift()) {
      worker.postMessage(module);
      const [{ status, messages }] = await once(worker, "message");
      messages.forEach((line) => console.error(line));
      if (status !== 0) throw new Error(`wasm-opt failed on ${module}`);
    }
    await worker.terminate();
  });
  await Promise.all(workers);
} else {
  const { code, options } = workerData;
  parentPort.on("message", async (module) => parentPort.postMessage(await optimize(code, options, module)));
}
