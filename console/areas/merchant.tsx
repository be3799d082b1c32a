/** A merchant's screens: payments, virtual terminal, reports, settings, users, forms. */
import type { Area } from "../area.ts";

export const merchant: Area = {
  groups: [],
  screens: [],
  home: {
    of: ["merchant"],
    load: () => import("../screens/overview.tsx").then((m) => m.Overview),
  },
};
