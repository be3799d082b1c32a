/** Names outside Latin are transliterated in the file, or refused when the payment is taken. */
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { addEntry, connectFolder, openTestAch, readEntry } from "../kit/ach.ts";
import { openTestApp } from "../kit/app.ts";
import { ask, pay, SALE, writtenSoFar } from "../kit/bank.ts";
import { NO_LIMITS } from "../kit/hooked-app.ts";
import { at, readPlainly } from "../kit/plain-nacha.ts";
import { openShared } from "../kit/shared.ts";

const open = (t: Parameters<typeof openTestApp>[0]) => openTestApp(t, {}, NO_LIMITS);

test("a file has names in Latin letters, and never question marks", async (t) => {
  const ach = await openTestAch(t);
  const { folders } = await connectFolder(ach, "first-bank");
  await ach.database.owner.rows`update accounts set name = '北京 书店' where id = 120000000001`;
  const names = [
    ["王", "伟"],
    ["Михаил", "Иванов"],
    ["민준", "김"],
  ] as const;
  for (const [firstName, lastName] of names) await addEntry(ach, { firstName, lastName });
  const lost = await addEntry(ach, { firstName: "\u{e000}", lastName: "\u{e001}" });
  await ach.advance("2026-11-16T22:30:00Z");
  const [name = ""] = await readdir(folders.outbox);
  const text = await readFile(path.join(folders.outbox, name), "utf8");
  const [batch] = readPlainly(text).batches;
  assert.deepEqual(
    batch?.entries.map((entry) => entry.name.trimEnd()),
    ["WANG WEI", "MIKHAIL IVANOV", "MINJUN GIM"],
  );
  assert.equal(at(batch?.header ?? "", 5, 20).trimEnd(), "BEIJING SHUDIAN");
  assert.ok(!text.includes("?"));
  assert.equal((await readEntry(ach, lost)).message, "DECLINED\\ERRORS");
});

test("a name that cannot be written in Latin letters is refused with the field's name", async (t) => {
  const app = await openShared(t, open);
  const before = await writtenSoFar(app);
  const company = { ach_sec_code: "CCD", company: "\u{e000}" };
  for (const [field, form] of [
    ["first_name", { first_name: "\u{e000}" }],
    ["last_name", { last_name: "😀" }],
    ["last_name", { last_name: "Smith \u9fd6" }],
    ["company", company],
  ] as const) {
    const answer = await ask(app, { ...SALE, ...form });
    const text = `${field} is not valid`;
    assert.deepEqual([answer.error_code, answer.error_message], [31311, text]);
  }
  assert.deepEqual(await writtenSoFar(app), before);
  assert.equal((await pay(app, { company: "\u{e000}" })).authorization_message, "PENDING");
  const answer = await pay(app, { first_name: "王", last_name: "伟" });
  assert.deepEqual([answer.first_name, answer.last_name], ["王", "伟"], "answers keep the name");
});
