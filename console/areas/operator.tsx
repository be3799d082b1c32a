/** The operator's screens: accounts, partners, terminal keys, operations, audit. */
import type { Area } from "../area.ts";

export const operator: Area = {
  groups: [],
  screens: [],
  home: {
    of: ["operator"],
    load: () => import("../screens/overview.tsx").then((m) => m.Overview),
  },
};
