import { beforeAll, describe, expect, it } from 'vitest';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { makeAccessRequest } from '#tests/factories/access-request-factory.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeTemplate } from '#tests/factories/email-template-factory.server.ts';
import { makeEvent } from '#tests/factories/event-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, makeUser, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { renderedBuild, type ScriptlessPage, scriptlessPage } from '#tests/support/scriptless-page.server.ts';

const rest = useRest({ build: renderedBuild });
const DAY_MS = 86_400_000;
const NAMES = ['Alder High', 'Birch High', 'Cedar High', 'Dogwood High'] as const;
let yearId: string;
let counselor: MadeUser;

/** Last year, all schools submitted a week apart. This year, only Cedar High did, and the due date is in two days. */
beforeAll(async () => {
  const { orm } = rest;
  const dueAt = new Date(rest.clock.now().getTime() + 2 * DAY_MS);
  yearId = (await makeYear(orm)).id;
  await orm.em.fork().nativeUpdate(AcademicYearEntity, { id: yearId }, { dueAt });
  const lastDueAt = new Date(dueAt.getTime() - 364 * DAY_MS);
  const last = await makeYear(orm, { year: 2025, status: 'INACTIVE', dueAt: lastDueAt });
  for (const [index, name] of NAMES.entries()) {
    const { id: highSchoolId } = await makeSchool(orm, { name });
    ({ user: counselor } = await makeCounselor(orm, [highSchoolId]));
    const given = { highSchoolId, submittedById: counselor.id, status: 'APPROVED' } as const;
    const { id } = await makeDesignation(orm, { ...given, academicYearId: last.id, students: index + 1 });
    const at = new Date(lastDueAt.getTime() - 7 * index * DAY_MS);
    await makeEvent(orm, at, { kind: 'designation.submitted', subject: ['DESIGNATION', id] });
    if (name === 'Cedar High') await makeDesignation(orm, { ...given, academicYearId: yearId, students: 2 });
  }
});

async function openHome(names: { firstName?: string; lastName?: string } = {}): Promise<ScriptlessPage> {
  const page = await scriptlessPage(rest, await makeAdmin(rest.orm, names));
  await page.goto('/');
  return page;
}

/** The outstanding schools, in order. */
const outstanding = (page: ScriptlessPage) =>
  page.texts('[rowheader]').flatMap((text) => /^\w+ High/.exec(text) ?? []);

