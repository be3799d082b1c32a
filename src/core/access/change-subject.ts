/** What a remembered caller depends on, in the words that the database tells changes with. */
export type ChangeSubject = string;

/** A table of callers was emptied: whatever is remembered may be wrong. */
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

/** A count of failures, by its digest: a lock begins or ends. */
export function loginSubject(digest: Uint8Array): ChangeSubject {
  return `login:\\x${Buffer.from(digest).toString("hex")}`;
}
