/** Answers in the OpenAPI document, and the headers that several interfaces send. */
import Type, { type TSchema } from "typebox";

export type AnswerHeaders = Readonly<Record<string, TSchema>>;

/** An answer with a JSON body. */
export function jsonAnswer(description: string, schema: TSchema, headers?: AnswerHeaders) {
  const content = { "application/json": { schema } };
  return headers === undefined ? { description, content } : { description, content, headers };
}

/** An answer without a body. */
export function emptyAnswer(description: string) {
  return Type.Null({ description });
}

export const RETRY_AFTER = {
  "Retry-After": Type.Integer({ minimum: 1, description: "The seconds to wait, if known." }),
};

export const ERROR_DETAIL = {
  "X-Error-Detail": Type.String({
    description: "What was wrong, if the text of the answer does not say it.",
  }),
};

export const LOGIN_DETAIL = {
  "X-Error-Detail": Type.String({
    description: "Why the login failed. Sent in certification only.",
  }),
};

/** Every 401 that a header could have prevented. */
export function challengeHeader(scheme: string) {
  return {
    "WWW-Authenticate": Type.String({ description: `A challenge for ${scheme} authentication.` }),
  };
}

export const ALLOW = { Allow: Type.String({ description: "The methods of the path." }) };

export const LOCATION_HEADER = {
  Location: Type.String({ description: "The path of the record." }),
};

export const REPLAYED = {
  "Idempotent-Replayed": Type.Enum(["true"], {
    description: "Sent if this is the answer to an earlier, identical request with the same key.",
  }),
};
