import type { Page } from 'playwright-core';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeTemplate } from '#tests/factories/email-template-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin } from '#tests/factories/user-factory.server.ts';
import type { DesignateApp } from '#tests/support/designate-app.server.ts';
import { chooseStatus } from '#tests/support/review-page.ts';
import type { Orm } from '#db/orm.server.ts';

export interface TypedForm {
  readonly user: { readonly id: string; readonly email: string };
  readonly path: string;
  type(page: Page): Promise<void>;
  send(page: Page): Promise<void>;
  typed(page: Page): Promise<string>;
  /** The saved value that the page shows; by default `typed`. */
  readonly saved?: (page: Page) => Promise<string>;
  readonly expected: string;
  /** The text before the reason in the error banner. */
  readonly prefix: string;
  readonly offline: string;
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const SAVE = 'Unable to save changes: ';
const DECISION = 'Unable to save designation changes: ';
const UNREACHABLE = "We can't reach the server. What you entered is still here. Try again in a minute.";
/** Next free year: a file's tests share a database, and each year can only be added once. */
let nextYear = 2091;

/** One form of every kind, by name. */
export const TYPED_FORMS = {
  account: async ({ orm }) => ({
    user: await makeAdmin(orm),
    path: '/account',
    type: (page) => page.getByLabel('First name').fill('Patricia'),
    send: (page) => press(page, 'Save'),
    typed: (page) => page.getByLabel('First name').inputValue(),
    expected: 'Patricia',
    prefix: SAVE,
    offline: `${SAVE}Unknown error. ${UNREACHABLE}`,
  }),
  decision: async (bench) => {
    const { school, counselor } = await bench.newSchool();
    const { id } = await makeDesignation(bench.orm, {
      highSchoolId: school.id,
      academicYearId: bench.year.id,
      submittedById: counselor.id,
      status: 'PENDING',
      classSize: 10,
      criteria: 'CUMULATIVE_GPA',
      students: 1,
    });
    const note = (page: Page) => page.getByRole('textbox', { name: 'Note to the school' });
    return {
      user: await makeAdmin(bench.orm),
      path: `/designations/${id}`,
      type: async (page) => {
        await chooseStatus(page, 'Returned');
        await page.getByRole('checkbox', { name: 'Another reason (see the note)' }).check();
        await note(page).fill('Please add the apartment.');
      },
      send: (page) => press(page, 'Save status'),
      typed: async (page) =>
        `${await page.getByRole('checkbox', { name: 'Another reason (see the note)' }).isChecked()} ${await note(page).inputValue()}`,
      expected: 'true Please add the apartment.',
      saved: async (page) => `true ${await page.getByText('Please add the apartment.').first().innerText()}`,
      prefix: DECISION,
      offline: `${DECISION}Unknown error. ${UNREACHABLE}`,
    };
  },
  template: async ({ orm }) => ({
    user: await makeAdmin(orm),
    path: `/emails/${await makeTemplate(orm)}`,
    type: async (page) => {
      await page.locator('.cm-content').waitFor();
      await page.getByRole('textbox', { name: 'Text', exact: true }).focus();
      await page.keyboard.press('Control+End');
      await page.keyboard.type(' Soon.');
    },
    send: (page) => press(page, 'Save'),
    typed: async (page) => (await page.locator('.cm-line').allTextContents()).join('\n'),
    expected: 'Dear {{firstName}}, it is {{year}}. Soon.',
    prefix: SAVE,
    offline: `${SAVE}Unknown error. ${UNREACHABLE}`,
  }),
  school: async ({ orm }) => ({
    user: await makeAdmin(orm),
    path: `/highschools/${(await makeSchool(orm)).id}`,
    type: (page) => page.getByLabel('City').fill('Sitka'),
    send: (page) => page.getByRole('button', { name: 'Save', exact: true }).first().click(),
    typed: (page) => page.getByLabel('City').inputValue(),
    expected: 'Sitka',
    prefix: SAVE,
    offline: `${SAVE}Unknown error. ${UNREACHABLE}`,
  }),
  'new year in its dialog': async ({ orm }) => {
    const year = String(nextYear++);
    return {
      user: await makeAdmin(orm),
      path: '/years',
      type: async (page) => {
        await press(page, 'Add Year');
        await page.getByLabel('Year', { exact: true }).fill(year);
      },
      send: (page) => press(page, 'Add year'),
      typed: (page) => page.getByLabel('Year', { exact: true }).inputValue(),
      expected: year,
      prefix: 'Unable to update year: ',
      offline: `Unable to update year: Unknown error. ${UNREACHABLE}`,
    };
  },
  agreement: async (bench) => {
    const { school, counselor } = await bench.newSchool();
    return {
      user: counselor,
      path: bench.step('agreement', school),
      type: (page) => page.getByRole('checkbox', { name: 'I have read and agree' }).check(),
      send: (page) => press(page, 'Continue'),
      typed: async (page) => String(await page.getByRole('checkbox', { name: 'I have read' }).isChecked()),
      expected: 'true',
      prefix: '',
      offline: `Error: Failed to fetch. ${UNREACHABLE}`,
    };
  },
} satisfies Record<string, (bench: DesignateApp) => Promise<TypedForm>>;

/** Makes the database reject every change that records an event while `work` runs. */
export async function whileSavesFail(orm: Orm, work: () => Promise<void>): Promise<void> {
  const run = (sql: string) => orm.em.fork().execute(sql);
  await run(
    `create or replace function refuse_change() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`,
  );
  await run('create trigger refuse_change before insert on event execute function refuse_change()');
  try {
    await work();
  } finally {
    await run('drop trigger refuse_change on event');
  }
}
