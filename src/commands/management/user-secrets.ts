/** `users rotate-secret` and `users end-secrets`: API secrets, which are printed only once. */
import type { Config } from "../../config.ts";
import { showOnce } from "../../core/access/show-once.ts";
import { type Login, LoginStore } from "../../core/management/logins/login-store.ts";
import { ErrorCollector, FieldErrors } from "../../core/management/scope/field-errors.ts";
import { endOlderSecrets, rotateApiSecret } from "../../core/management/users/api-secrets.ts";
import { EVERY_MANAGEMENT_PERMISSION } from "../../core/management/users/user-roles.ts";
import { StartError } from "../../ports/start-error.ts";
import { type OverlapOptions, readOverlap } from "../options.ts";
import { momentText, type OutputOptions, print } from "../output.ts";
import {
  commandLineActor,
  type OpenInstallation,
  withAuditedInstallation,
} from "../with-installation.ts";

type RotateOptions = OutputOptions & OverlapOptions;

export async function rotateSecretCommand(
  config: Config,
  userName: string,
  options: RotateOptions,
): Promise<void> {
  const overlap = readOverlap(options);
  await withAuditedInstallation(config, async (installed) => {
    const { caller, id } = await findUser(installed, userName);
    const { owner: db, custody, clock } = installed;
    const rotation = { id, values: { overlap }, errors: new ErrorCollector() };
    const rotated = await explainFieldErrors(() =>
      rotateApiSecret({ db, custody, clock }, caller, rotation),
    );
    if (rotated === undefined) throw userNotFound(userName);
    const apiSecret = showOnce(rotated.apiSecret);
    const previousUntil = rotated.previousUntil && momentText(rotated.previousUntil);
    print(options, { userName, apiSecret, previousUntil: previousUntil ?? null }, [
      `New API secret of ${userName} (shown only once): ${apiSecret}`,
      previousUntil === undefined
        ? "Older secrets no longer work."
        : `The old secret works until ${previousUntil}.`,
    ]);
  });
}

export async function endSecretsCommand(
  config: Config,
  userName: string,
  options: OutputOptions,
): Promise<void> {
  await withAuditedInstallation(config, async (installed) => {
    const { caller, id } = await findUser(installed, userName);
    const { owner: db, clock } = installed;
    const isDone = await explainFieldErrors(() => endOlderSecrets({ db, clock }, caller, id));
    if (!isDone) throw userNotFound(userName);
    print(options, { userName }, [`Older API secrets of ${userName} no longer work.`]);
  });
}

/** Finds the user, and a caller that acts for the user's own partner. */
async function findUser({ owner }: OpenInstallation, userName: string) {
  const login: Login | undefined = await new LoginStore(owner).findLogin(userName);
  if (login === undefined) throw userNotFound(userName);
  const { contactId: id, partnerId } = login;
  return { id, caller: { actor: commandLineActor(), partnerId, may: EVERY_MANAGEMENT_PERMISSION } };
}

function userNotFound(userName: string): StartError {
  return new StartError(`User ${userName} not found.`);
}

const FIVE =
  "The user already has five active secrets. Use --now, run users end-secrets, or wait until one expires.";
const NO_SECRET = "Only users of a partner have API secrets. This user belongs to a client.";

async function explainFieldErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof FieldErrors)) throw error;
    throw new StartError(error.errors.some(({ field }) => field === "id") ? NO_SECRET : FIVE);
  }
}
