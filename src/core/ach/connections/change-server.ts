/** Changes the SFTP server of a bank: its address, pinned keys, login or folders. */
import type { DatabasePool } from "../../../db/database-pool.ts";
import type { KeyCustody } from "../../../ports/key-custody.ts";
import type { SftpAddress, SftpFolders, SftpServer } from "../../../ports/sftp-server.ts";
import { type ActOrigin, type Actor, recordAct } from "../../audit/act.ts";
import { openSftpServer, sealSftpLogin } from "./sftp-login.ts";
import { SftpServerStore } from "./sftp-server-store.ts";
import { findBadSftpValue, type NewSftpServer, type SftpValueName } from "./sftp-values.ts";

/** Only what is given changes. */
export interface ServerChanges extends Partial<Omit<NewSftpServer, "folders">> {
  readonly folders?: Partial<SftpFolders>;
}

export type ServerOutcome =
  | { readonly kind: "changed" }
  | { readonly kind: "not_found" }
  | { readonly kind: "bad_server_value"; readonly value: SftpValueName };

export interface ServerNeeds {
  readonly db: DatabasePool;
  readonly custody: KeyCustody;
}

export interface ActingBy {
  readonly actor: Actor;
  readonly from?: ActOrigin | undefined;
}

/** Returns the server as it would be after the changes, or undefined if the bank has none. */
export async function plannedServer(
  needs: ServerNeeds,
  connection: string,
  changes: ServerChanges,
): Promise<SftpServer | undefined> {
  if ((await new SftpServerStore(needs.db).findServer(connection)) === undefined) return undefined;
  return changedServer(await openSftpServer(needs, connection), changes);
}

export async function changeSftpServer(
  needs: ServerNeeds,
  connection: string,
  { changes, by }: { readonly changes: ServerChanges; readonly by: ActingBy },
): Promise<ServerOutcome> {
  const { custody } = needs;
  return needs.db.atomically<ServerOutcome>(async (db) => {
    const store = new SftpServerStore(db);
    const before = await store.lockServer(connection);
    if (before === undefined) return { kind: "not_found" };
    const after = changedServer(await openSftpServer({ db, custody }, connection), changes);
    const bad = findBadSftpValue(after);
    if (bad !== undefined) return { kind: "bad_server_value", value: bad };
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
