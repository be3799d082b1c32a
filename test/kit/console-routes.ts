/** The console's routes of the partner area, recorded while the console adds them. */
import type { PartnerNeeds } from "../../src/interfaces/console/partner/partner-needs.ts";
import { addPartner } from "../../src/interfaces/console/partner/routes.ts";
import type { Routes } from "../../src/interfaces/console/routes.ts";

const PREFIX = "/management/";

/** Returns routes such as "GET clients/:id", so that a table of routes can be checked for gaps. */
export function managementRoutes(): readonly string[] {
  const added: string[] = [];
  const note = (method: string) => (path: string) =>
    added.push(`${method} ${path.slice(PREFIX.length)}`);
  const recorder = {
    get: note("GET"),
    post: note("POST"),
    patch: note("PATCH"),
    delete: note("DELETE"),
    deliver: note("GET"),
  };
  addPartner(recorder as unknown as Routes, {} as PartnerNeeds);
  return added;
}
