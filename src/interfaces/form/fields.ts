/** Form fields as HTML: a label, an input, a hint and the error beside it, tied together. */
import { escapeHtml } from "../../values/text/escape-html.ts";

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly value?: string | undefined;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  readonly isOptional?: boolean;
  /** Attributes beyond what every field has. */
  readonly more?: Readonly<Record<string, string>>;
  readonly width?: "half" | "third";
  /** HTML before the input, inside its frame. */
  readonly before?: string;
  /** HTML after the input, inside its frame. */
  readonly after?: string;
}

export function writeField(field: Field): string {
  const { name, label, value = "", error, hint, more = {}, width } = field;
  const attributes = {
    id: name,
    name,
    type: "text",
    value,
    ...(field.isOptional ? {} : { "aria-required": "true" }),
    ...described(name, hint, error),
    ...more,
  };
  const optional = field.isOptional ? ' <span class="optional">optional</span>' : "";
  return `<div class="field${width === undefined ? "" : ` ${width}`}">
<label for="${name}">${escapeHtml(label)}${optional}</label>
<div class="box">${field.before ?? ""}<input ${writeAttributes(attributes)}>${field.after ?? ""}</div>
${writeNotes(name, hint, error)}</div>`;
}

/** A value that the customer cannot change. If it has an error, the summary can link to it. */
export function writeFixed(name: string, value: string, error: string | undefined): string {
  const input = `<input ${writeAttributes({ type: "hidden", name, value })}>`;
  if (error === undefined) return input;
  return `<div class="field" id="${name}" tabindex="-1">${input}${writeNotes(name, undefined, error)}</div>`;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

export interface ChoiceGroup {
  readonly name: string;
  readonly legend: string;
  readonly choices: readonly Choice[];
  readonly chosen: string | undefined;
  readonly error?: string | undefined;
  readonly look: "tabs" | "pills";
}

/** Radio buttons, because they work with arrow keys, without a script and in screen readers. */
export function writeChoices(group: ChoiceGroup): string {
  const { name, legend, choices, chosen, error, look } = group;
  const items = choices.map(({ value, label }, place) => {
    // The error summary links to the first one.
    const id = place === 0 ? name : `${name}-${place + 1}`;
    const told = error === undefined ? {} : { "aria-describedby": `${name}-error` };
    const attributes = { id, name, type: "radio", value, ...told };
    const checked = value === chosen ? " checked" : "";
    return `<span class="choice"><input ${writeAttributes(attributes)}${checked}><label for="${id}">${escapeHtml(label)}</label></span>`;
  });
  return `<fieldset class="choices ${look}">
<legend>${escapeHtml(legend)}</legend>
<div class="row">${items.join("")}</div>
${writeNotes(name, undefined, error)}</fieldset>`;
}

/** A checkbox. Its label is HTML. */
export function writeTick(name: string, label: string, error: string | undefined): string {
  const attributes = {
    id: name,
    name,
    type: "checkbox",
    value: "yes",
    "aria-required": "true",
    ...described(name, undefined, error),
  };
  return `<div class="field tick">
<input ${writeAttributes(attributes)}><label for="${name}">${label}</label>
${writeNotes(name, undefined, error)}</div>`;
}

/** The error is read out before the hint. */
function described(name: string, hint: string | undefined, error: string | undefined) {
  const ids = [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(" ");
  return {
    ...(ids === "" ? {} : { "aria-describedby": ids }),
    ...(error === undefined ? {} : { "aria-invalid": "true" }),
  };
}

function writeNotes(name: string, hint: string | undefined, error: string | undefined): string {
  const told = error && `<p class="field-error" id="${name}-error">${escapeHtml(error)}</p>\n`;
  const hinted = hint && `<p class="hint" id="${name}-hint">${escapeHtml(hint)}</p>\n`;
  return `${told ?? ""}${hinted ?? ""}`;
}

export function writeAttributes(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => `${name}="${escapeHtml(value)}"`)
    .join(" ");
}
