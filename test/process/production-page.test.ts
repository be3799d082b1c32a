/**
 * The commands of docs/production.md, run as printed and in order, on a PostgreSQL server of their
 * own. What needs root or another machine is replaced: folders and ports are the test's, everything
 * runs as one user, and systemd starts nothing.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { startEmbedded } from "../../src/adapters/embedded-postgres/embedded-postgres.ts";
import { choosePort } from "../../src/adapters/embedded-postgres/port.ts";
import { pageText } from "../kit/pages.ts";
import { atEnd, launch, MAIN, makeDataDir, NODE, within } from "../kit/process.ts";
import { IS_PROOF } from "../kit/tier.ts";

const LIMIT_MS = 300_000;
const isMissing = (program: string) =>
  spawnSync("sh", ["-c", `command -v ${program}`]).status !== 0;
const PROGRAMS = ["bash", "psql", "openssl", "curl", "install", "pkill", "softhsm2-util"];
const missing = PROGRAMS.filter(isMissing);
const lacking = !IS_PROOF
  ? "it runs in `npm run proof -- production`"
  : missing.length > 0 && `there is no ${missing.join(", ")} here`;

/** Replacements of what only root or systemd can do. */
const STUBS = `
apt-get() { :; }; npm() { :; }; adduser() { :; }; chown() { :; }; pg_ctlcluster() { :; }
systemd-analyze() { :; }
runuser() { shift 3; case "$1" in *pg_checksums) ;; *) "$@" ;; esac; }
install() {
  local words=()
  while [ $# -gt 0 ]; do
    case "$1" in --owner|--group) shift 2 ;; *) words+=("$1"); shift ;; esac
  done
  command install "\${words[@]}"
}
stop_job() { pkill -TERM -P "$1" || :; wait "$1" || :; }
trap 'for job in $(jobs -p); do stop_job "$job"; done' EXIT
systemctl() {
  case "$1" in enable) ;; restart) stop_job "$SERVER" ;; *) return 0 ;; esac
  gateway serve > "$SERVE_LOG" 2>&1 &
  SERVER=$!
  until curl --silent --insecure "https://127.0.0.1:$WEB_PORT/health/live"; do
    kill -0 "$SERVER" || { cat "$SERVE_LOG"; return 1; }
    sleep 0.2
  done
}
`;

/** The block that adds a user and logs in as that user. test/ach/sftp-connection.test.ts does the same. */
const NEEDS_ROOT = "/srv/bank";

interface Place {
  readonly folder: string;
  readonly hostPort: string;
  readonly databasePort: string;
  readonly webPort: string;
}

/** The blocks of the page as one script, with this test's folders and ports. */
function writeScript({ folder, databasePort, webPort, hostPort }: Place): string {
  const blocks = pageText("docs/production.md").matchAll(/^( *)```shell\n([\s\S]*?)^ *```$/gm);
  const text = Array.from(blocks, ([, margin = "", block = ""]) =>
    block.replaceAll(new RegExp(`^${margin}`, "gm"), ""),
  )
    .filter((block) => !block.includes(NEEDS_ROOT))
    .join("\n");
  const own = text
    .replaceAll(/\/(etc\/sixdoors|var\/lib\/sixdoors|etc\/systemd\/system)\b/g, `${folder}/$1`)
    // The embedded server has a database of the page's name, and uses it.
    .replaceAll("create database sixdoors ", "create database production ")
    .replaceAll(":5432/sixdoors", `:${databasePort}/production`)
    .replaceAll("8443", webPort)
    .replaceAll("--port 8583", `--port ${hostPort}`)
    // Only a warning is expected: there is no mail server.
    .replaceAll(/^(gateway doctor.*)$/gm, "{ $1 || [ $? -eq 1 ]; }")
    .replaceAll(/^(gateway operators add .*)$/gm, "echo a-long-password | $1");
  return `set -eu\n${STUBS}\n${own}\n`;
}

async function openPlace(
  t: TestContext,
): Promise<Place & { readonly env: Record<string, string> }> {
  const dataDir = await makeDataDir(t);
  const server = await startEmbedded({ dataDir, dataDirIsDefault: false, log: () => {} });
  atEnd(t, () => server.stop());
  const { port, username, password } = new URL(server.connectionString);
  // The page's paths have no spaces, so it does not quote them.
  const folder = await mkdtemp(path.join(tmpdir(), "sixdoors-production-"));
  atEnd(t, () => rm(folder, { recursive: true, force: true }));
  const bin = path.join(folder, "bin");
  for (const one of [bin, path.join(folder, "etc/systemd/system")]) {
    await mkdir(one, { recursive: true });
  }
  const program = path.join(bin, "sixdoors");
  await writeFile(program, `#!/bin/sh\nexec '${NODE}' '${MAIN}' "$@"\n`);
  await chmod(program, 0o755);
  const webPort = String(await choosePort(undefined));
  const hostPort = String(await choosePort(undefined));
  const tokens = path.join(folder, "tokens");
  await mkdir(tokens);
  const hsmSettings = path.join(folder, "softhsm2.conf");
  await writeFile(hsmSettings, `directories.tokendir = ${tokens}\n`);
  const env = {
    PATH: `${bin}:${process.env["PATH"]}`,
    ...{ PGHOST: "127.0.0.1", PGPORT: port, PGUSER: username, PGPASSWORD: password },
    SOFTHSM2_CONF: hsmSettings,
    ...{ PGDATABASE: "postgres", WEB_PORT: webPort, SERVE_LOG: path.join(folder, "serve.log") },
  };
  return { folder, hostPort, databasePort: port, webPort, env };
}

test("the commands of docs/production.md lead to a gateway that is ready", {
  skip: lacking,
}, async (t) => {
  const { env, ...place } = await openPlace(t);
  const script = path.join(place.folder, "page.sh");
  await writeFile(script, writeScript(place));
  const child = launch(t, { program: "bash", args: [script], settings: env });
  const { code, stdout, stderr } = await within(child.ended, LIMIT_MS, "docs/production.md");
  assert.equal(code, 0, `${stdout}\n${stderr}`);
  assert.match(stdout, /"status":"ready"/);
  assert.match(stdout, /"transaction_approved":true/);
  assert.match(stdout, /^Card host stand-in accepted the sign-on\.$/m);
  assert.match(stdout, /, 0 failing, /);
  assert.match(stdout, /^Exported \d+ rows/m);
});
