/** Reads a page of docs/interfaces as its readers do, and holds what it shows against what happens. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { openAch } from "../../src/app/areas/ach.ts";
import { openPayments } from "../../src/app/areas/payments.ts";
import { allBusinessWork } from "../../src/app/time/business-work.ts";
import { readConfig } from "../../src/config.ts";
import { forceCutOffs } from "../../src/core/ach/forced/force-cut-off.ts";
import type { BusinessWork } from "../../src/core/calendar/business-work.ts";
import { reconcile } from "../../src/core/payments/reconcile.ts";
import type { TestApp } from "./app.ts";
import { testHosts } from "./hosts.ts";
import type { Block } from "./pages.ts";
import { purgeNeeds } from "./purges.ts";

const FORM = "application/x-www-form-urlencoded";
const CONFIG = readConfig({ LOG_LEVEL: "silent" });
const READER = { actor: { kind: "command_line", id: "reader", name: "reader" } } as const;
const DAY = { hours: 24 };

/** A work that business time brought, and what it said. */
interface Done {
  readonly work: BusinessWork;
  readonly said: string;
}

/** What a reader does with a page: sets variables, sends requests, lets time pass, keeps ids. */
export class PageReader {
  readonly #app: TestApp;
  readonly #variables = new Map<string, string>();
  /** Ours by the page's. */
  readonly #ids = new Map<string, string>();
  /** On the last day that the clock was moved over. */
  #done: readonly Done[] = [];

  constructor(app: TestApp) {
    this.#app = app;
  }

