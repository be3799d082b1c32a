/** The frame of the pages for visitors: sign-in, forgotten password and new password. */
import { Badge, Group, Paper, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Welcome } from "../../../src/interfaces/console/contract.ts";
import { ApiError, readingOptions } from "../../api.ts";
import { ErrorPanel } from "../../parts/error-panel.tsx";
import { Mark } from "../../parts/icons.tsx";
import { FormError } from "../../parts/submit.tsx";

interface VisitorFrameProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Beside the card. */
  readonly aside?: ReactNode;
}

export function useWelcome(): Welcome | undefined {
  return useQuery(readingOptions<Welcome>("/welcome")).data;
}

export function VisitorFrame({ title, children, aside }: VisitorFrameProps) {
  useDocumentTitle(`${title} · Sixdoors`);
  const welcome = useWelcome();
  return (
    <main className="sd-sign-in">
      <Paper className="sd-panel sd-sign-in-card">
        <Group justify="space-between" mb="lg">
          <Group gap={10}>
            <Mark size={30} />
            <span className="sd-wordmark">Sixdoors</span>
          </Group>
          {welcome?.environment === "certification" && (
            <Badge color="amber" variant="light" radius="sm" tt="none" className="sd-state">
              Test mode
            </Badge>
          )}
        </Group>
        <Title order={1} mb="md">
          {title}
        </Title>
        {children}
      </Paper>
      {aside}
    </main>
  );
}

interface VisitorErrorProps {
  readonly error: Error;
  readonly retry: () => unknown;
}

/** A link or a sign-in that has ended cannot be tried again. Anything else can. */
export function VisitorError({ error, retry }: VisitorErrorProps) {
  const isOver = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return isOver ? <FormError trouble={error} /> : <ErrorPanel error={error} retry={retry} />;
}
