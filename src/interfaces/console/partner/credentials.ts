/** What a partner proves itself with at the parser: its key, its public key, its addresses. */
import { showOnce } from "../../../core/access/show-once.ts";
import { isCovered, networkOfRange } from "../../../core/management/logins/allow-list.ts";
import {
  type CredentialChange,
  changeCredential,
  describePublicKey,
  makePartnerKey,
} from "../../../core/management/logins/parser-credentials.ts";
import { invalid } from "../errors.ts";
import type { Call, Routes } from "../routes.ts";
import type { AllowListVerdict, CredentialsView } from "./contract.ts";
import type { PartnerNeeds } from "./routes.ts";
import { callerOf, idOf, orNothing, partnerIdOf, viewOf } from "./sight.ts";

const LINES_MAX = 100;
const PATH = "/management/credentials/:id";

export function addCredentials(routes: Routes, needs: PartnerNeeds): void {
  routes.get(PATH, "management.credentials", (call) => credentialsView(needs, call));
  routes.post(`${PATH}/key`, "management.credentials", (call) => setKey(needs, call));
  routes.post(`${PATH}/public-key`, "management.credentials", async (call) => {
    const publicKey = call.body.members["publicKey"] ?? "";
    if (publicKey === "") throw invalid({ publicKey: "Paste the public key in PEM form." });
    return change(needs, call, { publicKey });
  });
  routes.post(`${PATH}/public-key/remove`, "management.credentials", (call) =>
    change(needs, call, { publicKey: null }),
  );
  routes.post(`${PATH}/allow-list`, "management.credentials", (call) =>
    change(needs, call, { allowList: call.body.members["allowList"] ?? [] }),
  );
  routes.post(`${PATH}/allow-list/check`, "management.credentials", async (call) => {
    const seen = await viewOf(needs, call).partner(idOf(call));
    return seen && judge(readLines(call), call.from.address);
  });
}

async function credentialsView(
  { logins, ...needs }: PartnerNeeds,
  call: Call,
): Promise<CredentialsView | undefined> {
  const id = idOf(call);
  const partner = await viewOf(needs, call).partner(id);
  const login = await logins.find(partnerIdOf(call), id);
  if (partner === undefined || login === undefined) return undefined;
  const { name, allowList, version } = partner;
  const { parserName, hasKey, publicKey } = login;
  const { address } = call.from;
  return {
    partner: { id, name },
    parserName,
    hasKey,
    ...(publicKey !== null && { publicKey: describePublicKey(publicKey) }),
    allowList,
    yourAddress: address,
    isYouListed: isCovered(allowList, address),
    version,
  };
}

/** One that was typed is not told again; one that we make is told this once. */
async function setKey(needs: PartnerNeeds, call: Call) {
  const { version, key } = call.body.members;
  if (key !== undefined && key !== null) return change(needs, call, { partnerKey: key });
  const made = await makePartnerKey(needs.management, callerOf(call), { id: idOf(call), version });
  return made && { key: showOnce(made) };
}

async function change(
  needs: PartnerNeeds,
  call: Call,
  what: Omit<CredentialChange, "id" | "version">,
): Promise<null | undefined> {
  const { version } = call.body.members;
  const sent = { id: idOf(call), version, ...what };
  return orNothing(await changeCredential(needs.management, callerOf(call), sent));
}

function readLines({ body }: Call): readonly string[] {
  const lines = body.texts("allowList", { most: LINES_MAX });
  body.settle();
  return lines;
}

function judge(lines: readonly string[], address: string): AllowListVerdict {
  const refused = lines.flatMap((line, place) =>
    networkOfRange(line) === undefined ? [[String(place), NO_RANGE]] : [],
  );
  return { errors: Object.fromEntries(refused), isYouListed: isCovered(lines, address) };
}

const NO_RANGE = "Write an address (192.0.2.7) or a range (192.0.2.0/24, 2001:db8::/32).";
