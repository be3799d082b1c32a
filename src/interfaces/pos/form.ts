/**
 * Reads all fields of a form, so that one answer lists every invalid field. The readers of single
 * values are in values.ts.
 */
import type { FastifyRequest } from "fastify";
import { Fields } from "../../wire/fields.ts";
import { type Form, parseForm } from "../../wire/form.ts";
import { RequestError } from "../../wire/request-error.ts";

/** All errors of a form. */
export class FormErrors extends Error {
  override readonly name = "FormErrors";
  readonly errors: readonly RequestError[];

  constructor(errors: readonly RequestError[]) {
    super(errors.map(({ message }) => message).join(", "));
    this.errors = errors;
  }
}

/** An error with its own text, which must not repeat what was sent. */
export class FieldError extends RequestError {
  readonly text: string;

  constructor(field: string, text: string) {
    super("invalid", field);
    this.text = text;
  }
}

export type Readers<Values> = { readonly [Name in keyof Values]: (fields: Fields) => Values[Name] };

/** Reads each value with its reader, and throws all errors together. */
export function readForm<Values extends object>(form: Form, readers: Readers<Values>): Values {
  const fields = new Fields(form);
  const names = Object.keys(readers) as (keyof Values)[];
  const values: Partial<Values> = {};
  gatherErrors(names, (name) => {
    values[name] = readers[name](fields);
  });
  return values as Values;
}

/** Handles all items, then throws all errors together. */
export function gatherErrors<Item>(items: Iterable<Item>, work: (item: Item) => void): void {
  const errors: RequestError[] = [];
  for (const item of items) {
    try {
      work(item);
    } catch (error) {
      if (error instanceof FormErrors) errors.push(...error.errors);
      else if (error instanceof RequestError) errors.push(error);
      else throw error;
    }
  }
  if (errors.length > 0) throw new FormErrors(errors);
}

/** A request without a body is an empty form. */
export function formOf(request: FastifyRequest): Form {
  return request.body instanceof Map ? (request.body as Form) : new Map();
}

/** The query string of the address. */
export function queryOf(request: FastifyRequest): Form {
  const [, ...query] = request.url.split("?");
  return parseForm(query.join("?"));
}
