/** The tab bar of a screen. On phones it scrolls and the open tab is moved into view. */
import { Tabs } from "@mantine/core";
import { useEffect, useRef } from "react";
import type { Children } from "../area.ts";

interface TabStripProps extends Children {
  /** The value of the open tab. */
  readonly open: string | undefined;
  readonly label?: string;
  /** The bottom margin, for panels without their own top margin. */
  readonly mb?: "lg";
}

export function TabStrip({ open, label, mb, children }: TabStripProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const shown = list.current?.querySelector(`[id$="-tab-${open}"]`);
    shown?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [open]);
  return (
    <Tabs.List ref={list} className="sd-tabs" aria-label={label} mb={mb}>
      {children}
    </Tabs.List>
  );
}
