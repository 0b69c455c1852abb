import { describe, expect, it } from 'vitest';
import type { DesignationStatus } from '#app/schemas/enums.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { makeSchool, type MadeSchool, type MadeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { useSchoolWithCounselor } from '#tests/support/school-with-counselor.server.ts';
import { renderedBuild, type ScriptlessPage, scriptlessPage } from '#tests/support/scriptless-page.server.ts';

const rest = useRest({ build: renderedBuild });
let year: MadeYear;
let school: MadeSchool;
let counselor: MadeUser;
let page: ScriptlessPage;

const designate = useSchoolWithCounselor(
  rest,
  async (made) => {
    ({ year, school, counselor } = made);
    page = await scriptlessPage(rest, counselor);
  },
  { classSize: 10, criteria: 'CUMULATIVE_GPA', criteriaComment: 'As ever.', students: 1 },
);

const step = (name: string, id = school.id) => `/designate/${name}?school=${id}&year=${year.id}`;
const heading = () => page.texts('h1')[0];

describe('the guards of the steps', () => {
  it('redirect to the agreement without accepted terms, keeping school and year', async () => {
    for (const name of ['method', 'students', 'review', 'submit']) {
      await page.goto(step(name));
      expect(page.path).toBe(step('agreement'));
    }
    expect(await page.goto(step('agreement').replace('/agreement', ''))).toBe(404);
    expect(heading()).toBe('Page not found');
  });

  it('redirect later steps to the method until it has criteria', async () => {
    await designate({ criteria: null, students: 0 });
    for (const [name, shown] of [
      ['method', 'Method'],
      ['students', 'Agreement'],
      ['review', 'Agreement'],
      ['submit', 'Agreement'],
    ] as const) {
      await page.goto(step(name));
      expect([name, heading()]).toEqual([name, shown]);
    }
  });

  it("return 404 for another user's school", async () => {
    const stranger = await makeSchool(rest.orm, { name: 'Not Yours High' });
    for (const id of [stranger.id, 'nonsense', counselor.id]) {
      expect(await page.goto(step('agreement', id))).toBe(404);
      expect(page.text()).toContain('Error: Cannot designate for unknown highschool');
      expect(page.html).not.toContain('Not Yours');
    }
  });

  it('explain to an administrator that only the school can agree', async () => {
    await designate();
    page = await scriptlessPage(rest, await makeAdmin(rest.orm));
    for (const name of ['agreement', 'method', 'students', 'review']) {
      expect(await page.goto(step(name))).toBe(403);
      expect(page.text()).toContain("Only the school's own staff can agree to the terms");
    }
    expect(page.texts('button')).not.toContain('Continue');
  });

  it('lead the school to the agreement of a designation that an administrator started', async () => {
    const admin = await makeAdmin(rest.orm, { lastName: 'Minton' });
    const { id } = await designate({
      submittedById: admin.id,
      acceptedTermsAt: null,
      criteria: null,
      students: 0,
    });
    await page.goto(step('method'));
    expect(heading()).toBe('Agreement');
    page.fill({ accepted: true });
    await page.press('Continue');
    await page.press('Edit designation');
    expect(heading()).toBe('Method');
    const row = await rest.orm.em.fork().findOneOrFail(DesignationEntity, { id });
    expect(row.acceptedTermsAt).not.toBeNull();
  });

  it.each([
    ['APPROVED', 'This designation has been approved, it cannot be edited.'],
    ['REJECTED', 'This designation has been rejected, it cannot be edited.'],
  ] as const)('show why a designation that is %s cannot be edited', async (status, sentence) => {
    const { id } = await designate({ status: 'PENDING' });
    await page.goto(step('agreement'));
    // Keeps the version, so that only the status can cause the refusal.
    await rest.orm.em.fork().nativeUpdate(DesignationEntity, { id }, { status, version: 1 });
    page.fill({ accepted: true });
    await page.press('Continue');
    expect(page.texts('[alert]').join()).toContain(sentence);
    for (const name of ['agreement', 'method', 'students', 'review', 'submit']) {
      await page.goto(step(name));
      expect(heading()).toBe('Agreement');
      expect(page.texts('[alert]').join()).toContain(sentence);
      expect(page.texts('button')).not.toContain('Continue');
    }
  });

  it.each<DesignationStatus>(['STARTED', 'RETURNED'])(
    "continue the user's own designation without a question when it is %s",
    async (status) => {
      await designate({ status });
      await page.goto(step('agreement'));
      await page.press('Continue');
      expect(heading()).toBe('Method');
      expect(page.value('criteriaComment')).toBe('As ever.');
    },
  );

  it('explain what to do if no school was chosen', async () => {
    expect(await page.goto('/designate/agreement')).toBe(200);
    expect(page.text()).toContain(
      'No high school selected to designate for. Please select one on your dashboard.',
    );
    expect(page.links('Go to the dashboard')).toEqual(['/']);
  });
});

it("the dashboard leads to the step where the work stopped, and the school's name to the agreement", async () => {
  await designate();
  await page.goto('/');
  const query = new URLSearchParams({ school: school.id, year: year.id }).toString();
  expect(page.links(`Continue: 1 of 1 complete for ${school.name}`)).toEqual([
    `/designate/students?${query}`,
  ]);
  expect(page.links(new RegExp(`^${school.name}$`))).toContain(`/designate/agreement?${query}`);
});
