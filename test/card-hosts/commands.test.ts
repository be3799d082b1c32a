/** The `card-hosts` commands, and the rules for adding, changing and removing a card host. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import {
  addCardHostCommand,
  checkCardHostCommand,
  listCardHostsCommand,
  removeCardHostCommand,
  setCardHostCommand,
} from "../../src/commands/card-hosts/card-hosts.ts";
import { readConfig } from "../../src/config.ts";
import { CardHostStore } from "../../src/core/card-hosts/card-host-store.ts";
import { addCardHost } from "../../src/core/card-hosts/edit-card-hosts.ts";
import {
  type ConnectionTexts,
  type ConnectionValue,
  readConnection,
  writeConnection,
} from "../../src/wire/card-hosts/read-connection.ts";
import { openSeededDatabase } from "../kit/database.ts";
import { IsoCardHost } from "../kit/iso-card-host.ts";

const ISO: ConnectionTexts = {
  kind: "iso8583",
  host: "10.0.0.5",
  port: "8583",
  acquirerId: "123456",
};
const JSON_HOST: ConnectionTexts = { kind: "json", url: "https://cards.example.com/v1" };

const BAD: readonly (readonly [ConnectionTexts, ConnectionValue])[] = [
  [{ ...ISO, kind: "tcp" }, "kind"],
  [{ ...ISO, host: "" }, "host"],
  [{ ...ISO, host: "two words" }, "host"],
  [{ ...ISO, port: "0" }, "port"],
  [{ ...ISO, port: "65536" }, "port"],
  [{ ...ISO, tls: "maybe" }, "tls"],
  [{ ...ISO, dialect: "2003" }, "dialect"],
  [{ ...ISO, header: "3 binary" }, "header"],
  [{ ...ISO, header: "2 ascii" }, "header"],
  [{ ...ISO, connections: "33" }, "connections"],
  [{ ...ISO, acquirerId: "123456789012" }, "acquirerId"],
  [{ ...ISO, echoSeconds: "0" }, "echoSeconds"],
  [{ ...ISO, certFile: "/a.pem" }, "certKeyFile"],
  [{ ...ISO, certKeyFile: "/a.key" }, "certFile"],
  [{ ...ISO, caFile: "relative.pem" }, "caFile"],
  [{ ...ISO, url: "https://cards.example.com" }, "url"],
  [{ kind: "json" }, "url"],
  [{ kind: "json", url: "ftp://cards.example.com" }, "url"],
  [{ kind: "json", url: "https://user:secret@cards.example.com" }, "url"],
  [{ ...JSON_HOST, dialect: "1987" }, "dialect"],
];

test("the first value that is not allowed is named", () => {
  for (const [texts, value] of BAD) {
    assert.deepEqual(readConnection(texts), { kind: "bad_value", value }, JSON.stringify(texts));
  }
});

test("values that are not given have defaults, and settings can be written as texts again", () => {
  const reading = readConnection(ISO);
  assert.ok(reading.kind === "good");
  assert.deepEqual(reading.connection, {
    ...{ kind: "iso8583", host: "10.0.0.5", port: 8583, acquirerId: "123456" },
    ...{ tls: true, dialect: "1987", header: "2 binary", connections: 2, echoSeconds: 60 },
  });
  assert.deepEqual(readConnection(writeConnection(reading.connection)), reading);
});

/** What a command prints, and the installation it works on. */
async function openCommands(t: TestContext, own: Record<string, string> = {}) {
  const database = await openSeededDatabase(t);
  const config = readConfig({
    DATABASE_URL: database.url,
    MASTER_KEY: "7e57".repeat(16),
    ...own,
  });
  const lines: string[] = [];
  t.mock.method(process.stdout, "write", (text: string) => lines.push(text.trim()) > 0);
  const hosts = () => new CardHostStore(database.owner).listHosts();
  return { config, lines, hosts, database };
}

