/** `ach server` changes the SFTP server of a bank, and `ach check` tries the connections of banks. */
import { openAch } from "../../app/areas/ach.ts";
import { trySftpServer } from "../../app/areas/bank-server.ts";
import { openPaymentsPool } from "../../app/database/pools.ts";
import type { Config } from "../../config.ts";
import type { AchNeeds } from "../../core/ach/ach-needs.ts";
import type { BankConnection } from "../../core/ach/connections/bank-connection.ts";
import {
  changeSftpServer,
  planServer,
  type ServerRefusal,
} from "../../core/ach/connections/change-server.ts";
import { ConnectionStore } from "../../core/ach/connections/connection-store.ts";
import { findBadSftpValue, type NewSftpServer } from "../../core/ach/connections/sftp-values.ts";
import type { Clock } from "../../ports/clock.ts";
import { commandProcess } from "../../ports/command-process.ts";
import { StartError } from "../../ports/start-error.ts";
import { linesOrMessage, type OutputOptions, print } from "../output.ts";
import {
  commandLineActor,
  type OpenInstallation,
  withAuditedInstallation,
  withInstallation,
} from "../with-installation.ts";
import {
  inboxTakenText,
  readServerOptions,
  SERVER_ERRORS,
  type ServerOptions,
} from "./server-options.ts";

export async function achServerCommand(
  config: Config,
  name: string,
  options: ServerOptions & OutputOptions,
): Promise<void> {
  const changes = readServerOptions(options);
  if (Object.keys(changes).length === 0) {
    throw new StartError("Nothing to change. Name at least one option, such as --host-key.");
  }
  await withAuditedInstallation(config, async ({ owner: db, custody, clock }) => {
    const planned = await planServer({ db, custody }, name, changes);
    if (planned.kind !== "planned") throw serverError(name, planned);
    await checkNewServer(planned.server, options, clock);
    const by = { actor: commandLineActor() };
    const outcome = await changeSftpServer({ db, custody }, name, { changes, by });
    if (outcome.kind !== "changed") throw serverError(name, outcome);
    print(options, { changed: name }, [`The server of bank ${name} is changed.`]);
  });
}

function serverError(name: string, refusal: ServerRefusal): StartError {
  switch (refusal.kind) {
    case "not_found":
      return new StartError(`Bank ${name} has no SFTP server.`);
    case "bad_server_value":
      return new StartError(SERVER_ERRORS[refusal.value]);
    case "login_needed":
      return new StartError(
        "The stored password is not sent to another server. Name the login again: --password-file or --key-file.",
      );
    case "inbox_taken":
      return new StartError(inboxTakenText(refusal));
  }
}

/** Refuses a server that cannot be used now, so that a wrong value is noticed at once. */
export async function checkNewServer(
  server: NewSftpServer,
  { check = true }: ServerOptions,
  clock: Clock,
): Promise<void> {
  const bad = findBadSftpValue(server);
  if (bad !== undefined) throw new StartError(SERVER_ERRORS[bad]);
  if (!check) return;
  await trySftpServer(server, clock).catch((error: Error) => {
    throw new StartError(`${error.message} Nothing was stored. To store it anyway: --no-check.`);
  });
}

interface CheckedBank {
  readonly name: string;
  readonly network: string;
  /** Undefined: files can be exchanged. */
  readonly problem: string | undefined;
}

/** Ends with exit code 1 if a bank cannot be used, for monitoring. */
export async function achCheckCommand(
  config: Config,
  bank: string | undefined,
  options: OutputOptions,
): Promise<void> {
  await withInstallation(config, async (installed) => {
    const checked = await checkBanks(installed, config, bank);
    if (checked.length === 0 && bank !== undefined) throw new StartError(`Bank ${bank} not found.`);
    const lines = checked.map(({ name, problem }) => `${name}: ${problem ?? "ok"}`);
    print(options, { banks: checked }, linesOrMessage("No banks are connected.", lines));
    if (checked.some(({ problem }) => problem !== undefined)) commandProcess().exitCode = 1;
  });
}

async function checkBanks(
  { custody, clock, place }: OpenInstallation,
  config: Config,
  bank: string | undefined,
): Promise<readonly CheckedBank[]> {
  const db = openPaymentsPool(config, place.url);
  const ach = openAch({ db, custody, clock, config, dataDir: place.dataDir });
  try {
    const all = await new ConnectionStore(db).listConnections();
    const banks = all.filter(({ name }) => bank === undefined || name === bank);
    return await Promise.all(banks.map((one) => checkBank(ach, one)));
  } finally {
    await ach.close();
    await db.close();
  }
}

async function checkBank(
  { networks }: AchNeeds,
  { name, network }: BankConnection,
): Promise<CheckedBank> {
  const adapter = networks[network];
  const problem = await (adapter === undefined
    ? "It does not exist in this environment."
    : adapter.checkConnection(name).then(
        () => undefined,
        (error: Error) => error.message,
      ));
  return { name, network, problem };
}
