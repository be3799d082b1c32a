/** The command `report`, which writes the same report as the interface to a file. */
import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { runHere } from "../kit/command-process.ts";
import { openOwnReports } from "../kit/reports.ts";

async function openCommand(t: TestContext) {
  const env = await openOwnReports(t);
  const folder = await mkdtemp(path.join(tmpdir(), "sixdoors-report-"));
  t.after(() => rm(folder, { recursive: true }));
  const settings = { DATABASE_URL: env.database.url, MASTER_KEY: "7e57".repeat(16) };
  const report = (...words: string[]) =>
    runHere(["report", env.login.account_id, ...words], settings);
  return { ...env, folder, report, settings };
}

test("the file equals the interface's answer, and appears only when it is complete", async (t) => {
  const { add, ask, report, folder } = await openCommand(t);
  await add({ description: "one\ntwo" }, { cashier: "Ada" }, { amount_cents: 5 });
  for (const response_format of ["CSV", "JSON", "XML"]) {
    const file = path.join(folder, response_format);
    const words = ["start_date=2026-11-01", "end_date=2026-11-30"];
    const ended = await report(file, ...words, `response_format=${response_format}`);
    assert.deepEqual([ended.code, ended.stderr], [0, ""]);
    assert.equal(ended.stdout, `3 rows were written to ${file}.\n`);
    const form = { start_date: "2026-11-01", end_date: "2026-11-30", response_format };
    assert.equal(await readFile(file, "utf8"), (await ask(form)).body);
  }
  assert.deepEqual((await readdir(folder)).sort(), ["CSV", "JSON", "XML"]);
});

test("- writes to standard output, and --json prints a summary", async (t) => {
  const { add, report, folder, login } = await openCommand(t);
  const [id] = await add({});
  const piped = await report("-", `transaction_id=${id}`);
  assert.match(piped.stdout, new RegExp(`^account_id,.*\\r\\n${login.account_id},.*\\r\\n$`));
  const file = path.join(folder, "one.csv");
  const told = await report(file, `transaction_id=${id}`, "--json");
  assert.deepEqual(JSON.parse(told.stdout), { file, rows: 1 });
});

test("an error is one sentence, and no file is left", async (t) => {
  const { report, folder, settings } = await openCommand(t);
  const file = path.join(folder, "none.csv");
  const cases: readonly (readonly [words: string[], said: RegExp])[] = [
    [[file], /^No transactions match the criteria\.\n$/],
    [[file, "start_date=2026-02-30"], /^607 Invalid Date \(start_date\): Date format/],
    [[file, "amount_min=1"], /^622 Missing Parameter \(amount_max\)/],
    [
      [file, "yesterday"],
      /^Invalid parameter yesterday\. Use name=value, such as start_date=2026-11-01\.\n$/,
    ],
  ];
  for (const [words, said] of cases) {
    const { code, stderr } = await report(...words);
    assert.equal(code, 1);
    assert.match(stderr, said);
  }
  const { stderr } = await runHere(["report", "777", file], settings);
  assert.equal(stderr, "Account 777 not found.\n");
  assert.deepEqual(await readdir(folder), []);
});
