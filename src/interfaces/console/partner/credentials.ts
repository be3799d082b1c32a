/** The parser credentials of a partner: partner key, public key and allowed IP addresses. */
import { showOnce } from "../../../core/access/show-once.ts";
import { isAddressListed, normalizeRange } from "../../../core/management/logins/allow-list.ts";
import { describePublicKey } from "../../../core/management/logins/public-key.ts";
import { replacePartnerKey } from "../../../core/management/partners/partner-key.ts";
import { updatePartner } from "../../../core/management/partners/update-partner.ts";
import { Members } from "../../../wire/management/members.ts";
import { readPartnerChange } from "../../../wire/management/read-partner.ts";
import { invalid } from "../errors.ts";
import { idInPath } from "../ids.ts";
import type { Call, Routes } from "../routes.ts";
import type { AllowListVerdict, CredentialsView } from "./contract.ts";
import {
  managementCaller,
  managementView,
  nullIfDone,
  requirePartnerId,
} from "./management-access.ts";
import type { PartnerNeeds } from "./partner-needs.ts";

const LINES_MAX = 100;
const PATH = "/management/credentials/:id";

export function addCredentials(routes: Routes, needs: PartnerNeeds): void {
  routes.get(PATH, "management.credentials", (call) => showCredentials(needs, call));
  routes.post(`${PATH}/key`, "management.credentials", (call) => setKey(needs, call));
  routes.post(`${PATH}/public-key`, "management.credentials", async (call) => {
    const publicKey = call.body.members["publicKey"] ?? "";
    if (publicKey === "") throw invalid({ publicKey: "Paste the public key in PEM format." });
    return changeCredential(needs, call, { publicKey });
  });
  routes.post(`${PATH}/public-key/remove`, "management.credentials", (call) =>
    changeCredential(needs, call, { publicKey: null }),
  );
  routes.post(`${PATH}/allow-list`, "management.credentials", (call) =>
    changeCredential(needs, call, { allowList: call.body.members["allowList"] ?? [] }),
  );
  routes.post(`${PATH}/allow-list/check`, "management.credentials", async (call) => {
    const seen = await managementView(needs, call).partner(idInPath(call));
    return seen && checkAllowList(readLines(call), call.from.address);
  });
}

async function showCredentials(
  { logins, ...needs }: PartnerNeeds,
  call: Call,
): Promise<CredentialsView | undefined> {
  const id = idInPath(call);
  const partner = await managementView(needs, call).partner(id);
  const login = await logins.findParserLogin(requirePartnerId(call), id);
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
    isYouListed: isAddressListed(allowList, address),
    version,
  };
}

/** Stores the key that the user entered, or creates one, which is shown once. */
async function setKey(needs: PartnerNeeds, call: Call) {
  const { version, key } = call.body.members;
  if (key !== undefined && key !== null) return changeCredential(needs, call, { partnerKey: key });
  const replaced = { id: idInPath(call), ...readPartnerChange(new Members({ version })) };
  const made = await replacePartnerKey(needs.management, managementCaller(call), replaced);
  return made && { key: showOnce(made) };
}

async function changeCredential(
  needs: PartnerNeeds,
  call: Call,
  credential: { readonly [Name in "partnerKey" | "publicKey" | "allowList"]?: unknown },
): Promise<null | undefined> {
  const { version } = call.body.members;
  const members = new Members({ version, ...credential });
  const changed = { id: idInPath(call), ...readPartnerChange(members) };
  return nullIfDone(await updatePartner(needs.management, managementCaller(call), changed));
}

function readLines({ body }: Call): readonly string[] {
  const lines = body.texts("allowList", { most: LINES_MAX });
  body.settle();
  return lines;
}

function checkAllowList(lines: readonly string[], address: string): AllowListVerdict {
  const refused = lines.flatMap((line, place) =>
    normalizeRange(line) === undefined ? [[String(place), RANGE_ERROR]] : [],
  );
  return { errors: Object.fromEntries(refused), isYouListed: isAddressListed(lines, address) };
}

const RANGE_ERROR = "Enter an IP address (192.0.2.7) or a range (192.0.2.0/24, 2001:db8::/32).";