describe("the administrators' home without scripts", () => {
  it('starts with numbers that link to what they count', async () => {
    const page = await openHome({ firstName: 'Ada', lastName: 'Winter' });
    expect(page.text()).toMatch(/^Dashboard Ada Winter /);
    expect(page.text()).toContain('Nothing to review');
    expect(page.texts('.tile')).toEqual([
      ...['To review 0', 'Resubmitted 0', 'Outstanding 3', 'Bounced 0', 'Due in 2 days'],
    ]);
    const headings = [];
    for (const tile of ['To review 0', 'Bounced 0', 'Due in 2 days']) {
      await page.goto('/');
      await page.goto(page.links(tile)[0] ?? '');
      headings.push(page.texts('h1')[0]);
    }
    expect(headings).toEqual(['Review queue', 'Bounced addresses', 'Academic year 2026']);
    await page.goto('/');
    expect(page.links('Outstanding 3')).toEqual(['/#outstanding-schools']);
  });

  it('shows bars as links, and the numbers of the lines as a table', async () => {
    const page = await openHome();
    expect(page.texts('.bar')).toEqual([
      ...['Not started 3', 'Started 0', 'Pending 0', 'Returned 0', 'Approved 1', 'Rejected 0'],
      ...['2026 so far 2', '2025 at this time 9', '2025 final 10'],
    ]);
    const lines = ['3 weeks before 0 1', '2 weeks before 0 2', '1 week before 0 3', 'Due week 0 4'];
    expect(page.texts('noscript').join()).toContain(lines.join(' '));
    for (const [bar, schools] of [
      ['Approved 1', ['Cedar High']],
      ['2025 final 10', NAMES],
    ] as const) {
      await page.goto('/');
      await page.goto(page.links(bar)[0] ?? '');
      expect(page.texts('[rowheader]')).toEqual(schools);
    }
  });

  it('lists outstanding schools by status, with calls and snoozes', async () => {
    const page = await openHome();
    expect(page.html).toContain('aria-label="Outstanding schools by status"');
    for (const tab of ['All 3', 'Not started 3', 'Started 0', 'Returned 0']) {
      expect(page.links(tab), tab).not.toEqual([]);
    }
    await page.goto(page.links('Started 0')[0] ?? '');
    expect(page.text()).toContain('No outstanding schools have the status “Started”.');
    expect(page.path).toContain('state=STARTED');
    await page.goto('/');
    expect(outstanding(page).slice(0, 3)).toEqual(['Dogwood High', 'Birch High', 'Alder High']);

    const [dogwood = ''] = page.links('Log a call or snooze Dogwood High');
    await page.goto(dogwood);
    page.fill({ text: 'Will send Friday.\nAsk for Jo.', isCall: true });
    await page.press('Add note');
    expect(page.text()).toContain('Call logged.');
    page.fill({ until: '2020-01-19' });
    expect(await page.press('Snooze school')).toBe(400);
    expect(page.text()).toContain('Choose a day after today.');
    page.fill({ until: '2999-01-19' });
    await page.press('Snooze school');
    expect(page.text()).toContain('School snoozed.');

    await page.goto('/');
    expect(outstanding(page).slice(0, 3)).toEqual(['Birch High', 'Alder High', 'Dogwood High']);
    const last = page.texts('[rowheader]').find((text) => text.startsWith('Dogwood High'));
    expect(last).toContain('Snoozed until Jan 19, 2999');
    expect(last).toMatch(/Last phone call .+: Will send Friday\./);
    expect(last).not.toContain('Ask for Jo');
    await page.goto(page.links('Email Dogwood High')[0] ?? '');
    expect(page.texts('h1')).toEqual(['Email Dogwood High']);
    await page.goto(dogwood);
    await page.press('End snooze');
    expect(page.text()).toContain('School is no longer snoozed.');
    await page.goto('/');
    expect(outstanding(page).slice(0, 3)).toEqual(['Dogwood High', 'Birch High', 'Alder High']);
  });

  it('leads to an email to outstanding schools, or to one of them', async () => {
    await makeTemplate(rest.orm, { name: 'Nudge' });
    const page = await openHome();
    for (const [link, title, people] of [
      ['Email outstanding schools', 'Email outstanding schools', 3],
      ['Email Birch High', 'Email Birch High', 1],
    ] as const) {
      await page.goto('/');
      await page.goto(page.links(link)[0] ?? '');
      expect(page.texts('h1')).toEqual([title]);
      await page.goto(page.links('Nudge')[0] ?? '');
      expect(page.texts('h1')).toEqual(['Send “Nudge”']);
      expect(page.values('included')).toHaveLength(people);
      expect(page.text()).toContain('Birch High');
      expect(page.text()).not.toContain('Cedar High');
    }
  });

  it('leads from a school to a one-off email, with the school selected', async () => {
    const page = await openHome();
    await page.goto(page.links('Email Birch High')[0] ?? '');
    expect(page.text()).toContain('You can email 1 person');
    await page.press('Write a one-off email');
    expect(page.text()).toContain('The schools you chose are selected when you open “Send email”.');
    page.fill({ subject: 'Your list', body: 'Please call us.' });
    await page.press('Save');
    await page.goto(page.links('Send email')[0] ?? '');
    expect(page.values('included')).toHaveLength(1);
    expect(page.text()).toContain('Birch High');
  });

  it('says how many people have requested access to a school, or to one that was not found', async () => {
    const { id: highSchoolId } = await makeSchool(rest.orm, { name: 'Elm High', status: 'INACTIVE' });
    for (const asked of [highSchoolId, null]) {
      const { id: userId } = await makeUser(rest.orm);
      await makeAccessRequest(rest.orm, { userId, highSchoolId: asked });
    }
    const page = await openHome();
    expect(page.text()).toContain('1 person has requested access to Elm High');
    expect(page.text()).toContain("1 person has requested access to a school that wasn't found");
  });

  it("isn't shown to staff", async () => {
    const page = await scriptlessPage(rest, counselor);
    await page.goto('/');
    expect(page.text()).toContain('Dogwood High');
    expect(page.html).not.toMatch(/<canvas|class="tile|Alder High|Outstanding schools/);
    expect(await page.goto('/outstanding-schools')).toBe(403);
    expect(page.html).not.toContain('Alder High');
  });
});
