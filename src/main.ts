/** The command line: all commands with their options. src/commands has what each one does. */
import "./plain-globals.ts";
import { Command } from "commander";
import { addAccountCommands } from "./commands/accounts/account-commands.ts";
import { addAchCommands } from "./commands/ach/ach-commands.ts";
import { addKeyCommands } from "./commands/keys/key-commands.ts";
import { addManagementCommands } from "./commands/management/management-commands.ts";
import { watchStandardOutput } from "./commands/output.ts";
import { runCommand } from "./commands/run-command.ts";
import { addRelease } from "./commands/serve/release.ts";

const auditActs = () => import("./commands/operations/audit.ts");
const clockActs = () => import("./commands/operations/clock.ts");
const migration = () => import("./commands/database/migrate.ts");
const operators = () => import("./commands/operations/operators.ts");
const parsing = () => import("./commands/operations/parse.ts");
const purges = () => import("./commands/operations/purge.ts");
const reports = () => import("./commands/operations/report.ts");
const schema = () => import("./commands/database/schema.ts");
const seeding = () => import("./commands/database/seed.ts");
const serving = () => import("./commands/serve/serve.ts");
const transfer = () => import("./commands/database/transfer.ts");

const program = new Command("sixdoors")
  .description("A payments gateway anyone can run. Settings come from the environment.")
  .showHelpAfterError("(see --help)");

addRelease(program);

program
  .command("serve")
  .description("run the gateway: web and jobs in one process, or with WORKERS web processes")
  .option("--web", "only answer requests")
  .option("--worker", "only run jobs")
  .action((options) => runCommand(serving, ({ serve }, config) => serve(config, options)));

program
  .command("migrate")
  .description("apply pending database migrations")
  .option("--json", "print JSON")
  .action((options) =>
    runCommand(migration, ({ migrateCommand }, config) => migrateCommand(config, options)),
  );

program
  .command("seed")
  .description("fill an empty certification database (serve also does this)")
  .option("--json", "print JSON")
  .action((options) =>
    runCommand(seeding, ({ seedCommand }, config) => seedCommand(config, options)),
  );

const clock = program
  .command("clock")
  .description("show the business clock, and move it in certification");

clock
  .command("show", { isDefault: true })
  .description("show the time and what is due")
  .option("--json", "print JSON")
  .action((options) =>
    runCommand(clockActs, ({ showClockCommand }, config) => showClockCommand(config, options)),
  );

clock
  .command("advance")
  .description("move the business clock forward and run everything that becomes due")
  .argument("<how far...>", "3d, 2h, 1d12h, or: to 2026-12-01T17:00:00Z")
  .option("--json", "print JSON")
  .action((words, options) =>
    runCommand(clockActs, ({ advanceClockCommand }, config) =>
      advanceClockCommand(config, words, options),
    ),
  );

const purge = program.command("purge").description("manage purges that wait for an operator");

purge
  .command("show", { isDefault: true })
  .description("list purges on hold, what they would remove, and why they wait")
  .option("--json", "print JSON")
  .action((options) =>
    runCommand(purges, ({ showPurgesCommand }, config) => showPurgesCommand(config, options)),
  );

purge
  .command("allow")
  .description("allow a purge that is on hold, once; this is recorded in the audit log")
  .argument("<purge>", 'its name, such as purge or "purge ACH"')
  .option("--json", "print JSON")
  .action((work, options) =>
    runCommand(purges, ({ allowPurgeCommand }, config) => allowPurgeCommand(config, work, options)),
  );

addAccountCommands(program, runCommand);
addManagementCommands(program, runCommand);
addAchCommands(program, runCommand);
const audit = program.command("audit").description("show and verify the audit log");

audit
  .command("show", { isDefault: true })
  .description("list entries, newest first")
  .option("--subject <kind[:id]>", "only this kind of subject, or this subject")
  .option("--actor <name>", "only this actor")
  .option("--action <action>", "only this action, such as key.rotate")
  .option("--since <time>", "only entries since this time")
  .option("--older-than <id>", "start before this entry")
  .option("--take <count>", "how many to list")
  .option("--json", "print JSON")
  .action((options) =>
    runCommand(auditActs, ({ showAuditCommand }, config) => showAuditCommand(config, options)),
  );

audit
  .command("verify")
  .description("detect changed, removed or reordered entries; exit code 1 if there are any")
  .option("--head <head>", "compare with a head from the log")
  .option("--json", "print JSON")
  .action((options) =>
    runCommand(auditActs, ({ verifyAuditCommand }, config) => verifyAuditCommand(config, options)),
  );

addKeyCommands(program, runCommand);

program
  .command("operators")
  .description("manage operators")
  .command("add")
  .description("add an operator; prompts for the password")
  .argument("<name>", "the operator's name")
  .option("--json", "print JSON")
  .action((name, options) =>
    runCommand(operators, ({ addOperatorCommand }, config) =>
      addOperatorCommand(config, name, options),
    ),
  );

program
  .command("report")
  .description("write an account's report to a file, as the reporting interface would answer it")
  .argument("<account>", "account number")
  .argument("<file>", "the file to write; - is standard output")
  .argument("[parameters...]", "such as start_date=2026-11-01 response_format=JSON")
  .option("--json", "print JSON")
  .action((account, file, parameters, options) =>
    runCommand(reports, ({ reportCommand }, config) =>
      reportCommand(config, file, { account, parameters, ...options }),
    ),
  );

program
  .command("parse")
  .description("explain a device payload: frames, fields, tags, KSN; nothing is decrypted")
  .argument("<type>", "the device type, or its maker's name")
  .argument("[payload]", "the payload; - or none reads standard input", "-")
  .option("--ksn <ksn>", "KSN, if the payload has none")
  .option("--serial <serial>", "serial number of the device")
  .option("--json", "print JSON")
  .action((type, payload, options) =>
    runCommand(parsing, ({ parseCommand }) => parseCommand(type, payload, options)),
  );

program
  .command("export")
  .description("export the whole database to one file")
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

program
  .command("schema")
  .description("print the database schema")
  .option("--write", "write it to schema.sql instead")
  .action((options) =>
    runCommand(schema, ({ schemaCommand }, config) => schemaCommand(config, options)),
  );

watchStandardOutput();

await program.parseAsync();
