/**
 * Reads forms to their end, so that one answer names every faulty field. What a value must look
 * like is said by its reader (values.ts).
 */
import type { FastifyRequest } from "fastify";
import { RequestFault } from "../../wire/fault.ts";
import { Fields } from "../../wire/fields.ts";
import { type Form, parseForm } from "../../wire/form.ts";

/** Every fault of a form at once. */
export class FormFaults extends Error {
  override readonly name = "FormFaults";
  readonly faults: readonly RequestFault[];

  constructor(faults: readonly RequestFault[]) {
    super(faults.map(({ message }) => message).join(", "));
    this.faults = faults;
  }
}

/** A fault with words of its own. They must not repeat what was sent. */
export class FieldFault extends RequestFault {
  readonly words: string;

  constructor(field: string, words: string) {
    super("invalid", field);
    this.words = words;
  }
}

export type Readers<Values> = { readonly [Name in keyof Values]: (fields: Fields) => Values[Name] };

/** Reads each value by its own reader; those that throw a fault are named together. */
export function readForm<Values extends object>(form: Form, readers: Readers<Values>): Values {
  const fields = new Fields(form);
  const names = Object.keys(readers) as (keyof Values)[];
  const values: Partial<Values> = {};
  gatherFaults(names, (name) => {
    values[name] = readers[name](fields);
  });
  return values as Values;
}

/** Does all of it, then fails with every fault that came up. */
export function gatherFaults<Item>(items: Iterable<Item>, work: (item: Item) => void): void {
  const faults: RequestFault[] = [];
  for (const item of items) {
    try {
      work(item);
    } catch (error) {
      if (error instanceof FormFaults) faults.push(...error.faults);
      else if (error instanceof RequestFault) faults.push(error);
      else throw error;
    }
  }
  if (faults.length > 0) throw new FormFaults(faults);
}

/** A request without a body is an empty form. */
export function formOf(request: FastifyRequest): Form {
  return request.body instanceof Map ? (request.body as Form) : new Map();
}

/** What stands in the address after the question mark. */
export function queryOf(request: FastifyRequest): Form {
  const [, ...query] = request.url.split("?");
  return parseForm(query.join("?"));
}
