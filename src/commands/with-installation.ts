/** Opens the database, keys and clock of an existing installation for a command. */
import { requireExistingDatabase } from "../app/database/database-place.ts";
import { type Installation, joinInstallation } from "../app/database/installation.ts";
import { checkInstallation } from "../app/database/prepare.ts";
import { type OpenedCustody, openCustody } from "../app/keys/custody.ts";
import { openClock } from "../app/time/clock.ts";
import type { Config } from "../config.ts";
import { PasswordHashing } from "../core/access/password.ts";
import type { Actor } from "../core/audit/act.ts";
import { Chainer } from "../core/audit/chainer.ts";
import type { Clock } from "../ports/clock.ts";
import { readPerson } from "./person.ts";

export interface OpenInstallation extends Installation {
  readonly custody: OpenedCustody["custody"];
  readonly clock: Clock;
  readonly passwords: PasswordHashing;
}

/**
 * Requires the schema of this release and never migrates, because other processes may be running.
 */
export async function withInstallation(
  config: Config,
  work: (installed: OpenInstallation) => Promise<void>,
): Promise<void> {
  await requireExistingDatabase(config);
  const installation = await joinInstallation(config);
  try {
    await checkInstallation(installation);
    const keys = await openCustody(installation, { allowsPublishedKeys: true });
    const time = await openClock(installation);
    try {
      const passwords = new PasswordHashing();
      await work({ ...installation, custody: keys.custody, clock: time.clock, passwords });
    } finally {
      await time.close();
      await keys.close();
    }
  } finally {
    await installation.close();
  }
}

/** The same for commands that are audited. Chains their audit entries before they end. */
export async function withAuditedInstallation(
  config: Config,
  work: (installed: OpenInstallation) => Promise<void>,
): Promise<void> {
  await withInstallation(config, async (installed) => {
    const { owner: db, custody } = installed;
    try {
      await work(installed);
    } finally {
      await new Chainer({ db, custody }).chainAll();
    }
  });
}

/** Who ran the command, for audit entries. */
export function commandLineActor(): Actor {
  return { kind: "command_line", name: readPerson() };
}

export function commandLineParty(): { readonly actor: Actor } {
  return { actor: commandLineActor() };
}
