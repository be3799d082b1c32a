/** A: dates of attestations at the limits of the calendar and of the database. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openManagementApp } from "../kit/management.ts";

test("A: a completeDate that does not exist in the calendar is 1001", async (t) => {
  const { harbor } = await openManagementApp(t);
  const [client] = (await harbor.get("/clients")).data;
  const attest = (completeDate: string) => ({
    name: "x",
    completeDate,
    client: { id: client.id },
    devices: [{ serialNumber: "GEN0000001" }],
  });
  const wrong = [
    "0000-01-01 00:00:00",
    "0001-01-01T00:00:00+14:00",
    "2026-01-02 03:04:60",
    "2026-01-02 03:60:00",
    "2026-01-02 24:00:00",
    "2026-01-02 03:04:05 ",
  ];
  for (const date of wrong) {
    const errors = await harbor.errors("POST", "/attestations", attest(date));
    assert.deepEqual(errors, ["completeDate 1001"], date);
  }
  const [{ id }] = await harbor.post("/attestations", attest("0001-01-01 00:00:00"));
  assert.equal((await harbor.get(`/attestations/${id}`)).completeDate, "0001-01-01 00:00:00");
});
