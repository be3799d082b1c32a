/** Text for pages. The tag `html` escapes every value that is not itself made by it. */

export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | Html | readonly Html[] | undefined;

export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(String.raw({ raw: parts }, ...values.map(writeValue)));
}

function writeValue(value: Value): string {
  if (value === undefined) return "";
  if (value instanceof Html) return value.text;
  if (typeof value !== "string") return value.map(({ text }) => text).join("");
  return value.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
