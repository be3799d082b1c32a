/** Small things that the operator's screens share: states, waiting, pickers' words. */
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorPanel } from "../../parts/error-panel.tsx";
import { ScreenSkeleton } from "../../parts/panel.tsx";
import { StateBadge } from "../../parts/values.tsx";

export function SwitchState({ isActive }: { readonly isActive: boolean }) {
  return isActive ? (
    <StateBadge state="active" />
  ) : (
    <StateBadge state="off" tone="attention" label="Switched off" />
  );
}

interface WhenReadProps<Answer> {
  readonly reading: Pick<UseQueryResult<Answer>, "data" | "error" | "refetch">;
  children(answer: Answer): ReactNode;
}

/** The thing itself once it was read; until then a skeleton, or what went wrong. */
export function WhenRead<Answer>({ reading, children }: WhenReadProps<Answer>) {
  const { data, error, refetch } = reading;
  if (data !== undefined) return children(data);
  return error === null ? <ScreenSkeleton /> : <ErrorPanel error={error} retry={refetch} />;
}
