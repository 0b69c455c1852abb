import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DesignationEntity } from '#db/entities/designation.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { makeYear, type MadeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { statusesOf, yearOf } from '#tests/support/bulk-years.server.ts';
import { makePendingReviews } from '#tests/support/pending-reviews.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { renderedBuild, type ScriptlessPage, scriptlessPage } from '#tests/support/scriptless-page.server.ts';
import { passUndoTime } from '#tests/support/undo-time.server.ts';

const rest = useRest({ build: renderedBuild });
let active: MadeYear;
let admin: MadeUser;

beforeAll(async () => {
  active = await makeYear(rest.orm);
  admin = await makeAdmin(rest.orm);
});

beforeEach(() => passUndoTime(rest.orm));

const pending = (count: number) => makePendingReviews({ orm: rest.orm, year: active }, count);
const title = (page: ScriptlessPage) => page.texts('h1')[0];
const pathOf = ({ year }: { year: MadeYear }) => `/designations?academicYearId=${year.id}`;

/** Follows the page's only link with this text. */
async function follow(page: ScriptlessPage, text: string | RegExp): Promise<void> {
  const links = new Set(page.links(text));
  expect([String(text), links.size]).toEqual([String(text), 1]);
  await page.goto([...links][0] ?? '');
}

async function idOf({ year }: { year: MadeYear }, name: string): Promise<string> {
  const em = rest.orm.em.fork();
  return (await em.findOneOrFail(DesignationEntity, { academicYear: year.id, highSchool: { name } })).id;
}

/** Selects the rows with these names in the year's list. */
async function select(page: ScriptlessPage, made: { year: MadeYear }, names: string[]): Promise<void> {
  await page.goto(pathOf(made));
  for (const name of names) page.check('selected', `${await idOf(made, name)}.1`, true);
}

describe('the review queue without scripts', () => {
  it('goes from the list through all pending designations to its end', async () => {
    await pending(3);
    const page = await scriptlessPage(rest, admin);
    await page.goto('/designations');
    await follow(page, 'Review 3 designations');
    expect(title(page)).toBe('School A');
    expect(page.text()).toContain('1 of 3 · 3 left');
    await follow(page, 'Next: School B 2026');
    // The queue counts what was decided after it was opened.
    rest.clock.advance(1000);
    await page.press('Approve');
    expect(title(page)).toBe('School C');
    expect(page.text()).toContain('3 of 3 · 2 left');
    await page.press('Approve');
    expect(title(page)).toBe('School A');
    expect(page.text()).toContain(
      'School C 2026 is now Approved. This is the next designation in the review queue.',
    );
    expect(page.text()).toContain('1 of 3 · 1 left');
    await follow(page, 'Next: School B 2026');
    expect(page.text()).toContain('2 of 3 · 1 left');
    await follow(page, 'Previous: School A 2026');
    await page.press('Approve');
    expect(title(page)).toBe('Review queue');
    for (const text of [
      'School A 2026 is now Approved.',
      'All 3 designations in this queue have been reviewed.',
      'Approved: 3',
    ]) {
      expect(page.text()).toContain(text);
    }
    await follow(page, 'Back to designations');
    expect([title(page), page.text()]).toEqual([
      'Designations',
      expect.stringContaining('Nothing to review'),
    ]);
    await page.goto('/designations/review');
    expect([page.path, page.text()]).toEqual([
      '/designations/review',
      expect.stringContaining('Nothing to review'),
    ]);
  });

  it('opens the next designation after a corrected decision', async () => {
    const { statuses } = await pending(2);
    const page = await scriptlessPage(rest, admin);
    await page.goto('/designations/review');
    expect(await page.press('Return designation')).toBe(400);
    expect(page.text()).toContain('There is a problem');
    page.check('reasons', 'OTHER', true);
    page.fill({ note: 'Please call us.' });
    await page.press('Return designation');
    expect(title(page)).toBe('School B');
    expect(page.text()).toContain('School A 2026 is now Returned.');
    expect(await statuses()).toEqual(['RETURNED', 'PENDING']);
  });
});

