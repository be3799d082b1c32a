/** How batch and trace numbers are shown to callers. Pure. */

/** Callers see four digits. */
export const BATCH_ID_MAX = 9_999;
/** Callers see twelve digits of a trace number. */
export const TRACE_SHOWN = 10 ** 12;
