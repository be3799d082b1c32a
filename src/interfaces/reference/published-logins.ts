/** The logins of a new certification environment that the API reference fills in. */
import type { CertificationSeed } from "../../core/certification/certification-seed.ts";

/** By the names of the security schemes in the OpenAPI document. */
export interface PublishedLogins {
  readonly basic: Readonly<Record<string, BasicLogin>>;
  /** The page logs in with it and fills in the session token. */
  readonly pos: PosLogin | undefined;
}

interface BasicLogin {
  readonly username: string;
  readonly password: string;
}

interface PosLogin {
  readonly account_id: number;
  readonly email: string;
  readonly passsword: string;
}

export function publishedLogins({ partners, mobileUsers }: CertificationSeed): PublishedLogins {
  const [partner] = partners;
  const [posUser] = mobileUsers;
  const basic = partner && {
    managementBasic: { username: partner.user.userName, password: partner.user.password },
    parserBasic: { username: partner.reference, password: partner.partnerKey },
  };
  return { basic: basic ?? {}, pos: posUser && posLogin(posUser) };
}

function posLogin({ account_id, email, passsword }: PosLogin): PosLogin {
  return { account_id, email, passsword };
}
