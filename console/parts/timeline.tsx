/** A list of events in order. */
import { Timeline as Line, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Moment } from "./values.tsx";

export interface TimelineItem {
  readonly title: string;
  /** ISO 8601. Absent for events that have not happened yet. */
  readonly at?: string;
  readonly detail?: ReactNode;
  readonly tone?: "good" | "bad" | "quiet";
}

const COLORS = { good: "tide", bad: "red", quiet: "gray" } as const;

export function Timeline({ items }: { readonly items: readonly TimelineItem[] }) {
  const happened = items.filter(({ at }) => at !== undefined).length;
  return (
    <Line active={happened - 1} bulletSize={14} lineWidth={2}>
      {items.map(({ title, at, detail, tone = "good" }, place) => (
        <Line.Item
          key={`${at} ${title} ${String(place)}`}
          color={COLORS[tone]}
          title={title}
          lineVariant={place >= happened - 1 ? "dashed" : "solid"}
        >
          {at !== undefined && (
            <Text size="sm" c="dimmed" component="div">
              <Moment at={at} show="seconds" focusable />
            </Text>
          )}
          {detail !== undefined && (
            <Text size="sm" component="div" mt={2}>
              {detail}
            </Text>
          )}
        </Line.Item>
      ))}
    </Line>
  );
}
