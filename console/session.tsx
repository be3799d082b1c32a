/** The current session: who is signed in, their permissions, and signing in and out. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext } from "react";
import type {
  LoginChoice,
  LoginChoices,
  Permission,
  Session,
  SignedOut,
  SignIn,
} from "../src/interfaces/console/contract.ts";
import { ApiError, api, onSignedOut, queryClient, setCsrfToken } from "./api.ts";

const SESSION_KEY = ["/session"];

let wasSignedOut = false;

const sessionReading = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: readSession,
  staleTime: 60_000,
});

const SessionContext = createContext<Session | undefined>(undefined);

/** The session, null if nobody is signed in, or the error that occurred while reading it. */
export function useSessionReading() {
  return useQuery(sessionReading);
}

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** Provides the session to every screen behind the sign-in. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error("useSession is for screens behind the sign-in");
  return session;
}

/** Undefined: everyone may. */
export function useMay(permission: Permission | undefined): boolean {
  const { may } = useSession();
  return permission === undefined || may.includes(permission);
}

/** Returns the logins to choose from, if the password is right for several. */
export async function signIn(credentials: SignIn): Promise<readonly LoginChoice[] | undefined> {
  const answer = await api.post<Session | LoginChoices>("/session", credentials);
  if ("choices" in answer) return answer.choices;
  startSession(answer);
  return undefined;
}

export function startSession(session: Session): void {
  wasSignedOut = false;
  storeSession(session);
}

export async function signOut(): Promise<void> {
  const signedOut = await api.delete<SignedOut | undefined>("/session").catch((error: unknown) => {
    if (!(error instanceof ApiError && error.code === "signed_out")) throw error;
    return undefined;
  });
  clearSession();
  // The session at the identity provider ends on the provider's page.
  if (signedOut !== undefined) globalThis.location.assign(signedOut.continueAt);
}

/** Whether the sign-in page is shown because a session ended. */
export function sessionExpired(): boolean {
  return wasSignedOut;
}

/** Returns null, and shows the sign-in page, if the session has ended. */
export async function askSession(): Promise<Session | null> {
  const session = await readSession();
  if (session === null) endSession();
  return session;
}

export function endSession(): void {
  wasSignedOut = true;
  clearSession();
}

onSignedOut(endSession);

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

function storeSession(session: Session): void {
  setCsrfToken(session.csrfToken);
  queryClient.setQueryData(SESSION_KEY, session);
}

/** The next user of this browser must not see what the previous one loaded. */
function clearSession(): void {
  setCsrfToken("");
  queryClient.setQueryData(SESSION_KEY, null);
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
}
