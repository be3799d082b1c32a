/** What users of partners and clients are told, from the same figures as their home page. */
import type { DatabasePool } from "../../db/database-pool.ts";
import type { Clock } from "../../ports/clock.ts";
import { readableMoment } from "../../values/text/readable.ts";
import { ReminderStore } from "../management/attestations/inspection-store.ts";
import { PartnerKeyStore } from "../management/partners/partner-key-store.ts";
import { ManagementCountStore } from "../management/scope/management-count-store.ts";
import { countText, type News } from "./news.ts";
import type { ManagementKindName } from "./notification-kinds.ts";
import type { ManagementRecipient } from "./recipient-store.ts";

export interface PartnerNewsNeeds {
  readonly owner: DatabasePool;
  readonly clock: Clock;
}

export interface PartnerQuestion {
  /** The partner, and the client of a client's users. */
  readonly home: Pick<ManagementRecipient, "partner" | "client">;
  /** Only what somebody there wants to know is read. */
  readonly isWanted: (name: ManagementKindName) => boolean;
  /** False: no device of the installation is due soon, so there is nothing to count. */
  readonly areInspectionsDue: boolean;
}

/** Asked once for all partners. */
export async function hasDueInspections({ owner, clock }: PartnerNewsNeeds): Promise<boolean> {
  const soon = clock.business().add({ hours: SOON_DAYS * 24 });
  return (await new ReminderStore(owner).countDueInspections(soon)) > 0;
}

/** As countInspectionsDue counts. */
const SOON_DAYS = 30;

export async function findPartnerNews(
  needs: PartnerNewsNeeds,
  { home, isWanted, areInspectionsDue }: PartnerQuestion,
): Promise<readonly News[]> {
  const found = [
    areInspectionsDue && isWanted("due_inspections") && (await findDueInspections(needs, home)),
    isWanted("replaced_parser_keys") && (await findReplacedKey(needs, home)),
  ];
  return found.filter((news) => news !== undefined && news !== false);
}

/** Large partners always have some that are due, so the news is once a month. */
async function findDueInspections(
  { owner, clock }: PartnerNewsNeeds,
  { partner, client }: PartnerQuestion["home"],
): Promise<News | undefined> {
  const now = clock.business();
  const about = { topId: undefined, clientId: client?.id };
  const counts = new ManagementCountStore(owner);
  const { overdue, within30 } = await counts.countInspectionsDue(partner.id, now, about);
  if (overdue + within30 === 0) return undefined;
  const month = now.toZonedDateTimeISO("UTC").toPlainDate().toPlainYearMonth();
  const { name } = client ?? partner;
  const late = countText(overdue, "device inspection is", "device inspections are");
  return {
    name: "due_inspections",
    occurrence: month.toString(),
    title: `Device inspections are due: ${name}`,
    sentences: [
      `At ${name}, ${late} overdue, and ${countText(within30, "is", "are")} due within 30 days.`,
      "Inspect the devices, and create an attestation.",
    ],
    path: overdue > 0 ? "/management/inspections" : "/management/calendar",
  };
}

/** Only partners have parser keys. */
async function findReplacedKey(
  { owner, clock }: PartnerNewsNeeds,
  { partner, client }: PartnerQuestion["home"],
): Promise<News | undefined> {
  if (client !== null || !partner.hasOlderKeys) return undefined;
  const ends = await owner.within({ partnerId: partner.id }, (db) =>
    new PartnerKeyStore({ db, callerId: partner.id }).listOlderEnds(partner.id, clock.wall()),
  );
  const last = ends.at(-1);
  return (
    last && {
      name: "replaced_parser_keys",
      occurrence: last.toString(),
      title: `The parser key was replaced: ${partner.name}`,
      sentences: [
        `The parser key of ${partner.name} was replaced. The older key works until ${readableMoment(last, "UTC")}.`,
        "If you did not expect this, check the credentials now.",
      ],
      path: "/management/credentials",
    }
  );
}
