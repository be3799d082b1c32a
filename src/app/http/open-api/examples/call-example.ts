/**
 * Examples of calls for the OpenAPI document, with the data of a new certification environment. A
 * test sends them in their order. The answers are recorded: `npm run openapi-examples`.
 */

/** A value that the answer to an earlier example has. */
export interface EarlierValue {
  readonly earlier: readonly [operationId: string, name: string, ...path: string[]];
}

type Plain = string | number | boolean | null;
export type ExampleValue =
  | Plain
  | EarlierValue
  | readonly ExampleValue[]
  | { readonly [member: string]: ExampleValue };
export type ExampleValues = Readonly<Record<string, ExampleValue>>;

export interface CallExample {
  readonly operationId: string;
  /** Unique among the examples of the operation. */
  readonly name: string;
  readonly summary: string;
  /** Parameters of the path, the query string and the header. */
  readonly parameters?: ExampleValues;
  readonly body?: ExampleValues;
  readonly status: number;
  /** The type of the answer, if it is not JSON. */
  readonly type?: string;
  /** The example uses no login, or a wrong one. */
  readonly isRefused?: true;
}

/** Refers to the answer of an earlier example. */
export function earlier(
  operationId: string,
  name: string,
  ...path: readonly string[]
): EarlierValue {
  return { earlier: [operationId, name, ...path] };
}

/** A link in an email has it, or a photo of a test. The test knows it. */
export function fromTest(name: string): EarlierValue {
  return { earlier: ["test", name] };
}

export function isEarlierValue(value: unknown): value is EarlierValue {
  return typeof value === "object" && value !== null && "earlier" in value;
}
