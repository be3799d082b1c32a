/**
 * Removes drafts that were left behind by processes that were killed, or that lost their claim and could
 * not clean up. A draft that was claimed or can still be claimed is never removed.
 */
import type { AchNetwork } from "../../../ports/ach-network.ts";
import type { AchNeeds } from "../ach-needs.ts";
import { FileStore } from "./file-store.ts";
import type { OutboundFile } from "./outbound-file.ts";

/** The name of a draft after the connection's name. Older releases appended nothing or .part. */
const DRAFT_OF_FILE = /^-\d{8}-\d{6}-\d+\.ach(?:\.[\w-]+)?$/;

export async function removeStaleDrafts(
  needs: AchNeeds,
  network: AchNetwork,
  connection: string,
): Promise<void> {
  // List the drafts before the files: the file of every listed draft was fixed before. If it is not
  // fixed now, it has continued with another draft, and this one can never be claimed.
  const drafts = await network.listDrafts(connection);
  const ours = drafts.filter((draft) => isDraft(connection, draft));
  if (ours.length === 0) return;
  const files = await new FileStore(needs.db).listUnsentFiles(connection);
  for (const draft of ours) {
    if (files.some((file) => mayNeed(file, draft))) continue;
    await network.removeDraft({ connection, draft });
  }
}

function isDraft(connection: string, draft: string): boolean {
  return draft.startsWith(connection) && DRAFT_OF_FILE.test(draft.slice(connection.length));
}

function mayNeed(file: OutboundFile, draft: string): boolean {
  return file.state === "prepared" ? draft === file.draft : draft.startsWith(file.name);
}
