/** Loads new rows of a list every second while the page is visible. */
import { useIdle } from "@mantine/hooks";
import { useEffect, useState } from "react";
import type { CursorPage } from "../../../src/interfaces/console/contract.ts";
import type { RequestLine } from "../../../src/interfaces/console/requests/contract.ts";
import { api, type Params } from "../../api.ts";

const EVERY_MS = 1_000;
const KEPT_MAX = 200;
/** An unattended page must not ask the server every second. */
const ASLEEP_AFTER_MS = 10 * 60_000;

interface TailFrom {
  /** The newest known row. */
  readonly from: string;
  readonly isOn: boolean;
}

/** The new rows, and the list that they belong to. */
interface Tail {
  readonly of: string;
  readonly lines: readonly RequestLine[];
}

const NONE: readonly RequestLine[] = [];

/** `path` answers the rows after a position. */
export function useTail(path: string, filter: Params, { from, isOn }: TailFrom) {
  const [tail, setTail] = useState<Tail>({ of: "", lines: [] });
  const isAsleep = useIdle(ASLEEP_AFTER_MS, { initialState: false });
  const asked = JSON.stringify(filter);
  const of = `${from} ${asked}`;
  const fresh = tailLines(tail, of);
  const after = fresh[0]?.id ?? from;
  useEffect(() => {
    if (!isOn || isAsleep) return;
    return everySecond(async (isOver) => {
      const params = { ...(JSON.parse(asked) as Params), after };
      const page = await api.get<CursorPage<RequestLine>>(path, params);
      if (isOver() || page.items.length === 0) return;
      setTail((before) => {
        const lines = [...page.items, ...tailLines(before, of)].slice(0, KEPT_MAX);
        return { of, lines };
      });
    });
  }, [path, asked, of, after, isOn, isAsleep]);
  return { fresh, isAsleep };
}

/** Rows that belong to a previous list are dropped when the list is read again. */
function tailLines(tail: Tail, of: string): readonly RequestLine[] {
  return tail.of === of ? tail.lines : NONE;
}

/** One request at a time, and none while the page is hidden. */
function everySecond(look: (isOver: () => boolean) => Promise<void>): () => void {
  let isOver = false;
  let timer = setTimeout(run, EVERY_MS);
  async function run(): Promise<void> {
    // Errors are ignored. The next request follows in a second.
    if (document.visibilityState === "visible") await look(() => isOver).catch(() => {});
    if (!isOver) timer = setTimeout(run, EVERY_MS);
  }
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
