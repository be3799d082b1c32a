/** A: the pages of a list add up to the whole list, at any depth and in any order. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { DEVICE_ORDERS } from "../../src/core/management/devices/device-register-store.ts";
import { openManagementApp } from "../kit/management.ts";

/** Enough devices that some pages are read in order and others are collected and sorted. */
const MORE = 2_300;
const TAKE = 500;

type Device = Readonly<Record<string, string | null>>;

test("A: pages of devices, read from the nearer end, miss none and repeat none", async (t) => {
  const { harbor, ids, database } = await openManagementApp(t);
  await database.owner.rows`
    insert into devices (partner_id, serial_number, device_type_id, device_state_id, name,
      activation_date)
    select case when n % 3 = 0 then ${ids["harbor-retail"]}::bigint else ${ids["harbor"]}::bigint end,
      md5(n::text), 1, 8, case when n % 7 > 0 then 'Till ' || n % 100 end,
      case when n % 5 > 0 then timestamptz '2026-01-01' + n % 50 * interval '1 day' end
    from generate_series(1, ${MORE}::int) n`;
  const list = async (query: string) => {
    const devices: Device[] = [];
    for (;;) {
      const { total, data } = await harbor.get(
        `/devices?${query}&take=${TAKE}&skip=${devices.length}`,
      );
      devices.push(...data);
      if (devices.length >= total || data.length === 0) return devices;
    }
  };
  const byId = await list("sorting.field=id");
  assert.ok(byId.length > MORE);
  assert.equal(new Set(byId.map(({ id }) => id)).size, byId.length);
  for (const order of DEVICE_ORDERS) {
    const forwards = await list(`sorting.field=${order}`);
    assert.deepEqual(idsOf(forwards).toSorted(), idsOf(byId).toSorted(), order);
    assert.deepEqual(idsOf(forwards), idsOf(sorted(byId, order)), order);
    const backwards = await list(`sorting.field=${order}&sorting.direction=desc`);
    assert.deepEqual(idsOf(backwards), idsOf(forwards).toReversed(), order);
  }
});

function idsOf(devices: readonly Device[]) {
  return devices.map(({ id }) => id ?? "");
}

/** Sorted by the column, with missing values last, then by id. */
function sorted(devices: readonly Device[], order: string): readonly Device[] {
  const rank = (device: Device) => (order === "id" ? "" : (device[order] ?? "\uffff"));
  return devices.toSorted((one, other) => {
    const [left, right] = [rank(one), rank(other)];
    if (left !== right) return left < right ? -1 : 1;
    return Number(one["id"]) - Number(other["id"]);
  });
}
