/** Shared parts of the operator screens: status, enable and disable, loading. */
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api } from "../../api.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { ErrorPanel } from "../../parts/error-panel.tsx";
import { ScreenSkeleton } from "../../parts/panel.tsx";
import { StateBadge } from "../../parts/values.tsx";

export function ActiveBadge({ isActive }: { readonly isActive: boolean }) {
  return isActive ? (
    <StateBadge state="active" />
  ) : (
    <StateBadge state="off" tone="attention" label="Disabled" />
  );
}

interface EnableButtonProps {
  /** The API path of the list, which shows the status too. */
  readonly list: string;
  readonly of: { readonly id: string; readonly name: string; readonly isActive: boolean };
  /** What happens next. */
  readonly enableConsequence: string;
  readonly disableConsequence: string;
}

/** Enables or disables an account or a partner. */
export function EnableButton({
  list,
  of,
  enableConsequence: whenOn,
  disableConsequence: whenOff,
}: EnableButtonProps) {
  const { id, name, isActive } = of;
  const label = isActive ? "Disable" : "Enable";
  return (
    <ConfirmButton
      label={label}
      color={isActive ? "red" : "tide"}
      question={`${label} ${name}?`}
      consequence={isActive ? whenOff : whenOn}
      send={() => api.post(`${list}/${id}/switch`, { isActive: !isActive })}
      successMessage={`${name} is ${isActive ? "disabled" : "enabled"}.`}
      refresh={[list]}
    />
  );
}

interface WhenLoadedProps<Answer> {
  readonly reading: Pick<UseQueryResult<Answer>, "data" | "error" | "refetch">;
  children(answer: Answer): ReactNode;
}

/** The content once loaded. Until then a skeleton or the error. */
export function WhenLoaded<Answer>({ reading, children }: WhenLoadedProps<Answer>) {
  const { data, error, refetch } = reading;
  if (data !== undefined) return children(data);
  return error === null ? <ScreenSkeleton /> : <ErrorPanel error={error} retry={refetch} />;
}
