/** Two connections must not read one inbox: each would take files that are meant for the other. */
import type { Database } from "../../../db/database.ts";
import { lockUntilCommit } from "../../../db/locks/advisory-locks.ts";
import type { SftpAddress } from "../../../ports/sftp-server.ts";
import type { SftpServerStore } from "./sftp-server-store.ts";
import { isSameFolder } from "./sftp-values.ts";

export interface InboxTaken {
  readonly kind: "inbox_taken";
  /** The connection that has this inbox. */
  readonly connection: string;
}

/** So that two connections that are stored at the same time see each other. */
export function lockInboxes(db: Database): Promise<void> {
  return lockUntilCommit(db, "bankInboxes", "all");
}

export async function findInboxTaken(
  store: SftpServerStore,
  address: SftpAddress,
  connection: string,
): Promise<InboxTaken | undefined> {
  const others = await store.listInboxes(address, connection);
  const other = others.find(({ inbox }) => isSameFolder(inbox, address.folders.inbox));
  return other && { kind: "inbox_taken", connection: other.connection };
}
