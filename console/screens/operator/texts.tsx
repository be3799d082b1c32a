/** Small things that the operator's screens share: states, switches, waiting. */
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api } from "../../api.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
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

interface SwitchButtonProps {
  /** Where all of its kind are read: the state stands there too. */
  readonly list: string;
  readonly of: { readonly id: string; readonly name: string; readonly isActive: boolean };
  /** What follows. */
  readonly whenOn: string;
  readonly whenOff: string;
}

/** Accounts and partners are switched alike: only what follows differs. */
export function SwitchButton({ list, of, whenOn, whenOff }: SwitchButtonProps) {
  const { id, name, isActive } = of;
  const to = isActive ? "off" : "on";
  return (
    <ConfirmButton
      label={`Switch ${to}`}
      color={isActive ? "red" : "tide"}
      question={`Switch ${name} ${to}?`}
      consequence={isActive ? whenOff : whenOn}
      send={() => api.post(`${list}/${id}/switch`, { isActive: !isActive })}
      said={`${name} is ${to}.`}
      refresh={[list]}
    />
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
