/** The batch id that callers see: four digits, which begin again after 9999 batches. */

const BATCH_ID_MAX = 9_999;

export function cardBatchId(number: number): number {
  return ((number - 1) % BATCH_ID_MAX) + 1;
}
