import { expect, it } from 'vitest';
import { EXPORTS_AT_ONCE, takeExportSlot } from '#app/domain/exports/csv-export.server.ts';
import { Busy } from '#app/lib/domain-errors.ts';

const takePlace = () => takeExportSlot(10);

it('refuses an export beyond the limit, and releases each slot once', () => {
  const places = Array.from({ length: EXPORTS_AT_ONCE }, takePlace);
  expect(takePlace).toThrow(Busy);
  places[0]?.();
  places[0]?.();
  const again = takePlace();
  expect(takePlace).toThrow(Busy);
  for (const giveBack of [...places.slice(1), again]) giveBack();
  takePlace()();
});

it('leaves one connection of a small pool to the disclosures', () => {
  const places = [takeExportSlot(3), takeExportSlot(3)];
  expect(() => takeExportSlot(3)).toThrow(Busy);
  for (const giveBack of places) giveBack();
  expect(() => takeExportSlot(1)).toThrow(Busy);
});
