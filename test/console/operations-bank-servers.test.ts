/** Banks that operators connect by SFTP in the console. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { BankCheck, Banks } from "../../src/interfaces/console/operations/banks/contract.ts";
import { openTestApp } from "../kit/app.ts";
import { ConsoleClient, OPERATOR, PARTNER } from "../kit/console.ts";
import { OpenSsh, WITHOUT_OPENSSH } from "../kit/openssh.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";

const skip = WITHOUT_OPENSSH;
const IDS = {
  ...{ destination: "061000146", destinationName: "First Bank", odfi: "06100014" },
  ...{ origin: "1234567890", originName: "Sixdoors", windows: ["17:00 America/New_York"] },
};

interface Refused {
  readonly error: { readonly message: string; readonly fields?: Record<string, string> };
}

async function openConsole(t: Lifetime) {
  const host = await OpenSsh.open(t);
  const app = await openTestApp(t);
  const client = await ConsoleClient.signedIn(app.server, OPERATOR);
  /** The form as an operator fills it in, for new folders of the server. */
  const fill = async (name: string) => {
    const { folders, login: _, ...address } = await host.makeBank();
    const privateKey = (await host.privateKey()).reveal();
    return { name, ...IDS, ...address, ...folders, login: "key", privateKey };
  };
  const findBank = async (name: string) => {
    const { body } = await client.get<Banks>("/operations/banks");
    return body.banks.find((bank) => bank.name === name) ?? assert.fail(`there is no ${name}`);
  };
  return { host, app, client, fill, findBank };
}

test("a bank is connected and tested, and its login is not shown", { skip }, async (t) => {
  const { app, client, fill, findBank } = await openShared(t, openConsole);
  const form = await fill("console-bank");
  assert.deepEqual((await client.post("/operations/banks", form)).body, { name: "console-bank" });
  const { server, network, state } = await findBank("console-bank");
  const { host, port, user, hostKeys, outbox, drafts, inbox, archive } = form;
  const folders = { outbox, drafts, inbox, archive };
  assert.deepEqual(server, { host, port, user, hostKeys, login: "key", ...folders });
  assert.deepEqual([network, state], ["sftp", null]);
  const { body } = await client.post<BankCheck>("/operations/banks/console-bank/check");
  assert.deepEqual(body, { problem: null });
  const [act] = await app.database.owner.rows<{ entry: string; login: string }>`
    select entry::text as entry, after -> 'sftp' ->> 'login' as login from audit_entries entry
    where action = 'bank_connection.create' and subject_id = 'console-bank'`;
  assert.equal(act?.login, "key");
  assert.doesNotMatch(act?.entry ?? "", /PRIVATE KEY/);
});

test("without a fingerprint, the form shows which keys the server offers", { skip }, async (t) => {
  const { host, client, fill } = await openShared(t, openConsole);
  const form = { ...(await fill("keyless")), hostKeys: [] };
  const { status, body } = await client.post<Refused>("/operations/banks", form);
  const text = body.error.fields?.["hostKeys"] ?? "";
  assert.deepEqual([status, text.includes(`ssh-ed25519 ${host.fingerprint()}`)], [422, true], text);
});

test("a server that cannot be used is not saved, unless the check is skipped", {
  skip,
}, async (t) => {
  const { client, fill, findBank } = await openShared(t, openConsole);
  const form = { ...(await fill("unreachable")), user: "stranger" };
  const { status, body } = await client.post<Refused>("/operations/banks", form);
  assert.equal(status, 409);
  assert.match(body.error.message, /refused the login of user stranger.* Nothing was saved\./);
  const skipping = { ...form, skipsCheck: true };
  assert.equal((await client.post("/operations/banks", skipping)).status, 200);
  const checked = await client.post<BankCheck>("/operations/banks/unreachable/check");
  assert.match(checked.body.problem ?? "", /refused the login/);
  assert.equal((await findBank("unreachable")).server?.user, "stranger");
});

test("wrong values are shown beside their fields", { skip }, async (t) => {
  const { client, fill } = await openShared(t, openConsole);
  const form = await fill("wrong-values");
  const fields = async (wrong: object) => {
    const { body } = await client.post<Refused>("/operations/banks", { ...form, ...wrong });
    return Object.keys(body.error.fields ?? {});
  };
  assert.deepEqual(await fields({ host: "", port: 0 }), ["host", "port"]);
  assert.deepEqual(await fields({ privateKey: "" }), ["privateKey"]);
  assert.deepEqual(await fields({ name: "Bank 2" }), ["name"]);
  assert.deepEqual(await fields({ archive: form.inbox }), ["archive"]);
  assert.deepEqual(await fields({ hostKeys: ["MD5:00"] }), ["hostKeys"]);
  assert.deepEqual(await fields({ name: "simulator", skipsCheck: true }), ["name"]);
});

test("a server is changed, and its login stays unless a new one is entered", {
  skip,
}, async (t) => {
  const { client, fill, findBank } = await openShared(t, openConsole);
  const { privateKey, ...form } = await fill("changing");
  await client.post("/operations/banks", { ...form, privateKey });
  const { privateKey: _, ...address } = await fill("changing");
  const path = "/operations/banks/changing/server";
  assert.equal((await client.patch(path, address)).status, 204);
  assert.equal((await findBank("changing")).server?.inbox, address.inbox);
  const other = { ...address, password: "x", login: "password" };
  const { status, body } = await client.patch<Refused>(path, other);
  assert.equal(status, 409, "the new login is tried");
  assert.match(body.error.message, /by password/);
  assert.equal((await client.patch("/operations/banks/simulator/server", address)).status, 404);
  assert.equal((await client.post("/operations/banks/nowhere/check")).status, 404);
});

test("a stored password is entered again for another server", { skip }, async (t) => {
  const { client, fill } = await openShared(t, openConsole);
  const { privateKey: _, ...form } = await fill("with-password");
  const stored = { ...form, login: "password", password: "a secret word", skipsCheck: true };
  assert.equal((await client.post("/operations/banks", stored)).status, 200);
  const path = "/operations/banks/with-password/server";
  const { password, ...address } = stored;
  assert.equal((await client.patch(path, address)).status, 204);
  const moved = { ...address, host: "thief.example" };
  const { status, body } = await client.patch<Refused>(path, moved);
  assert.deepEqual([status, Object.keys(body.error.fields ?? {})], [422, ["password"]]);
  assert.equal((await client.patch(path, { ...moved, password })).status, 204);
});

test("only operators connect banks", { skip }, async (t) => {
  const { app, fill } = await openShared(t, openConsole);
  const partner = await ConsoleClient.signedIn(app.server, PARTNER);
  assert.equal((await partner.post("/operations/banks", await fill("foreign"))).status, 403);
});
