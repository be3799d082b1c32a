/** Shows the work of the routes of an interface in traces, when its routes are many and alike. */
import type { FastifyInstance, RouteOptions } from "fastify";
import { traceStep } from "../values/telemetry/tracing.ts";

/** For the routes that are added to the scope after this call: reading, core and writing together. */
export function traceRoutes(scope: FastifyInstance): void {
  scope.addHook("onRoute", (route: RouteOptions & { readonly routePath: string }) => {
    const { handler, method, routePath } = route;
    const step = { kind: "core", name: `${method} ${routePath}` } as const;
    route.handler = function work(request, reply) {
      return traceStep(step, () => handler.call(this, request, reply));
    };
  });
}
