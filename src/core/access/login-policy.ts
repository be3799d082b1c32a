/** How many failed logins are too many, interface by interface, and what happens then. */

export interface FailureLimit {
  /** What is counted: a name from anywhere, a name from one address, or an address. */
  readonly of: "name" | "name and address" | "address";
  /** At least two. */
  readonly failuresMax: number;
  readonly within: Temporal.Duration;
  readonly lockedFor: Temporal.Duration;
  readonly isClearedBySuccess?: boolean;
  /** The lock shows nowhere: whoever is locked out waits as long as whoever is wrong. */
  readonly isSilent?: boolean;
}

export interface LoginPolicy {
  /** Failures at one interface do not count at another. */
  readonly interfaceName: string;
  /** Names stand before addresses: whoever counts locks rows in this order. */
  readonly limits: readonly FailureLimit[];
  /** A name that fails from many addresses is slowed down: for what people choose and may guess. */
  readonly slowsNames?: boolean;
}

const QUARTER = Temporal.Duration.from({ minutes: 15 });
const HALF_HOUR = Temporal.Duration.from({ minutes: 30 });
const DAY = Temporal.Duration.from({ hours: 24 });

/**
 * A: ten failures of a user from one address since the last success there, or a hundred from one
 * address, whatever the names. Nobody can shut another out from elsewhere.
 */
export const MANAGEMENT_POLICY: LoginPolicy = {
  interfaceName: "management",
  slowsNames: true,
  limits: [
    {
      of: "name and address",
      failuresMax: 10,
      within: DAY,
      lockedFor: HALF_HOUR,
      isClearedBySuccess: true,
      isSilent: true,
    },
    { of: "address", failuresMax: 100, within: QUARTER, lockedFor: HALF_HOUR },
  ],
};

/** A, with an API secret: failures count like those of passwords, but nobody can guess a secret. */
export const SIGNER_POLICY: LoginPolicy = { ...MANAGEMENT_POLICY, slowsNames: false };

/** Operators: ten failures of one from one address since the last success, or a hundred. */
export const OPERATOR_POLICY: LoginPolicy = {
  interfaceName: "operator",
  slowsNames: true,
  limits: [
    {
      of: "name and address",
      failuresMax: 10,
      within: DAY,
      lockedFor: HALF_HOUR,
      isClearedBySuccess: true,
    },
    { of: "address", failuresMax: 100, within: QUARTER, lockedFor: HALF_HOUR },
  ],
};

/**
 * Codes of an authenticator: few enough that a million of them cannot be tried. Only who knows the
 * password is asked for one, so that the lock of a name, from wherever, shuts out no stranger's
 * victim: that password is known to somebody else.
 */
export const AUTHENTICATOR_POLICY: LoginPolicy = {
  interfaceName: "authenticator",
  limits: [
    { of: "name", failuresMax: 50, within: DAY, lockedFor: DAY },
    {
      of: "name and address",
      failuresMax: 5,
      within: QUARTER,
      lockedFor: HALF_HOUR,
      isClearedBySuccess: true,
    },
  ],
};

/** B: ten for one partner and address. */
export const PARSER_POLICY: LoginPolicy = {
  interfaceName: "parser",
  limits: [{ of: "name and address", failuresMax: 10, within: QUARTER, lockedFor: QUARTER }],
};

/** C: ten for one email address from one address, or a hundred from one address. */
export const POS_POLICY: LoginPolicy = {
  interfaceName: "pos",
  slowsNames: true,
  limits: [
    { of: "name and address", failuresMax: 10, within: QUARTER, lockedFor: QUARTER },
    { of: "address", failuresMax: 100, within: QUARTER, lockedFor: QUARTER },
  ],
};

/** C: emails that reset a password. Every request counts, since none of them can be wrong. */
export const RESET_POLICY: LoginPolicy = {
  interfaceName: "password reset",
  limits: [
    { of: "name and address", failuresMax: 5, within: QUARTER, lockedFor: QUARTER },
    { of: "address", failuresMax: 50, within: QUARTER, lockedFor: QUARTER },
  ],
};

/**
 * Payments, D and E: keys cannot be guessed, so this only saves the database from a program that
 * has a wrong one. Many accounts may share an address, so one of them alone does not lock it.
 */
export const GATEWAY_POLICY: LoginPolicy = {
  interfaceName: "gateway",
  limits: [
    { of: "name and address", failuresMax: 100, within: QUARTER, lockedFor: QUARTER },
    { of: "address", failuresMax: 500, within: QUARTER, lockedFor: QUARTER },
  ],
};

export const LOGIN_POLICIES: readonly LoginPolicy[] = [
  MANAGEMENT_POLICY,
  OPERATOR_POLICY,
  AUTHENTICATOR_POLICY,
  PARSER_POLICY,
  POS_POLICY,
  RESET_POLICY,
  GATEWAY_POLICY,
];
