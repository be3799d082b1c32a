/** The command line: all commands in the order of the help. */
import { Command } from "commander";
import { VERSION } from "../app/version.ts";
import { commandProcess } from "../ports/command-process.ts";
import { addAccountCommands } from "./accounts/account-commands.ts";
import { addAchCommands } from "./ach/ach-commands.ts";
import { addBackupCommands } from "./backup/backup-commands.ts";
import { addCardHostCommands } from "./card-hosts/card-host-commands.ts";
import { addCertificationCommands } from "./certification/certification-commands.ts";
import { addCompletionCommand } from "./completion/completion.ts";
import {
  addMigrateCommand,
  addSchemaCommand,
  addSeedCommand,
  addShardCommands,
  addTransferCommands,
} from "./database/database-commands.ts";
import { addKeyCommands } from "./keys/key-commands.ts";
import { addManagementCommands } from "./management/management-commands.ts";
import { addDoctorCommand } from "./operations/doctor-command.ts";
import {
  addAuditCommands,
  addClockCommands,
  addParseCommand,
  addPurgeCommands,
  addReconcileCommand,
  addReportCommand,
  addRetentionCommands,
} from "./operations/operations-commands.ts";
import { addOperatorCommands } from "./operators/operator-commands.ts";
import { addPrivacyCommands } from "./privacy/privacy-commands.ts";
import type { RunCommand } from "./run-command.ts";

const serving = () => import("./serve/serve.ts");
const testing = () => import("./testing/test-gateway-command.ts");

/** Loaded with the first command: help and the version do without the settings. */
const runCommand: RunCommand = async (load, act) => {
  const running = await import("./run-command.ts");
  return running.runCommand(load, act);
};

/** Runs one command. Without words, it is `serve`. */
export async function runProgram(words: readonly string[]): Promise<void> {
  const given = words.length === 0 ? ["serve"] : words;
  await makeProgram().parseAsync(given, { from: "user" });
}

function makeProgram(): Command {
  const program = openProgram();
  addServeCommand(program);
  addMigrateCommand(program, runCommand);
  addDoctorCommand(program);
  addShardCommands(program, runCommand);
  addSeedCommand(program, runCommand);
  addClockCommands(program, runCommand);
  addPurgeCommands(program, runCommand);
  addRetentionCommands(program, runCommand);
  addCertificationCommands(program, runCommand);
  addAccountCommands(program, runCommand);
  addManagementCommands(program, runCommand);
  addAchCommands(program, runCommand);
  addCardHostCommands(program, runCommand);
  addOperatorCommands(program, runCommand);
  addPrivacyCommands(program, runCommand);
  addAuditCommands(program, runCommand);
  addKeyCommands(program, runCommand);
  addReconcileCommand(program, runCommand);
  addReportCommand(program, runCommand);
  addParseCommand(program, runCommand);
  addTransferCommands(program, runCommand);
  addBackupCommands(program, runCommand);
  addSchemaCommand(program, runCommand);
  addTestGatewayCommand(program);
  addCompletionCommand(program);
  return program;
}

/** Commands that are added to it print and exit in the same way. */
function openProgram(): Command {
  const { stdout, stderr } = commandProcess();
  return new Command("sixdoors")
    .description(
      "A payments gateway that anyone can run. Without a command, it starts as with serve.\nSettings are environment variables. docs/operations.md lists them all.",
    )
    .version(VERSION, "-v, --version", "print the version")
    .showHelpAfterError("(add --help for help)")
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      getOutHelpWidth: () => (stdout.isTTY ? stdout.columns : 80),
      getErrHelpWidth: () => (stderr.isTTY ? stderr.columns : 80),
    })
    .exitOverride(({ exitCode }) => commandProcess().exit(exitCode));
}

function addServeCommand(program: Command): void {
  program
    .command("serve")
    .description("start the gateway: answer requests and run jobs until it is stopped")
    .option("--web", "only answer requests; start another process with --worker")
    .option("--worker", "only run jobs; start another process with --web")
    .action((options) => runCommand(serving, ({ serve }, config) => serve(config, options)));
}

function addTestGatewayCommand(program: Command): void {
  program
    .command("test-gateway", { hidden: true })
    .description("run a gateway for a test suite; sixdoors/testing starts it")
    .action(() =>
      runCommand(testing, ({ testGatewayCommand }, config) => testGatewayCommand(config)),
    );
}