it('a designation leads to its neighbors in the list, and back to the same list, without scripts', async () => {
  const made = await yearOf(rest, { Cedar: {}, Dogwood: {}, Elm: {} });
  const number = made.year.year;
  const page = await scriptlessPage(rest, admin);
  const list = `${pathOf(made)}&sort=highSchool&direction=asc`;
  await page.goto(list);
  await follow(page, 'Cedar');
  await follow(page, `Previous: Dogwood ${number}`);
  await follow(page, `Previous: Elm ${number}`);
  expect(title(page)).toBe('Elm');
  expect(page.links(/^Previous/)).toEqual([]);
  await follow(page, `Next: Dogwood ${number}`);
  await follow(page, 'Edit students');
  expect(title(page)).toBe('Edit students');
  await follow(page, 'Cancel');
  expect(title(page)).toBe('Dogwood');
  const backLinks = page.links('Designations').filter((link) => link.includes('sort='));
  expect(backLinks).toEqual([list]);
});

describe('undoing without scripts', () => {
  it('takes a decision back on the next page, which leads back to the designation', async () => {
    const made = await yearOf(rest, { Aspen: {}, Birch: {} });
    const number = made.year.year;
    const page = await scriptlessPage(rest, admin);
    await page.goto(`/designations/${await idOf(made, 'Aspen')}${pathOf(made).slice(13)}&status=PENDING`);
    page.fill({ status: 'APPROVED' });
    await page.press('Save and go to next');
    const text = `You approved Aspen ${number}. You can undo this for a minute. 1 email will be sent after that.`;
    expect(title(page)).toBe('Birch');
    expect(page.text()).toContain(text);
    await page.goto(page.path);
    expect(page.text()).toContain(text);
    expect(page.text()).toMatch(/\d+ seconds? left/);
    await page.press('Undo approval');
    expect(title(page)).toBe('Aspen');
    expect(page.text()).toContain(`The approval of Aspen ${number} was undone. The status is Pending again.`);
    expect(page.text()).toContain('Decision undone');
    expect(page.texts('button')).not.toContain('Undo approval');
    expect(await statusesOf(rest, made.year)).toEqual(['Aspen PENDING', 'Birch PENDING']);
    const [email] = await rest.orm.em
      .fork()
      .find(OutboxMailEntity, { toAddress: made.counselors[0]?.email ?? '' });
    expect(email?.state).toBe('CANCELLED');
  });

  it('says why it is too late', async () => {
    const made = await yearOf(rest, { Aspen: {} });
    const page = await scriptlessPage(rest, admin);
    await page.goto(`/designations/${await idOf(made, 'Aspen')}`);
    await page.press('Approve');
    await passUndoTime(rest.orm);
    await page.press('Undo approval');
    expect(page.text()).toContain('You can no longer undo this decision, because ');
    expect(await statusesOf(rest, made.year)).toEqual(['Aspen APPROVED']);
  });

  it('takes a bulk decision back as a whole on its result page', async () => {
    const made = await yearOf(rest, { Aspen: {}, Birch: {}, Cedar: { status: 'STARTED' } });
    const page = await scriptlessPage(rest, admin);
    await page.goto(pathOf(made));
    page.fill({ page: true });
    await page.press('Reject…');
    expect(page.text()).toContain('2 designations will be rejected.');
    expect(await page.press('Reject 2 designations')).toBe(400);
    expect(page.text()).toContain('Write a note that tells the school why.');
    page.fill({ note: 'Submitted twice.' });
    await page.press('Reject 2 designations');
    expect(page.text()).toContain('2 designations were rejected.');
    expect(page.text()).toContain('You can undo this for a minute. 2 emails will be sent after that.');
    await page.press('Undo 2 decisions');
    expect(page.text()).toContain("2 decisions were undone. The schools weren't emailed.");
    expect(page.links(`Aspen ${made.year.year}`)).toHaveLength(1);
    expect(await statusesOf(rest, made.year)).toEqual(['Aspen PENDING', 'Birch PENDING', 'Cedar STARTED']);
  });
});

