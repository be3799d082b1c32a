/** Who is signed in, what they may do, and how signing in and out changes both. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext } from "react";
import type { Permission, Session, SignIn } from "../src/interfaces/console/contract.ts";
import { ApiError, api, onSignedOut, queryClient, setCsrfToken } from "./api.ts";

const SESSION_KEY = ["/session"];

let wasSignedOut = false;

const sessionReading = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: readSession,
  staleTime: 60_000,
});

const SessionContext = createContext<Session | undefined>(undefined);

/** The session, null where nobody is signed in, or the error that kept us from knowing. */
export function useSessionReading() {
  return useQuery(sessionReading);
}

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** The session, on every screen behind the sign-in. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error("useSession is for screens behind the sign-in");
  return session;
}

export function useMay(permission: Permission): boolean {
  return useSession().may.includes(permission);
}

export async function signIn(credentials: SignIn): Promise<void> {
  const session = await api.post<Session>("/session", credentials);
  wasSignedOut = false;
  take(session);
}

export async function signOut(): Promise<void> {
  await api.delete("/session").catch((error: unknown) => {
    if (!(error instanceof ApiError && error.code === "signed_out")) throw error;
  });
  forget();
}

/** Whether the sign-in page is there because a session has ended. */
export function endedByItself(): boolean {
  return wasSignedOut;
}

onSignedOut(() => {
  wasSignedOut = true;
  forget();
});

async function readSession(): Promise<Session | null> {
  try {
    const session = (await api.get<Session | undefined>("/session")) ?? null;
    setCsrfToken(session?.csrfToken ?? "");
    return session;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

function take(session: Session): void {
  setCsrfToken(session.csrfToken);
  queryClient.setQueryData(SESSION_KEY, session);
}

/** What one person has read, the next one at this browser must not see. */
function forget(): void {
  setCsrfToken("");
  queryClient.setQueryData(SESSION_KEY, null);
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
}
