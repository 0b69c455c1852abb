import { beforeAll, describe, expect, it } from 'vitest';
import { ExportProfileEntity } from '#db/entities/export-profile.ts';
import { SavedViewEntity } from '#db/entities/saved-view.ts';
import { makeSavedView } from '#tests/factories/saved-view-factory.server.ts';
import { makeYear, type MadeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin } from '#tests/factories/user-factory.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { useReviewList } from '#tests/support/review-list.server.ts';
import { renderedBuild, scriptlessPage } from '#tests/support/scriptless-page.server.ts';

const rest = useRest({ build: renderedBuild });
let year: MadeYear;
beforeAll(async () => {
  year = await makeYear(rest.orm);
});
const list = useReviewList({
  get orm() {
    return rest.orm;
  },
  get year() {
    return year;
  },
});

describe('saved views and export profiles without scripts', () => {
  it('a view is saved above the list, opened, renamed, and deleted, and not shown to others', async () => {
    const query = 'status=PENDING&sort=updatedAt';
    const other = await makeAdmin(rest.orm);
    await makeSavedView(rest.orm, { userId: other.id, name: 'Not theirs', query });
    const page = await scriptlessPage(rest, list.admin);
    await page.goto(`/designations?${query}`);
    page.fill({ name: 'To review' });
    await page.press('Save view');
    expect([page.text(), page.path]).toEqual([
      expect.stringContaining('View: To review'),
      `/designations?${query}`,
    ]);
    expect(page.texts('tr').slice(1)).toEqual([expect.stringMatching(/^birch high 2026 /)]);
    expect(page.html).not.toContain('Not theirs');
    await page.goto('/designations');
    expect(page.links('To review')).toEqual([`/designations?${query}`]);
    await page.goto('/views');
    expect(page.html).not.toContain('Not theirs');
    page.fill({ name: '' });
    expect(await page.press('Rename the view To review')).toBe(400);
    expect(page.text()).toContain('Name is required.');
    page.fill({ name: 'Waiting' });
    await page.press('Rename the view To review');
    expect(page.text()).toContain('The view is now named “Waiting”.');
    await page.press('Delete the view Waiting');
    expect(page.text()).toContain('The view has been deleted.');
    expect(page.text()).toContain('No saved views yet');
    expect(await rest.orm.em.fork().count(SavedViewEntity, { user: list.admin.id })).toBe(0);
  });

  it('an export profile is created with its columns in the standard order, changed, and deleted', async () => {
    const page = await scriptlessPage(rest, list.admin);
    await page.goto('/designations/profiles');
    page.fill({ name: 'Plain' });
    for (const column of ['last', 'year', 'terms version', 'urbanization']) {
      page.check('columns', column, true);
    }
    await page.press('Create export profile');
    expect(page.text()).toContain('The export profile has been created.');
    const profile = await rest.orm.em.fork().findOneOrFail(ExportProfileEntity, { name: 'Plain' });
    expect(profile.columns).toEqual(['year', 'last', 'terms version', 'urbanization']);
    await page.goto('/designations/profiles');
    await page.goto(page.links('Plain')[0] ?? '');
    page.fill({ name: 'Plain 2027' });
    await page.press('Save export profile');
    expect(page.texts('h1')[0]).toBe('Plain 2027');
    expect(page.text()).toContain('Export profile changed');
    await page.press('Delete export profile');
    expect(page.text()).toContain('The export profile has been deleted.');
  });
});
