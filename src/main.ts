/** The command line. Each command is a file of src/commands; an error of use is one sentence. */
import "./plain-globals.ts";
import { Command } from "commander";
import { addAccountCommands } from "./commands/accounts/account-commands.ts";
import { addAchCommands } from "./commands/ach/ach-texts.ts";
import { addKeyCommands } from "./commands/keys/key-commands.ts";
import { addManagementCommands } from "./commands/management/management-commands.ts";
import { hearBrokenOutput } from "./commands/output.ts";
import { run } from "./commands/run.ts";
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
  .showHelpAfterError("(--help shows what there is)");

addRelease(program);

program
  .command("serve")
  .description("run the gateway: web and jobs in this process, or WORKERS web processes")
  .option("--web", "only answer requests")
  .option("--worker", "only run jobs")
  .action((options) => run(serving, ({ serve }, config) => serve(config, options)));

program
  .command("migrate")
  .description("bring the database to this release's schema")
  .option("--json", "print JSON")
  .action((options) =>
    run(migration, ({ migrateCommand }, config) => migrateCommand(config, options)),
  );

program
  .command("seed")
  .description("fill an empty certification database (serve does it by itself)")
  .option("--json", "print JSON")
  .action((options) => run(seeding, ({ seedCommand }, config) => seedCommand(config, options)));

const clock = program.command("clock").description("business time, which certification can move");

clock
  .command("show", { isDefault: true })
  .description("say what time it is and what is due")
  .option("--json", "print JSON")
  .action((options) => run(clockActs, ({ showClock }, config) => showClock(config, options)));

clock
  .command("advance")
  .description("move business time forward, doing everything that falls due on the way")
  .argument("<how far...>", "3d, 2h, 1d12h, or: to 2026-12-01T17:00:00Z")
  .option("--json", "print JSON")
  .action((words, options) =>
    run(clockActs, ({ advanceClockCommand }, config) =>
      advanceClockCommand(config, words, options),
    ),
  );

const purge = program.command("purge").description("purges that wait for an operator");

purge
  .command("show", { isDefault: true })
  .description("list purges on hold, what they would remove, and why they wait")
  .option("--json", "print JSON")
  .action((options) => run(purges, ({ showPurges }, config) => showPurges(config, options)));

purge
  .command("allow")
  .description("allow a purge that is on hold, once; the counts go into the audit")
  .argument("<purge>", 'its name, such as purge or "purge ACH"')
  .option("--json", "print JSON")
  .action((work, options) =>
    run(purges, ({ allowPurgeCommand }, config) => allowPurgeCommand(config, work, options)),
  );

addAccountCommands(program, run);
addManagementCommands(program, run);
addAchCommands(program, run);
const audit = program.command("audit").description("who did what, and the proof that it stands");

audit
  .command("show", { isDefault: true })
  .description("list acts, the newest first")
  .option("--subject <kind[:id]>", "of one kind of thing, or of one thing")
  .option("--actor <name>", "of one actor")
  .option("--action <action>", "of one kind, such as key.rotate")
  .option("--since <time>", "since a time")
  .option("--older-than <id>", "the page before this entry")
  .option("--take <count>", "how many")
  .option("--json", "print JSON")
  .action((options) => run(auditActs, ({ showAudit }, config) => showAudit(config, options)));

audit
  .command("verify")
  .description("find any change, removal or reorder; exit code 1 when there is one")
  .option("--head <head>", "hold it against a head that the log has")
  .option("--json", "print JSON")
  .action((options) =>
    run(auditActs, ({ verifyAuditCommand }, config) => verifyAuditCommand(config, options)),
  );

addKeyCommands(program, run);

program
  .command("operators")
  .description("who may run the installation")
  .command("add")
  .description("add an operator; the password is asked for")
  .argument("<name>", "the operator's name")
  .option("--json", "print JSON")
  .action((name, options) =>
    run(operators, ({ addOperatorCommand }, config) => addOperatorCommand(config, name, options)),
  );

program
  .command("report")
  .description("write an account's report to a file, as the reporting interface would answer it")
  .argument("<account>", "whose report")
  .argument("<file>", "the file to write; - is standard output")
  .argument("[parameters...]", "such as start_date=2026-11-01 response_format=JSON")
  .option("--json", "print JSON")
  .action((account, file, parameters, options) =>
    run(reports, ({ reportCommand }, config) =>
      reportCommand(config, file, { account, parameters, ...options }),
    ),
  );

program
  .command("parse")
  .description("explain a terminal's payload: frames, fields, tags, KSN; nothing is decrypted")
  .argument("<type>", "the device type, or its maker's name")
  .argument("[payload]", "the payload; without, or -: standard input", "-")
  .option("--ksn <ksn>", "the KSN of the request, where the payload has none")
  .option("--serial <serial>", "the serial number of the request")
  .option("--json", "print JSON")
  .action((type, payload, options) =>
    run(parsing, ({ parseCommand }) => parseCommand(type, payload, options)),
  );

program
  .command("export")
  .description("write every row to one file, in one snapshot")
  .argument("<file>", "the file to write; - is standard output")
  .option("--json", "print JSON")
  .action((file, options) =>
    run(transfer, ({ exportCommand }, config) => exportCommand(config, file, options)),
  );

program
  .command("import")
  .description("load a file that export wrote into an empty database")
  .argument("<file>", "the file to read; - is standard input")
  .option("--json", "print JSON")
  .action((file, options) =>
    run(transfer, ({ importCommand }, config) => importCommand(config, file, options)),
  );

program
  .command("schema")
  .description("print the schema that the migrations make")
  .option("--write", "write it to schema.sql instead")
  .action((options) => run(schema, ({ schemaCommand }, config) => schemaCommand(config, options)));

hearBrokenOutput();

await program.parseAsync();
