import type { Page } from 'playwright-core';
import type { MadeUser } from '#tests/factories/user-factory.server.ts';
import type { VisitorOptions } from '#tests/support/browser.ts';
import { openStudent, openStudentsStep, type useDesignateApp } from '#tests/support/designate-app.server.ts';

/** The students step of a new school, with its import open. */
export interface ImportSession {
  readonly page: Page;
  readonly school: { id: string };
  readonly counselor: MadeUser;
}

/** Returns a function that opens the students step of a new school with this many empty positions. */
export function studentsOpener(bench: ReturnType<typeof useDesignateApp>) {
  return async (students: number, options?: VisitorOptions): Promise<ImportSession> => {
    const { page, school, counselor } = await openStudentsStep(bench, { positions: students }, options);
    await openImport(page);
    return { page, school, counselor };
  };
}

/** Selects a file with this content, which opens it. */
export async function load(page: Page, buffer: Buffer | string, name = 'our list.csv'): Promise<void> {
  await page
    .getByLabel('Excel or CSV file')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(buffer) });
}

export const stage = (page: Page, title: string) => page.getByRole('heading', { name: title, exact: true });
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
/** The preview's button, which says how many students it imports. */
export const importButton = (page: Page) => page.getByRole('button', { name: /^Import \d+ students?$/ });
/** Returns a cell of the preview, by the file's row number. */
export const cell = (page: Page, row: number, label: string) =>
  page.getByLabel(`${label}, row ${row}`, { exact: true });
/** Returns a field of a student's form, expanding the form if necessary. */
export const field = async (page: Page, index: number, label: string) =>
  (await openStudent(page, index)).getByLabel(label, { exact: true });

/** Whether the element has the focus; for `evaluate`. */
export const hasFocus = (element: Element) => element === document.activeElement;
export const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

/** Returns the first names in the forms, in order. */
export async function firstNames(page: Page, students: number): Promise<string[]> {
  const names: string[] = [];
  for (let index = 1; index <= students; index += 1) {
    names.push(await (await field(page, index, 'First name')).inputValue());
  }
  return names;
}

/** Opens the import's panel, which is already open while the list is empty. */
export async function openImport(page: Page): Promise<void> {
  if (!(await page.getByLabel('Excel or CSV file').isVisible()))
    await page.getByText('Import from CSV').click();
}
