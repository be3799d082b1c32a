/** The commands of daily operations, with their options. */
import type { Command } from "commander";
import type { RunCommand } from "../run-command.ts";

const auditActs = () => import("./audit.ts");
const clockActs = () => import("./clock.ts");
const parsing = () => import("./parse.ts");
const purges = () => import("./purge.ts");
const reconciling = () => import("./reconcile.ts");
const reports = () => import("./report.ts");
const retention = () => import("./retention.ts");

export function addClockCommands(program: Command, run: RunCommand): void {
  const clock = program
    .command("clock")
    .description("show the business clock, and move it in certification");

  clock
    .command("show", { isDefault: true })
    .description("show the business time, and the work that is due next")
    .option("--json", "print JSON")
    .action((options) =>
      run(clockActs, ({ showClockCommand }, config) => showClockCommand(config, options)),
    );

  clock
    .command("advance")
    .description("move the business clock forward and run everything that becomes due")
    .argument("<time...>", "how far: 3d, 2h or 1d12h; or until when: to 2026-12-01T17:00:00Z")
    .option("--json", "print JSON")
    .action((words, options) =>
      run(clockActs, ({ advanceClockCommand }, config) =>
        advanceClockCommand(config, words, options),
      ),
    );
}

export function addPurgeCommands(program: Command, run: RunCommand): void {
  const purge = program
    .command("purge")
    .description("preview purges, and show and allow those that wait for an operator");

  purge
    .command("show", { isDefault: true })
    .description("list purges on hold, what they would remove, and why they wait")
    .option("--json", "print JSON")
    .action((options) =>
      run(purges, ({ showPurgesCommand }, config) => showPurgesCommand(config, options)),
    );

  purge
    .command("preview")
    .description("count what the purges would remove now, without removing anything")
    .option("--json", "print JSON")
    .action((options) =>
      run(purges, ({ previewPurgesCommand }, config) => previewPurgesCommand(config, options)),
    );

  purge
    .command("allow")
    .description("allow a purge that is on hold, once; this is recorded in the audit log")
    .argument("<purge>", 'its name, such as purge or "purge ACH"')
    .option("--json", "print JSON")
    .action((work, options) =>
      run(purges, ({ allowPurgeCommand }, config) => allowPurgeCommand(config, work, options)),
    );
}

export function addRetentionCommands(program: Command, run: RunCommand): void {
  program
    .command("retention")
    .description("show how long records are kept")
    .command("report", { isDefault: true })
    .description("for auditors: what is kept how long, oldest rows, purges on hold, last purges")
    .option("--json", "print JSON")
    .action((options) =>
      run(retention, ({ retentionReportCommand }, config) =>
        retentionReportCommand(config, options),
      ),
    );
}

export function addAuditCommands(program: Command, run: RunCommand): void {
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
      run(auditActs, ({ showAuditCommand }, config) => showAuditCommand(config, options)),
    );

  audit
    .command("verify")
    .description("detect changed, removed or reordered entries; exit code 1 if there are any")
    .option("--head <head>", "also compare with a head that the log printed earlier")
    .option("--json", "print JSON")
    .action((options) =>
      run(auditActs, ({ verifyAuditCommand }, config) => verifyAuditCommand(config, options)),
    );
}

export function addReconcileCommand(program: Command, run: RunCommand): void {
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
      run(reconciling, ({ reconcileCommand }, config) => reconcileCommand(config, options)),
    );
}

export function addReportCommand(program: Command, run: RunCommand): void {
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
      run(reports, ({ reportCommand }, config) =>
        reportCommand(config, file, { account, parameters, ...options }),
      ),
    );
}

export function addParseCommand(program: Command, run: RunCommand): void {
  program
    .command("parse")
    .description("explain a device payload (frames, fields, tags, KSN) without decrypting it")
    .argument("<type>", "the device type or its manufacturer")
    .argument("[payload]", "the payload; - reads standard input", "-")
    .option("--ksn <ksn>", "KSN, if the payload has none")
    .option("--serial <serial>", "serial number of the device")
    .option("--json", "print JSON")
    .action((type, payload, options) =>
      run(parsing, ({ parseCommand }) => parseCommand(type, payload, options)),
    );
}
