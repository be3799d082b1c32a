/** The commands of certification that help integrators, with their options. */
import { Argument, type Command } from "commander";
import type { RunCommand } from "../run-command.ts";
import { SCENE_NAMES } from "./scene-names.ts";

const listening = () => import("./listen.ts");
const triggering = () => import("./trigger.ts");
const snapshots = () => import("./snapshot.ts");

export function addCertificationCommands(program: Command, run: RunCommand): void {
  addListen(program, run);
  addTrigger(program, run);
  addSnapshot(program, run);
}

function addListen(program: Command, run: RunCommand): void {
  program
    .command("listen")
    .description("print the webhooks of an account and forward them, until stopped")
    .argument("[account]", "account number (default: the first test account)")
    .option("--forward-to <url>", "send each event on, such as to http://localhost:3000/hook")
    .option("--events <events>", "only these events, separated by commas")
    .option("--take-over", "also if the account has a webhook URL, which is put back at the end")
    .option("--json", "print one JSON object per line")
    .action((account, options) =>
      run(listening, ({ listenCommand }, config) => listenCommand(config, { ...options, account })),
    );
}

function addTrigger(program: Command, run: RunCommand): void {
  program
    .command("trigger")
    .description("make a webhook event happen; without an event, list them all")
    .addArgument(eventArgument())
    .option("--account <id>", "account number (default: the first test account)")
    .option("--amount <amount>", "amount of the payment (default: 12.34)")
    .option("--json", "print JSON")
    .action((event, options) =>
      run(triggering, ({ triggerCommand }, config) => triggerCommand(config, event, options)),
    );
}

/** Only names its choices, for help and completion: `trigger` refuses an unknown event itself. */
function eventArgument(): Argument {
  const argument = new Argument("[event]", "the event, such as ach.returned");
  argument.argChoices = [...SCENE_NAMES];
  return argument;
}

function addSnapshot(program: Command, run: RunCommand): void {
  const snapshot = program
    .command("snapshot")
    .description("save the whole database under a name, and put it back later");

  snapshot
    .command("list", { isDefault: true })
    .description("list snapshots")
    .option("--json", "print JSON")
    .action((options) =>
      run(snapshots, ({ listSnapshotsCommand }, config) => listSnapshotsCommand(config, options)),
    );

  snapshot
    .command("save")
    .description("save a snapshot; the gateway may run")
    .argument("<name>", "name of the snapshot")
    .option("--json", "print JSON")
    .action((name, options) =>
      run(snapshots, ({ saveSnapshotCommand }, config) =>
        saveSnapshotCommand(config, name, options),
      ),
    );

  snapshot
    .command("restore")
    .description("replace the whole database by a snapshot; stop the gateway first")
    .argument("<name>", "name of the snapshot")
    .option("--json", "print JSON")
    .action((name, options) =>
      run(snapshots, ({ restoreSnapshotCommand }, config) =>
        restoreSnapshotCommand(config, name, options),
      ),
    );

  snapshot
    .command("remove")
    .description("remove a snapshot")
    .argument("<name>", "name of the snapshot")
    .option("--json", "print JSON")
    .action((name, options) =>
      run(snapshots, ({ removeSnapshotCommand }, config) =>
        removeSnapshotCommand(config, name, options),
      ),
    );
}
