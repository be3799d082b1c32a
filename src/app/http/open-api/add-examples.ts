/** Adds the examples of requests and their recorded answers to the OpenAPI document. */

import type { Operation, Response, Responses } from "./document-types.ts";
import { CALL_EXAMPLES } from "./examples/all-examples.ts";
import RECORDED from "./examples/answers.json" with { type: "json" };
import {
  type CallExample,
  type EarlierValue,
  type ExampleValue,
  isEarlierValue,
} from "./examples/call-example.ts";
import { sharedName } from "./name-responses.ts";

type Json = Readonly<Record<string, unknown>>;
/** The recorded answers, by operation id and the name of the example. */
export type RecordedAnswers = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Replaces values of earlier answers by what these answers have. */
export function fillExample(value: ExampleValue, answers: RecordedAnswers): unknown {
  if (isEarlierValue(value)) return findEarlier(value, answers);
  if (Array.isArray(value)) return value.map((one) => fillExample(one, answers));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, one]) => [name, fillExample(one, answers)]);
  return Object.fromEntries(members);
}

function findEarlier({ earlier }: EarlierValue, answers: RecordedAnswers): unknown {
  return earlier.reduce<unknown>((part, step) => (part as Json | undefined)?.[step], answers);
}

/** Adds the examples of an operation to its parameters, body and answers. */
export function addExamples(operation: Operation): Operation {
  const examples = CALL_EXAMPLES.filter((one) => one.operationId === operation.operationId);
  return {
    ...operation,
    ...(operation.parameters && { parameters: exampleParameters(operation, examples[0]) }),
    ...(operation.requestBody && { requestBody: exampleBody(operation, examples) }),
    responses: exampleResponses(operation, examples),
  };
}

function exampleParameters({ parameters = [] }: Operation, example: CallExample | undefined) {
  return parameters.map((parameter) => {
    const value = example?.parameters?.[String(parameter["name"])];
    return value === undefined
      ? parameter
      : { ...parameter, example: fillExample(value, RECORDED) };
  });
}

function exampleBody({ requestBody }: Operation, examples: readonly CallExample[]) {
  const entries = examples.flatMap(({ name, summary, body }) =>
    body === undefined ? [] : [[name, { summary, value: fillExample(body, RECORDED) }]],
  );
  const content = Object.entries(requestBody?.content ?? {}).map(([type, media]) => [
    type,
    { ...media, examples: Object.fromEntries(entries) },
  ]);
  return { ...requestBody, content: Object.fromEntries(content) };
}

function exampleResponses({ responses }: Operation, examples: readonly CallExample[]) {
  const entries = Object.entries(responses).map(([status, response]) => {
    const own = examples.filter((example) => String(example.status) === status);
    return [status, own.reduce(addAnswer, response)];
  });
  return Object.fromEntries(entries);
}

/** An example of an error that several calls share is an example of the shared answer. */
export function addSharedExamples(shared: Responses, operations: readonly Operation[]): Responses {
  const named = CALL_EXAMPLES.map((example) => {
    const operation = operations.find((one) => one.operationId === example.operationId);
    return { example, name: sharedName(operation?.responses[String(example.status)] ?? {}) };
  });
  const entries = Object.entries(shared).map(([name, response]) => {
    const own = named.filter((one) => one.name === name).map(({ example }) => example);
    return [name, own.reduce(addAnswer, response)];
  });
  return Object.fromEntries(entries);
}

function addAnswer(response: Response, example: CallExample): Response {
  const { operationId, name, summary, type = "application/json" } = example;
  const value = (RECORDED as RecordedAnswers)[operationId]?.[name];
  const media = response.content?.[type];
  if (value === undefined || media === undefined) return response;
  const examples = { ...media["examples"], [name]: { summary, value } };
  return { ...response, content: { ...response.content, [type]: { ...media, examples } } };
}

/** The event of the example sale. */
const EVENT = {
  account_id: "120000000001",
  timestamp: 1794841200,
  hash: "ca27ebf5e09b7cd2cd97b3effcc04c1ea910d5da3d138f7106b50c9a66b9cc92",
  event: "transaction.approved",
  transaction: (RECORDED as RecordedAnswers)["processPayment"]?.["sale"],
};

export function addEventExample(operation: Operation): Operation {
  const { requestBody } = operation;
  const media = requestBody?.content?.["application/json"];
  const examples = { approved: { summary: "A card was charged", value: EVENT } };
  const content = { "application/json": { ...media, examples } };
  return { ...operation, requestBody: { ...requestBody, content } };
}
