// Compiles and controls the library faults.c, and restores the database's files as a power loss leaves them.
import { spawnSync } from "node:child_process";
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { random, seed } from "./soak-server.mjs";

// The layouts of faults.c.
const JOURNAL_BYTES = 2 ** 28;
const HEADER_BYTES = 4096;
const FILES_AT = 24;
const FILE_BYTES = 472;
const PATH_BYTES = 456;
const CHANGE_BYTES = 48;
const CONTROL_BYTES = 48;
const SETTINGS = { journals: 0, ignoresSyncs: 4, failingWrites: 8, failingSyncs: 12, syncDelayUs: 16, seed: 20 };
const CLOCK_OFFSET_AT = 24;
const FAILED_WRITES_AT = 32;
const FAILED_SYNCS_AT = 40;

// A disk writes sectors whole. A page of the database has several.
const SECTOR = 512;
const BLOCK = 4096;

const readNumber = (bytes, at) => Number(bytes.readBigUInt64LE(at));
const chooseOne = (values) => values[Math.floor(random() * values.length)];

/** The result of the statements on a copy of the database, which has no other user. Each result is a list of rows. */
export function query(database, ...statements) {
  const program =
    "import json,sqlite3,sys\n" +
    "connection = sqlite3.connect(sys.argv[1])\n" +
    "print(json.dumps([connection.execute(statement).fetchall() for statement in sys.argv[2:]]))";
  const options = { encoding: "utf8", maxBuffer: JOURNAL_BYTES };
  const { status, stdout, stderr } = spawnSync("python3", ["-c", program, database, ...statements], options);
  if (status !== 0) throw new Error(`can't read the database: ${stderr}`);
  return JSON.parse(stdout);
}

/** Faults of the disk and the clock of one server, which uses SQLite. */
export class Faults {
  #karavan;
  #folder;
  #database;
  #control;

