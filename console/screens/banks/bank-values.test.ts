/** The forms of bank connections send lists as lists, and no blank secrets. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { BankServer } from "../../../src/interfaces/console/operations/contract.ts";
import { bankBody, NEW_BANK, serverBody, serverValues } from "./bank-values.ts";

const SERVER: BankServer = {
  ...{ host: "sftp.example", port: 22, user: "us", hostKeys: ["SHA256:a", "SHA256:b"] },
  login: "key",
  ...{ outbox: "/in", drafts: "/in", inbox: "/out", archive: "/done" },
};

test("lines become lists, and blank lines are left out", () => {
  const body = bankBody({
    ...NEW_BANK,
    windows: "17:00 UTC\n\n 09:00 UTC ",
    hostKeys: "SHA256:a\n",
  });
  assert.ok(!("privateKey" in body) && !("password" in body));
  assert.deepEqual([body.windows, body.hostKeys], [["17:00 UTC", "09:00 UTC"], ["SHA256:a"]]);
});

test("a server that is not changed sends no login and keeps the default folder of drafts", () => {
  const body = serverBody(serverValues(SERVER));
  assert.deepEqual([body.hostKeys, body.drafts], [SERVER.hostKeys, ""]);
  assert.ok(!("privateKey" in body) && !("password" in body) && !("passphrase" in body));
});

test("only the secrets of the chosen login are sent", () => {
  const typed = { ...serverValues(SERVER), privateKey: "a key", password: "a word" };
  const sent = (login: "key" | "password") => Object.keys(serverBody({ ...typed, login }));
  assert.ok(sent("key").includes("privateKey") && !sent("key").includes("password"));
  assert.ok(sent("password").includes("password") && !sent("password").includes("privateKey"));
});
