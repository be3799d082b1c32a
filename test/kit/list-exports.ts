/** The lists of the console that can be exported, recorded while the console adds them. */
import { addBusiness } from "../../src/interfaces/console/business/routes.ts";
import { addCertification } from "../../src/interfaces/console/certification/routes.ts";
import { addMerchant } from "../../src/interfaces/console/merchant/routes.ts";
import { addOperations } from "../../src/interfaces/console/operations/routes.ts";
import { addOperator } from "../../src/interfaces/console/operator/routes.ts";
import { addPartner } from "../../src/interfaces/console/partner/routes.ts";
import { NEEDS } from "./operator-routes.ts";

type AddRoutes = (routes: never, needs: never) => void;

export interface RecordedExport {
  /** Of the list, without ".csv". */
  readonly path: string;
  readonly listNeeds: string | undefined;
  readonly exportNeeds: string;
}

const AREAS = [
  addOperator,
  addOperations,
  addCertification,
  addPartner,
  addMerchant,
  addBusiness,
] as AddRoutes[];

export function recordExports(): readonly RecordedExport[] {
  const lists = new Map<string, string>();
  const files = new Map<string, string>();
  const ignore = () => undefined;
  const routes = {
    get: (path: string, needed: string) => lists.set(path, needed),
    deliver: (path: string, needed: string) => files.set(path, needed),
    ...{ post: ignore, patch: ignore, delete: ignore },
  };
  for (const add of AREAS) add(routes as never, NEEDS as never);
  return [...files]
    .filter(([path]) => path.endsWith(".csv"))
    .map(([file, exportNeeds]) => {
      const path = file.slice(0, -".csv".length);
      return { path, listNeeds: lists.get(path), exportNeeds };
    });
}
