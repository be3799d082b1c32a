/**
 * The columns of the vault that the app's role may read on a cluster: workers check the rights of the
 * session's role behind the view own_tokens, too (migration 0084). The printed schema leaves these
 * grants out, because it is the same on every server.
 */
export const TOKEN_COLUMNS = [
  "account_id",
  "token_id",
  "kind",
  "created_at",
  "charged_at",
] as const;
