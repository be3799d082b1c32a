/** What a table stands in. Where its columns need more room than there is, it scrolls sideways. */
import { type RefObject, useEffect, useRef, useState } from "react";
import type { Children } from "../area.ts";

interface TableFrameProps extends Children {
  readonly caption: string;
  /** Known to be too wide: it never stands still for a moment first. */
  readonly wide: boolean;
}

export function TableFrame({ caption, wide, children }: TableFrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isTooWide = useTooWide(frame);
  return (
    <div ref={frame} {...((wide || isTooWide) && wideProps(caption))}>
      {children}
    </div>
  );
}

/** What scrolls sideways must be reached by the keyboard too. */
function wideProps(caption: string) {
  return { className: "sd-table-wide", role: "region", "aria-label": caption, tabIndex: 0 };
}

/** The head of a table that fits stays in sight, which it cannot in a frame that scrolls. */
function useTooWide(frame: RefObject<HTMLDivElement | null>): boolean {
  const [isTooWide, setTooWide] = useState(false);
  useEffect(() => {
    const element = frame.current;
    const table = element?.querySelector("table");
    if (!element || !table) return;
    const look = () => setTooWide(table.offsetWidth > element.clientWidth);
    const observer = new ResizeObserver(look);
    observer.observe(element);
    observer.observe(table);
    return () => observer.disconnect();
  }, [frame]);
  return isTooWide;
}
