/** What has come in since a list was read: asked for every second while somebody looks. */
import { useIdle } from "@mantine/hooks";
import { useEffect, useState } from "react";
import type { RequestLine } from "../../../src/interfaces/console/certification/contract.ts";
import type { CursorPage } from "../../../src/interfaces/console/contract.ts";
import { api, type Params } from "../../api.ts";

const EVERY_MS = 1_000;
const KEPT_MAX = 200;
/** A page that is left alone must not keep its session alive for ever. */
const ASLEEP_AFTER_MS = 10 * 60_000;

interface TailFrom {
  /** The newest row that is known. */
  readonly from: string;
  readonly isOn: boolean;
}

/** Lines, and the list that they came in behind. */
interface Tail {
  readonly of: string;
  readonly lines: readonly RequestLine[];
}

const NONE: readonly RequestLine[] = [];

export function useTail(filter: Params, { from, isOn }: TailFrom) {
  const [tail, setTail] = useState<Tail>({ of: "", lines: [] });
  const isAsleep = useIdle(ASLEEP_AFTER_MS, { initialState: false });
  const asked = JSON.stringify(filter);
  const of = `${from} ${asked}`;
  const fresh = linesOf(tail, of);
  const after = fresh[0]?.id ?? from;
  useEffect(() => {
    if (!isOn || isAsleep) return;
    return everySecond(async (isOver) => {
      const params = { ...(JSON.parse(asked) as Params), after };
      const page = await api.get<CursorPage<RequestLine>>("/certification/requests/newer", params);
      if (isOver() || page.items.length === 0) return;
      setTail((before) => {
        const lines = [...page.items, ...linesOf(before, of)].slice(0, KEPT_MAX);
        return { of, lines };
      });
    });
  }, [asked, of, after, isOn, isAsleep]);
  return { fresh, isAsleep };
}

/** A list that was read anew has them: what was behind another one is nothing. */
function linesOf(tail: Tail, of: string): readonly RequestLine[] {
  return tail.of === of ? tail.lines : NONE;
}

/** One after the other, and not while the page is out of sight. */
function everySecond(look: (isOver: () => boolean) => Promise<void>): () => void {
  let isOver = false;
  let timer = setTimeout(run, EVERY_MS);
  async function run(): Promise<void> {
    // What fails now is asked for again in a second.
    if (document.visibilityState === "visible") await look(() => isOver).catch(() => {});
    if (!isOver) timer = setTimeout(run, EVERY_MS);
  }
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
