/** A cut-off of ACH entries, from waiting rows to a file in the bank's folder, against a COPY. */
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { from as copyFrom } from "pg-copy-streams";
import type { DatabasePool } from "../../src/db/database-pool.ts";
import { migrate, readMigrations } from "../../src/db/migrate.ts";
import type { CutOffDone, CutOffOrder } from "../ach/cutoff-process.ts";
import { Child } from "../child.ts";
import { makeDataDir } from "../data-folder.ts";
import { openOwner } from "../environment.ts";
import type { BenchRow } from "../row.ts";
import type { Measured } from "../turn.ts";

const ENTRIES = 100_000;

export const achCutoff: BenchRow = {
  name: "ach-cutoff",
  about:
    "entries taken, opened, written and handed over in one file of 100 thousand, against one bare COPY of as many rows of the table of entries",
  unit: "entries a second",
  better: "higher",
  limits: [
    { figure: "value", unit: "a second", atLeast: 10_000 },
    { figure: "memory MB", unit: "MB", atMost: 150 },
  ],

  async prepare(installation, cleaning, { scale }) {
    const databaseUrl = await (await installation.databaseServer()).createDatabase(cleaning);
    const owner = openOwner(cleaning, databaseUrl);
    await migrate(owner, await readMigrations());
    await owner.rows`create schema bench`;
    await owner.rows`create table bench.ach_entries (like ach_entries including all)`;
    const folder = await makeDataDir(cleaning);
    await mkdir(folder, { recursive: true });
    const child = new Child(cleaning, {
      file: path.join(import.meta.dirname, "../ach/cutoff-process.ts"),
      settings: { DATABASE_URL: databaseUrl, ACH_FOLDER: folder },
    });
    await child.heard();
    const count = Math.ceil(ENTRIES * scale);
    return { product: () => cutOff(child, count), peer: () => copy(owner, count) };
  },
};

async function cutOff(child: Child, count: number): Promise<Measured> {
  await child.ask({ kind: "fill", count } satisfies CutOffOrder);
  const done = await child.ask<CutOffDone>({ kind: "cut off" } satisfies CutOffOrder);
  if (done.entries !== count) throw new Error(`${done.entries} of ${count} entries left`);
  const figures = { "memory MB": done.memoryMb };
  return { value: (done.entries / done.tookMs) * 1000, figures };
}

let copied = 0;

/** The others have defaults. */
const COLUMNS =
  "account_id, transaction_id, file_id, batch_number, sequence, trace_number, amount_cents";

async function copy(owner: DatabasePool, count: number): Promise<Measured> {
  const lines = Array.from({ length: count }, () => {
    const place = ++copied;
    const cells = [130_000_000_001, place, 1, 1, place, 61_000_140_000_000 + place, 1234];
    return `${cells.join("\t")}\n`;
  });
  const text = lines.join("");
  const started = performance.now();
  await owner.withClient(async (client) => {
    const stream = client.query(copyFrom(`copy bench.ach_entries (${COLUMNS}) from stdin`));
    stream.end(text);
    await once(stream, "finish");
  });
  return { value: (count / (performance.now() - started)) * 1000 };
}
