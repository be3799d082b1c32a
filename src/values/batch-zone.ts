/** Card batches are closed and dated by US Central time, wherever the merchant is. */
export const BATCH_ZONE = "America/Chicago";
