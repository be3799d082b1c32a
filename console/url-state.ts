/** State in the address: filters, pages, sort order and tabs. Strings in the URL, typed here. */
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";

type Value = string | number | boolean;
export type UrlValues = Readonly<Record<string, Value>>;
type Widened<Values> = {
  readonly [Name in keyof Values]: Values[Name] extends number
    ? number
    : Values[Name] extends boolean
      ? boolean
      : string;
};
export type SetUrl<Values> = (
  change: Partial<Values>,
  how?: { readonly replace?: boolean },
) => void;

/** Parameters that hold the position in a list. Any other change resets them. */
const POSITIONS = ["page", "after"];

/**
 * `const [url, setUrl] = useUrlState({ q: "", page: 1 })`. Values equal to their default are not in
 * the address. Changing anything but the page returns to the first page.
 */
export function useUrlState<const Defaults extends UrlValues>(
  defaults: Defaults,
): readonly [Widened<Defaults>, SetUrl<Widened<Defaults>>] {
  const search: Record<string, string> = useSearch({ strict: false });
  const navigate = useNavigate();
  const set = useCallback<SetUrl<Widened<Defaults>>>(
    (change, { replace = false } = {}) => {
      const next = (before: Record<string, string>) => withChanges(before, change as UrlValues);
      void navigate({ to: ".", search: next as never, replace });
    },
    [navigate],
  );
  return [readValues(search, defaults), set];
}

/** Given `/accounts/$accountId` and "accountId", returns the ID. */
export function usePathParam(name: string): string {
  const params: Record<string, string | undefined> = useParams({ strict: false });
  return params[name] ?? "";
}

export function readValues<Defaults extends UrlValues>(
  search: Readonly<Record<string, string>>,
  defaults: Defaults,
): Widened<Defaults> {
  const values = Object.entries(defaults).map(([name, byDefault]) => {
    return [name, readValue(search[name], byDefault)];
  });
  return Object.fromEntries(values);
}

export function withChanges(
  before: Readonly<Record<string, string>>,
  change: UrlValues,
): Record<string, string> {
  const kept = Object.entries(before).filter(
    ([name]) => !(name in change) && !(POSITIONS.includes(name) && !movesOnly(change)),
  );
  const added = Object.entries(change)
    .map(([name, value]) => [name, writeValue(name, value)] as const)
    .filter(([, value]) => value !== "");
  return Object.fromEntries([...kept, ...added]);
}

/** Plain `a=b` pairs. The router's own parser would turn an account number into a number. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== "");
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === "" ? "" : `?${text}`;
}

function readValue(text: string | undefined, byDefault: Value): Value {
  if (text === undefined) return byDefault;
  if (typeof byDefault === "boolean") return text === "yes";
  if (typeof byDefault === "string") return text;
  return /^\d{1,9}$/.test(text) ? Number(text) : byDefault;
}

function writeValue(name: string, value: Value): string {
  if (typeof value === "boolean") return value ? "yes" : "";
  return name === "page" && value === 1 ? "" : String(value);
}

function movesOnly(change: UrlValues): boolean {
  return Object.keys(change).every((name) => POSITIONS.includes(name) || name === "hide");
}
