/** Moves error answers that several calls share to the components of the OpenAPI document. */
import { STATUS_CODES } from "node:http";
import type { Operation, Response, Responses } from "./document-types.ts";

/** Of each area and error status, the answer that most calls have. */
export function findSharedResponses(operations: readonly Operation[]): Responses {
  const errors = operations.flatMap((operation) =>
    Object.entries(operation.responses).flatMap(([status, response]) => {
      const name = errorName(operation, status);
      return name === undefined ? [] : [{ name, text: JSON.stringify(response) }];
    }),
  );
  const groups = Map.groupBy(errors, ({ name }) => name);
  const shared = [...groups].flatMap(([name, group]) => {
    const [usual] = [...Map.groupBy(group, ({ text }) => text)].sort(
      ([, one], [, other]) => other.length - one.length,
    );
    return usual === undefined || usual[1].length < 2 ? [] : [[name, JSON.parse(usual[0])]];
  });
  return Object.fromEntries(shared);
}

export function referToResponses(operation: Operation, shared: Responses): Operation {
  const entries = Object.entries(operation.responses).map(([status, response]) => {
    const name = errorName(operation, status) ?? "";
    const isShared = JSON.stringify(shared[name]) === JSON.stringify(response);
    return [status, isShared ? { $ref: `#/components/responses/${name}` } : response];
  });
  return { ...operation, responses: Object.fromEntries(entries) };
}

/** The name of the shared answer that an answer refers to. */
export function sharedName({ $ref }: Response): string | undefined {
  return $ref?.split("/").at(-1);
}

/** Such as PosNotFound. Undefined: the answer is not an error. */
function errorName({ tags = [] }: Operation, status: string): string | undefined {
  if (Number(status) < 400) return undefined;
  const area = tags[0] === "Point of sale" ? "Pos" : tags[0];
  return `${area}${STATUS_CODES[status]?.replaceAll(/[^A-Za-z]/g, "")}`;
}
