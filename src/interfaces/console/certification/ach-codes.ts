/** Return and change codes for the ACH simulator, and the next cutoff of each bank. */

import { nextBankCutOff } from "../../../core/ach/clock-presets.ts";
import type { CorrectedPiece } from "../../../core/ach/codes/change-code.ts";
import { allChangeCodes } from "../../../core/ach/codes/change-code.ts";
import { allReturnCodes, type ReturnWindow } from "../../../core/ach/codes/return-code.ts";
import type { BankConnection } from "../../../core/ach/connections/bank-connection.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { AchCodes } from "./contract.ts";

export interface AchCodeNeeds {
  readonly clock: Clock;
  readonly banks: () => Promise<readonly BankConnection[]>;
}

export async function listAchCodes({ clock, banks }: AchCodeNeeds): Promise<AchCodes> {
  const now = clock.business();
  return {
    returns: allReturnCodes()
      .filter(({ stage }) => stage === "return")
      .map(({ code, title: meaning, window }) => ({
        code,
        meaning,
        window: returnWindowText(window),
      })),
    changes: allChangeCodes().map(({ code, title: meaning, pieces }) => ({
      code,
      meaning,
      pieces: (Object.keys(pieces) as CorrectedPiece[]).map((piece) => PIECES[piece]),
    })),
    banks: (await banks()).flatMap(({ name, windows }) => {
      const next = nextBankCutOff([{ windows }], now);
      const names = windows.map((window) => window.name);
      return next === undefined ? [] : { name, nextCutOff: next.toString(), windows: names };
    }),
  };
}

const PIECES: Readonly<Record<CorrectedPiece, string>> = {
  routing: "routing number",
  account: "account number",
  code: "transaction code",
  name: "name",
  id: "individual ID",
  foreignBank: "foreign bank",
  sec: "SEC code",
};

function returnWindowText(window: ReturnWindow): string {
  switch (window.kind) {
    case "banking_days":
      return `${window.days} banking days`;
    case "calendar_days":
      return `${window.days} days`;
    case "next_file":
      return "next file";
    case "open":
      return "open";
  }
}
