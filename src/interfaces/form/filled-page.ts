/** The values of a form page, and the writers of its fields. */
import type { OpenForm } from "../../core/forms/open-form.ts";
import type { Scheme } from "./brand-style.ts";
import type { Values } from "./field-names.ts";
import { type Field, writeField } from "./fields.ts";
import type { PageBrand } from "./page.ts";
import type { FieldErrors } from "./read.ts";

export interface FormPage {
  readonly opened: OpenForm;
  /** Undefined: a preview, which cannot pay. */
  readonly pageToken: string | undefined;
  readonly values: Values;
  readonly errors: FieldErrors;
  /** The result of the last attempt. */
  readonly message?: string | undefined;
  readonly now: Temporal.Instant;
  readonly isTrial: boolean;
  readonly brand: PageBrand;
  readonly scheme?: Scheme;
}

/** A field that shows the entered value again. */
export function writeRefilledField({ values, errors }: FormPage, field: Field): string {
  const { name } = field;
  return writeField({ ...field, value: values.get(name), error: errors.get(name) });
}

/** A field for numbers and codes, whose value is never shown again. */
export function writeEmptyField({ errors }: FormPage, field: Field): string {
  return writeField({ ...field, error: errors.get(field.name) });
}
