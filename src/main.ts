/** The command line. Each command is a file of src/commands; a fault of use is one sentence. */
import "./plain-globals.ts";
import { Command } from "commander";
import { addAccountCommands } from "./commands/account-commands.ts";
import { addAchCommands } from "./commands/ach-words.ts";
import { showAudit, verifyAuditCommand } from "./commands/audit.ts";
import { advanceClockCommand, showClock } from "./commands/clock.ts";
import { addEstateCommands } from "./commands/estate.ts";
import { addKeyCommands } from "./commands/key-commands.ts";
import { migrateCommand } from "./commands/migrate.ts";
import { addOperatorCommand } from "./commands/operators.ts";
import { hearBrokenOutput } from "./commands/output.ts";
import { parseCommand } from "./commands/parse.ts";
import { reportCommand } from "./commands/report.ts";
import { run } from "./commands/run.ts";
import { schemaCommand } from "./commands/schema.ts";
import { seedCommand } from "./commands/seed.ts";
import { serve } from "./commands/serve.ts";
import { exportCommand, importCommand } from "./commands/transfer.ts";

const program = new Command("sixdoors")
  .description("A payments gateway anyone can run. Settings come from the environment.")
  .helpCommand(false)
  .showHelpAfterError("(--help shows what there is)");

program
  .command("serve")
  .description("run the gateway: web and jobs in this process, or WORKERS web processes")
  .option("--web", "only answer requests")
  .option("--worker", "only run jobs")
  .action((options) => run((config) => serve(config, options)));

program
  .command("migrate")
  .description("bring the database to this release's schema")
  .option("--json", "print JSON")
  .action((options) => run((config) => migrateCommand(config, options)));

program
  .command("seed")
  .description("fill an empty certification database (serve does it by itself)")
  .option("--json", "print JSON")
  .action((options) => run((config) => seedCommand(config, options)));

const clock = program.command("clock").description("business time, which certification can move");

clock
  .command("show", { isDefault: true })
  .description("say what time it is and what is due")
  .option("--json", "print JSON")
  .action((options) => run((config) => showClock(config, options)));

clock
  .command("advance")
  .description("move business time forward, doing everything that falls due on the way")
  .argument("<how far...>", "3d, 2h, 1d12h, or: to 2026-12-01T17:00:00Z")
  .option("--json", "print JSON")
  .action((words, options) => run((config) => advanceClockCommand(config, words, options)));

addAccountCommands(program, run);
addEstateCommands(program, run);
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
  .action((options) => run((config) => showAudit(config, options)));

audit
  .command("verify")
  .description("find any change, removal or reorder; exit code 1 when there is one")
  .option("--head <head>", "hold it against a head that the log has")
  .option("--json", "print JSON")
  .action((options) => run((config) => verifyAuditCommand(config, options)));

addKeyCommands(program, run);

program
  .command("operators")
  .description("who may run the house")
  .command("add")
  .argument("<name>", "the operator's name")
  .option("--json", "print JSON")
  .action((name, options) => run((config) => addOperatorCommand(config, name, options)));

program
  .command("report")
  .description("write an account's report to a file, as the reporting interface would answer it")
  .argument("<account>", "whose report")
  .argument("<file>", "the file to write; - is standard output")
  .argument("[parameters...]", "such as start_date=2026-11-01 response_format=JSON")
  .option("--json", "print JSON")
  .action((account, file, parameters, options) =>
    run((config) => reportCommand(config, file, { account, parameters, ...options })),
  );

program
  .command("parse")
  .description("explain a terminal's payload: frames, fields, tags, KSN; nothing is decrypted")
  .argument("<type>", "the device type, or its maker's name")
  .argument("[payload]", "the payload; without, or -: standard input", "-")
  .option("--ksn <ksn>", "the KSN of the request, where the payload has none")
  .option("--serial <serial>", "the serial number of the request")
  .option("--json", "print JSON")
  .action((type, payload, options) => run(() => parseCommand(type, payload, options)));

program
  .command("export")
  .description("write every row to one file, in one snapshot")
  .argument("<file>", "the file to write; - is standard output")
  .option("--json", "print JSON")
  .action((file, options) => run((config) => exportCommand(config, file, options)));

program
  .command("import")
  .description("load a file that export wrote into an empty database")
  .argument("<file>", "the file to read; - is standard input")
  .option("--json", "print JSON")
  .action((file, options) => run((config) => importCommand(config, file, options)));

program
  .command("schema")
  .description("print the schema that the migrations make")
  .option("--write", "write it to schema.sql instead")
  .action((options) => run((config) => schemaCommand(config, options)));

hearBrokenOutput();

await program.parseAsync();
