/** `ach connect`, `banks`, `windows`, `files`, `unmatched` and `rates`. */
import { openDirectoryDrop } from "../../app/areas/ach.ts";
import type { Config } from "../../config.ts";
import { BankFileStore, type FileLine } from "../../core/ach/bank-file-store.ts";
import { BankStateStore } from "../../core/ach/connections/bank-state-store.ts";
import { changeBankWindows } from "../../core/ach/connections/change-windows.ts";
import {
  type ConnectRefusal,
  connectBank,
  type NewBank,
  refuseBank,
} from "../../core/ach/connections/connect-bank.ts";
import { ConnectionStore } from "../../core/ach/connections/connection-store.ts";
import { setAccountWindows } from "../../core/ach/connections/set-windows.ts";
import {
  SftpServerStore,
  type StoredSftpServer,
} from "../../core/ach/connections/sftp-server-store.ts";
import { RETURN_RATE_LIMITS, returnRates } from "../../core/ach/return-rates.ts";
import type { BankAccount } from "../../core/vault/vault.ts";
import { StartError } from "../../ports/start-error.ts";
import { linesOrMessage, type OutputOptions, print } from "../output.ts";
import { openPrompt } from "../prompt.ts";
import {
  commandLineActor,
  type OpenInstallation,
  withAuditedInstallation,
  withInstallation,
} from "../with-installation.ts";
import { checkNewServer } from "./ach-servers.ts";
import {
  inboxTakenText,
  readNewServer,
  SERVER_ERRORS,
  type ServerOptions,
} from "./server-options.ts";

interface ConnectOptions extends OutputOptions, ServerOptions {
  readonly destination: string;
  readonly destinationName: string;
  readonly origin: string;
  readonly originName: string;
  readonly odfi: string;
  readonly cutoff?: readonly string[];
  readonly offset?: boolean;
}

const DEFAULT_WINDOW = "17:00 America/New_York";
const CUT_OFF_ERROR = `Cutoffs must be 1 to 20 times with a time zone, such as "${DEFAULT_WINDOW}" or "10:00 America/New_York same-day". At least one must not be same-day. Same-day windows must close by 16:45 US Eastern all year.`;
const SHOWN = 50;

export async function achConnectCommand(config: Config, name: string, options: ConnectOptions) {
  const { destination, destinationName, origin, originName, odfi } = options;
  const sftp = await readNewServer(options);
  const wish: NewBank = {
    ...{ name, network: sftp === undefined ? "directory" : "sftp", sftp },
    ...{ destination, destinationName, origin, originName, odfi },
    windows: options.cutoff ?? [DEFAULT_WINDOW],
    offset: options.offset ? await askOffsetAccount() : undefined,
  };
  await withAuditedInstallation(config, async (installed) => {
    const { owner: db, custody, clock } = installed;
    const refusal = refuseBank(wish);
    if (refusal !== undefined) throw connectError(name, refusal);
    if (sftp !== undefined) await checkNewServer(sftp, options, clock);
    const outcome = await connectBank({ db, custody }, wish, { actor: commandLineActor() });
    if (outcome.kind !== "connected") throw connectError(name, outcome);
    const { outbox, inbox } = sftp?.folders ?? (await makeBankFolders(installed, name));
    print(options, { connected: name, outbox, inbox }, [
      `Bank ${name} is connected.`,
      `Files for the bank:  ${outbox}`,
      `Files from the bank: ${inbox}`,
    ]);
  });
}

function makeBankFolders({ clock, config, place }: OpenInstallation, name: string) {
  return openDirectoryDrop({ clock, config, dataDir: place.dataDir }).makeFolders(name);
}

function connectError(name: string, outcome: ConnectRefusal): StartError {
  if (outcome.kind === "bad_value") return new StartError(WISH_ERRORS[outcome.value]);
  if (outcome.kind === "bad_server_value") return new StartError(SERVER_ERRORS[outcome.value]);
  if (outcome.kind === "inbox_taken") return new StartError(inboxTakenText(outcome));
  return new StartError(`Bank ${name} already exists. Choose another name.`);
}

const WISH_ERRORS: Readonly<Record<Exclude<keyof NewBank, "sftp">, string>> = {
  name: "The name must consist of lowercase letters, digits and dashes, at most 40 characters.",
  network: "Unknown network.",
  destination:
    "--destination must be a routing number, or the ten characters that the bank assigned.",
  destinationName: "--destination-name must have at most 23 ASCII characters.",
  origin: "--origin must be the nine or ten characters that the bank assigned.",
  originName: "--origin-name must have at most 23 ASCII characters.",
  odfi: "--odfi must be the first eight digits of the bank's routing number.",
  windows: CUT_OFF_ERROR,
  offset:
    "Invalid bank account. Enter a routing number, and an account number of 4 to 20 digits that are not all zeros.",
};

/** Prompts for the bank account, which does not belong on a command line. */
async function askOffsetAccount(): Promise<BankAccount> {
  const questions = openPrompt();
  try {
    const routingNumber = await questions.askLine("Routing number of the offset account:");
    const accountNumber = await questions.askSecret("Account number of the offset account:");
    return { routingNumber, accountNumber, accountType: "checking" };
  } finally {
    questions.close();
  }
}

