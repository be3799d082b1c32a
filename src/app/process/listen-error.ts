/** Why a process cannot listen, in words that name the settings. */
import { StartError } from "../../ports/start-error.ts";

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** Returns undefined for an error that is not about the address. */
export function listenError(
  error: unknown,
  { host, port }: ListenAddress,
  settings: { readonly host: string; readonly port: string },
): StartError | undefined {
  switch ((error as { code?: string }).code) {
    case "EADDRINUSE":
      return new StartError(
        `Port ${port} on ${host} is already in use. Set ${settings.port} to another port, or stop the program that uses it.`,
      );
    case "EACCES":
      return new StartError(
        `This user is not allowed to listen on port ${port}. Set ${settings.port} to a port above 1023.`,
      );
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new StartError(
        `${settings.host} ${host} is not an address of this machine. Set ${settings.host} to one of its addresses, or to 0.0.0.0 for all.`,
      );
    default:
      return undefined;
  }
}
