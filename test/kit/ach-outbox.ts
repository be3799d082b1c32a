/**
 * The bank's transfer program. It takes files out of the outbox and checks that no file comes
 * twice.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Folders } from "../../src/adapters/directory-drop/folders.ts";
import type { DatabasePool } from "../../src/db/database-pool.ts";

export interface TakenEntry {
  readonly id: string;
  readonly trace: string;
  readonly cents: number;
}

const LOOK_EVERY_MS = 3;

export class TransferProgram {
  readonly names = new Set<string>();
  readonly #folders: Pick<Folders, "outbox">;
  readonly #taken: string;

  private constructor(folders: Pick<Folders, "outbox">, taken: string) {
    this.#folders = folders;
    this.#taken = taken;
  }

  static async open(folders: Pick<Folders, "outbox">): Promise<TransferProgram> {
    const taken = path.join(path.dirname(folders.outbox), "taken by the bank");
    await mkdir(taken);
    return new TransferProgram(folders, taken);
  }

  async take(): Promise<void> {
    // Banks do not take files whose upload is not complete.
    const names = (await readdir(this.#folders.outbox)).filter((name) => !name.endsWith(".part"));
    for (const name of names) {
      assert.ok(!this.names.has(name), `${name} was put into the outbox twice`);
      this.names.add(name);
      await rename(path.join(this.#folders.outbox, name), path.join(this.#taken, name));
    }
  }

  /** Keeps taking files until the work is done, so that a second hand-over is noticed. */
  async takeDuring<Result>(work: Promise<Result>): Promise<Result> {
    let isDone = false;
    const settled = work.finally(() => {
      isDone = true;
    });
    settled.catch(() => {});
    while (!isDone) {
      await this.take();
      await pause(LOOK_EVERY_MS);
    }
    await this.take();
    return settled;
  }

  /** Reads the fields by their columns. */
  async entries(): Promise<TakenEntry[]> {
    const texts = await Promise.all([...this.names].map((name) => this.#read(name)));
    const lines = texts.flatMap((text) => text.toString("latin1").split("\n"));
    return lines
      .filter((line) => line.startsWith("6"))
      .map((line) => ({
        id: line.slice(39, 54).trim(),
        trace: line.slice(79),
        cents: Number(line.slice(29, 39)),
      }));
  }

  /** Every batched entry was sent in exactly one file, with the bytes that were fixed. */
  async assertEveryEntryLeftOnce(owner: DatabasePool): Promise<void> {
    const entries = await this.entries();
    const batched = await owner.rows<{ id: string; cents: number }>`
      select lpad(id::text, 12, '0') as id, amount_cents as cents from transactions
      where tender_type = 'ACH' and batched_at is not null`;
    const ids = new Set(entries.map(({ id }) => id));
    assert.equal(ids.size, entries.length, "an entry is in two files");
    assert.equal(entries.length, batched.length, "an entry was lost");
    assert.ok(batched.every(({ id }) => ids.has(id)));
    const traces = new Set(entries.map(({ trace }) => trace));
    assert.equal(traces.size, entries.length, "a trace number was used twice");
    const sum = (rows: readonly { readonly cents: number }[]) =>
      rows.reduce((total, { cents }) => total + cents, 0);
    assert.equal(sum(entries), sum(batched));
    await this.#assertBooksAgree(owner, entries.length);
  }

  async #assertBooksAgree(owner: DatabasePool, entryCount: number): Promise<void> {
    const files = await owner.rows<{ name: string; state: string; digest: string }>`
      select name, state, encode(digest, 'hex') as digest from ach_files`;
    assert.deepEqual(
      files.map(({ name, state }) => `${name} ${state}`).sort(),
      [...this.names].map((name) => `${name} handed_over`).sort(),
    );
    for (const { name, digest } of files) {
      const bytes = await this.#read(name);
      assert.equal(createHash("sha256").update(bytes).digest("hex"), digest, name);
    }
    const [books] = await owner.rows<{ entries: number; counted: number }>`
      select (select count(*)::int from ach_entries) as entries,
        (select coalesce(sum(entry_count), 0)::int from ach_files) as counted`;
    assert.deepEqual(books, { entries: entryCount, counted: entryCount });
  }

  #read(name: string): Promise<Buffer> {
    return readFile(path.join(this.#taken, name));
  }
}
