import { expect, it } from 'vitest';
import { EXPORTS_AT_ONCE, takeExportPlace } from '#app/domain/exports/export-places.ts';
import { Busy } from '#app/lib/domain-errors.ts';

it('refuses an export beyond the places, and each place is given back once', () => {
  const places = Array.from({ length: EXPORTS_AT_ONCE }, takeExportPlace);
  expect(takeExportPlace).toThrow(Busy);
  places[0]?.();
  places[0]?.();
  const again = takeExportPlace();
  expect(takeExportPlace).toThrow(Busy);
  for (const giveBack of [...places.slice(1), again]) giveBack();
  takeExportPlace()();
});
