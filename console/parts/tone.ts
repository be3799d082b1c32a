/** How a status is colored. Types only. */
export type Tone = "good" | "bad" | "waiting" | "quiet" | "attention";
