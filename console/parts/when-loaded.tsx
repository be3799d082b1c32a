/** Shows content once its data is loaded. Until then, a skeleton or the error. */
import type { ReactNode } from "react";
import { ErrorPanel } from "./error-panel.tsx";
import { ScreenSkeleton } from "./panel.tsx";

interface WhenLoadedProps<Answer> {
  /** The part of `useReading`'s result that it needs. */
  readonly reading: {
    readonly data: Answer | undefined;
    readonly error: Error | null;
    refetch(): unknown;
  };
  /** In a panel; the default is for a whole screen. */
  readonly skeleton?: ReactNode;
  children(answer: Answer): ReactNode;
}

export function WhenLoaded<Answer>(props: WhenLoadedProps<Answer>) {
  const { reading, skeleton = <ScreenSkeleton />, children } = props;
  const { data, error, refetch } = reading;
  if (data !== undefined) return children(data);
  return error === null ? skeleton : <ErrorPanel error={error} retry={refetch} />;
}
