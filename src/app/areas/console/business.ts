/** The needs of a merchant's screens about reports, settings, users and payment forms. */
import { SharpPhotoEncoder } from "../../../adapters/photo-encoder.ts";
import { ACCESS_DEFAULTS } from "../../../core/access/access.ts";
import { AccountRecordStore } from "../../../core/accounts/account-record-store.ts";
import type { BusinessNeeds } from "../../../interfaces/console/business/routes.ts";
import { writeBrandStyle } from "../../../interfaces/form/brand-style.ts";
import { previewPage } from "../../../interfaces/form/form-page.ts";
import { pageHeaders } from "../../../interfaces/form/page.ts";
import { writeTestEvent } from "../../../interfaces/gateway/payments/write-test-event.ts";
import type { Clock } from "../../../ports/clock.ts";
import { resolvePublicUrl } from "../../public-url.ts";
import type { ConsoleParts } from "./console-parts.ts";

/** The largest amount that fits into the nine characters of transaction_amount. */
const AMOUNT_MAX_CENTS = 99_999_999;

/** The hosted page itself, without a token, so that it cannot pay. */
function openFormPreview(clock: Clock): BusinessNeeds["accounts"]["formPreview"] {
  return {
    writePage: (opened, { scheme, styleUrl, buttonText, logo }) => {
      const brand = { styleUrl, ...(buttonText && { buttonText }), ...(logo && { logo }) };
      return previewPage(opened, clock.business(), { brand, scheme });
    },
    writeStyle: (color, scheme) => writeBrandStyle(color, scheme).css,
    headers: pageHeaders(["'self'"]),
  };
}

export function businessNeeds(parts: ConsoleParts): BusinessNeeds {
  const { pools, custody, clock, config, gateway, pos } = parts;
  const { environment, reportsPerAccount } = config;
  const db = pools.app;
  const records = new AccountRecordStore(db);
  const limits = {
    amountMaxCents: AMOUNT_MAX_CENTS,
    reportsAtOnce: reportsPerAccount,
    requestsPerSecond: ACCESS_DEFAULTS.callerPerSecond,
  };
  const { reports, reportable, accounts } = gateway;
  return {
    reports: { db, clock, records, reports, reportable, accounts, atOnce: reportsPerAccount },
    accounts: {
      db,
      custody,
      clock,
      environment,
      records,
      pos,
      limits,
      publicUrl: resolvePublicUrl(config),
      writeKeyUses: gateway.writeKeyUses,
      writeTestTransaction: writeTestEvent,
      merchants: accounts,
      photos: new SharpPhotoEncoder(),
      formPreview: openFormPreview(clock),
    },
    people: { pos },
  };
}
