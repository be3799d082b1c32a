/** All areas in navigation order. */
import type { Area } from "./area.ts";
import { business } from "./areas/business.tsx";
import { certification } from "./areas/certification.tsx";
import { merchant } from "./areas/merchant.tsx";
import { operations } from "./areas/operations.tsx";
import { operator } from "./areas/operator.tsx";
import { partner } from "./areas/partner.tsx";

export const AREAS: readonly Area[] = [
  merchant,
  business,
  partner,
  operations,
  operator,
  certification,
];