export async function achBanksCommand(config: Config, options: OutputOptions): Promise<void> {
  await withInstallation(config, async ({ owner }) => {
    const servers = await new SftpServerStore(owner).listServers();
    const states = await new BankStateStore(owner).listBankStates();
    const banks = (await new ConnectionStore(owner).listConnections()).map((bank) => ({
      name: bank.name,
      network: bank.network,
      odfi: bank.odfi,
      windows: bank.windows.map(({ name }) => name),
      writesOffset: bank.writesOffset,
      server: writeServer(servers.find(({ connection }) => connection === bank.name)),
      problem: states.find(({ connection }) => connection === bank.name)?.error ?? undefined,
    }));
    const lines = banks.map(({ name, network, windows, server, problem }) =>
      [name, network, server && `${server.user}@${server.host}`, windows.join(", "), problem]
        .filter((part) => part !== undefined)
        .join("  "),
    );
    const message = "No banks are connected. Connect one with `ach connect`.";
    print(options, { banks }, linesOrMessage(message, lines));
  });
}

/** Lists every member, so that the sealed login is never printed. */
function writeServer(server: StoredSftpServer | undefined) {
  if (server === undefined) return undefined;
  const { host, port, user, hostKeys, loginKind: login, folders } = server;
  return { host, port, user, hostKeys, login, ...folders };
}

export async function achCutOffsCommand(
  config: Config,
  [bank = "", ...windows]: readonly string[],
  options: OutputOptions,
): Promise<void> {
  await withAuditedInstallation(config, async ({ owner: db }) => {
    const by = { actor: commandLineActor() };
    const outcome = await changeBankWindows({ db }, bank, { windows, by });
    if (outcome === "bad_windows") throw new StartError(CUT_OFF_ERROR);
    if (outcome === "not_found") throw new StartError(`Bank ${bank} not found.`);
    print(options, { bank, windows }, [`Files of bank ${bank} are sent at ${windows.join("; ")}.`]);
  });
}

export async function achWindowsCommand(
  config: Config,
  [account = "", ...windows]: readonly string[],
  options: OutputOptions,
): Promise<void> {
  await withAuditedInstallation(config, async ({ owner }) => {
    const by = { actor: commandLineActor() };
    const outcome = await setAccountWindows({ db: owner }, account, { windows, by });
    if (outcome.kind === "not_found") throw new StartError(`Account ${account} not found.`);
    if (outcome.kind === "no_bank") {
      throw new StartError(
        `Account ${account} has no bank. Set one with \`accounts set ${account} --ach-processor\`.`,
      );
    }
    if (outcome.kind === "not_offered") {
      throw new StartError(
        `The bank does not have this cutoff. Its cutoffs are: ${outcome.offered.join("; ")}.`,
      );
    }
    if (outcome.kind === "only_same_day") {
      throw new StartError(
        "At least one window must not be same-day, for entries that cannot go on the same day.",
      );
    }
    const times = windows.length === 0 ? "every cutoff of its bank" : windows.join("; ");
    print(options, { account, windows }, [`Entries of account ${account} are sent at ${times}.`]);
  });
}

export async function achFilesCommand(config: Config, options: OutputOptions): Promise<void> {
  await withInstallation(config, async ({ owner }) => {
    const overview = new BankFileStore(owner);
    const [sent, received] = [
      await overview.listSentFiles(SHOWN, undefined),
      await overview.listInboundFiles(SHOWN, undefined),
    ];
    const lines = [
      ...sent.map(writeSentFile),
      ...received.map((file) => {
        const counts = `${file.itemCount} answers, ${file.unmatchedCount} unmatched`;
        return `received  ${file.name}  ${file.state}  ${file.errors ?? counts}`;
      }),
    ];
    print(options, { sent, received }, linesOrMessage("No files yet.", lines));
  });
}

function writeSentFile({ name, state, entryCount, unconfirmedSince }: FileLine): string {
  const doubt = unconfirmedSince === null ? "" : "  not confirmed: ask the bank whether it has it";
  return `sent      ${name}  ${state}  ${entryCount} entries${doubt}`;
}

export async function achUnmatchedCommand(config: Config, options: OutputOptions): Promise<void> {
  await withInstallation(config, async ({ owner }) => {
    const unmatched = await new BankFileStore(owner).listUnmatched(SHOWN, undefined, {
      isResolved: false,
    });
    const lines = unmatched.map(
      (one) =>
        `${one.fileName} line ${one.line}: ${one.code} for ${one.traceNumber}, ${one.reason}`,
    );
    print(options, { unmatched }, linesOrMessage("No unmatched items.", lines));
  });
}

export async function achRatesCommand(config: Config, options: OutputOptions): Promise<void> {
  await withInstallation(config, async ({ owner, clock }) => {
    const accounts = await returnRates(owner, clock.business());
    const percent = (rate: number) => `${(rate * 100).toFixed(2)} %`;
    const lines = accounts.map(({ accountId, debits, rates, over, near }) => {
      const { unauthorized, administrative, overall } = rates;
      const shown = [unauthorized, administrative, overall].map(percent).join("  ");
      return `${accountId}  ${debits} debits  ${shown}${kindsText("over", over)}${kindsText("near", near)}`;
    });
    const limits = Object.values(RETURN_RATE_LIMITS).map(percent).join("  ");
    print(options, { limits: RETURN_RATE_LIMITS, accounts }, [
      ...lines,
      `Unauthorized, administrative and overall return rates; the limits are ${limits}.`,
    ]);
  });
}

function kindsText(word: string, kinds: readonly string[]): string {
  return kinds.length === 0 ? "" : `  ${word}: ${kinds.join(", ")}`;
}