test("a card host is added, changed, listed and removed, each with an audit entry", async (t) => {
  const { config, lines, hosts, database } = await openCommands(t);
  await addCardHostCommand(config, "acme", JSON_HOST);
  await setCardHostCommand(config, "acme", { url: "https://cards.example.com/v2" });
  await listCardHostsCommand(config, {});
  assert.equal(lines.at(-1), "acme  json  https://cards.example.com/v2");
  assert.equal((await hosts()).length, 1);
  await removeCardHostCommand(config, "acme", {});
  assert.deepEqual(await hosts(), []);
  const acts = await database.owner.rows<{ action: string }>`
    select action from audit_entries where subject_kind = 'card_host' order by id`;
  assert.deepEqual(
    acts.map(({ action }) => action),
    ["card_host.create", "card_host.update", "card_host.remove"],
  );
});

test("a name that is taken or reserved, and a value that is not allowed, are refused", async (t) => {
  const { config, hosts } = await openCommands(t);
  await addCardHostCommand(config, "acme", JSON_HOST);
  await assert.rejects(addCardHostCommand(config, "acme", JSON_HOST), /has or had the name/);
  for (const name of ["simulator", "host", "Acme", ""]) {
    await assert.rejects(addCardHostCommand(config, name, JSON_HOST), /The name must consist of/);
  }
  await assert.rejects(
    addCardHostCommand(config, "iso", { ...ISO, port: "x" }),
    /The port must be/,
  );
  const missing = { ...ISO, caFile: "/nowhere/ca.pem" };
  await assert.rejects(
    addCardHostCommand(config, "iso", missing),
    /Card host iso: the file of certificate authorities \/nowhere\/ca.pem cannot be read \(ENOENT\)/,
  );
  assert.equal((await hosts()).length, 1);
});

test("production refuses a JSON host without encryption", async (t) => {
  const { hosts, database } = await openCommands(t);
  const connection = { kind: "json", url: "http://cards.example.com" } as const;
  const needs = {
    db: database.owner,
    payments: database.owner,
    environment: "production",
  } as const;
  const by = { actor: { kind: "system", name: "test" } } as const;
  const outcome = await addCardHost(needs, { name: "acme", connection }, by);
  assert.deepEqual(outcome, { kind: "bad_value", value: "url" });
  assert.deepEqual(await hosts(), []);
});

test("a card host that accounts or unfinished payments need is not removed", async (t) => {
  const { config, hosts, database } = await openCommands(t);
  await addCardHostCommand(config, "acme", JSON_HOST);
  await database.owner.rows`
    update accounts set card_processor = 'acme' where id = 120000000001`;
  await assert.rejects(
    removeCardHostCommand(config, "acme", {}),
    /1 accounts use card host acme \(120000000001\)/,
  );
  assert.equal((await hosts()).length, 1);
  await assert.rejects(removeCardHostCommand(config, "other", {}), /not found/);
});

test("a card host keeps its kind, and its name even after it was removed", async (t) => {
  const { config, hosts } = await openCommands(t);
  await addCardHostCommand(config, "acme", JSON_HOST);
  await assert.rejects(setCardHostCommand(config, "acme", ISO), /The kind .* cannot be changed/);
  await removeCardHostCommand(config, "acme", {});
  const other = { ...ISO, tls: "no" };
  await assert.rejects(addCardHostCommand(config, "acme", other), /has or had the name acme/);
  const back = { ...JSON_HOST, url: "https://cards.example.com/v3" };
  await addCardHostCommand(config, "acme", back);
  assert.deepEqual(await hosts(), [{ name: "acme", connection: back }]);
});

test("check signs on, or says why it cannot", async (t) => {
  const host = await IsoCardHost.open(t);
  const { config, lines } = await openCommands(t);
  const texts = writeConnection(host.settings());
  await addCardHostCommand(config, "switch", texts);
  await checkCardHostCommand(config, "switch", {});
  assert.equal(lines.at(-1), "Card host switch accepted the sign-on.");
});