  constructor(karavan) {
    this.#karavan = karavan;
    this.#folder = join(karavan.folder, "faults");
    mkdirSync(this.#folder);
    this.#database = join(realpathSync(karavan.folder), "soak.db");
    const source = fileURLToPath(new URL("faults.c", import.meta.url));
    const compiler = ["-shared", "-fPIC", "-O1", "-Wall", "-pthread", "-o", this.#path("faults.so"), source];
    const { status, stderr } = spawnSync(process.env.CC ?? "cc", compiler, { encoding: "utf8" });
    if (status !== 0) throw new Error(`can't compile faults.c: ${stderr}`);
    writeFileSync(this.#path("control"), Buffer.alloc(CONTROL_BYTES));
    this.#control = openSync(this.#path("control"), "r+");
    this.set({ seed });
  }

  #path(name) {
    return join(this.#folder, name);
  }

  /** The command that starts the server with the library. All changes of the database so far count as durable. */
  command() {
    writeFileSync(this.#path("journal"), "");
    truncateSync(this.#path("journal"), JOURNAL_BYTES);
    return [
      "env",
      `LD_PRELOAD=${this.#path("faults.so")}`,
      `FAULTS_FOLDER=${this.#karavan.folder}`,
      `FAULTS_JOURNAL=${this.#path("journal")}`,
      `FAULTS_CONTROL=${this.#path("control")}`,
      this.#karavan.program,
      "serve",
    ];
  }

  /** Changes settings, also while the server runs. Shares are of 10,000. */
  set(settings) {
    for (const [name, value] of Object.entries(settings)) {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32LE(value);
      writeSync(this.#control, bytes, 0, 4, SETTINGS[name]);
    }
  }

  /** Sets the server's clock to this many seconds after the real time, or before it. */
  setClockOffset(seconds) {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(Math.round(seconds * 1e9)));
    writeSync(this.#control, bytes, 0, 8, CLOCK_OFFSET_AT);
  }

  /** The numbers of writes and syncs that have failed. */
  failed() {
    const bytes = Buffer.alloc(CONTROL_BYTES);
    readSync(this.#control, bytes, 0, CONTROL_BYTES, 0);
    return { writes: Number(bytes.readBigUInt64LE(FAILED_WRITES_AT)), syncs: Number(bytes.readBigUInt64LE(FAILED_SYNCS_AT)) };
  }

  /** Whether a file of the database has changes that are not synced: the main file, or with "-wal" the write-ahead log. */
  hasUnsyncedChanges(end = "") {
    const { files } = this.#readHeader();
    return files.some(({ path, last, durable }) => path === `${this.#database}${end}` && last > durable);
  }

  /**
   * Restores what a power loss may leave after the server was killed: of the changes that were not synced, a random part.
   * Returns the numbers of these changes, of the changes in the main file, and of the sectors that lost one.
   */
  losePower() {
    const files = this.#unsyncedChanges();
    let lostSectors = 0;
    for (const [path, changes] of files) lostSectors += revertChanges(path, changes);
    rmSync(`${this.#database}-shm`, { force: true });
    const count = (changes) => changes.reduce((sum, { length }) => sum + length, 0);
    return { changes: count([...files.values()]), mainChanges: count([files.get(this.#database) ?? []]), lostSectors };
  }

  /** Copies the database, so that reading it leaves the recovery to the server. Returns the path of the copy. */
  copyDatabase() {
    const copy = this.#path("copy.db");
    for (const end of ["", "-wal", "-shm"]) rmSync(`${copy}${end}`, { force: true });
    for (const end of ["", "-wal"]) {
      try {
        copyFileSync(`${this.#database}${end}`, `${copy}${end}`);
      } catch (error) {
        if (error.code !== "ENOENT" || end === "") throw error;
      }
    }
    return copy;
  }

  #readJournal(offset, length) {
    const journal = openSync(this.#path("journal"), "r");
    const bytes = Buffer.alloc(length);
    readSync(journal, bytes, 0, length, offset);
    closeSync(journal);
    return bytes;
  }

  #readHeader() {
    const header = this.#readJournal(0, HEADER_BYTES);
    const files = Array.from({ length: readNumber(header, 16) }, (_, index) => {
      const at = FILES_AT + index * FILE_BYTES;
      const path = header.toString("utf8", at, header.indexOf(0, at));
      return { path, last: readNumber(header, at + PATH_BYTES), durable: readNumber(header, at + PATH_BYTES + 8) };
    });
    return { end: Math.max(readNumber(header, 0), HEADER_BYTES), files };
  }

  /** The changes that were not synced, oldest first, by file. */
  #unsyncedChanges() {
    const { end, files } = this.#readHeader();
    const body = this.#readJournal(HEADER_BYTES, end - HEADER_BYTES);
    const found = new Map();
    for (let at = 0; at < body.length; ) {
      const fields = [0, 8, 16, 24, 32, 40].map((field) => readNumber(body, at + field));
      const [file, change, offset, length, oldSize, oldLength] = fields;
      const old = body.subarray(at + CHANGE_BYTES, at + CHANGE_BYTES + oldLength);
      at += CHANGE_BYTES + Math.ceil(oldLength / 8) * 8;
      const { path, durable } = files[file];
      if (change <= durable) continue;
      if (!found.has(path)) found.set(path, []);
      found.get(path).push({ offset, length, oldSize, old });
    }
    return found;
  }
}

/** Reverts a random part of the changes of a file. Returns the number of sectors that lost a change. */
function revertChanges(path, changes) {
  const current = readFileSync(path);
  const size = Math.max(current.length, ...changes.flatMap(({ offset, length, oldSize }) => [offset + length, oldSize]));
  // The content before each change, from the newest to the durable one.
  const image = Buffer.alloc(Math.ceil(size / SECTOR) * SECTOR);
  current.copy(image);
  const versions = new Map();
  for (const { offset, length, old } of changes.toReversed()) {
    if (length === 0) continue;
    const sectors = [];
    for (let at = offset - (offset % SECTOR); at < offset + length; at += SECTOR) sectors.push(at);
    const copySector = (at) => Buffer.from(image.subarray(at, at + SECTOR));
    for (const at of sectors) if (!versions.has(at)) versions.set(at, [copySector(at)]);
    image.fill(0, offset, offset + length);
    old.copy(image, offset);
    for (const at of sectors) versions.get(at).push(copySector(at));
  }
  const result = Buffer.alloc(image.length);
  current.copy(result);
  const keptShare = chooseOne([0, 0.5, 0.5, 1]);
  const fates = new Map();
  let lost = 0;
  for (const [at, contents] of versions) {
    const block = Math.floor(at / BLOCK);
    // Of a fifth of the blocks, only some sectors were written.
    if (!fates.has(block)) fates.set(block, random() < 0.2 ? "torn" : random() < keptShare ? "kept" : "lost");
    const fate = fates.get(block);
    const content = fate === "torn" ? chooseOne(contents) : contents.at(fate === "kept" ? 0 : -1);
    if (!content.equals(contents[0])) lost += 1;
    content.copy(result, at);
  }
  const sizes = [...changes.map(({ oldSize }) => oldSize), current.length];
  const between = sizes[0] + Math.floor(random() * (current.length - sizes[0]));
  writeFileSync(path, result.subarray(0, chooseOne([sizes[0], current.length, current.length, between, chooseOne(sizes)])));
  return lost;
}
