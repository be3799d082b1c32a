/** Why a login failed. Callers learn it in certification only. */
export type LoginReason =
  | "unreadable"
  | "unknown_name"
  | "wrong_secret"
  | "wrong_hash"
  | "wrong_signature"
  | "wrong_realm"
  | "old_timestamp"
  | "used_nonce"
  | "expired_challenge"
  | "locked";
