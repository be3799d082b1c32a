/** Links to the console, for emails and for single sign-on. Its pages are in console/. */

/** Below the address of the console. */
export const SIGN_ON_CALLBACK = "/api/single-sign-on/callback";

export function writeConsoleLink(publicUrl: string, path: string): string {
  return `${publicUrl}/console${path}`;
}

/** The token follows after "#", so that no server log contains it. */
export function writeResetLink(publicUrl: string, token: string): string {
  return writeConsoleLink(publicUrl, `/reset-password#${token}`);
}
