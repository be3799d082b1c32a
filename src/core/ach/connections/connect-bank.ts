/** Connects a bank. Refuses values that would not fit into an ACH file. */
import type { Database } from "../../../db/database.ts";
import type { DatabasePool } from "../../../db/database-pool.ts";
import type { KeyCustody } from "../../../ports/key-custody.ts";
import { isBankAccountNumber, isRoutingNumber } from "../../../values/bank.ts";
import { type ActOrigin, type Actor, recordAct } from "../../audit/act.ts";
import type { BankAccount } from "../../vault/vault.ts";
import { type CutOffWindow, canSettleSameDay, parseCutOffWindow } from "../cut-offs.ts";
import type { BankConnection } from "./bank-connection.ts";
import { auditedAddress } from "./change-server.ts";
import { ConnectionStore } from "./connection-store.ts";
import { findInboxTaken, type InboxTaken, lockInboxes } from "./inbox-taken.ts";
import { sealOffsetAccount } from "./offset-account.ts";
import { sealSftpLogin } from "./sftp-login.ts";
import { SftpServerStore, type StoredSftpServer } from "./sftp-server-store.ts";
import { findBadSftpValue, type NewSftpServer, type SftpValueName } from "./sftp-values.ts";

export interface NewBank extends Omit<BankConnection, "windows" | "writesOffset" | "offsetSealed"> {
  readonly windows: readonly string[];
  /** Undefined: files are not balanced. */
  readonly offset: BankAccount | undefined;
  /** Only for the network "sftp". */
  readonly sftp?: NewSftpServer | undefined;
}

type BankValueName = Exclude<keyof NewBank, "sftp">;

export type ConnectOutcome =
  | { readonly kind: "connected" }
  | { readonly kind: "name_taken" }
  | { readonly kind: "bad_value"; readonly value: BankValueName }
  | { readonly kind: "bad_server_value"; readonly value: SftpValueName }
  | InboxTaken;

export type ConnectRefusal = Exclude<ConnectOutcome, { readonly kind: "connected" }>;

export interface ConnectNeeds {
  readonly db: DatabasePool;
  readonly custody: KeyCustody;
}

const WINDOWS_MAX = 20;
const PRINTABLE = /^[\x20-\x7e]{1,23}$/;

/** The name becomes part of the names of files and folders. */
const RULES: { readonly [Value in BankValueName]: (value: NewBank[Value]) => boolean } = {
  name: (text) => /^[a-z0-9][a-z0-9-]{0,39}$/.test(text),
  network: () => true,
  destination: (text) => isRoutingNumber(text) || /^[0-9A-Z]{10}$/.test(text),
  destinationName: (text) => PRINTABLE.test(text),
  origin: (text) => /^[0-9A-Z]{9,10}$/.test(text),
  originName: (text) => PRINTABLE.test(text),
  odfi: (text) => /^\d{8}$/.test(text),
  windows: areBankWindows,
  offset: (bank) => bank === undefined || isAccount(bank),
};

/** At least one is not same-day, so that no entry waits without end. */
export function areBankWindows(names: readonly string[]): boolean {
  const windows = names.map(parseCutOffWindow);
  const hasRegular = windows.some((window) => window?.isSameDay === false);
  return hasRegular && names.length <= WINDOWS_MAX && windows.every(isPossibleWindow);
}

function isPossibleWindow(window: CutOffWindow | undefined): boolean {
  return window !== undefined && (!window.isSameDay || canSettleSameDay(window));
}

export async function connectBank(
  needs: ConnectNeeds,
  wish: NewBank,
  { actor, from }: { readonly actor: Actor; readonly from?: ActOrigin | undefined },
): Promise<ConnectOutcome> {
  const refusal = refuseBank(wish);
  if (refusal !== undefined) return refusal;
  const connection = await newConnection(needs, wish);
  const server = await newServer(needs, wish);
  return needs.db.atomically(async (db) => {
    const taken = server && (await findTaken(db, server));
    if (taken !== undefined) return taken;
    if (!(await new ConnectionStore(db).addConnection(connection))) return { kind: "name_taken" };
    if (server !== undefined) await new SftpServerStore(db).addServer(server);
    await recordAct(db, {
      actor,
      action: "bank_connection.create",
      subject: { kind: "bank_connection", id: wish.name },
      after: auditedBank(wish),
      result: "done",
      from,
    });
    return { kind: "connected" };
  });
}

async function findTaken(db: Database, server: StoredSftpServer): Promise<InboxTaken | undefined> {
  await lockInboxes(db);
  return findInboxTaken(new SftpServerStore(db), server, server.connection);
}

/** Neither the offset account nor the login of the server is in the audit log. */
function auditedBank({ offset, sftp, ...shown }: NewBank) {
  const server = sftp && { ...auditedAddress(sftp), login: sftp.login.kind };
  return { ...shown, writesOffset: offset !== undefined, ...(server && { sftp: server }) };
}

/** Returns undefined if all values are accepted. */
export function refuseBank(wish: NewBank): ConnectRefusal | undefined {
  const values = Object.keys(RULES) as BankValueName[];
  const bad = values.find((value) => !isValid(wish, value));
  if (bad !== undefined) return { kind: "bad_value", value: bad };
  if ((wish.network === "sftp") !== (wish.sftp !== undefined)) {
    return { kind: "bad_value", value: "network" };
  }
  const badServer = wish.sftp && findBadSftpValue(wish.sftp);
  return badServer && { kind: "bad_server_value", value: badServer };
}

function isValid<Value extends BankValueName>(wish: NewBank, value: Value): boolean {
  return RULES[value](wish[value]);
}

function isAccount({ routingNumber, accountNumber }: BankAccount): boolean {
  return isRoutingNumber(routingNumber) && isBankAccountNumber(accountNumber.reveal());
}

async function newConnection(
  needs: ConnectNeeds,
  { windows, offset, sftp: _, ...rest }: NewBank,
): Promise<BankConnection> {
  return {
    ...rest,
    windows: windows.map(parseCutOffWindow).filter((window) => window !== undefined),
    writesOffset: offset !== undefined,
    offsetSealed: offset && (await sealOffsetAccount(needs, rest.name, offset)),
  };
}

async function newServer(
  needs: ConnectNeeds,
  { name: connection, sftp }: NewBank,
): Promise<StoredSftpServer | undefined> {
  if (sftp === undefined) return undefined;
  const { login, ...address } = sftp;
  const loginSealed = await sealSftpLogin(needs, connection, login);
  return { ...address, connection, loginKind: login.kind, loginSealed };
}
