/**
 * The database of each server under test: a copy of the template of the run. It is a file of SQLite, or with `KARAVAN_E2E_POSTGRES`, the
 * URL of a PostgreSQL server, a database there.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync } from "node:fs";
import { basename, join } from "node:path";
import { runFolder, templateDatabase } from "./paths.ts";

const postgres = process.env.KARAVAN_E2E_POSTGRES;

export interface Database {
  /** The value of `DATABASE_URL`. */
  readonly url: string;
  /** Runs statements. */
  sql(statements: string): void;
  drop(): void;
}

function psql(url: string, statements: string): void {
  const options = ["--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", "--command", statements];
  execFileSync("psql", [...options, url], { stdio: ["ignore", "ignore", "inherit"] });
}

/** The name of the run's database with this ending. Names of folders have letters that names of databases don't have. */
const nameOf = (ending: string) => `${basename(runFolder())}_${ending}`.toLowerCase().replaceAll(/[^a-z0-9_]/g, "_");

function postgresDatabase(server: string, name: string): Database {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    sql: (statements) => psql(url.href, statements),
    drop: () => psql(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

function sqliteDatabase(file: string): Database {
  const script = "import sqlite3, sys; sqlite3.connect(sys.argv[1], timeout=10).executescript(sys.argv[2])";
  return {
    url: `sqlite://${file}?mode=rwc`,
    sql: (statements) => void execFileSync("python3", ["-c", script, file, statements]),
    // Its folder is removed.
    drop: () => undefined,
  };
}

/** The template. `migrate` and `demo` fill it. */
export function template(): Database {
  return postgres ? postgresDatabase(postgres, nameOf("template")) : sqliteDatabase(templateDatabase());
}

/** Creates the empty template. */
export function createTemplate(): Database {
  if (postgres) psql(postgres, `CREATE DATABASE ${nameOf("template")}`);
  return template();
}

/** Copies the template for a server with this folder. */
export function copyTemplate(folder: string): Database {
  if (postgres) {
    const name = nameOf(basename(folder));
    psql(postgres, `CREATE DATABASE ${name} TEMPLATE ${nameOf("template")}`);
    return postgresDatabase(postgres, name);
  }
  const file = join(folder, "karavan.db");
  // The write-ahead log may hold changes that are not yet in the database file.
  for (const part of ["", "-wal"]) {
    const source = templateDatabase() + part;
    if (existsSync(source)) copyFileSync(source, file + part);
  }
  return sqliteDatabase(file);
}
