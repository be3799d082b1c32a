/** Writes an API key as merchants and operators see it: how it is recognized, never its value. */
import type { KeyTerm } from "../../core/accounts/account-key-store.ts";
import type { AccessKey } from "./business/contract.ts";

export function writeAccessKey({ id, startsWith, endsWith, ...key }: KeyTerm): AccessKey {
  const { name, createdAt, createdBy, expiresAt, usedAt } = key;
  return {
    id,
    shownAs: startsWith ? `${startsWith}…` : `…${endsWith ?? id.slice(-4)}`,
    ...(name !== null && { name }),
    createdAt: createdAt.toString(),
    ...(createdBy !== null && { createdBy }),
    ...(usedAt !== null && { usedAt: usedAt.toString() }),
    ...(expiresAt !== null && { expiresAt: expiresAt.toString() }),
  };
}
