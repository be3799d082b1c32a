/** What the form for the assignment of devices sends. Pure. */

/** Values of the location's select that are no ids. */
export const KEEP_LOCATION = "keep";
export const NO_LOCATION = "none";

export const LOCATION_CHOICES = [
  { value: KEEP_LOCATION, label: "Keep the current location" },
  { value: NO_LOCATION, label: "No location" },
] as const;

export interface Place {
  /** Null: the devices belong to no client. */
  readonly clientId: string | null;
  /** The id of a location, or one of the choices above. */
  readonly location: string;
}

export const TAKEN_BACK: Place = { clientId: null, location: KEEP_LOCATION };

/** A location that is not sent stays, unless the device changes its client. */
export function assignmentBody(devices: readonly string[], { clientId, location }: Place) {
  if (clientId === null) return { devices, client: null };
  const client = { id: clientId };
  if (location === KEEP_LOCATION) return { devices, client };
  return { devices, client, location: location === NO_LOCATION ? null : { id: location } };
}
