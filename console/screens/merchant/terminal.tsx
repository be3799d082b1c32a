/**
 * The virtual terminal. It requests a transaction ID when it opens and keeps it in the address, so
 * that reloading the page or clicking twice makes only one payment.
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
import { ApiError, api, readingOptions } from "../../api.ts";
import { ErrorPanel } from "../../parts/error-panel.tsx";
import { Icon } from "../../parts/icons.tsx";
import { ButtonLink } from "../../parts/link.tsx";
import { PageHeader, ScreenSkeleton } from "../../parts/panel.tsx";
import { useUrlState } from "../../url-state.ts";
import { TerminalForm } from "./terminal-form.tsx";
import { TerminalResult } from "./terminal-result.tsx";

export function Terminal() {
  const [{ token }, setUrl] = useUrlState({ id: "", token: "" });
  const ticket = useTransactionId();
  const facts = useQuery(readingOptions<TerminalFacts>("/merchant/terminal"));
  const known = useQuery({
    ...readingOptions<TokenFacts>(`/merchant/tokens/${encodeURIComponent(token)}`),
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
        description={shown ? undefined : "Take a payment by phone, by mail or in person."}
      />
      {error !== null && error !== undefined && <TerminalError error={error} />}
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

function TerminalError({ error }: { readonly error: Error }) {
  const isGone = error instanceof ApiError && error.code === "not_found";
  // Nothing was typed yet, so the page can be reloaded.
  if (!isGone) return <ErrorPanel error={error} retry={() => window.location.reload()} />;
  return (
    <Alert
      color="amber"
      className="sd-alert"
      maw="46rem"
      icon={<Icon name="attention" />}
      title="This payment method cannot be charged again"
    >
      The original transaction is still pending, is too old, or belongs to another account.
      <div className="sd-empty-action">
        <ButtonLink to="/terminal" size="xs" variant="default">
          Enter a card instead
        </ButtonLink>
      </div>
    </Alert>
  );
}

interface TransactionIdState {
  readonly id: string;
  /** The result of the ID before this page was loaded. */
  readonly result: PaymentResult | undefined;
  readonly error: Error | undefined;
}

/** Uses the ID in the address if it is still valid, otherwise requests a new one. */
function useTransactionId(): TransactionIdState {
  const [{ id }, setUrl] = useUrlState({ id: "" });
  const [error, setError] = useState<Error>();
  // An ID requested by this page is unused. Only an ID from the address needs to be looked up.
  const own = useRef("");
  const isLoaded = id !== "" && id !== own.current;
  const state = useQuery({
    ...readingOptions<IdState>(`/merchant/ids/${encodeURIComponent(id)}`),
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
