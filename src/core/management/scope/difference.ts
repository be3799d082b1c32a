/** Finds which values of a record a change would alter. Pure. */

export interface RecordDifference {
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/** Undefined: the record already has all of these values. */
export function findDifference(current: object, changes: object): RecordDifference | undefined {
  const [old, next] = [current as Values, changes as Values];
  const names = Object.keys(next).filter((name) => !isSame(old[name], next[name]));
  if (names.length === 0) return undefined;
  const pick = (from: Values) => Object.fromEntries(names.map((name) => [name, from[name]]));
  return { before: pick(old), after: pick(next) };
}

type Values = Readonly<Record<string, unknown>>;

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
