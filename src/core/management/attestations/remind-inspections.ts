/** Sends reminders of inspections: 30 days before an inspection is due, and on the day. */

import type { Database } from "../../../db/database.ts";
import type { DatabasePool } from "../../../db/database-pool.ts";
import { MailError } from "../../../ports/mailer.ts";
import { INSTALLATION } from "../../outbox/event.ts";
import { type WriteNeeds, writeMail } from "../../outbox/write-event.ts";
import { writeReminder } from "../users/user-emails.ts";
import { type Custodian, type RemindedDevice, ReminderStore } from "./inspection-store.ts";

export interface ReminderNeeds extends WriteNeeds {
  /** Works as the owner of the tables: reminders are for all tenants. */
  readonly owner: DatabasePool;
}

const SOON = Temporal.Duration.from({ hours: 30 * 24 });
const KEPT = { years: 3 } as const;

/** One email per client and stage. Running the job again sends nothing twice. */
export async function remindInspections(
  needs: ReminderNeeds,
  at: Temporal.Instant,
): Promise<string> {
  const { owner } = needs;
  const soon = at.add(SOON);
  let emails = 0;
  for (const clientId of await new ReminderStore(owner).listClientsToRemind(at, soon)) {
    emails += await owner.atomically((db) => remindClient(needs, db, { clientId, at, soon }));
  }
  const old = at.toZonedDateTimeISO("UTC").subtract(KEPT).toInstant();
  await new ReminderStore(owner).removeOldReminders(old);
  return emails === 0 ? "no reminders to send" : `reminders sent: ${emails}`;
}

interface ClientToRemind {
  readonly clientId: string;
  readonly at: Temporal.Instant;
  readonly soon: Temporal.Instant;
}

async function remindClient(
  needs: WriteNeeds,
  db: Database,
  { clientId, at, soon }: ClientToRemind,
): Promise<number> {
  const store = new ReminderStore(db);
  const devices = await store.recordReminders(clientId, at, soon);
  const custodian = await store.findCustodian(clientId);
  if (custodian === undefined) return 0;
  let emails = 0;
  for (const stage of ["due", "soon"] as const) {
    const some = devices.filter((device) => device.stage === stage);
    if (await sendReminder(needs, db, { custodian, devices: some })) emails++;
  }
  return emails;
}

/** An invalid address must not stop the reminders of other clients. */
async function sendReminder(
  needs: WriteNeeds,
  db: Database,
  { custodian, devices }: { custodian: Custodian; devices: readonly RemindedDevice[] },
): Promise<boolean> {
  const [first] = devices;
  if (first === undefined) return false;
  const message = writeReminder({
    ...custodian,
    dueOn: first.dueAt.toZonedDateTimeISO("UTC").toPlainDate(),
    isOver: first.stage === "due",
    serialNumbers: devices.map(({ serialNumber }) => serialNumber),
  });
  try {
    const to = custodian.email;
    await writeMail(db, needs, {
      accountId: INSTALLATION,
      event: "inspection.reminder",
      to,
      ...message,
    });
    return true;
  } catch (error) {
    if (error instanceof MailError) return false;
    throw error;
  }
}
