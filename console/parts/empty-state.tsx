/** What an empty list shows: why it is empty and what to do next. */
import { Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Icon, type IconName } from "./icons.tsx";

export interface EmptyStateProps {
  readonly title: string;
  /** What to do next, in one sentence. */
  readonly next: ReactNode;
  readonly action?: ReactNode;
  readonly icon?: IconName;
}

export function EmptyState({ title, next, action, icon = "search" }: EmptyStateProps) {
  return (
    <Stack align="center" gap={6} py={56} px="lg" ta="center" className="sd-empty">
      <span className="sd-empty-icon">
        <Icon name={icon} size={22} />
      </span>
      <Title order={2}>{title}</Title>
      <Text c="dimmed" maw="28rem">
        {next}
      </Text>
      {action !== undefined && <div className="sd-empty-action">{action}</div>}
    </Stack>
  );
}
