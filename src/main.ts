/** The command line: all commands with their options. src/commands has what each one does. */
import "./plain-globals.ts";
import { Command } from "commander";
import { VERSION } from "./app/version.ts";
import { addAccountCommands } from "./commands/accounts/account-commands.ts";
import { addAchCommands } from "./commands/ach/ach-commands.ts";
import { addBackupCommands } from "./commands/backup/backup-commands.ts";
import { addCardHostCommands } from "./commands/card-hosts/card-host-commands.ts";
import { addCertificationCommands } from "./commands/certification/certification-commands.ts";
import { addCompletionCommand } from "./commands/completion/completion.ts";
import { addKeyCommands } from "./commands/keys/key-commands.ts";
import { addManagementCommands } from "./commands/management/management-commands.ts";
import { addDoctorCommand } from "./commands/operations/doctor-command.ts";
import { addOperatorCommands } from "./commands/operators/operator-commands.ts";
import { watchStandardOutput } from "./commands/output.ts";
import type { RunCommand } from "./commands/run-command.ts";

/** Loaded with the first command: help and the version do without the settings. */
const runCommand: RunCommand = async (load, act) => {
  const running = await import("./commands/run-command.ts");
  return running.runCommand(load, act);
};

const auditActs = () => import("./commands/operations/audit.ts");
const clockActs = () => import("./commands/operations/clock.ts");
const migration = () => import("./commands/database/migrate.ts");
const parsing = () => import("./commands/operations/parse.ts");
const purges = () => import("./commands/operations/purge.ts");
const reconciling = () => import("./commands/operations/reconcile.ts");
const reports = () => import("./commands/operations/report.ts");
const schema = () => import("./commands/database/schema.ts");
const seeding = () => import("./commands/database/seed.ts");
const sharding = () => import("./commands/database/shard.ts");
const serving = () => import("./commands/serve/serve.ts");
const testing = () => import("./commands/testing/test-gateway-command.ts");
const transfer = () => import("./commands/database/transfer.ts");

const program = new Command("sixdoors")
  .description(
    "A payments gateway that anyone can run. Without a command, it starts as with serve.\nSettings are environment variables. docs/operations.md lists them all.",
  )
  .version(VERSION, "-v, --version", "print the version")
  .showHelpAfterError("(add --help for help)");

program
  .command("serve")
  .description("start the gateway: answer requests and run jobs until it is stopped")
  .option("--web", "only answer requests; start another process with --worker")
  .option("--worker", "only run jobs; start another process with --web")
  .action((options) => runCommand(serving, ({ serve }, config) => serve(config, options)));

program
  .command("migrate")
  .description("create the tables, or bring them to this release (serve also does this)")
  .option("--json", "print JSON")
  .action((options) =>
    runCommand(migration, ({ migrateCommand }, config) => migrateCommand(config, options)),
  );

addDoctorCommand(program);

const shard = program
  .command("shard")
  .description("distribute the database over a Citus cluster, and show where rows are");

shard
  .command("distribute", { isDefault: true })
  .description("distribute the tables of accounts, empty or filled, over the workers")
  .option("--shards <count>", "into how many shards, 2 to 1024 (default: 16)")
  .option("--rebalance", "also move shards until all workers have about the same number")
  .option("--json", "print JSON")
  .action((options) =>
    runCommand(sharding, ({ shardCommand }, config) => shardCommand(config, options)),
  );

shard
  .command("show")
  .description("show the shards and sizes of each node and table")
  .option("--json", "print JSON")
  .action((options) =>
    runCommand(sharding, ({ showShardsCommand }, config) => showShardsCommand(config, options)),
  );

program
  .command("seed")
  .description("fill an empty certification database with test data (serve also does this)")
  .option("--json", "print JSON")
  .action((options) =>
    runCommand(seeding, ({ seedCommand }, config) => seedCommand(config, options)),
  );

const clock = program
  .command("clock")
  .description("show the business clock, and move it in certification");

clock
  .command("show", { isDefault: true })
  .description("show the business time, and the work that is due next")
  .option("--json", "print JSON")
  .action((options) =>
    runCommand(clockActs, ({ showClockCommand }, config) => showClockCommand(config, options)),
  );

clock
  .command("advance")
  .description("move the business clock forward and run everything that becomes due")
  .argument("<time...>", "how far: 3d, 2h or 1d12h; or until when: to 2026-12-01T17:00:00Z")
  .option("--json", "print JSON")
  .action((words, options) =>
    runCommand(clockActs, ({ advanceClockCommand }, config) =>
      advanceClockCommand(config, words, options),
    ),
  );

const purge = program
  .command("purge")
  .description("preview purges, and show and allow those that wait for an operator");

purge
  .command("show", { isDefault: true })
  .description("list purges on hold, what they would remove, and why they wait")
  .option("--json", "print JSON")
  .action((options) =>
    runCommand(purges, ({ showPurgesCommand }, config) => showPurgesCommand(config, options)),
  );

