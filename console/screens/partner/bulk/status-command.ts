/** Writes the curl command that changes the status of devices. Pure. */

export interface CalledDevice {
  readonly id: string;
  readonly serialNumber: string;
}

/** One command, or a loop over several devices. Ids are numbers and states are words. */
export function writeStatusCall(
  origin: string,
  devices: readonly CalledDevice[],
  state: string,
): string {
  const [only, ...more] = devices;
  const call = (id: string) => writeCall(`${origin}/api/v1/devices/${id}`, state);
  if (only === undefined) return "";
  if (more.length === 0) return call(only.id);
  const ids = devices.map(({ id }) => id).join(" ");
  return `for DEVICE in ${ids}; do\n  ${call("$DEVICE").replaceAll("\n", "\n  ")}\ndone`;
}

function writeCall(address: string, state: string): string {
  const body = JSON.stringify({ deviceState: { name: state } });
  return [
    `curl -sS -u USER -X PATCH "${address}" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '${body}'`,
  ].join("\n");
}
