/** Lists of the point of sale, and the calls that users, categories, tax rates and items share. */
import { repeatRefused, repeatSafely } from "../call/retry.ts";
import type { CallOptions } from "../options.ts";
import { openRenaming, renameFromWire } from "../wire/names.ts";
import { writePosForm } from "./pos-form.ts";
import { POS_NAMES } from "./pos-names.ts";
import { AREA, type PosRequest, type PosSession, readPosAnswer } from "./pos-session.ts";

/** A sale's answer has no token; its request has one, which is a stored card. */
const { cardToken, ...ANSWER_NAMES } = POS_NAMES;
const RENAMING = openRenaming(ANSWER_NAMES);
const PER_PAGE = 100;

export interface PosRecords<Listed, Input> {
  /** All records, page after page. */
  list(options?: CallOptions): AsyncGenerator<Listed, void>;
  get(id: number, options?: CallOptions): Promise<Listed>;
  create(values: Input, options?: CallOptions): Promise<Listed>;
  /** Changes the fields that you send. */
  update(id: number, values: Partial<Input>, options?: CallOptions): Promise<Listed>;
  remove(id: number, options?: CallOptions): Promise<void>;
}

export function openPosRecords<Listed, Input extends object>(
  session: PosSession,
  name: string,
): PosRecords<Listed, Input> {
  const root = `/api/json/${name}/`;
  const one = (id: number) => `${root}${id}/`;
  const change = (request: PosRequest, options: CallOptions = {}) =>
    callPos(session, request, options) as Promise<Listed>;
  return {
    list: (options) => listPos<Listed>(session, root, {}, options),
    get: (id, options) => change({ method: "GET", path: one(id) }, options),
    create: async (values, options) =>
      change({ method: "POST", path: root, body: writePosForm(values) }, options),
    update: async (id, values, options) =>
      change({ method: "PUT", path: one(id), body: writePosForm(values) }, options),
    remove: async (id, options) => {
      await change({ method: "DELETE", path: one(id) }, options);
    },
  };
}

export function callPos(
  session: PosSession,
  request: PosRequest,
  options: CallOptions,
): Promise<unknown> {
  const repeat = request.method === "GET" ? repeatSafely : repeatRefused;
  return repeat({ retry: session.connection.retry, area: AREA, options }, async () =>
    renamePos(readPosAnswer(await session.send(request, options))),
  );
}

export function renamePos(answer: unknown): unknown {
  return renameFromWire(answer, RENAMING);
}

interface Page<Listed> {
  readonly next: string | null;
  readonly results: readonly Listed[];
}

export async function* listPos<Listed>(
  session: PosSession,
  root: string,
  filters: object,
  options: CallOptions = {},
): AsyncGenerator<Listed, void> {
  const query = writePosForm(filters) as URLSearchParams;
  query.set("per_page", String(PER_PAGE));
  for (let page = 1; ; page++) {
    query.set("page", String(page));
    const request = { method: "GET", path: `${root}?${query}` } as const;
    const { next, results } = (await callPos(session, request, options)) as Page<Listed>;
    yield* results;
    if (next === null) return;
  }
}
