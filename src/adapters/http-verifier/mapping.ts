/**
 * How one provider is asked and understood, as its mapping file says it. Here it has been read and
 * found good; docs/verification-provider.md explains it to whoever writes one.
 */
import type { Json } from "../json-line/json.ts";

/** What a text of the template may have in {{ }}. */
export const PLACEHOLDERS = [
  "requestId",
  "accountId",
  "routingNumber",
  "accountNumber",
  "accountType",
  "secCode",
  "firstName",
  "lastName",
  "company",
  "streetAddress",
  "city",
  "state",
  "zip",
  "phone",
  "email",
] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

export interface Mapping {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Where our request id goes besides the body. */
  readonly requestIdHeader: string | undefined;
  /** Where the key goes, and what stands before it. */
  readonly keyHeader: { readonly name: string; readonly prefix: string } | undefined;
  readonly body: { readonly [name: string]: Json };
  /** The provider's words for ours. */
  readonly words: Readonly<Partial<Record<Placeholder, Readonly<Record<string, string>>>>>;
  /** The first that fits is the answer. */
  readonly answers: readonly AnswerRule[];
}

export interface AnswerRule {
  readonly statuses: readonly number[];
  /** All of them must hold. */
  readonly where: readonly Condition[];
  readonly means: "passed" | "refused";
  readonly reason: { readonly text: string } | { readonly at: Pointer } | undefined;
}

/** The way to a value, member by member (RFC 6901). */
export type Pointer = readonly string[];

export interface Condition {
  readonly at: Pointer;
  readonly holds: Test;
}

export type Test =
  | { readonly kind: "one_of"; readonly values: readonly (string | number | boolean | null)[] }
  | { readonly kind: "at_least"; readonly number: number }
  | { readonly kind: "at_most"; readonly number: number }
  /** Our own request id has come back. */
  | { readonly kind: "request_id" };
