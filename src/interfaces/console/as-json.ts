/** Converts core types to their JSON form, in which times are text. */

export type AsJson<Value> = Value extends Temporal.Instant
  ? string
  : Value extends readonly (infer Item)[]
    ? readonly AsJson<Item>[]
    : Value extends object
      ? { readonly [Key in keyof Value]: AsJson<Value[Key]> }
      : Value;

/** Only changes the type: JSON.stringify converts times to text. */
export function asJson<Value>(value: Value): AsJson<Value> {
  return value as AsJson<Value>;
}
