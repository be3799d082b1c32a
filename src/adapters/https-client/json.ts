/** The type of any JSON value. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json };

export type Members = { readonly [name: string]: Json };

export function isMembers(value: Json | undefined): value is Members {
  return typeof value === "object" && value !== null && !isList(value);
}

/** Keeps the list readonly, which Array.isArray does not. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
