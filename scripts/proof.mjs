/**
 * `npm run proof -- <area>`: runs the tests that `npm test` shortens, with their full counts.
 * Without an area it lists them.
 */
import { spawnSync } from "node:child_process";
import { ensureConsole } from "./console.mjs";
import { ensureInstalled, NODE, ROOT } from "./install.mjs";
import { ensureProgram } from "./program.mjs";

/** The tests of each area that have a full count, and their files. */
const AREAS = {
  ach: [
    "50 kills of a process and 100 of its lock during cutoff and hand-over: every entry leaves once; 600 voids against it; 60 simulated banking days with 20,000 entries, every return and change code and a kill on each day, and 8 days with the other clock change, add up to the cent, and every entry leaves by its window",
    "test/ach/*.test.ts",
    "test/faults/ach*.test.ts",
  ],
  backup: [
    "6,000 payments under load: a restore to a moment has exactly those acknowledged before it; the latest copy has all, and a drill agrees",
    "test/operations/backup.test.ts",
  ],
  audit: ["10,000 random tamperings are all found", "test/audit/*.test.ts"],
  canaries: [
    "100 card numbers, tracks and keys in every field of every interface leave no trace",
    "test/http/canary.test.ts",
  ],
  kit: [
    "the tarball in the examples for node:test, Vitest and Jest, which npm installs; times of the test kit",
    "test/testing/*.test.ts",
  ],
  package: [
    "npm installs the tarball into an empty folder; it starts its own PostgreSQL and pays",
    "test/package/*.test.ts",
  ],
  client: [
    "1,000 payments of the typed client through a network that cuts, delays and repeats are 1,000 charges",
    "test/client/exactly-once.test.ts",
  ],
  cluster: [
    "50 times kill -9 of a worker, the coordinator or a process under load on a Citus cluster: nothing lost, nothing twice; a worker that stays away disturbs no other accounts; CPU of a sale against plain PostgreSQL (CONTRIBUTING.md names the settings)",
    "test/faults/cluster-away.test.ts",
    "test/faults/cluster-cost.test.ts",
    "test/faults/cluster-kills.test.ts",
  ],
  connections: [
    "200 random cuts, delays, duplicates and restarts each at a bank's SFTP server and at ISO 8583 hosts: no file lost or sent twice, nothing charged twice",
    "test/connections/*.test.ts",
  ],
  failover: [
    "30 times the primary is killed under load and its synchronous standby promoted: nothing lost, nothing twice",
    "test/faults/synchronous-failover.test.ts",
  ],
  hsm: [
    "the whole parser, vault, rotation and audit-chain suites with all keys in SoftHSM, with the counts of npm test",
    "src/adapters/key-custody/**/*.test.ts",
    "test/keys/*.test.ts",
    "test/parser/**/*.test.ts",
    "test/audit/*.test.ts",
    "test/payments/*.test.ts",
  ],
  machines: [
    "two web and two worker machines (network namespaces; needs Linux and root) share one database and a standby for reports",
    "test/faults/machines.test.ts",
  ],
  operate: [
    "a day of steady load at half capacity in 30 minutes (OPERATE_MINUTES), with kill -9 of every part, backups, a restore to a moment, an upgrade and 24 hours of the business clock: nothing lost, nothing twice; memory, connections and disk are flat",
    "test/operate/*.test.ts",
  ],
  outbox: ["50 kills under 5,000 webhooks lose none", "test/outbox/outbox.test.ts"],
  parser: [
    "1,000,000 random keys and KSNs agree; 5,000,000 damaged payloads do no harm",
    "test/parser/payloads/dukpt-random.test.ts",
    "test/parser/payloads/mutations.test.ts",
  ],
  payments: [
    "100 kills, 500 cuts, 20 lossy failovers, 1,000 dropped callers, 50,000 duplicates: money moves once",
    "test/faults/*.test.ts",
    "test/payments/failures/*.test.ts",
    "test/model/*.test.ts",
    "test/payments/changes.test.ts",
  ],
  postgres: [
    "npm start upgrades a data folder of PostgreSQL 17, whose programs npm installs, with 2,000 payments, a kill and two starts at once",
    "test/process/postgres-upgrade.test.ts",
  ],
  production: [
    "the commands of docs/production.md, run as printed, lead to a production gateway that is ready",
    "test/process/production-page.test.ts",
  ],
  reports: [
    "20,000 random reports are what a plain statement of the rules says, in three formats",
    "test/reports/model/*.test.ts",
  ],
  pos: [
    "300 refunds of one sale at once never give back more; the totals of 200 sales agree",
    "test/pos/day.test.ts",
    "test/pos/refunds.test.ts",
  ],
  tenants: [
    "every caller of the management interface and the console with every id of every other tenant",
    "test/management/matrix.test.ts",
    "test/console/partner-matrix.test.ts",
  ],
  transfer: [
    "300 export files with one changed bit each are refused",
    "test/database/transfer-errors.test.ts",
  ],
  upgrade: [
    "5 rolling upgrades there and back under load: nothing lost, nothing twice; TEST_PREVIOUS_RELEASE=<tarball or folder> adds an earlier release",
    "test/faults/rolling-upgrade.test.ts",
  ],
  verification: [
    "300 times 200 first uses over two processes ask once each",
    "test/verification/once.test.ts",
  ],
};

/** Areas that run with other settings than the full counts. */
const SETTINGS = { hsm: { TEST_CUSTODY: "hsm" } };

const [area = ""] = process.argv.slice(2);
if (!(area in AREAS)) {
  for (const [name, [about]] of Object.entries(AREAS)) console.log(`${name.padEnd(12)} ${about}`);
  process.exit(area === "" ? 0 : 1);
}

ensureInstalled();
ensureConsole();
ensureProgram();
const [, ...files] = AREAS[area];
const setup = "--test-global-setup=test/kit/global-setup.ts";
const { status } = spawnSync(NODE, ["--test", "--test-concurrency=1", setup, ...files], {
  cwd: ROOT,
  stdio: "inherit",
  env: { ...process.env, ...(SETTINGS[area] ?? { PROOF: "full" }) },
});
process.exit(status ?? 1);
