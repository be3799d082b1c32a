/** Why a login is not taken for a second person, and what to tell its operator. */

export type SecondPersonRefusal =
  | "same_person"
  /** One person may know the passwords of both logins. */
  | "reset_login"
  /** One login uses single sign-on, and the other one a password or another provider. */
  | "other_sign_in"
  | "shared_email";

/** Each act has its own sentence for the same login. */
export const SECOND_PERSON_TEXTS: Readonly<
  Record<Exclude<SecondPersonRefusal, "same_person">, string>
> = {
  reset_login:
    "One of the two logins was created or reset by the other person, or both by the same person, less than 7 days ago. Another operator must do this.",
  other_sign_in:
    "One of the two logins uses single sign-on and the other one does not, so both may belong to one person. Sign in like the operator who began, or ask another operator.",
  shared_email:
    "Both logins have the same email address, so both may belong to one person. Another operator must do this.",
};
