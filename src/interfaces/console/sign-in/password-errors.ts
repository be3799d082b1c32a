/** The errors of a new password. */
import { PASSWORD_MAX, PASSWORD_MIN } from "../../../core/access/password.ts";

export const PASSWORD_LENGTH_ERRORS = {
  too_short: { newPassword: `Use at least ${PASSWORD_MIN} characters.` },
  too_long: { newPassword: `Use at most ${PASSWORD_MAX} characters.` },
};
