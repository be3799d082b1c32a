/** The link to the page where an invited user chooses a password. */

export const SET_PASSWORD_PATH = "/set-password";

export function writePasswordLink(publicUrl: string, token: string): string {
  return `${publicUrl}${SET_PASSWORD_PATH}?token=${token}`;
}
