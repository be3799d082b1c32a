/** The stores and operations that the partner API works with. */
import type { ParserLoginStore } from "../../../core/management/logins/parser-login-store.ts";
import type { ManagementNeeds } from "../../../core/management/scope/management-act.ts";
import type { ManagementStores } from "../../../core/management/scope/visible-records.ts";
import type { CallLogStore } from "../../../core/parser/journal/call-log-store.ts";
import type { JournalPageStore } from "../../../core/parser/journal/journal-page-store.ts";

export interface PartnerNeeds {
  readonly management: ManagementNeeds;
  readonly stores: ManagementStores;
  readonly logins: ParserLoginStore;
  readonly calls: CallLogStore;
  readonly journal: JournalPageStore;
}
