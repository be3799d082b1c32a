/** The settings of backups of the embedded PostgreSQL. */
import { filePath, optional, type Setting, wholeSeconds } from "./setting.ts";

export const BACKUP_SETTINGS = {
  backupDir: {
    variable: "BACKUP_DIR",
    fallback: "",
    read: optional(filePath),
    about:
      "The folder for [backups](backup.md) of the embedded PostgreSQL, which must exist. While it is set, `serve` archives the write-ahead log there. Not set: nothing is archived.",
  },
  backupLogMs: {
    variable: "BACKUP_LOG_SECONDS",
    fallback: "60",
    read: wholeSeconds(1, 86_400),
    about:
      "How often the write-ahead log is archived if little happens. At most so much is lost with the machine.",
  },
} as const satisfies Record<string, Setting<unknown>>;
