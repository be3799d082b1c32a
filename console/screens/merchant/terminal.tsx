/**
 * The virtual terminal. It fetches an id when it is opened and keeps it in the address: whoever
 * loads the page again, or presses twice, is still at the same one payment.
 */
import { Alert } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type {
  IdState,
  PaymentResult,
  TerminalFacts,
  TokenFacts,
} from "../../../src/interfaces/console/merchant/contract.ts";
import { ApiError, api, readingOf } from "../../api.ts";
import { ErrorPanel } from "../../parts/error-panel.tsx";
import { Icon } from "../../parts/icons.tsx";
import { ButtonLink } from "../../parts/link.tsx";
import { PageHeader, ScreenSkeleton } from "../../parts/panel.tsx";
import { useUrlState } from "../../url-state.ts";
import { TerminalForm } from "./terminal-form.tsx";
import { TerminalResult } from "./terminal-result.tsx";

export function Terminal() {
  const [{ token }, setUrl] = useUrlState({ id: "", token: "" });
  const ticket = useTicket();
  const facts = useQuery(readingOf<TerminalFacts>("/merchant/terminal"));
  const known = useQuery({
    ...readingOf<TokenFacts>(`/merchant/tokens/${encodeURIComponent(token)}`),
    enabled: token !== "",
  });
  const [result, setResult] = useState<PaymentResult>();
  const error = ticket.error ?? facts.error ?? known.error;
  const isReady = facts.data && ticket.id && (token === "" || known.data);
  const shown = result ?? ticket.result;
  const another = () => {
    setResult(undefined);
    setUrl({ id: "", token: "" });
  };
  return (
    <>
      <PageHeader
        title="Virtual terminal"
        description={shown ? undefined : "Take one payment by phone, mail or at the counter."}
      />
      {error !== null && error !== undefined && <TerminalTrouble error={error} />}
      {!error && !isReady && <ScreenSkeleton />}
      {!error && isReady && shown !== undefined && (
        <TerminalResult result={shown} pageId={ticket.id} another={another} />
      )}
      {!error && isReady && shown === undefined && facts.data !== undefined && (
        <TerminalForm
          key={ticket.id}
          id={ticket.id}
          facts={facts.data}
          token={known.data}
          done={setResult}
        />
      )}
    </>
  );
}

function TerminalTrouble({ error }: { readonly error: Error }) {
  const isGone = error instanceof ApiError && error.code === "not_found";
  // Nothing was typed yet: the page can begin again.
  if (!isGone) return <ErrorPanel error={error} retry={() => window.location.reload()} />;
  return (
    <Alert
      color="amber"
      className="sd-alert"
      maw="46rem"
      icon={<Icon name="attention" />}
      title="This card or bank account cannot be charged again"
    >
      Its transaction is still under way, too old, or not yours.
      <div className="sd-empty-action">
        <ButtonLink to="/terminal" size="xs" variant="default">
          Type a card instead
        </ButtonLink>
      </div>
    </Alert>
  );
}

interface Ticket {
  readonly id: string;
  /** What was done with it before this page was loaded. */
  readonly result: PaymentResult | undefined;
  readonly error: Error | undefined;
}

/** The id in the address, where it is still good; a new one otherwise. */
function useTicket(): Ticket {
  const [{ id }, setUrl] = useUrlState({ id: "" });
  const [error, setError] = useState<Error>();
  // An id that this page fetched itself is unused: only one that it was loaded with is asked about.
  const own = useRef("");
  const isLoaded = id !== "" && id !== own.current;
  const state = useQuery({
    ...readingOf<IdState>(`/merchant/ids/${encodeURIComponent(id)}`),
    enabled: isLoaded,
    retry: false,
  });
  const isGone = state.error instanceof ApiError && state.error.code === "not_found";
  const needsOne = id === "" || (isLoaded && isGone);
  useEffect(() => {
    if (!needsOne) return;
    let isLeft = false;
    void api
      .post<{ readonly id: string }>("/merchant/ids")
      .then((issued) => {
        if (isLeft) return;
        own.current = issued.id;
        setUrl({ id: issued.id }, { replace: true });
      })
      .catch((trouble: Error) => setError(trouble));
    return () => {
      isLeft = true;
    };
  }, [needsOne, setUrl]);
  if (needsOne || (isLoaded && state.data === undefined)) {
    return {
      id: "",
      result: undefined,
      error: error ?? (isGone ? undefined : (state.error ?? undefined)),
    };
  }
  const data = isLoaded ? state.data : undefined;
  const result = data === undefined || data.kind === "unused" ? undefined : data;
  return { id, result, error };
}
