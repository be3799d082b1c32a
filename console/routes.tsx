/** The router, built from the areas' screens. Screens without permission are "not found". */
import {
  createRootRoute,
  createRoute,
  createRouter,
  type RouteComponent,
} from "@tanstack/react-router";
import { type ComponentType, lazy } from "react";
import { isAllowed, type Screen } from "./area.ts";
import { AREAS } from "./areas.ts";
import { Gate } from "./gate.tsx";
import { ScreenSkeleton } from "./parts/panel.tsx";
import { NotFound, RouteError } from "./parts/route-error.tsx";
import { useSession } from "./session.tsx";
import { parseSearch, stringifySearch } from "./url-state.ts";

const root = createRootRoute({ component: Gate, notFoundComponent: NotFound });

const homes = AREAS.flatMap(({ home }) => home ?? []).map(({ of, load }) => ({
  of,
  Screen: lazyScreen(load),
}));

const home = createRoute({ getParentRoute: () => root, path: "/", component: Home });

const OWN: readonly Screen[] = [
  { path: "/me", load: () => import("./screens/profile.tsx").then((m) => m.Profile) },
  { path: "/help", load: () => import("./screens/help/help.tsx").then((m) => m.Help) },
  { path: "/security", load: () => import("./screens/security.tsx").then((m) => m.Security) },
];

const screens = [...OWN, ...AREAS.flatMap((area) => area.screens)].map((screen) =>
  createRoute({ getParentRoute: () => root, path: screen.path, component: guarded(screen) }),
);

export const router = createRouter({
  routeTree: root.addChildren([home, ...screens]),
  basepath: "/console",
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  // The router's own boundary is nearer than the one of the gate. Without this, it shows nothing.
  defaultPendingComponent: ScreenSkeleton,
  defaultErrorComponent: RouteError,
  defaultNotFoundComponent: NotFound,
});

function Home() {
  const { person } = useSession();
  const found = homes.find(({ of }) => of.includes(person.kind));
  return found === undefined ? <NotFound /> : <found.Screen areas={AREAS} />;
}

function guarded(screen: Screen): RouteComponent {
  const Loaded = lazyScreen(screen.load);
  return function Guarded() {
    return isAllowed(screen, useSession()) ? <Loaded /> : <NotFound />;
  };
}

/** Screens are loaded when first opened. `lazy` requires a default export. */
function lazyScreen<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load() }));
}
