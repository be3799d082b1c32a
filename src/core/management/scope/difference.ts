/** What a change changes of a record. Pure. */

export interface Difference {
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/** What a change changes, or undefined where all of it was like this already. */
export function differenceOf(
  current: Readonly<Record<string, unknown>>,
  changes: Readonly<Record<string, unknown>>,
): Difference | undefined {
  const names = Object.keys(changes).filter((name) => !isSame(current[name], changes[name]));
  if (names.length === 0) return undefined;
  const pick = (from: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(names.map((name) => [name, from[name]]));
  return { before: pick(current), after: pick(changes) };
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