purge
  .command("preview")
  .description("count what the purges would remove now, without removing anything")
  .option("--json", "print JSON")
  .action((options) =>
    runCommand(purges, ({ previewPurgesCommand }, config) => previewPurgesCommand(config, options)),
  );

purge
  .command("allow")
  .description("allow a purge that is on hold, once; this is recorded in the audit log")
  .argument("<purge>", 'its name, such as purge or "purge ACH"')
  .option("--json", "print JSON")
  .action((work, options) =>
    runCommand(purges, ({ allowPurgeCommand }, config) => allowPurgeCommand(config, work, options)),
  );

addCertificationCommands(program, runCommand);
addAccountCommands(program, runCommand);
addManagementCommands(program, runCommand);
addAchCommands(program, runCommand);
addCardHostCommands(program, runCommand);
addOperatorCommands(program, runCommand);
const audit = program.command("audit").description("show and verify the audit log");

audit
  .command("show", { isDefault: true })
  .description("list entries, newest first")
  .option("--subject <kind[:id]>", "only about this subject, such as account:120000000001")
  .option("--actor <name>", "only by this actor")
  .option("--action <action>", "only with this action, such as key.rotate")
  .option("--since <time>", "only since this time, such as 2026-12-01 or 2026-12-01T17:00:00Z")
  .option("--older-than <id>", "only entries before the entry with this number")
  .option("--take <count>", "how many to list, 1 to 500 (default: 50)")
  .option("--json", "print JSON")
  .action((options) =>
    runCommand(auditActs, ({ showAuditCommand }, config) => showAuditCommand(config, options)),
  );

audit
  .command("verify")
  .description("detect changed, removed or reordered entries; exit code 1 if there are any")
  .option("--head <head>", "also compare with a head that the log printed earlier")
  .option("--json", "print JSON")
  .action((options) =>
    runCommand(auditActs, ({ verifyAuditCommand }, config) => verifyAuditCommand(config, options)),
  );

addKeyCommands(program, runCommand);

program
  .command("reconcile")
  .description("compare the card host's charges with the payments; exit code 1 if they differ")
  .requiredOption(
    "--against-host <charges>",
    "a file of the host's charges (- is standard input), or the time to ask the host for: 2026-11-17T10:00:00Z..2026-11-17T11:00:00Z",
  )
  .option(
    "--card-host <name>",
    "the named card host whose charges these are; without it, the default one",
  )
  .option(
    "--covers <times>",
    "the time in which the file is complete, as two times; also lists payments that it lacks",
  )
  .option(
    "--reverse",
    "reverse the charges that are unknown here; this is recorded in the audit log",
  )
  .option("--json", "print JSON")
  .action((options) =>
    runCommand(reconciling, ({ reconcileCommand }, config) => reconcileCommand(config, options)),
  );

program
  .command("report")
  .description("write a report about an account's transactions to a file")
  .argument("<account>", "account number")
  .argument("<file>", "the file to write; - is standard output")
  .argument(
    "[parameters...]",
    "parameters of the reporting interface, such as start_date=2026-11-01 response_format=JSON",
  )
  .option("--json", "print JSON")
  .action((account, file, parameters, options) =>
    runCommand(reports, ({ reportCommand }, config) =>
      reportCommand(config, file, { account, parameters, ...options }),
    ),
  );

program
  .command("parse")
  .description("explain a device payload (frames, fields, tags, KSN) without decrypting it")
  .argument("<type>", "the device type or its manufacturer")
  .argument("[payload]", "the payload; - reads standard input", "-")
  .option("--ksn <ksn>", "KSN, if the payload has none")
  .option("--serial <serial>", "serial number of the device")
  .option("--json", "print JSON")
  .action((type, payload, options) =>
    runCommand(parsing, ({ parseCommand }) => parseCommand(type, payload, options)),
  );

program
  .command("export")
  .description("export the whole database to one file, for a backup or another server")
  .argument("<file>", "the file to write; - is standard output")
  .option("--json", "print JSON")
  .action((file, options) =>
    runCommand(transfer, ({ exportCommand }, config) => exportCommand(config, file, options)),
  );

program
  .command("import")
  .description("import an export file into an empty database")
  .argument("<file>", "the file to read; - is standard input")
  .option("--json", "print JSON")
  .action((file, options) =>
    runCommand(transfer, ({ importCommand }, config) => importCommand(config, file, options)),
  );

addBackupCommands(program, runCommand);

program
  .command("schema")
  .description("print the database schema, for developers")
  .option("--write", "write it to schema.sql instead of printing it")
  .action((options) =>
    runCommand(schema, ({ schemaCommand }, config) => schemaCommand(config, options)),
  );

program
  .command("test-gateway", { hidden: true })
  .description("run a gateway for a test suite; sixdoors/testing starts it")
  .action(() =>
    runCommand(testing, ({ testGatewayCommand }, config) => testGatewayCommand(config)),
  );

addCompletionCommand(program);
watchStandardOutput();

const [node = "", main = "", ...words] = process.argv;
await program.parseAsync([node, main, ...(words.length === 0 ? ["serve"] : words)]);
