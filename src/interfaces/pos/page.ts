/** Reads and writes pages of lists. */
import type { FastifyRequest } from "fastify";
import type { Listed, PosPage } from "../../core/pos/page.ts";
import { ruleSet } from "../../wire/reader/rule-set.ts";
import { readForm, readPosQuery } from "./form.ts";
import { count } from "./values.ts";

export const PAGE = ruleSet({
  page: count({ max: 999_999, fallback: 1 }).describe("The number of the page."),
  perPage: count({ max: 100, fallback: 25 })
    .named("per_page")
    .describe("The number of records on a page."),
});

export function readPage(request: FastifyRequest): PosPage {
  return readForm(readPosQuery(request), PAGE);
}

/** If there are more items than counted, count_is_exact is false. */
export function writePage<Item>(
  request: FastifyRequest,
  { page }: PosPage,
  list: Listed<Item>,
  write: (item: Item) => object,
): object {
  return {
    count: list.count,
    ...(list.isMore ? { count_is_exact: false } : {}),
    next: list.hasNext ? pageUrl(request, page + 1) : null,
    previous: page > 1 ? pageUrl(request, page - 1) : null,
    results: list.items.map(write),
  };
}

/** The same address with another page number. */
function pageUrl(request: FastifyRequest, page: number): string {
  const [path = "", ...query] = request.url.split("?");
  const parameters = new URLSearchParams(query.join("?"));
  parameters.set("page", String(page));
  return `${path}?${parameters}`;
}
