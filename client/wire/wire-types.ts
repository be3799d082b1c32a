/** Requests and answers as the OpenAPI document describes them, by path and method. */
import type { paths, webhooks } from "../openapi.ts";

export type Path = keyof paths;
export type Method = "get" | "post" | "put" | "patch" | "delete";

type Operation<P extends Path, M extends Method> = M extends keyof paths[P] ? paths[P][M] : never;

type BodyContent<O> = O extends { requestBody?: infer Body }
  ? NonNullable<Body> extends { content: infer Content }
    ? Content
    : never
  : never;

/** The fields of a form. */
export type FormBody<P extends Path, M extends Method = "post"> =
  BodyContent<Operation<P, M>> extends { "application/x-www-form-urlencoded": infer Form }
    ? Form
    : never;

/** The members of a JSON body. */
export type JsonBody<P extends Path, M extends Method = "post"> =
  BodyContent<Operation<P, M>> extends { "application/json": infer Body } ? Body : never;

/** The members of a JSON answer. */
export type JsonAnswer<P extends Path, M extends Method = "get", Status extends number = 200> =
  Operation<P, M> extends {
    responses: { [S in Status]: { content: { "application/json": infer Answer } } };
  }
    ? Answer
    : never;

/** The parameters of the query string. */
export type Query<P extends Path> =
  Operation<P, "get"> extends { parameters: { query?: infer Q } } ? NonNullable<Q> : never;

/** The body of a webhook. */
export type WebhookBody = webhooks["transaction"]["post"]["requestBody"] extends infer Body
  ? NonNullable<Body> extends { content: { "application/json": infer Event } }
    ? Event
    : never
  : never;

/** Fails to compile unless the type is `never`: for lists that must be complete. */
export type MustBeNever<T extends never> = T;

/** The keys of all members of a union, not only those that they share. */
export type KeysOfAny<T> = T extends unknown ? keyof T : never;
