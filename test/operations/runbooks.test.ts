/** The runbooks belong to the alerts, and name commands that exist. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { alerts, overview, RUNBOOKS, rules, runbooks } from "../kit/alert-rules.ts";
import { runHere } from "../kit/command-process.ts";

test("every alert has a runbook page, which it names, and every page has an alert", () => {
  const files = runbooks.map(({ file }) => file);
  assert.deepEqual(files, alerts.map((name) => `${name}.md`).toSorted());
  const named = Array.from(rules.matchAll(/^ *runbook: (\S+)$/gm), ([, page]) => page);
  assert.deepEqual(
    named,
    alerts.map((name) => `${RUNBOOKS}/${name}.md`),
  );
});

test("the overview lists every alert with its severity", () => {
  const listed = Array.from(overview.matchAll(/^\| \[(\w+)\]\((\w+)\.md\) \| (\w+) \|/gm));
  const severities = Array.from(rules.matchAll(/^ *severity: (page|ticket)$/gm));
  assert.deepEqual(
    listed.map(([, ...cells]) => cells),
    alerts.map((name, at) => [name, name, severities[at]?.[1]]),
  );
});

test("every page says what customers notice, what to check and do, and when to escalate", () => {
  for (const { file, text } of runbooks) {
    const titles = Array.from(text.matchAll(/^#+ (.*)$/gm), ([, title]) => title);
    const parts = ["What customers notice", "Check", "Do", "Escalate"];
    assert.deepEqual(titles, [file.replace(".md", ""), ...parts]);
  }
});

test("every command in the runbooks exists", async () => {
  const { stdout } = await runHere(["completion", "bash"]);
  const known = new Set(Array.from(stdout.matchAll(/^ +"([a-z-]* [a-z-]+)" /gm), ([, one]) => one));
  assert.ok(known.has("ach files") && known.has(" doctor"));
  const groups = new Set(Array.from(known, (one = "") => one.split(" ")[0]));
  const missing = runbooks
    .flatMap(({ text }) => [...text.matchAll(/\bsixdoors ([a-z-]+)(?: ([a-z-]+))?/g)])
    .map(([, first = "", second]) => (groups.has(first) ? `${first} ${second}` : ` ${first}`))
    .filter((command) => !known.has(command));
  assert.deepEqual(missing, []);
});

test("every area that the runbooks let `doctor` check exists", async () => {
  const { stdout } = await runHere(["doctor", "--help"]);
  const named = runbooks.flatMap(({ text }) =>
    Array.from(text.matchAll(/doctor --only ([a-z,-]+)/g), ([, areas = ""]) => areas.split(",")),
  );
  assert.ok(named.length > 10);
  assert.deepEqual(
    named.flat().filter((area) => !new RegExp(`\\b${area}\\b`).test(stdout)),
    [],
  );
});
