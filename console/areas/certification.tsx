/** The tools of certification: clock, simulators, mailbox, request log. */
import type { Area } from "../area.ts";

export const certification: Area = {
  groups: [
    {
      title: "Certification",
      entries: [
        {
          label: "Interface documents",
          icon: "book",
          to: "/docs",
          outside: true,
          needs: "certification",
          about: "Every call of the six interfaces, to read and to try.",
        },
      ],
    },
  ],
  screens: [],
};
