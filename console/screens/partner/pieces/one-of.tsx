/** One of the management partners, clients or devices, as its own screen shows it first. */
import type { ReactNode } from "react";
import type { Named } from "../../../../src/interfaces/console/partner/contract.ts";
import { api, useReading } from "../../../api.ts";
import { ConfirmButton } from "../../../parts/confirm-button.tsx";
import type { Crumb } from "../../../parts/panel.tsx";
import { UnreadScreen } from "../../../parts/unread-screen.tsx";

interface OneOfProps<View> {
  /** Where all of its kind are read. */
  readonly path: string;
  readonly id: string;
  /** What it is, until its name is known. */
  readonly noun: string;
  children(view: View, reload: () => unknown): ReactNode;
}

/** Once it was read. A reading keeps the last answer for a while: another one is not shown for it. */
export function OneOf<View extends { readonly id: string }>(props: OneOfProps<View>) {
  const { path, id, noun, children } = props;
  const { data, error, refetch } = useReading<View>(`${path}/${id}`);
  // What is on the screen stays there, and what was typed into it, when a later look fails.
  if (data?.id !== id) return <UnreadScreen title={noun} error={error} retry={refetch} />;
  return children(data, refetch);
}

/** The partners above, from the reader's own down. */
export function crumbsOf(trail: readonly Named[]): Crumb[] {
  return trail.map(({ id, name }) => ({ label: name, to: `/management/partners/${id}` }));
}

interface ActivitySwitchProps {
  readonly path: string;
  readonly of: Named & { readonly isActive: boolean; readonly version: number };
  /** What follows. */
  readonly whenOn: string;
  readonly whenOff: string;
}

/** Partners and clients are switched alike: only what follows differs. */
export function ActivitySwitch({ path, of, whenOn, whenOff }: ActivitySwitchProps) {
  const { id, name, isActive, version } = of;
  return (
    <ConfirmButton
      label={isActive ? "Switch off" : "Switch on"}
      color={isActive ? "red" : "tide"}
      question={isActive ? `Switch ${name} off?` : `Switch ${name} on again?`}
      consequence={isActive ? whenOff : whenOn}
      send={() => api.patch(`${path}/${id}`, { isActive: !isActive, version })}
      said={isActive ? "Switched off." : "Switched on."}
      refresh={["/management"]}
    />
  );
}