describe('selected designations without scripts', () => {
  it('are approved after a confirmation in the page', async () => {
    const made = await yearOf(rest, { Aspen: {}, Birch: { status: 'STARTED' } });
    const page = await scriptlessPage(rest, admin);
    await page.goto(pathOf(made));
    await page.press('Approve…');
    expect(page.text()).toContain('Nothing is selected');
    expect(page.links('Back to designations')).toEqual([pathOf(made)]);
    await page.goto(pathOf(made));
    page.fill({ page: true });
    await page.press('Approve…');
    expect(page.text()).toContain('1 designation will be approved.');
    await page.press('Approve 1 designation');
    expect(page.text()).toContain('1 designation was approved.');
    expect(await statusesOf(rest, made.year)).toEqual(['Aspen APPROVED', 'Birch STARTED']);
  });

  it('are returned with a reason and a note, and skip those that changed in the meantime', async () => {
    const made = await yearOf(rest, { Aspen: {}, Birch: {} });
    const page = await scriptlessPage(rest, admin);
    await select(page, made, ['Aspen', 'Birch']);
    await page.press('Return…');
    expect(await page.press('Return 2 designations')).toBe(400);
    expect(page.texts('[alert]').join()).toContain(
      'Choose at least one reason for returning the designation.',
    );
    page.check('reasons', 'ADDRESS', true);
    page.fill({ note: 'Please look at the addresses.' });
    const birch = { id: await idOf(made, 'Birch') };
    await rest.orm.em.fork().nativeUpdate(DesignationEntity, birch, { version: 2 });
    await page.press('Return 2 designations');
    expect(page.text()).toContain('1 designation was returned for correction.');
    expect(page.texts('li')).toContain(`1 changed in the meantime: Birch ${made.year.year}.`);
    expect(await statusesOf(rest, made.year)).toEqual(['Aspen RETURNED', 'Birch PENDING']);
  });

  it('are approved over all pages, without email', async () => {
    const names = Array.from({ length: 51 }, (_, number) => `Spruce ${number}`);
    const made = await yearOf(
      rest,
      Object.fromEntries(names.map((name) => [name, { students: 0, classSize: 0 }])),
    );
    const page = await scriptlessPage(rest, admin);
    await page.goto(pathOf(made));
    page.fill({ all: true });
    await page.press('Approve…');
    expect(page.text()).toContain('51 designations will be approved.');
    page.fill({ withoutEmail: true });
    await page.press('Approve 51 designations');
    expect(page.text()).toContain('51 designations were approved.');
    expect(new Set((await statusesOf(rest, made.year)).map((line) => line.split(' ').at(-1)))).toEqual(
      new Set(['APPROVED']),
    );
    const sent = { subject: { $like: 'Spruce %' } };
    expect(await rest.orm.em.fork().count(OutboxMailEntity, sent)).toBe(0);
  });

  it('are downloaded alone and marked, and the page warns before the next time', async () => {
    const made = await yearOf(rest, { Aspen: {}, Birch: {}, Cedar: {} });
    const page = await scriptlessPage(rest, admin);
    const warning =
      'Some of these designations have already been downloaded - are you sure you want to continue?';
    const choose = async () => {
      await select(page, made, ['Aspen', 'Cedar']);
      await page.press('Download…');
      expect(page.text()).toContain('The file contains 2 designations with 2 students');
    };
    await choose();
    expect(page.text()).not.toContain(warning);
    await page.press('Download CSV');
    expect(page.html).toMatch(/,Aspen,[^]*,Cedar,/);
    expect(page.html).not.toContain('Birch');
    const downloaded = { academicYear: made.year.id, downloadedAt: { $ne: null } };
    expect(await rest.orm.em.fork().count(DesignationEntity, downloaded)).toBe(2);
    await choose();
    expect(page.texts('noscript').join()).toContain(warning);
  });
});
