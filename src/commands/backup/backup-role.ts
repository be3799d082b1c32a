/** `backup role`: the role with which pg_dump and pg_basebackup see every row. */

import { requireExistingDatabase } from "../../app/database/database-place.ts";
import { joinInstallation } from "../../app/database/installation.ts";
import type { Config } from "../../config.ts";
import { BACKUP_ROLE, BACKUP_ROLE_STATEMENTS, ensureBackupRole } from "../../db/backup-role.ts";
import { commandProcess } from "../../ports/command-process.ts";
import { type OutputOptions, print } from "../output.ts";

const TEXTS = {
  created: `The role ${BACKUP_ROLE} was created. Set its password: \\password ${BACKUP_ROLE} in psql.`,
  there: `The role ${BACKUP_ROLE} exists and has its rights.`,
  not_allowed: "This login is not allowed to create the role. Ask a superuser to run:",
} as const;

export async function backupRoleCommand(config: Config, options: OutputOptions): Promise<void> {
  await requireExistingDatabase(config);
  const installation = await joinInstallation(config);
  try {
    const result = await ensureBackupRole(installation.owner);
    const statements = result === "not_allowed" ? BACKUP_ROLE_STATEMENTS : [];
    print(options, { role: BACKUP_ROLE, result, statements }, [
      TEXTS[result],
      ...statements.map((statement) => `  ${statement};`),
    ]);
    if (result === "not_allowed") commandProcess().exitCode = 1;
  } finally {
    await installation.close();
  }
}
