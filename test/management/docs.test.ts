/** The page of area A tells the truth: every request on it is sent, and its tables are the code's. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { DEVICE_STATES, mayFollow } from "../../src/core/management/devices/device-states.ts";
import { ATTRIBUTE_CODES } from "../../src/interfaces/management/errors.ts";
import { openManagementApp } from "../kit/management.ts";

const PAGE = await readFile(
  path.resolve(import.meta.dirname, "../../docs/interfaces/management.md"),
  "utf8",
);

type Management = Awaited<ReturnType<typeof openManagementApp>>;
type Method = "GET" | "POST" | "PATCH";

/** Sends what a block asks for, with our ids in the places of the page's. */
class Reader {
  readonly #management: Management;
  /** Ours by kind and the page's: ids of two kinds may be the same. */
  readonly #ids = new Map<string, string>();

  constructor(management: Management) {
    this.#management = management;
  }

  async send(block: string): Promise<unknown> {
    const words = Array.from(
      block.replaceAll("\\\n", "").matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g),
      ([, plain, quoted, bare = ""]) => plain ?? quoted ?? bare,
    );
    const after = (option: string) => words[words.indexOf(option) + 1] ?? "";
    const login = Buffer.from(after("-u")).toString("base64");
    const payload = words.includes("-d") ? this.#ours(after("-d")) : undefined;
    const method = (words.includes("-X") ? after("-X") : payload ? "POST" : "GET") as Method;
    const url = words.find((word) => word.startsWith("$URL"))?.replace("$URL", "/api/v1") ?? "";
    // As curl would: a body of no named type is a form.
    const [, json = ""] = /^JSON="content-type: (\S+)"$/m.exec(PAGE) ?? [];
    const named = words.includes("-H") ? json : "application/x-www-form-urlencoded";
    const type = payload === undefined ? {} : { "content-type": named };
    const reply = await this.#management.server.inject({
      method,
      url: this.#oursIn(url),
      headers: { authorization: `Basic ${login}`, ...type },
      ...(payload === undefined ? {} : { payload }),
    });
    return reply.json();
  }

  /** What differs from run to run is compared by its looks, ids by being the same everywhere. */
  compare(kind: string, shown: unknown, real: unknown): void {
    assert.deepEqual(this.#plain(kind, real, shown), this.#plain(kind, shown, shown));
  }

  #plain(kind: string, value: unknown, shown: unknown): unknown {
    if (Array.isArray(value)) {
      return value.map((item, at) => this.#plain(kind, item, (shown as unknown[])[at]));
    }
    if (typeof value !== "object" || value === null) return value;
    const pairs = Object.entries(value).map(([name, member]) => {
      const other = (shown as Record<string, unknown> | undefined)?.[name];
      if (name === "id") return [name, this.#same(kind, String(other), String(member))];
      if (VOLATILE[name]?.test(String(member))) return [name, "another each time"];
      return [name, this.#plain(KINDS[name] ?? kind, member, other)];
    });
    return Object.fromEntries(pairs);
  }

  #same(kind: string, shown: string, real: string): string {
    const key = `${kind} ${shown}`;
    if (shown !== real && !this.#ids.has(key)) this.#ids.set(key, real);
    return real === shown ? (this.#ids.get(key) ?? shown) : real;
  }

  #ours(body: string): string {
    return body.replace(/"(client|directPartner)": \{"id": "(\d+)"\}/g, (whole, member, id) =>
      whole.replace(`"${id}"`, `"${this.#ids.get(`${KINDS[member]} ${id}`) ?? id}"`),
    );
  }

  #oursIn(url: string): string {
    return url
      .replace(
        /\/(partner|device)s\/(\d+)$/,
        (_, kind, id) => `/${kind}s/${this.#ids.get(`${kind} ${id}`) ?? id}`,
      )
      .replace(/partner=(\d+)/, (_, id) => `partner=${this.#ids.get(`partner ${id}`) ?? id}`);
  }
}

const KINDS: Readonly<Record<string, string>> = {
  parent: "partner",
  partner: "partner",
  directPartner: "partner",
  client: "client",
  location: "location",
  contact: "user",
  device: "device",
  deviceType: "type",
  deviceState: "state",
};
const VOLATILE: Readonly<Record<string, RegExp>> = {
  uuid: /^[0-9a-f-]{36}$/,
  created: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  modified: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  clientNumber: /^\d{6}$/,
};

test("every example of management.md is answered as it says", async (t) => {
  const reader = new Reader(await openManagementApp(t));
  const examples = PAGE.matchAll(/^```sh\n(curl [\s\S]*?)^```\n```json\n([\s\S]*?)^```$/gm);
  let compared = 0;
  for (const [, block = "", shown = ""] of examples) {
    const answer = await reader.send(block);
    const [, kind = ""] = /\$URL\/(\w+?)s?[/?"]/.exec(block) ?? [];
    reader.compare(kind, JSON.parse(shown), answer);
    compared++;
  }
  assert.equal(compared, Array.from(PAGE.matchAll(/^curl /gm)).length);
  assert.ok(compared >= 10, `${compared}`);
});

test("the tables of states and attribute codes are those of the code", () => {
  const codes = Array.from(PAGE.matchAll(/^\| (100\d) \|/gm), ([, code]) => Number(code));
  assert.deepEqual(codes, Object.values(ATTRIBUTE_CODES));
  const rows = PAGE.split("| State | Leads to |\n|---|---|\n")[1]?.split("\n\n")[0] ?? "";
  const namesOf = (cell = "") => Array.from(cell.matchAll(/`(\w+)`/g), ([, name]) => name);
  const said = new Map<unknown, readonly unknown[] | "any">();
  for (const row of rows.split("\n")) {
    const [, states, leads = ""] = row.split("|");
    for (const state of namesOf(states)) {
      said.set(state, leads.includes("any other") ? "any" : namesOf(leads));
    }
  }
  for (const from of DEVICE_STATES) {
    const leads = DEVICE_STATES.filter((to) => to !== from && mayFollow(from, to));
    const all = DEVICE_STATES.filter((to) => to !== from);
    const told = said.get(from);
    assert.deepEqual(new Set(told === "any" ? all : told), new Set(leads), from);
  }
});
