/** The commands `backup` and `restore` with their options. */
import type { Command } from "commander";
import type { RunCommand } from "../run-command.ts";

const backups = () => import("./backup.ts");
const roles = () => import("./backup-role.ts");
const restoring = () => import("./restore.ts");
const drills = () => import("./drill.ts");
const safeMode = () => import("./safe-mode.ts");

const JSON_OPTION = ["--json", "print JSON"] as const;
const FOLDER = ["--folder <folder>", "the folder of backups, instead of BACKUP_DIR"] as const;
const KEEP = ["--keep <count>", "always keep so many backups, 1 to 1000 (default: 7)"] as const;
const KEEP_DAYS = [
  "--keep-days <days>",
  "also keep backups that are younger, 0 to 3650 days (default: 0)",
] as const;

export function addBackupCommands(program: Command, run: RunCommand): void {
  const group = program
    .command("backup")
    .description("back up the embedded PostgreSQL, and list and verify backups");
  group
    .command("create", { isDefault: true })
    .description("make a base backup while the gateway runs, and remove old backups")
    .option(...FOLDER)
    .option(...KEEP)
    .option(...KEEP_DAYS)
    .option(...JSON_OPTION)
    .action((options) =>
      run(backups, ({ createBackupCommand }, config) => createBackupCommand(config, options)),
    );
  group
    .command("list")
    .description("list backups, and until when each can be restored")
    .option(...FOLDER)
    .option(...JSON_OPTION)
    .action((options) =>
      run(backups, ({ listBackupsCommand }, config) => listBackupsCommand(config, options)),
    );
  group
    .command("verify")
    .description("compare a backup and its archive with the checksums; exit code 1 if they differ")
    .argument("[name]", "the backup; without it, the newest")
    .option(...FOLDER)
    .option(...JSON_OPTION)
    .action((name, options) =>
      run(backups, ({ verifyBackupCommand }, config) => verifyBackupCommand(config, name, options)),
    );
  addUpkeepCommands(group, run);
  addRestoreCommands(program, run);
}

function addUpkeepCommands(group: Command, run: RunCommand): void {
  group
    .command("prune")
    .description("remove old backups, and archived log that no backup needs")
    .option(...FOLDER)
    .option(...KEEP)
    .option(...KEEP_DAYS)
    .option(...JSON_OPTION)
    .action((options) =>
      run(backups, ({ pruneBackupsCommand }, config) => pruneBackupsCommand(config, options)),
    );
  group
    .command("role")
    .description("create the role for pg_dump and pg_basebackup, or print how to; any server")
    .option(...JSON_OPTION)
    .action((options) =>
      run(roles, ({ backupRoleCommand }, config) => backupRoleCommand(config, options)),
    );
}

function addRestoreCommands(program: Command, run: RunCommand): void {
  const group = program
    .command("restore")
    .description("restore a backup to any moment, try it, and release the restored copy");
  group
    .command("run", { isDefault: true })
    .description("restore into a data folder without a database; the copy starts in safe mode")
    .option("--to <time>", "to this moment, such as 2026-12-01T17:00:00Z")
    .option("--latest", "to the end of the archive")
    .option("--backup <name>", "this backup; alone, to its own end")
    .option(...FOLDER)
    .option(...JSON_OPTION)
    .action((options) =>
      run(restoring, ({ restoreCommand }, config) => restoreCommand(config, options)),
    );
  group
    .command("drill")
    .description(
      "restore to a scratch folder, verify the copy, remove it; exit code 1 if it is bad",
    )
    .option("--backup <name>", "this backup; without it, the newest")
    .option("--latest", "also replay the archive")
    .option("--scratch <folder>", "where to make the scratch folder (default: the system's)")
    .option(...FOLDER)
    .option(...JSON_OPTION)
    .action((options) => run(drills, ({ drillCommand }, config) => drillCommand(config, options)));
  addSafeModeCommands(group, run);
}

function addSafeModeCommands(group: Command, run: RunCommand): void {
  group
    .command("show")
    .description("show whether the database is in safe mode, since when, and why")
    .option(...JSON_OPTION)
    .action((options) =>
      run(safeMode, ({ showSafeModeCommand }, config) => showSafeModeCommand(config, options)),
    );
  group
    .command("hold")
    .description("put a copy that other tools restored into safe mode, before its first start")
    .option("--reason <text>", 'why (default: "restored by other tools")')
    .option(...JSON_OPTION)
    .action((options) => run(safeMode, ({ holdCommand }, config) => holdCommand(config, options)));
  group
    .command("release")
    .description("end safe mode: payments, bank files, webhooks and emails start; audited")
    .option(...JSON_OPTION)
    .action((options) =>
      run(safeMode, ({ releaseCommand }, config) => releaseCommand(config, options)),
    );
}
