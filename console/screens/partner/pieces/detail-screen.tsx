/** The detail screen of one partner, client or device. */
import type { ReactNode } from "react";
import type { Named } from "../../../../src/interfaces/console/partner/contract.ts";
import { api, useReading } from "../../../api.ts";
import { ConfirmButton } from "../../../parts/confirm-button.tsx";
import { LoadingScreen } from "../../../parts/loading-screen.tsx";
import type { Crumb } from "../../../parts/panel.tsx";

interface DetailScreenProps<View> {
  /** The API path of the list. */
  readonly path: string;
  readonly id: string;
  /** The title until the name is known. */
  readonly noun: string;
  children(view: View, reload: () => unknown): ReactNode;
}

/** Called when loaded. Cached data of a different record is not shown. */
export function DetailScreen<View extends { readonly id: string }>(props: DetailScreenProps<View>) {
  const { path, id, noun, children } = props;
  const { data, error, refetch } = useReading<View>(`${path}/${id}`);
  // If a later refresh fails, the screen keeps its content and typed values.
  if (data?.id !== id) return <LoadingScreen title={noun} error={error} retry={refetch} />;
  return children(data, refetch);
}

/** The parent partners, from the user's own down. */
export function partnerCrumbs(trail: readonly Named[]): Crumb[] {
  return trail.map(({ id, name }) => ({ label: name, to: `/management/partners/${id}` }));
}

interface EnableButtonProps {
  readonly path: string;
  readonly of: Named & { readonly isActive: boolean; readonly version: number };
  /** What happens next. */
  readonly enableConsequence: string;
  readonly disableConsequence: string;
}

/** Enables or disables a partner or client. */
export function EnableButton({
  path,
  of,
  enableConsequence: whenOn,
  disableConsequence: whenOff,
}: EnableButtonProps) {
  const { id, name, isActive, version } = of;
  return (
    <ConfirmButton
      label={isActive ? "Disable" : "Enable"}
      color={isActive ? "red" : "tide"}
      question={isActive ? `Disable ${name}?` : `Enable ${name}?`}
      consequence={isActive ? whenOff : whenOn}
      send={() => api.patch(`${path}/${id}`, { isActive: !isActive, version })}
      successMessage={isActive ? "Disabled." : "Enabled."}
      refresh={["/management"]}
    />
  );
}
