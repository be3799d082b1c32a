/** One thing that people are told by email, and the email about it. Pure. */
import type { PageLinks } from "../../ports/page-links.ts";
import { type PlainEmail, writePlainEmail } from "../outbox/plain-email.ts";
import type { NotificationName } from "./notification-kinds.ts";

export interface News {
  readonly name: NotificationName;
  /** The same news has the same text, so that nobody gets it twice. */
  readonly occurrence: string;
  readonly title: string;
  /** No card data and no account numbers: mailboxes are not encrypted. */
  readonly sentences: readonly string[];
  /** The page of the console that shows it, such as "/transactions". */
  readonly path: string;
}

/** Where people turn notifications off. */
export const SETTINGS_PATH = "/security";

export function writeNotification(
  { title, sentences, path }: Pick<News, "title" | "sentences" | "path">,
  links: Pick<PageLinks, "consolePage">,
): PlainEmail {
  return writePlainEmail(title, [
    ...sentences,
    "See it in the console:",
    links.consolePage(path),
    "To choose which emails you get, open Email notifications on your security page:",
    links.consolePage(SETTINGS_PATH),
  ]);
}

/** Writes 1 and 1200 as "1 sale" and "1,200 sales". */
export function countText(count: number, one: string, many: string): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}
