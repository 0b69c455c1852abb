import { describe, expect, it } from 'vitest';
import type { ActivityStatus } from '#app/schemas/enums.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import {
  makeSchool,
  type MadeSchool,
  makeYear,
  type MadeYear,
} from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, makeUser, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { useSchoolWithCounselor } from '#tests/support/school-with-counselor.server.ts';
import { renderedBuild, scriptlessPage } from '#tests/support/scriptless-page.server.ts';

const rest = useRest({ build: renderedBuild });
const DAY_MS = 86_400_000;
let year: MadeYear;
let school: MadeSchool;
let counselor: MadeUser;

const designate = useSchoolWithCounselor(rest, (made) => {
  ({ year, school, counselor } = made);
});

const setYear = (change: { status?: ActivityStatus; dueAt?: Date | null; correctionsDueAt?: Date | null }) =>
  rest.orm.em.fork().nativeUpdate(AcademicYearEntity, { id: year.id }, change);

describe('the dashboard', () => {
  it('explains the next step to people without a school, as do the lists', async () => {
    const user = await makeUser(rest.orm, { firstName: 'Noa', lastName: 'None' });
    const page = await scriptlessPage(rest, user);
    await page.goto('/');
    expect(page.text()).toBe(
      `Dashboard Noa None You're signed in as ${user.email}. You aren't assigned to any high schools. Contact your administrator if you believe this to be an error. If a school invited you, sign in with the email address on the invite. Request access Sign in with a different email`,
    );
    for (const [path, title] of [
      ['/manage', 'School Management'],
      ['/highschools', 'High schools'],
      ['/designations', 'Designations'],
    ] as const) {
      await page.goto(path);
      expect(page.text()).toBe(
        `${title} You aren't assigned to any high schools. Contact your administrator if you believe this to be an error.${path === '/designations' ? '' : ' Request access to a school'}`,
      );
    }
  });

  it("doesn't ask administrators to join a school", async () => {
    const page = await scriptlessPage(rest, await makeAdmin(rest.orm, { lastName: 'Adams' }));
    await page.goto('/');
    expect(page.text()).toContain('Dashboard Ada Adams Admin');
    expect(page.text()).not.toContain("You aren't assigned");
    await page.goto('/manage');
    expect(page.text()).toBe("School Management You aren't on any school's staff. See all schools");
  });

  it('says so between two academic years', async () => {
    const page = await scriptlessPage(rest, counselor);
    await setYear({ status: 'INACTIVE' });
    await page.goto('/');
    await setYear({ status: 'ACTIVE' });
    expect(page.text()).toContain(school.name);
    expect(page.text()).toContain(
      'No academic year is active. You can designate again when the next one opens.',
    );
    expect(page.text()).not.toContain('Currently designating');
  });

  it('has the newest designations, and a link to the others', async () => {
    for (let number = 1940; number <= 1990; number += 1) {
      const { id } = await makeYear(rest.orm, { year: number, status: 'INACTIVE' });
      await designate({ academicYearId: id, status: 'APPROVED' });
    }
    const page = await scriptlessPage(rest, counselor);
    await page.goto('/');
    expect(page.texts('tr')).toHaveLength(26);
    expect(page.text()).toContain('Showing the newest 25 of 51.');
    expect(page.links('See all designations')).toEqual(['/designations?sort=year']);
  });

  it('shows only its own due date to a school with a returned designation, and offers it for the calendar', async () => {
    await designate({ status: 'RETURNED', reasons: ['ADDRESS'] });
    const inDays = (days: number) => new Date(rest.clock.now().getTime() + days * DAY_MS);
    const page = await scriptlessPage(rest, counselor);
    for (const ofYear of [inDays(20), null]) {
      await setYear({ dueAt: ofYear, correctionsDueAt: inDays(5) });
      await page.goto('/');
      expect(page.text().match(/\b(?:Due|Was due) [^·]*· \d+ days left/g)).toEqual([
        expect.stringMatching(/^Due \w+day, .* · 5 days left$/),
      ]);
      expect(page.links('Add to calendar')).toHaveLength(1);
      expect(page.texts('.alert').filter((text) => text.includes('was returned for correction'))).toEqual([
        expect.stringContaining('Add to calendar'),
      ]);
    }
    await setYear({ dueAt: null, correctionsDueAt: null });
  });
});

describe('the receipt', () => {
  it('returns 404 to strangers and 409 before a submission, when the designation has no link to it', async () => {
    const stranger = (await makeCounselor(rest.orm, [(await makeSchool(rest.orm)).id])).user;
    const { id } = await designate({ status: 'APPROVED', classSize: 10, students: [{ last: 'Zebrowski' }] });
    const page = await scriptlessPage(rest, counselor);
    expect(await page.goto(`/designations/${id}/receipt`)).toBe(200);
    expect(page.text()).toContain('Zebrowski');
    const other = await scriptlessPage(rest, stranger);
    for (const path of [`/designations/${id}/receipt`, `/designations/${id}/receipt.data`]) {
      expect(await other.goto(path)).toBe(404);
      expect(other.html).not.toContain('Zebrowski');
    }
    await rest.orm.em.fork().nativeUpdate(DesignationEntity, { id }, { status: 'RETURNED' });
    expect(await page.goto(`/designations/${id}/receipt`)).toBe(409);
    expect(page.text()).toContain(
      "This designation hasn't been submitted. Its receipt is available after submission.",
    );
    await page.goto(`/designations/${id}`);
    expect(page.links('Receipt')).toEqual([]);
  });
});

describe("staff's short lists", () => {
  /** Whether the panel with filters and sorting is open; undefined without such a panel. */
  const panel = (html: string) =>
    /<details class="card"( open="")?>(?:(?!<details).)*?Filter and sort/s
      .exec(html)?.[0]
      .includes('open=""');

  it('fold filters and sorting, unless a filter is active or the list is long', async () => {
    const page = await scriptlessPage(rest, counselor);
    const opened: unknown[] = [];
    for (const path of ['/manage', '/designations', '/manage?name=birch']) {
      await page.goto(path);
      opened.push(panel(page.html));
    }
    expect(opened).toEqual([false, false, true]);
    for (let number = 1900; number < 1910; number += 1) {
      const { id } = await makeYear(rest.orm, { year: number, status: 'INACTIVE' });
      await designate({ academicYearId: id, status: 'APPROVED' });
    }
    await page.goto('/designations');
    expect(panel(page.html)).toBe(true);
  });
});
