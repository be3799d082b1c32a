/** Names of what a remembered caller depends on, as the database reports changes. */
export type ChangeSubject = string;

/** Anything may have changed: everything that is remembered must be dropped. */
export const EVERYTHING: ChangeSubject = "everything";

export function accountSubject(accountId: string): ChangeSubject {
  return `account:${accountId}`;
}

export function partnerSubject(partnerId: string): ChangeSubject {
  return `partner:${partnerId}`;
}

export function contactSubject(contactId: string): ChangeSubject {
  return `contact:${contactId}`;
}

/** A failure count, by digest. It changes when a lock starts or ends. */
export function loginSubject(digest: Uint8Array): ChangeSubject {
  return `login:\\x${Buffer.from(digest).toString("hex")}`;
}
