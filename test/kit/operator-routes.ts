/** The calls of operators that change something, recorded while the console adds them. */
import { addCertification } from "../../src/interfaces/console/certification/routes.ts";
import { addOperations } from "../../src/interfaces/console/operations/routes.ts";
import { addOperator } from "../../src/interfaces/console/operator/routes.ts";

type AddRoutes = (routes: never, needs: never) => void;

/** Stands for any need: adding a route calls nothing of it. */
export const NEEDS: unknown = new Proxy(() => NEEDS, { get: () => NEEDS, apply: () => NEEDS });

/** Returns routes such as "POST /operator/accounts". */
export function changingRoutes(): readonly string[] {
  const added: string[] = [];
  const note = (method: string) => (path: string) => added.push(`${method} ${path}`);
  const reads = () => undefined;
  const routes = {
    ...{ get: reads, deliver: reads },
    ...{ post: note("POST"), patch: note("PATCH"), delete: note("DELETE") },
  };
  for (const add of [addOperator, addOperations, addCertification] as AddRoutes[]) {
    add(routes as never, NEEDS as never);
  }
  return added;
}
