/** docs/interfaces/pos.md tells the truth: every request that it shows is sent, in its order. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import type { FastifyInstance } from "fastify";
import { SALE_STATUSES } from "../../src/core/pos/sales/sale.ts";
import { openTestApp } from "../kit/app.ts";

const PAGE = path.resolve(import.meta.dirname, "../../docs/interfaces/pos.md");
const page = await readFile(PAGE, "utf8");

/** What differs from run to run; it is learnt where the page first shows it. */
const VOLATILE = ["token", "transaction_id"];

class Reader {
  readonly #server: FastifyInstance;
  readonly #variables = new Map<string, string>();
  /** Ours by the page's. */
  readonly #ours = new Map<string, string>();

  constructor(server: FastifyInstance) {
    this.#server = server;
  }

  async run(block: string): Promise<unknown> {
    let answer: unknown;
    for (const command of block.trim().split("\n")) {
      const [, name, value] = /^(\w+)=(\S*)$/.exec(command) ?? [];
      if (name !== undefined && value !== undefined) this.#variables.set(name, value);
      else answer = await this.#send(this.#wordsOf(command));
    }
    return answer;
  }

  /** Where the page leaves something out, it shows a part; else it shows all. */
  compare(shown: string, real: unknown): void {
    const text = shown.replace(/,\s*…/g, "").replace(/…\s*,/g, "");
    this.#learn(JSON.parse(text), real);
    const ours = [...this.#ours].reduce((all, [theirs, own]) => all.replaceAll(theirs, own), text);
    const expected = JSON.parse(ours);
    if (shown.includes("…")) assert.partialDeepStrictEqual(real, expected);
    else assert.deepEqual(real, expected);
  }

  #learn(shown: object, real: unknown): void {
    for (const name of VOLATILE) {
      const [theirs, ours] = [shown, real as object].map(
        (record) => (record as Record<string, unknown>)[name],
      );
      if (typeof theirs === "string" && !this.#ours.has(theirs)) {
        this.#ours.set(theirs, String(ours));
      }
    }
  }

  #wordsOf(command: string): readonly string[] {
    const expand = (text: string) =>
      text.replace(/\$(\w+)/g, (_, name) => this.#variables.get(name) ?? assert.fail(name));
    const words = command.matchAll(/"([^"]*)"|(\S+)/g);
    const own = (text: string) =>
      [...this.#ours].reduce((all, [theirs, ours]) => all.replaceAll(theirs, ours), text);
    return Array.from(words, ([, quoted, bare = ""]) => own(expand(quoted ?? bare)));
  }

  async #send([curl, ...words]: readonly string[]): Promise<unknown> {
    assert.equal(curl, "curl");
    const headers: Record<string, string> = {};
    const pairs = new URLSearchParams();
    let [url, method] = ["", ""];
    const options: Record<string, (value: string) => void> = {
      "-d": (value) => pairs.append(...cut(value, "=")),
      "-H": (value) => Object.assign(headers, Object.fromEntries([cut(value, ": ")])),
      "-X": (value) => {
        method = value;
      },
    };
    for (const rest = [...words]; rest.length > 0; ) {
      const word = rest.shift() ?? "";
      const option = options[word];
      if (option !== undefined) option(rest.shift() ?? "");
      else if (word !== "-s") url = word.replace("http://127.0.0.1:8080", "");
    }
    const payload = pairs.toString();
    if (payload !== "") headers["content-type"] = "application/x-www-form-urlencoded";
    const verb = (method || (payload === "" ? "GET" : "POST")) as "GET";
    const reply = await this.#server.inject({ method: verb, url, headers, payload });
    return reply.json();
  }
}

function cut(text: string, mark: string): [string, string] {
  const [name = "", ...others] = text.split(mark);
  return [name, others.join(mark)];
}

test("every example of pos.md is answered as it says", async (t) => {
  const { server } = await openTestApp(t);
  const reader = new Reader(server);
  const found = page.matchAll(/^```(sh|json)\n([\s\S]*?)^```$/gm);
  const blocks = Array.from(found, ([, kind = "", text = ""]) => ({ kind, text }));
  let compared = 0;
  for (const [at, { kind, text }] of blocks.entries()) {
    if (kind !== "sh") continue;
    const answer = await reader.run(text);
    const next = blocks[at + 1];
    if (next?.kind !== "json") continue;
    await t.test(text.trim().slice(-60), () => reader.compare(next.text, answer));
    compared++;
  }
  assert.ok(compared >= 14, `${compared} examples`);
});

test("every status of a sale is on the page", () => {
  for (const status of SALE_STATUSES) assert.ok(page.includes(`${status}`), status);
});