  async run({ kind, text }: Block): Promise<unknown> {
    if (kind === "sh later") await this.#wait();
    if (text.includes("ach cutoff")) await forceCutOffs(this.#ach(), undefined, READER);
    const [, days] = /clock advance (\d+)d/.exec(text) ?? [];
    if (days !== undefined) this.#done = await this.#advance(Number(days));
    let answer: unknown;
    for (const command of text.replaceAll("\\\n", "").split("\n")) {
      const [, name, value] = /^(\w+)=(.*)$/.exec(command) ?? [];
      if (name !== undefined && value !== undefined) this.#variables.set(name, this.#worth(value));
      if (command.startsWith("curl ")) answer = await this.#send(this.#wordsOf(command));
    }
    return answer;
  }

  /** Shown and real fields in one form: "…" for what the page leaves out, our ids for the page's. */
  compare(shown: string, answer: unknown): void {
    const pieces = shown.trim().slice(1, -1).split("…").map(entriesOf);
    const names = new Set(pieces.flat().map(([name]) => name));
    const real = Object.entries(answer as object);
    for (const [name, id] of pieces.flat()) this.#learn(name, String(id), real);
    const expected = pieces.flatMap((piece, at) => [
      ...(at === 0 ? [] : ["…"]),
      ...piece.map(([name, value]) => mask(name, this.#ids.get(String(value)) ?? value)),
    ]);
    const said = real.map(([name, value]) => (names.has(name) ? mask(name, value) : "…"));
    const isFirst = (one: string, at: number) => one !== "…" || said[at - 1] !== "…";
    assert.deepEqual(said.filter(isFirst), expected);
  }

  /** Where a page shows no answer there was no request, or one that went well. */
  compareSilent(answer: unknown): void {
    if (answer !== undefined) assert.equal((answer as { error_code: unknown }).error_code, "0");
  }

  /** What the command prints of a day that ended when the page says. */
  comparePrint(shown: string): void {
    const [, end = ""] = /The business clock is at (\S+)\.$/m.exec(shown) ?? assert.fail(shown);
    const day = {
      end: Temporal.Instant.from(end),
      start: Temporal.Instant.from(end).subtract(DAY),
    };
    const due = this.#done.map(({ work, said }) => ({ at: work.next(day.start), work, said }));
    const lines = due
      .filter(({ at }) => Temporal.Instant.compare(at, day.end) <= 0)
      .sort((a, b) => Temporal.Instant.compare(a.at, b.at))
      .map(({ at, work, said }) => `${at}  ${work.name}: ${said}`);
    const printed = [...lines, `The business clock is at ${end}.`].join("\n");
    const anyMonth = (text: string) => text.trim().replace(/month \d+/, "month …");
    assert.equal(anyMonth(shown), anyMonth(printed));
  }

  #learn(name: string, id: string, real: readonly [string, unknown][]): void {
    if (name !== "transaction_id" || this.#ids.has(id)) return;
    const ours = String(real.find(([field]) => field === name)?.[1]);
    assert.match(ours, /^\d{12}$/);
    assert.ok(![...this.#ids.values()].includes(ours), `${ours} is ${id} and another on the page`);
    this.#ids.set(id, ours);
  }

  /** What a shell makes of it: a text in quotes, the time, or the hash of a text with the time. */
  #worth(value: string): string {
    const now = String(Math.floor(this.#app.clock.wall().epochMilliseconds / 1_000));
    if (value === "$(date +%s)") return now;
    const [, text] = /^\$\(printf '(.*)' \$NOW \| openssl dgst -sha256 /.exec(value) ?? [];
    if (text === undefined) return value.replaceAll('"', "");
    return createHash("sha256").update(text.replace("%s", now)).digest("hex");
  }

  #wordsOf(command: string): readonly string[] {
    const expand = (text: string) =>
      text.replace(/\$(\w+)/g, (_, name) => this.#variables.get(name) ?? assert.fail(name));
    const words = command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g);
    return Array.from(words, ([, plain, quoted, bare = ""]) => plain ?? expand(quoted ?? bare));
  }

  async #send([, ...words]: readonly string[]): Promise<unknown> {
    const headers: Record<string, string> = { "content-type": FORM };
    const pairs: string[] = [];
    let url = "";
    for (const rest = [...words]; rest.length > 0; ) {
      const [word = "", value = ""] = rest;
      const isOption = ["-d", "-H", "--data-urlencode"].includes(word);
      rest.splice(0, isOption ? 2 : 1);
      const [name = "", ...others] = value.split(word === "-H" ? ": " : "=");
      if (word === "-d") pairs.push(value);
      else if (word === "-H") headers[name] = others.join(": ");
      else if (isOption) pairs.push(`${name}=${encodeURIComponent(others.join("="))}`);
      else if (word !== "-s") url = new URL(word).pathname;
    }
    const payload = pairs
      .join("&")
      .replace(/(?<==)\d{12}(?=&|$)/g, (id) => this.#ids.get(id) ?? id);
    const { body } = await this.#app.server.inject({ method: "POST", url, headers, payload });
    return body.startsWith("{") ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body));
  }

  async #wait(): Promise<void> {
    this.#app.clock.advance({ minutes: 1 });
    await reconcile(this.#payments(), (error) => assert.fail(String(error)));
  }

  async #advance(days: number): Promise<readonly Done[]> {
    const { clock, database } = this.#app;
    clock.advance({ hours: 24 * days });
    const { retention } = CONFIG;
    const needs = {
      purges: purgeNeeds(database.owner),
      retention,
      payments: this.#payments(),
      ach: this.#ach(),
    };
    const done: Done[] = [];
    for (const work of await allBusinessWork(needs)) {
      done.push({ work, said: String(await work.run(clock.business())) });
    }
    return done;
  }

  #ach() {
    const { clock, custody, database } = this.#app;
    const open = { db: database.payments, custody, clock, config: CONFIG, dataDir: tmpdir() };
    return { ...openAch(open), onTrouble: () => assert.fail("a bank is in trouble") };
  }

  #payments() {
    const { custody, clock, database } = this.#app;
    return openPayments({
      db: database.payments,
      custody,
      clock,
      config: CONFIG,
      hosts: testHosts(CONFIG),
    });
  }
}

function entriesOf(piece: string): [name: string, value: unknown][] {
  return Object.entries(JSON.parse(`{${piece.replace(/^[\s,]+|[\s,]+$/g, "")}}`));
}

/** What differs from run to run, by its looks. */
const VOLATILE: Readonly<Record<string, RegExp>> = {
  transaction_timestamp: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
  authorization_code: /^[0-9A-F]{6}$/,
};

function mask(name: string, value: unknown): string {
  const isVolatile = typeof value === "string" && VOLATILE[name]?.test(value);
  return JSON.stringify([name, isVolatile ? "another each time" : value]);
}
