/** A form's page with what was filled in, and the fields that show it again. */
import type { OpenForm } from "../../core/forms/open-form.ts";
import type { Values } from "./field-names.ts";
import { type Field, writeField } from "./fields.ts";
import type { FieldErrors } from "./read.ts";

export interface FormPage {
  readonly opened: OpenForm;
  /** Undefined: a preview, which cannot pay. */
  readonly pageToken: string | undefined;
  readonly values: Values;
  readonly errors: FieldErrors;
  /** What happened to the last try. */
  readonly message?: string | undefined;
  readonly now: Temporal.Instant;
  readonly isTrial: boolean;
}

/** Shows again what was written. */
export function known({ values, errors }: FormPage, field: Field): string {
  const { name } = field;
  return writeField({ ...field, value: values.get(name), error: errors.get(name) });
}

/** Numbers and codes never come back to the page. */
export function fresh({ errors }: FormPage, field: Field): string {
  return writeField({ ...field, error: errors.get(field.name) });
}
