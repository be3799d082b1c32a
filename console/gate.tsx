/** Shows the sign-in page to visitors, and the frame with the screen to signed-in users. */
import { Center, Loader } from "@mantine/core";
import { Outlet } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { ErrorPanel } from "./parts/error-panel.tsx";
import { ScreenSkeleton } from "./parts/panel.tsx";
import { SessionProvider, useSessionReading } from "./session.tsx";

const SignInScreen = lazy(async () => ({
  default: (await import("./screens/sign-in.tsx")).SignInScreen,
}));
const Security = lazy(async () => ({
  default: (await import("./screens/security.tsx")).Security,
}));
const Shell = lazy(async () => ({ default: (await import("./parts/shell.tsx")).Shell }));

export function Gate() {
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
