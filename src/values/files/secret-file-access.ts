/**
 * Whether other users have access to a file with a secret. Only its owner may have any. A file that
 * root owns may also be readable by our own group: Kubernetes makes secrets like that (`fsGroup`).
 */

export interface FileRights {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

const GROUP = 0o070;
const GROUP_READS = 0o040;
const OTHERS = 0o007;
const ROOT = 0;

/** On Windows the mode does not show access rights, so every file counts as private. */
export function isOpenToOthers(
  { mode, uid, gid }: FileRights,
  groups: readonly number[] = listOwnGroups(),
): boolean {
  if (process.platform === "win32") return false;
  const groupBits = mode & GROUP;
  if ((mode & OTHERS) !== 0) return true;
  if (groupBits === 0) return false;
  // systemd lets the service read a credential of root:root by an ACL, and the mode shows its mask.
  const isOurGroup = gid === ROOT || groups.includes(gid);
  return !(uid === ROOT && groupBits === GROUP_READS && isOurGroup);
}

function listOwnGroups(): readonly number[] {
  const own = process.getegid?.();
  return [...(own === undefined ? [] : [own]), ...(process.getgroups?.() ?? [])];
}
