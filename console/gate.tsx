/** Shows the sign-in page to visitors, and the frame with the screen to signed-in users. */
import { Center, Loader } from "@mantine/core";
import { Outlet, useRouterState } from "@tanstack/react-router";
import { type ComponentType, lazy, Suspense } from "react";
import { ErrorPanel } from "./parts/error-panel.tsx";
import { ScreenSkeleton } from "./parts/panel.tsx";
import { SessionProvider, useSessionReading } from "./session.tsx";

const SignInScreen = lazy(async () => ({
  default: (await import("./screens/sign-in.tsx")).SignInScreen,
}));
const Security = lazy(async () => ({
  default: (await import("./screens/security.tsx")).Security,
}));
/** Pages for everyone, signed in or not. Their links are in emails. */
const VISITOR_PAGES: Readonly<Record<string, ComponentType>> = {
  "/forgot-password": lazy(async () => ({
    default: (await import("./screens/sign-in/forgot-password.tsx")).ForgotPassword,
  })),
  "/single-sign-on": lazy(async () => ({
    default: (await import("./screens/sign-in/sign-on-choice.tsx")).SignOnChoice,
  })),
  "/reset-password": lazy(async () => ({
    default: (await import("./screens/sign-in/reset-password.tsx")).ResetPassword,
  })),
};
const Shell = lazy(async () => ({ default: (await import("./parts/shell.tsx")).Shell }));

export function Gate() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const VisitorPage = VISITOR_PAGES[path.replace(/^\/console/, "")];
  if (VisitorPage === undefined) return <SessionGate />;
  return (
    <Suspense fallback={<Opening />}>
      <VisitorPage />
    </Suspense>
  );
}

function SessionGate() {
  const { data: session, error, refetch } = useSessionReading();
  if (session === undefined && error !== null) {
    return (
      <Center mih="100dvh" p="md">
        <ErrorPanel error={error} retry={refetch} />
      </Center>
    );
  }
  if (session === undefined) return <Opening />;
  if (session === null) {
    return (
      <Suspense fallback={<Opening />}>
        <SignInScreen />
      </Suspense>
    );
  }
  return (
    <SessionProvider session={session}>
      <Suspense fallback={<Opening />}>
        <Shell>
          <Suspense fallback={<ScreenSkeleton />}>
            {session.mustChangePassword ? <Security /> : <Outlet />}
          </Suspense>
        </Shell>
      </Suspense>
    </SessionProvider>
  );
}

function Opening() {
  return (
    <Center mih="100dvh">
      <Loader role="status" aria-label="Loading the console" />
    </Center>
  );
}
