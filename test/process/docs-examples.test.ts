/**
 * Every shell block of the documentation runs as printed, on a server that has taken other
 * payments, and prints the answer that the page shows below it.
 */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { serveHere } from "../kit/command-process.ts";
import { openCommandServer } from "../kit/command-server.ts";
import { type DocShell, NO_SHELL, openDocShell } from "../kit/doc-shell.ts";
import { type Block, listCodeBlocks, pages } from "../kit/pages.ts";
import { makeFolder, ROOT } from "../kit/process.ts";
import { jsonPattern, textPattern, variablesIn } from "../kit/shown-answer.ts";
import { openStartedDir } from "../kit/started-folder.ts";

const PAYMENT = {
  account_id: "120000000001",
  api_accesskey: "1".repeat(32),
  transaction_type: "SALE",
  tender_type: "CARD",
  card_number: "4111111111111111",
  card_expiration: "1230",
};
/** Short, so that payments with a lost answer are reconciled soon. */
const PROCESSOR_TIMEOUT_MS = "1000";
const EXAMPLES_MIN = 70;

interface Example {
  readonly script: string;
  readonly shown: Block | undefined;
}

const examples = new Map(Array.from(pages, ([page, text]) => [page, listExamples(text)]));

test("the documentation has examples", () => {
  const shown = [...examples.values()].flat().filter((example) => example.shown !== undefined);
  assert.ok(shown.length >= EXAMPLES_MIN, `${shown.length} examples show an answer`);
});

test("an answer that differs from the page is noticed", () => {
  const shown = '{"id":"$ID","amount":12.34,\n "at":"…",…,"count":…,"error":false}';
  const pattern = jsonPattern(shown, new Map([["ID", "7"]]));
  const good = '{"id":"7","amount":12.34,"at":"now","more":1,"count":3,"error":false}';
  assert.match(good, pattern);
  const wrong = [
    good.replace('"7"', '"8"'),
    good.replace("12.34", "12.35"),
    good.replace('"now"', '""'),
    good.replace('"count":3', '"count":[3]'),
    good.replace("false", "true"),
    `${good}x`,
  ];
  for (const answer of wrong) assert.doesNotMatch(answer, pattern);
  assert.doesNotMatch("one\nthree", textPattern("one\ntwo", new Map()));
});

test("every example prints what its page shows", { skip: NO_SHELL }, async (t) => {
  const DATA_DIR = await openStartedDir(t);
  const { url } = await serveHere(t, { DATA_DIR, LOG_LEVEL: "silent", PROCESSOR_TIMEOUT_MS });
  await makeOtherPayments(url);
  const [scratchDir, home] = [await makeFolder(t), await makeFolder(t)];
  const env = { URL: url, PORT: new URL(url).port, DATA_DIR, HOME: home, PROCESSOR_TIMEOUT_MS };
  const commands = await openCommandServer(t, scratchDir);
  for (const [page, list] of examples) {
    if (list.length === 0) continue;
    await t.test(page, async (t) => {
      const shell = openDocShell(t, { cwd: ROOT, scratchDir, env, commands });
      for (const example of list) await runExample(t, shell, example);
    });
  }
});

function listExamples(text: string): readonly Example[] {
  const blocks = listCodeBlocks(text);
  const next = (at: number) => (isAnswer(blocks[at + 1]) ? blocks[at + 1] : undefined);
  return blocks.flatMap(({ language, text: script }, at) =>
    language === "sh" ? [{ script, shown: next(at) }] : [],
  );
}

function isAnswer(block: Block | undefined): boolean {
  return ["json", "text", "csv", "xml"].includes(block?.language ?? "");
}

async function runExample(t: TestContext, shell: DocShell, { script, shown }: Example) {
  const printed = (await shell.run(script)).trim();
  if (shown === undefined) return assert.doesNotMatch(printed, /"error":true|"errors":/, script);
  const variables = new Map<string, string>();
  for (const name of variablesIn(shown.text)) variables.set(name, await shell.read(name));
  const patternOf = shown.language === "json" ? jsonPattern : textPattern;
  await t.test(script.trim().slice(-70), () =>
    assert.match(printed, patternOf(shown.text, variables), script),
  );
}

/** So that no example relies on being the first. */
async function makeOtherPayments(url: string): Promise<void> {
  for (const transaction_amount of ["5.00", "6.00", "1.02"]) {
    const body = new URLSearchParams({ ...PAYMENT, transaction_amount });
    const reply = await fetch(`${url}/api/qsapi/3.8`, { method: "POST", body });
    assert.match(await reply.text(), /transaction_id=\d{12}/);
  }
}
