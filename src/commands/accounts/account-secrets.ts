/** `accounts rotate-key`: the new key is printed only once. */
import type { Config } from "../../config.ts";
import { showOnce } from "../../core/access/show-once.ts";
import { rotateAccessKey } from "../../core/accounts/rotate-access-key.ts";
import { type OverlapOptions, readOverlap } from "../options.ts";
import { momentText, type OutputOptions, print } from "../output.ts";
import { commandLineParty, withAuditedInstallation } from "../with-installation.ts";
import { accountCommandError } from "./account-texts.ts";
import { accountNeeds } from "./accounts.ts";

type RotateOptions = OutputOptions & OverlapOptions;

export async function rotateKeyCommand(config: Config, id: string, options: RotateOptions) {
  const overlap = readOverlap(options);
  await withAuditedInstallation(config, async (installed) => {
    const outcome = await rotateAccessKey(accountNeeds(installed), id, {
      overlap,
      by: commandLineParty(),
    });
    if (outcome.kind !== "rotated") throw accountCommandError(outcome);
    const accessKey = showOnce(outcome.accessKey);
    const previousUntil = outcome.previousUntil && momentText(outcome.previousUntil);
    print(options, { account: id, accessKey, previousUntil: previousUntil ?? null }, [
      `New API key of account ${id} (shown only once): ${accessKey}`,
      previousUntil === undefined
        ? "The old key no longer works."
        : `The old key works until ${previousUntil}.`,
    ]);
  });
}
