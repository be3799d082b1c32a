/** Says in the description of a call where the ids in its examples come from. */
import type { Operation } from "./document-types.ts";
import { CALL_EXAMPLES } from "./examples/all-examples.ts";
import { type ExampleValue, isEarlierValue } from "./examples/call-example.ts";

/** What a reader sends first, such as "Make a sale". */
type Source = string;

export function nameSources(operation: Operation, all: readonly Operation[]): Operation {
  const examples = CALL_EXAMPLES.filter(({ operationId }) => operationId === operation.operationId);
  const earlier = examples.flatMap(({ parameters = {}, body = {} }) => [
    ...listEarlier(parameters),
    ...listEarlier(body),
  ]);
  const sources = new Set(earlier.flatMap((path) => describeSource(path, operation, all)));
  if (sources.size === 0) return operation;
  const sentences = [operation.description, sourceSentence([...sources])];
  return { ...operation, description: sentences.filter(Boolean).join(" ") };
}

function sourceSentence(sources: readonly Source[]): string {
  const first = sources.map((source) => `"${source}"`).join(", ");
  return `The ids in the examples are those of a new certification environment. Send this first, and use the id in its answer: ${first}.`;
}

/** The path of each value that is from an earlier answer. */
function listEarlier(value: ExampleValue): readonly (readonly string[])[] {
  if (isEarlierValue(value)) return [value.earlier];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(listEarlier);
}

/** An example of the same call has its own summary. A value of a test has no source. */
function describeSource(
  [operationId, name]: readonly string[],
  operation: Operation,
  all: readonly Operation[],
): readonly Source[] {
  const found =
    operationId === operation.operationId
      ? CALL_EXAMPLES.find((one) => one.operationId === operationId && one.name === name)
      : all.find((one) => one.operationId === operationId);
  return found?.summary === undefined ? [] : [found.summary];
}
