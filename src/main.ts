/** The command line. Each command is a file of src/commands; a fault of use is one sentence. */
import "./plain-globals.ts";
import { Command } from "commander";
import { rotateKeyCommand, webhookCommand } from "./commands/account-secrets.ts";
import {
  createAccountCommand,
  listAccounts,
  setAccountCommand,
  showAccountCommand,
  switchAccountCommand,
} from "./commands/accounts.ts";
import { verificationCommand } from "./commands/accounts-verification.ts";
import { addAchCommands } from "./commands/ach-words.ts";
import { showAudit, verifyAuditCommand } from "./commands/audit.ts";
import { advanceClockCommand, showClock } from "./commands/clock.ts";
import { addEstateCommands } from "./commands/estate.ts";
import { importKey, listKeys, retireKey, rotateKeys } from "./commands/keys.ts";
import { migrateCommand } from "./commands/migrate.ts";
import { addOperatorCommand } from "./commands/operators.ts";
import { parseCommand } from "./commands/parse.ts";
import { reportCommand } from "./commands/report.ts";
import { schemaCommand } from "./commands/schema.ts";
import { seedCommand } from "./commands/seed.ts";
import { serve } from "./commands/serve.ts";
import { exportCommand, importCommand } from "./commands/transfer.ts";
import { type Config, ConfigFault, readConfig } from "./config.ts";
import { StartFault } from "./ports/start-fault.ts";

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

const accounts = program.command("accounts").description("merchants' accounts and their keys");

accounts
  .command("list", { isDefault: true })
  .description("list accounts")
  .option("--parent <id>", "only those below this agent")
  .option("--after <id>", "the page after this account")
  .option("--take <count>", "how many")
  .option("--json", "print JSON")
  .action((options) => run((config) => listAccounts(config, options)));

accounts
  .command("show")
  .description("show an account's settings")
  .argument("<id>", "the account")
  .option("--json", "print JSON")
  .action((id, options) => run((config) => showAccountCommand(config, id, options)));

accounts
  .command("create")
  .description("open an account; its access key is printed once")
  .requiredOption("--name <name>", "what it is called")
  .requiredOption("--zone <zone>", "its time zone, such as America/Chicago")
  .option("--currency <code>", "what it is paid in", "USD")
  .option("--id <id>", "its number; without: the next that is free")
  .option("--agent", "it is an agent, with accounts below it")
  .option("--parent <id>", "the agent that it is below")
  .option("--json", "print JSON")
  .action((options) => run((config) => createAccountCommand(config, options)));

accounts
  .command("set")
  .description("change an account's settings; none takes away what may be absent")
  .argument("<id>", "the account")
  .option("--name <name>", "what it is called")
  .option("--zone <zone>", "its time zone")
  .option("--receipt-email <address>", "where its own receipts go, or none")
  .option(
    "--card-processor <name>",
    "who moves its card payments (certification: simulator), or none",
  )
  .option("--ach-processor <name>", "the bank connection of its ACH payments, or none")
  .option("--sec-code <code>", "of ACH payments that name none")
  .option("--credit <yes|no>", "whether it may pay out without a payment before")
  .option("--decline-avs <letters>", "AVS answers that decline, or none")
  .option("--decline-cvv <letters>", "CVV answers that decline, or none")
  .option("--authorization-days <days>", "how long an authorization waits, 1 to 30")
  .option("--agent <yes|no>", "whether it is an agent")
  .option("--parent <id>", "the agent that it is below, or none")
  .option("--partner <reference>", "the partner that its terminals are known under, or none")
  .option("--json", "print JSON")
  .action((id, options) => run((config) => setAccountCommand(config, id, options)));

for (const [name, isActive] of [
  ["on", true],
  ["off", false],
] as const) {
  accounts
    .command(name)
    .description(`switch an account ${name}; every door knows within a second`)
    .argument("<id>", "the account")
    .option("--json", "print JSON")
    .action((id, options) =>
      run((config) => switchAccountCommand(config, id, { ...options, isActive })),
    );
}

accounts
  .command("rotate-key")
  .description("give an account a new access key, printed once")
  .argument("<id>", "the account")
  .option("--overlap <span>", "how long the old key stays good (24h)")
  .option("--now", "the old key ends at once")
  .option("--json", "print JSON")
  .action((id, options) => run((config) => rotateKeyCommand(config, id, options)));

accounts
  .command("webhook")
  .description("where an account hears of its payments; a new secret is printed once")
  .argument("<id>", "the account")
  .option("--url <url>", "where to send")
  .option("--on", "send")
  .option("--off", "do not send")
  .option("--rotate-secret", "make a new secret; for a day the old one signs as well")
  .option("--json", "print JSON")
  .action((id, options) => run((config) => webhookCommand(config, id, options)));

addEstateCommands(program, run);
accounts
  .command("verification")
  .description("show or change how an account's ACH payments are verified")
  .argument("<id>", "the account")
  .option("--on", "verify")
  .option("--off", "do not verify")
  .option("--sec-codes <codes>", "those to verify, such as WEB,TEL; WEB is always among them")
  .option("--frequency <days>", "30 to 360 in steps of 30, or every (every transaction)")
  .option("--recurring <yes|no>", "whether recurring payments are verified")
  .option("--reissue <yes|no>", "whether reissues are verified")
  .option("--when-unavailable <decline|accept>", "what becomes of payments nobody can verify")
  .option("--json", "print JSON")
  .action((id, options) => run((config) => verificationCommand(config, id, options)));

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

const keys = program.command("keys").description("terminal keys and the keys that seal secrets");

keys
  .command("list", { isDefault: true })
  .description("list terminal keys with their check values")
  .option("--json", "print JSON")
  .action((options) => run((config) => listKeys(config, options)));

keys
  .command("import")
  .description("bring in a terminal key: two operators, one component each")
  .argument("<name>", "what the key is called here")
  .option("--kind <kind>", "the first of the two says: tdes-2key, tdes-3key, aes-128, …")
  .option("--ksi <hex>", "the beginning of the KSNs it answers for; without: all others")
  .option("--json", "print JSON")
  .action((name, options) => run((config) => importKey(config, name, options)));

keys
  .command("retire")
  .description("stop using a terminal key, or give up its import")
  .argument("<name>", "what the key is called here")
  .option("--json", "print JSON")
  .action((name, options) => run((config) => retireKey(config, name, options)));

keys
  .command("rotate")
  .description("replace the keys that seal: data keys, or the master key that wraps them")
  .argument("<what>", "data or master")
  .option("--json", "print JSON")
  .action((what, options) => run((config) => rotateKeys(config, what, options)));

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

// A reader that has gone away (`| head`) is no reason to fall over.
process.stdout.on("error", () => {});

await program.parseAsync();

async function run(command: (config: Config) => Promise<void>): Promise<void> {
  try {
    await command(readConfig());
  } catch (error) {
    if (!(error instanceof StartFault || error instanceof ConfigFault)) throw error;
    console.error(error.message);
    // Whatever a start that failed has left open must not keep us here.
    process.exit(1);
  }
}
