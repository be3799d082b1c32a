/** Changes the SFTP server of a bank: its address, pinned keys, login or folders. */
import type { DatabasePool } from "../../../db/database-pool.ts";
import type { KeyCustody } from "../../../ports/key-custody.ts";
import type { SftpAddress, SftpFolders, SftpServer } from "../../../ports/sftp-server.ts";
import { type ActOrigin, type Actor, recordAct } from "../../audit/act.ts";
import { findInboxTaken, type InboxTaken, lockInboxes } from "./inbox-taken.ts";
import { openStoredServer, sealSftpLogin } from "./sftp-login.ts";
import { SftpServerStore, type StoredSftpServer } from "./sftp-server-store.ts";
import { findBadSftpValue, type NewSftpServer, type SftpValueName } from "./sftp-values.ts";

/** Only what is given changes. */
export interface ServerChanges extends Partial<Omit<NewSftpServer, "folders">> {
  readonly folders?: Partial<SftpFolders>;
}

export type ServerRefusal =
  | { readonly kind: "not_found" }
  | { readonly kind: "bad_server_value"; readonly value: SftpValueName }
  /** A stored password is not sent to another server: it must be given again. */
  | { readonly kind: "login_needed" }
  | InboxTaken;

export type ServerOutcome = { readonly kind: "changed" } | ServerRefusal;

export type PlannedServer =
  | { readonly kind: "planned"; readonly server: SftpServer }
  | ServerRefusal;

export interface ServerNeeds {
  readonly db: DatabasePool;
  readonly custody: KeyCustody;
}

export interface ActingBy {
  readonly actor: Actor;
  readonly from?: ActOrigin | undefined;
}

/** The server as it would be after the changes, to try it before it is saved. */
export async function planServer(
  { db, custody }: ServerNeeds,
  connection: string,
  changes: ServerChanges,
): Promise<PlannedServer> {
  const store = new SftpServerStore(db);
  const stored = await store.findServer(connection);
  return planChange({ store, custody }, stored, changes);
}

interface PlanNeeds {
  readonly store: SftpServerStore;
  readonly custody: KeyCustody;
}

async function planChange(
  { store, custody }: PlanNeeds,
  stored: StoredSftpServer | undefined,
  changes: ServerChanges,
): Promise<PlannedServer> {
  if (stored === undefined) return { kind: "not_found" };
  if (needsLogin(stored, changes)) return { kind: "login_needed" };
  const server = changedServer(await openStoredServer({ custody }, stored), changes);
  const bad = findBadSftpValue(server);
  if (bad !== undefined) return { kind: "bad_server_value", value: bad };
  const taken = await findInboxTaken(store, server, stored.connection);
  return taken ?? { kind: "planned", server };
}

/**
 * Who may change the address must not learn the password by it. A server that has one of the pinned keys
 * is the same one. A private key is never sent, so it may stay.
 */
function needsLogin(stored: StoredSftpServer, changes: ServerChanges): boolean {
  if (stored.loginKind !== "password" || changes.login !== undefined) return false;
  const { host = stored.host, port = stored.port, hostKeys = stored.hostKeys } = changes;
  const isSameServer = hostKeys.some((key) => stored.hostKeys.includes(key));
  return host !== stored.host || port !== stored.port || !isSameServer;
}

export async function changeSftpServer(
  needs: ServerNeeds,
  connection: string,
  { changes, by }: { readonly changes: ServerChanges; readonly by: ActingBy },
): Promise<ServerOutcome> {
  const { custody } = needs;
  return needs.db.atomically<ServerOutcome>(async (db) => {
    const store = new SftpServerStore(db);
    await lockInboxes(db);
    const before = await store.lockServer(connection);
    const planned = await planChange({ store, custody }, before, changes);
    if (before === undefined || planned.kind !== "planned") {
      return planned.kind === "planned" ? { kind: "not_found" } : planned;
    }
    const after = planned.server;
    const { login } = after;
    const loginSealed =
      changes.login === undefined
        ? before.loginSealed
        : await sealSftpLogin(needs, connection, login);
    await store.saveServer({ ...after, connection, loginKind: login.kind, loginSealed });
    await recordAct(db, {
      ...by,
      action: "bank_connection.change",
      subject: { kind: "bank_connection", id: connection },
      before: { ...auditedAddress(before), login: before.loginKind },
      after: { ...auditedAddress(after), login: auditedLogin(login.kind, changes) },
      result: "done",
    });
    return { kind: "changed" };
  });
}

function changedServer(server: SftpServer, { folders, ...rest }: ServerChanges): SftpServer {
  return { ...server, ...rest, folders: { ...server.folders, ...folders } };
}

/** What the audit log shows of a server: everything except the login. */
export function auditedAddress({ host, port, user, hostKeys, folders }: SftpAddress) {
  return { host, port, user, hostKeys, ...folders };
}

function auditedLogin(kind: string, { login }: ServerChanges): string {
  return login === undefined ? kind : `${kind} (replaced)`;
}
