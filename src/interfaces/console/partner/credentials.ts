/** The parser credentials of a partner: partner key, public key and allowed IP addresses. */
import { showOnce } from "../../../core/access/show-once.ts";
import { isAddressListed, normalizeRange } from "../../../core/management/logins/allow-list.ts";
import { NO_PARSER_SECRETS } from "../../../core/management/logins/parser-login.ts";
import { describePublicKey } from "../../../core/management/logins/public-key.ts";
import {
  endOlderPartnerKeys,
  replacePartnerKey,
} from "../../../core/management/partners/partner-key.ts";
import { updatePartner } from "../../../core/management/partners/update-partner.ts";
import { OVERLAP_MAX_HOURS } from "../../../values/keys/key-overlap.ts";
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
  routes.delete(`${PATH}/older-keys`, "management.credentials", async (call) => {
    const caller = managementCaller(call);
    return nullIfDone(await endOlderPartnerKeys(needs.management, caller, idInPath(call)));
  });
  routes.post(`${PATH}/public-key`, "management.credentials", async (call) => {
    const publicKey = call.body.managementMembers(["publicKey"]).get("publicKey") ?? "";
    if (publicKey === "") throw invalid({ publicKey: "Paste the public key in PEM format." });
    return changeCredential(needs, call, { publicKey });
  });
  routes.post(`${PATH}/public-key/remove`, "management.credentials", (call) =>
    changeCredential(needs, call, { publicKey: null }),
  );
  routes.post(`${PATH}/allow-list`, "management.credentials", (call) => {
    const allowList = call.body.managementMembers(["allowList"]).get("allowList") ?? [];
    return changeCredential(needs, call, { allowList });
  });
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
  const now = needs.management.clock.wall();
  const login = await logins.findParserLogin(requirePartnerId(call), id, now);
  if (partner === undefined || login === undefined) return undefined;
  const { name, allowList, version } = partner;
  const { parserName, hasKey, publicKey, olderKeyEnds } = login;
  const { address } = call.from;
  return {
    partner: { id, name },
    parserName,
    hasKey,
    olderKeyEnds: olderKeyEnds.map(String),
    ...(publicKey !== null && { publicKey: describePublicKey(publicKey) }),
    allowList,
    yourAddress: address,
    isYouListed: isAddressListed(allowList, address),
    version,
  };
}

/** Stores the key that the user entered, or creates one, which is shown once. */
async function setKey(needs: PartnerNeeds, call: Call) {
  const sent = call.body.managementMembers(["version", "key"]);
  const [version, key] = [sent.get("version"), sent.get("key")];
  const caller = managementCaller(call);
  const keyOverlap = readKeyOverlap(call);
  const isTyped = key !== undefined && key !== null;
  const members = new Members({ version, ...(isTyped && { partnerKey: key }) });
  const { values, errors } = readPartnerChange(members);
  const id = idInPath(call);
  if (isTyped) {
    const secrets = { ...(values.secrets ?? NO_PARSER_SECRETS), keyOverlap };
    const change = { id, values: { ...values, secrets }, errors };
    return nullIfDone(await updatePartner(needs.management, caller, change));
  }
  const replaced = { id, values: { version: values.version, keyOverlap }, errors };
  const made = await replacePartnerKey(needs.management, caller, replaced);
  return made && { key: showOnce(made) };
}

/** Without hours, the replaced key ends at once. */
function readKeyOverlap({ body }: Call): Temporal.Duration | null {
  if (!body.has("overlapHours")) return null;
  const hours = body.whole("overlapHours", { min: 0, max: OVERLAP_MAX_HOURS });
  body.settle();
  return hours === 0 ? null : Temporal.Duration.from({ hours });
}

async function changeCredential(
  needs: PartnerNeeds,
  call: Call,
  credential: { readonly [Name in "publicKey" | "allowList"]?: unknown },
): Promise<null | undefined> {
  const version = call.body.managementMembers(["version"]).get("version");
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
