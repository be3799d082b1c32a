/** The parts of the OpenAPI document that the steps of this folder change. */
import type { Schemas } from "./name-schemas.ts";

type Json = Readonly<Record<string, unknown>>;

/** By content type. */
export type Content = Readonly<Record<string, Readonly<Record<string, object>>>>;

export interface Response {
  /** Refers to a shared answer. */
  readonly $ref?: string;
  readonly headers?: Json;
  readonly content?: Content;
}

export type Responses = Readonly<Record<string, Response>>;

export interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Json[];
  readonly requestBody?: { readonly content?: Content };
  readonly responses: Responses;
}

export type PathItem = Readonly<Record<string, Operation>>;

export interface OpenApiDocument {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  /** By their names instead of paths. */
  readonly webhooks: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Schemas;
    readonly responses?: Responses;
    readonly headers?: Json;
  };
}
