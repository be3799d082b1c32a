/** A partner's and a client's screens: tree, locations, devices, attestations, parser. */
import type { Area } from "../area.ts";

export const partner: Area = {
  groups: [],
  screens: [],
  home: {
    of: ["partner", "client"],
    load: () => import("../screens/overview.tsx").then((m) => m.Overview),
  },
};
