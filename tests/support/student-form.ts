import type { Page } from 'playwright-core';
import { openStudent } from '#tests/support/designate-app.server.ts';

/** The fields of a student that tests type. All others keep their defaults. */
export interface EnteredStudent {
  readonly first: string;
  readonly last: string;
  readonly dateOfBirth: string;
  readonly phone: string;
  readonly email: string;
  readonly address: { readonly address1: string; readonly city: string; readonly zip5: string };
}

/** Fills in the form of the student at `index`, from 0. */
export async function fillStudent(page: Page, index: number, student: EnteredStudent): Promise<void> {
  await openStudent(page, index + 1);
  const { address, ...fields } = student;
  const entries = [
    ...Object.entries(fields),
    ...Object.entries(address).map(([name, value]) => [`address.${name}`, value] as const),
  ];
  for (const [name, value] of entries) {
    await page.locator(`[name="students[${index}].${name}"]`).fill(value);
  }
}
