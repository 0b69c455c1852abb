import { expect, it } from 'vitest';
import { EXPORTS_AT_ONCE, reserveExportSlot } from '#app/domain/exports/export-file.server.ts';
import { Busy } from '#app/lib/domain-errors.ts';

const takeSlot = () => reserveExportSlot(10);

it('an export beyond the limit is rejected, and each slot is released once', () => {
  const slots = Array.from({ length: EXPORTS_AT_ONCE }, takeSlot);
  expect(takeSlot).toThrow(Busy);
  slots[0]?.();
  slots[0]?.();
  const again = takeSlot();
  expect(takeSlot).toThrow(Busy);
  for (const giveBack of [...slots.slice(1), again]) giveBack();
  takeSlot()();
});

it('one connection of a small pool is kept for disclosures', () => {
  const slots = [reserveExportSlot(3), reserveExportSlot(3)];
  expect(() => reserveExportSlot(3)).toThrow(Busy);
  for (const giveBack of slots) giveBack();
  expect(() => reserveExportSlot(1)).toThrow(Busy);
});
