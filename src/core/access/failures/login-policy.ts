/** The limits of failed logins at each interface. */

export interface FailureLimit {
  /** What is counted: a name from anywhere, a name from one address, or an address. */
  readonly of: "name" | "name and address" | "address";
  /** At least two. */
  readonly failuresMax: number;
  readonly within: Temporal.Duration;
  readonly lockedFor: Temporal.Duration;
  readonly isClearedBySuccess?: boolean;
  /** The lock is not visible: the answer and its time are those of a wrong password. */
  readonly isSilent?: boolean;
}

export interface LoginPolicy {
  /** Failures at one interface do not count at another. */
  readonly interfaceName: string;
  /** Names before addresses: rows are locked in this order. */
  readonly limits: readonly FailureLimit[];
  /** A name that fails from many addresses is slowed down. For passwords, which can be guessed. */
  readonly slowsNames?: boolean;
}

const QUARTER = Temporal.Duration.from({ minutes: 15 });
const HALF_HOUR = Temporal.Duration.from({ minutes: 30 });
const DAY = Temporal.Duration.from({ hours: 24 });

const PERSON_LIMIT: FailureLimit = {
  of: "name and address",
  failuresMax: 10,
  within: DAY,
  lockedFor: HALF_HOUR,
  isClearedBySuccess: true,
};
const PERSON_ADDRESS_LIMIT: FailureLimit = {
  of: "address",
  failuresMax: 100,
  within: QUARTER,
  lockedFor: HALF_HOUR,
};

/**
 * A: 10 failures of a user from one address since the last success there, or 100 from one address
 * under any names. Nobody can lock out a user from another address.
 */
export const MANAGEMENT_POLICY: LoginPolicy = {
  interfaceName: "management",
  slowsNames: true,
  limits: [{ ...PERSON_LIMIT, isSilent: true }, PERSON_ADDRESS_LIMIT],
};

/** A, with an API secret: counted together with passwords. Secrets cannot be guessed. */
export const SIGNER_POLICY: LoginPolicy = { ...MANAGEMENT_POLICY, slowsNames: false };

/** Operators: the same limits, but a lock is reported as such. */
export const OPERATOR_POLICY: LoginPolicy = {
  interfaceName: "operator",
  slowsNames: true,
  limits: [PERSON_LIMIT, PERSON_ADDRESS_LIMIT],
};

/**
 * Authenticator codes: few enough that all million codes cannot be tried. A name can be locked here,
 * because a code is asked only after the correct password: someone who locks a name knows it.
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

/** B: 10 for one partner and address. */
export const PARSER_POLICY: LoginPolicy = {
  interfaceName: "parser",
  limits: [{ of: "name and address", failuresMax: 10, within: QUARTER, lockedFor: QUARTER }],
};

/** C: 10 for one email address and address, or 100 for one address. */
export const POS_POLICY: LoginPolicy = {
  interfaceName: "pos",
  slowsNames: true,
  limits: [
    { of: "name and address", failuresMax: 10, within: QUARTER, lockedFor: QUARTER },
    { of: "address", failuresMax: 100, within: QUARTER, lockedFor: QUARTER },
  ],
};

/** C: password reset emails. Every request counts, because none can be wrong. */
export const RESET_POLICY: LoginPolicy = {
  interfaceName: "password reset",
  limits: [
    { of: "name and address", failuresMax: 5, within: QUARTER, lockedFor: QUARTER },
    { of: "address", failuresMax: 50, within: QUARTER, lockedFor: QUARTER },
  ],
};

/**
 * Payments, D and E: keys cannot be guessed, so this only protects the database from a program with
 * a wrong key. Many accounts may share an address, so one of them alone does not lock it.
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
