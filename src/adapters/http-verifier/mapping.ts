/**
 * A valid mapping: how a provider is asked and how its answers are read.
 * docs/verification-provider.md explains the file.
 */
import type { Json } from "../https-client/json.ts";

/** The names that may be used in {{ }}. */
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
  /** A header for the request id, in addition to the body. */
  readonly requestIdHeader: string | undefined;
  /** The header for the key, and the text before the key. */
  readonly keyHeader: { readonly name: string; readonly prefix: string } | undefined;
  readonly body: { readonly [name: string]: Json };
  /** The provider's values for ours. */
  readonly words: Readonly<Partial<Record<Placeholder, Readonly<Record<string, string>>>>>;
  /** The first rule that matches decides. */
  readonly answers: readonly AnswerRule[];
}

export interface AnswerRule {
  readonly statuses: readonly number[];
  /** All conditions must be true. */
  readonly where: readonly Condition[];
  readonly means: "passed" | "refused";
  readonly reason: { readonly text: string } | { readonly at: Pointer } | undefined;
}

/** The path to a value (RFC 6901). */
export type Pointer = readonly string[];

export interface Condition {
  readonly at: Pointer;
  readonly holds: Test;
}

export type Test =
  | { readonly kind: "one_of"; readonly values: readonly (string | number | boolean | null)[] }
  | { readonly kind: "at_least"; readonly number: number }
  | { readonly kind: "at_most"; readonly number: number }
  /** The value must be our request id. */
  | { readonly kind: "request_id" };
