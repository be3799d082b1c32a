/** The frame around a table. It scrolls sideways if the columns need more room. */
import { type RefObject, useEffect, useRef, useState } from "react";
import type { Children } from "../area.ts";

interface TableFrameProps extends Children {
  readonly caption: string;
  /** Set for tables known to be too wide, so that the layout does not shift after rendering. */
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

/** Scrollable areas must be reachable by keyboard. */
function wideProps(caption: string) {
  return { className: "sd-table-wide", role: "region", "aria-label": caption, tabIndex: 0 };
}

/** Only a table that does not scroll sideways can have a sticky header. */
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
