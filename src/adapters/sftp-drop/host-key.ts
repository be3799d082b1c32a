/** The keys of SSH servers, by which we recognize a bank's server. */
import { createHash } from "node:crypto";

/** A key that a server has offered. */
export interface OfferedKey {
  /** Such as ssh-ed25519. */
  readonly type: string;
  /** Such as SHA256:jx3…, as `ssh-keygen -l` prints it. */
  readonly fingerprint: string;
}

/**
 * The kinds of server keys, in the order in which we ask for them. A server usually has several keys,
 * and offers one at a time. Signatures with SHA-1 (ssh-rsa) and DSA keys are not accepted.
 */
export const HOST_KEY_KINDS: readonly (readonly string[])[] = [
  ["ssh-ed25519"],
  ["ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521"],
  ["rsa-sha2-512", "rsa-sha2-256"],
];

/** The key as it is on the wire: its type with a length, then the rest. */
export function readHostKey(key: Buffer): OfferedKey {
  const digest = createHash("sha256").update(key).digest("base64").replace(/=+$/, "");
  return {
    type: key.toString("latin1", 4, 4 + key.readUInt32BE(0)),
    fingerprint: `SHA256:${digest}`,
  };
}

/** The server has none of the pinned keys, so nothing was sent to it, not even the login. */
export class HostKeyRefused extends Error {
  override readonly name = "HostKeyRefused";
  readonly offered: readonly OfferedKey[];

  constructor(address: string, pinned: readonly string[], offered: readonly OfferedKey[]) {
    const keys = offered.map(({ type, fingerprint }) => `${type} ${fingerprint}`).join(", ");
    const wanted = pinned.length === 0 ? "No key is pinned" : `Pinned: ${pinned.join(", ")}`;
    super(
      `The server ${address} offered the host key ${keys || "of a kind that is not accepted"}. ${wanted}, so the login was not sent. Ask the bank for the fingerprint of its host key.`,
    );
    this.offered = offered;
  }
}
