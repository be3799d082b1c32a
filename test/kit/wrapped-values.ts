/** Random JSON documents that contain a value somewhere. */
import fc from "fast-check";

/**
 * A value at some depth of a document: in an array, as a member, as a key, or as JSON in a string.
 */
export const wrapping = fc.array(
  fc.constantFrom(
    (value: unknown): unknown => [1, value, null],
    (value: unknown): unknown => ({ level: "info", [String(value).length]: 2, value, z: "y" }),
    (value: unknown): unknown => ({ [typeof value === "string" ? value : "inner"]: value }),
    (value: unknown): unknown => JSON.stringify({ value, n: 1 }),
  ),
  { maxLength: 4 },
);

/** Writes the document with the value inside. */
export function wrap(value: unknown, wraps: readonly ((value: unknown) => unknown)[]): string {
  return JSON.stringify({ deep: wraps.reduce((inner, by) => by(inner), value), msg: "end" });
}
