/** Compares two versions of an object, field by field. Pure. */

export interface Difference {
  /** The path of the field, such as "webhook.url". */
  readonly field: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly kind: "same" | "changed" | "added" | "removed";
}

const DEPTH_MAX = 4;

/** Changed fields first, then unchanged ones. */
export function findDifferences(before: unknown, after: unknown): readonly Difference[] {
  const [old, fresh] = [flatten(before), flatten(after)];
  const fields = [...new Set([...old.keys(), ...fresh.keys()])];
  const all = fields.map((field) => differenceOf(field, old.get(field), fresh.get(field)));
  return [
    ...all.filter(({ kind }) => kind !== "same"),
    ...all.filter((one) => one.kind === "same"),
  ];
}

function differenceOf(
  field: string,
  before: string | undefined,
  after: string | undefined,
): Difference {
  if (before === after) return { field, before, after, kind: "same" };
  if (before === undefined) return { field, before, after, kind: "added" };
  return { field, before, after, kind: after === undefined ? "removed" : "changed" };
}

function flatten(value: unknown, path = "", depth = 0): Map<string, string> {
  if (value === null || value === undefined)
    return new Map(path === "" ? [] : [[path, "(not set)"]]);
  if (typeof value !== "object" || Array.isArray(value) || depth === DEPTH_MAX) {
    return new Map([[path === "" ? "value" : path, textOf(value)]]);
  }
  const fields = Object.entries(value).flatMap(([name, one]) => [
    ...flatten(one, path === "" ? name : `${path}.${name}`, depth + 1),
  ]);
  return new Map(fields);
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value === "" ? "(empty)" : value;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value) && value.every((one) => typeof one !== "object")) {
    return value.length === 0 ? "(none)" : value.join(", ");
  }
  return JSON.stringify(value);
}
