/** Registers the calls of all resources, with login, permission, path id, body and answer. */
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from "fastify";
import {
  type ManagementCaller,
  requirePermission,
} from "../../core/management/scope/management-act.ts";
import { traceStep } from "../../values/telemetry/tracing.ts";
import { Members } from "../../wire/management/members.ts";
import { isPlainText } from "../../wire/reader/plain-text.ts";
import { RequestError } from "../../wire/request-error.ts";
import { readContent, refuseFiles } from "./body.ts";
import { type LoginNeeds, logIn } from "./login.ts";
import { callOperation } from "./operations.ts";
import { type CallMethod, type CallPath, callPermission } from "./permissions.ts";
import { Query, readId } from "./query.ts";

export interface Call {
  readonly caller: ManagementCaller;
  readonly query: Query;
  /** The members of the body. */
  readonly members: Members;
  /** The id in the path. An invalid id is replaced by one that no record has. */
  readonly id: string;
  /** A path parameter. Undefined: missing, or text that the database cannot store. */
  param(name: string): string | undefined;
}

/** Returns undefined or false if the caller cannot see the resource. */
type Work = (call: Call) => Promise<unknown>;

export class Routes {
  readonly #scope: FastifyInstance;
  readonly #needs: LoginNeeds;

  constructor(scope: FastifyInstance, needs: LoginNeeds) {
    this.#scope = scope;
    this.#needs = needs;
  }

  get(path: CallPath<"GET">, schema: FastifySchema, work: Work): void {
    const answer = this.#answering("GET", path, work);
    this.#scope.get(path, callOptions("GET", path, schema), answer);
  }

  post(path: CallPath<"POST">, schema: FastifySchema, work: Work): void {
    const answer = this.#answering("POST", path, work);
    this.#scope.post(path, callOptions("POST", path, schema), answer);
  }

  /** Answers the id of the changed record. */
  patch(path: CallPath<"PATCH">, schema: FastifySchema, work: Work): void {
    const answer = this.#answering("PATCH", path, work);
    this.#scope.patch(path, callOptions("PATCH", path, schema), async (request) => {
      await answer(request);
      return { id: pathId(request) };
    });
  }

  /** Answers without a body. */
  delete(path: CallPath<"DELETE">, schema: FastifySchema, work: Work): void {
    const answer = this.#answering("DELETE", path, work);
    const options = callOptions("DELETE", path, schema);
    this.#scope.delete(path, options, async (request, reply: FastifyReply) => {
      await answer(request);
      return reply.code(200).send();
    });
  }

  #answering(method: CallMethod, path: string, work: Work) {
    const permission = callPermission(method, path);
    const step = { kind: "core", name: `${method} ${path}` } as const;
    return async (request: FastifyRequest): Promise<unknown> => {
      const caller = await logIn(this.#needs, request);
      requirePermission(caller, permission);
      refuseFiles(request);
      const answer = await traceStep(step, () => work(toCall(request, caller)));
      if (answer === undefined || answer === false) throw new RequestError("not_found", "id");
      return answer;
    };
  }
}

function callOptions(method: CallMethod, path: string, schema: FastifySchema) {
  return { schema, config: { operation: callOperation(method, path) } };
}

function toCall(request: FastifyRequest, caller: ManagementCaller): Call {
  return {
    caller,
    query: new Query(request.query),
    get members() {
      return new Members(readContent(request));
    },
    id: pathId(request),
    param: (name) => pathParameter(request, name),
  };
}

function pathId(request: FastifyRequest): string {
  return readId(pathParameter(request, "id") ?? "") ?? "";
}

function pathParameter(request: FastifyRequest, name: string): string | undefined {
  const value = (request.params as Readonly<Record<string, string>>)[name];
  return value !== undefined && isPlainText(value) ? value : undefined;
}
