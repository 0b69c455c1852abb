import { beforeAll, expect, it } from 'vitest';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear, type MadeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { whileSavesFail } from '#tests/support/failing-saves.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { renderedBuild, scriptlessPage } from '#tests/support/scriptless-page.server.ts';

const rest = useRest({ build: renderedBuild });
let year: MadeYear;
beforeAll(async () => {
  year = await makeYear(rest.orm);
});

interface TypedForm {
  readonly user: { readonly id: string };
  readonly path: string;
  readonly typed: Readonly<Record<string, string | boolean>>;
  /** The box that is checked, too. */
  readonly reason?: string;
  readonly button: string;
  readonly sentence: string;
}

const FORMS = {
  account: async () => ({
    user: await makeAdmin(rest.orm),
    path: '/account',
    typed: { firstName: 'Patricia' },
    button: 'Save',
    sentence: 'Unable to save changes: Something went wrong',
  }),
  decision: async () => {
    const school = await makeSchool(rest.orm);
    const { user } = await makeCounselor(rest.orm, [school.id]);
    const { id } = await makeDesignation(rest.orm, {
      ...{ highSchoolId: school.id, academicYearId: year.id, submittedById: user.id },
      ...{ status: 'PENDING', classSize: 10, criteria: 'CUMULATIVE_GPA', students: 1 },
    });
    return {
      user: await makeAdmin(rest.orm),
      path: `/designations/${id}`,
      typed: { status: 'RETURNED', note: 'Please add the apartment.' },
      reason: 'OTHER',
      button: 'Save status',
      sentence: 'Unable to save designation changes: Something went wrong',
    };
  },
  school: async () => ({
    user: await makeAdmin(rest.orm),
    path: `/highschools/${(await makeSchool(rest.orm)).id}`,
    typed: { 'address.city': 'Sitka' },
    button: 'Save',
    sentence: 'Unable to save changes: Something went wrong',
  }),
  agreement: async () => {
    const school = await makeSchool(rest.orm);
    const { user } = await makeCounselor(rest.orm, [school.id]);
    return {
      user,
      path: `/designate/agreement?school=${school.id}&year=${year.id}`,
      typed: { accepted: true },
      button: 'Continue',
      sentence: 'Something went wrong',
    };
  },
} satisfies Record<string, () => Promise<TypedForm>>;

it.each(Object.entries(FORMS))(
  'the form is shown again with its input after a server error, without scripts: %s',
  async (_name, made) => {
    const { user, path, typed, reason, button, sentence }: TypedForm = await made();
    const page = await scriptlessPage(rest, user);
    await page.goto(path);
    page.fill(typed);
    if (reason !== undefined) page.check('reasons', reason, true);
    await whileSavesFail(rest.orm, async () => {
      expect(await page.press(button)).toBe(500);
    });
    expect(page.text()).toContain(sentence);
    if (reason !== undefined) expect(page.value('reasons')).toBe(reason);
    for (const [name, value] of Object.entries(typed)) {
      expect(page.values(name), name).toContain(value === true ? 'on' : value);
    }
  },
);
