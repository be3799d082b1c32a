/** Shared parts of the operator screens: status, enable and disable. */
import { api } from "../../api.ts";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
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
      needs="operator.administer"
      color={isActive ? "red" : "tide"}
      question={`${label} ${name}?`}
      consequence={isActive ? whenOff : whenOn}
      send={() => api.post(`${list}/${id}/switch`, { isActive: !isActive })}
      successMessage={`${name} is ${isActive ? "disabled" : "enabled"}.`}
      refresh={[list]}
    />
  );
}
