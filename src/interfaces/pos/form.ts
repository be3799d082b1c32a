/**
 * Reads all fields of a form, so that one answer names every invalid field. The rules of single
 * values are in values.ts.
 */
import type { FastifyRequest } from "fastify";
import { type Form, parseForm } from "../../wire/form.ts";
import { type FilePart, requestFiles } from "../../wire/multipart.ts";
import { formError, formSource } from "../../wire/reader/form-rules.ts";
import { INVALID, ownProblem, type Problem } from "../../wire/reader/problem.ts";
import type { Rule } from "../../wire/reader/rule.ts";
import type { RuleSet, Rules, Source, Values } from "../../wire/reader/rule-set.ts";
import { AllErrors, type Sink } from "../../wire/reader/sink.ts";
import { RequestError } from "../../wire/request-error.ts";

/** Every error of a form at once. */
export class FormErrors extends Error {
  override readonly name = "FormErrors";
  readonly errors: readonly RequestError[];

  constructor(errors: readonly RequestError[]) {
    super(errors.map(({ message }) => message).join(", "));
    this.errors = errors;
  }
}

/** An error with its own text. The text must not repeat what was sent. */
export class FieldError extends RequestError {
  readonly text: string;

  constructor(field: string, text: string) {
    super("invalid", field);
    this.text = text;
  }
}

/** A rule that completes "This field …", or a sentence. */
export type PosProblem = string | { readonly words: string };
export type PosRule<Value> = Rule<Value, PosProblem>;
export type PosRules = Rules<PosProblem>;

export function sentence(words: string): Problem<PosProblem> {
  return ownProblem<PosProblem>({ words });
}

const CARD_NUMBER = "This looks like a card number. Card numbers are not allowed here.";

function posError(field: string, problem: Problem<PosProblem>): RequestError {
  const { kind, own, limits } = problem;
  if (typeof own === "object") return new FieldError(field, own.words);
  if (kind === "like_card_number") return new FieldError(field, CARD_NUMBER);
  if (kind === "too_short") {
    return new FieldError(field, `The password must have at least ${limits.min} characters.`);
  }
  return formError(field, problem as Problem<string>);
}

/** Collects the errors of a form. */
export class FormReader extends AllErrors<PosProblem, RequestError> {
  readonly source: Source;

  constructor(form: Form, files: readonly FilePart[] = []) {
    super(posError);
    this.source = posSource(form, files);
  }

  read<Some extends PosRules>(rules: RuleSet<Some>): Values<Some> {
    return rules.read(this.source, this as Sink<never>);
  }

  settle(): void {
    if (this.errors.length > 0) throw new FormErrors(this.errors);
  }
}

export function readForm<Some extends PosRules>(form: Form, rules: RuleSet<Some>): Values<Some> {
  return settled(new FormReader(form), rules);
}

/** Reads a request that may come with files. */
export function readUpload<Some extends PosRules>(
  request: FastifyRequest,
  rules: RuleSet<Some>,
): Values<Some> {
  return settled(new FormReader(readPosForm(request), requestFiles(request)), rules);
}

function settled<Some extends PosRules>(reader: FormReader, rules: RuleSet<Some>): Values<Some> {
  const values = reader.read(rules);
  reader.settle();
  return values;
}

function posSource(form: Form, files: readonly FilePart[]): Source {
  const textOf = formSource(form);
  return (name, takes) => {
    if (takes === "list") return listText(form, name);
    return takes === "file" ? fileOf(form, files, name) : textOf(name);
  };
}

/** What may follow the name of a list. */
const LIST_SPELLING = /^(?:\[[0-9]{0,6}\])?$/;

/**
 * Joins a list into one comma list. It may be sent as repeated fields `name[]`, as numbered fields
 * or with commas. Another spelling is an error, because a list that is ignored would change the
 * meaning of the request.
 */
function listText(form: Form, name: string): string | Problem<PosProblem> | undefined {
  const spelled = [...form.keys()].filter((key) => key === name || key.startsWith(`${name}[`));
  if (!spelled.every((key) => LIST_SPELLING.test(key.slice(name.length)))) {
    return ownProblem<PosProblem>(
      `must be sent as ${name}[], once for each value, or as one ${name} with values separated by commas`,
    );
  }
  const values = spelled.flatMap((key) => form.get(key) ?? []);
  return values.length === 0 ? undefined : values.join(",");
}

/** Returns the file of this name. Text instead of a file is an error; a blank text counts as absent. */
function fileOf(form: Form, files: readonly FilePart[], name: string) {
  const [file, ...others] = files.filter(({ field }) => field === name);
  const text = form.get(name)?.join("");
  if (others.length > 0 || (text ?? "") !== "") return INVALID;
  return file?.bytes ?? text;
}

/** A request without a body is an empty form. */
export function readPosForm(request: FastifyRequest): Form {
  return request.body instanceof Map ? (request.body as Form) : new Map();
}

/** The query string of the address. */
export function readPosQuery(request: FastifyRequest): Form {
  const [, ...query] = request.url.split("?");
  return parseForm(query.join("?"));
}
