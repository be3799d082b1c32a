/** Translates between the names of the client and the names of the wire, by one table per area. */

/** The client's name of each wire name that differs from it. */
export type NameTable = Readonly<Record<string, string>>;

type OwnName<Wire, Table> = {
  [Own in keyof Table]: Table[Own] extends Wire ? Own : never;
}[keyof Table] extends infer Own
  ? [Own] extends [never]
    ? Wire
    : Own
  : never;

/** A wire type with the client's names. Amounts of the fields in `Money` are decimal strings. */
export type Renamed<T, Table, Money = never> = T extends readonly (infer Element)[]
  ? Renamed<Element, Table, Money>[]
  : T extends object
    ? {
        [K in keyof T as OwnName<K, Table> & PropertyKey]: K extends Money
          ? AsText<T[K]>
          : Renamed<T[K], Table, Money>;
      }
    : T;

type AsText<T> = T extends number ? string : T;

/** The names of all members, also of members inside. */
export type DeepKeys<T> = T extends readonly (infer Element)[]
  ? DeepKeys<Element>
  : T extends object
    ? { [K in keyof T]: K | DeepKeys<T[K]> }[keyof T]
    : never;

/** The names in wire style that a table leaves over. */
export type LeftOver<T, Table> = Extract<DeepKeys<Renamed<T, Table>>, `${string}_${string}`>;

export interface Renaming {
  readonly names: ReadonlyMap<string, string>;
  readonly money: ReadonlySet<string>;
}

export function openRenaming(table: NameTable, money: readonly string[] = []): Renaming {
  const entries = Object.entries(table).map(([own, wire]) => [wire, own] as const);
  return { names: new Map(entries), money: new Set(money) };
}

/** A value of the wire with the client's names. */
export function renameFromWire(value: unknown, renaming: Renaming): unknown {
  if (Array.isArray(value)) return value.map((one) => renameFromWire(one, renaming));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      renaming.names.get(name) ?? name,
      renaming.money.has(name) ? writeAmount(one) : renameFromWire(one, renaming),
    ]),
  );
}

/** JSON has amounts as numbers of at most eight digits, so two decimals give them back exactly. */
export function writeAmount(value: unknown): unknown {
  return typeof value === "number" ? value.toFixed(2) : value;
}
