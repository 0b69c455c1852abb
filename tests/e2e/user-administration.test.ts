import { beforeAll, describe, expect, it } from 'vitest';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, type MadeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, makeInvite, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const bench = useDesignateApp();
let admin: MadeUser;
let cora: MadeUser;
let aurora: MadeSchool;

beforeAll(async () => {
  const { orm, year } = bench;
  admin = await makeAdmin(orm, { firstName: 'Ada', lastName: 'Min', email: 'ada@office.example.org' });
  aurora = await makeSchool(orm, { name: 'Aurora High' });
  cora = (await makeCounselor(orm, [aurora.id], { firstName: 'Cora', lastName: 'Zimt' })).user;
  await makeDesignation(orm, {
    highSchoolId: aurora.id,
    academicYearId: year.id,
    submittedById: cora.id,
    status: 'PENDING',
  });
});

const flagsOf = ({ id }: MadeUser) => storedRows(bench.orm, UserAccountEntity, ['flags'], { where: { id } });

describe('users', () => {
  it('are opened from their list, and changed, signed out, and deleted on their page, by their flag only after the same confirmation as with the button', async () => {
    const own = await bench.pageOf(cora);
    const page = await bench.pageOf(admin);
    await page.goto('/users');
    await waitForHydration(page);
    await expectNoAxeViolations(page);
    await page.getByRole('table', { name: 'Users' }).getByRole('link', { name: 'Cora Zimt' }).click();
    await page.getByRole('heading', { level: 1, name: 'Cora Zimt' }).waitFor();
    await expectNoAxeViolations(page);
    await page
      .getByRole('table', { name: 'Designations' })
      .getByRole('link', { name: 'Aurora High' })
      .waitFor();
    await page.getByLabel('Administrator').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Changes saved!').waitFor();
    const question = page.getByRole('alertdialog');
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await question.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByText('Signed out everywhere.', { exact: true }).waitFor();
    expect((await own.request.get('/', { maxRedirects: 0 })).headers()['location']).toMatch(/^\/login/);

    await page.getByLabel('Deleted').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await question
      .getByText(
        'Are you sure you want to delete Cora Zimt?\n\nThe user will also be removed from all school staff positions.',
      )
      .waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await flagsOf(cora)).toEqual([{ flags: ['ADMIN'] }]);
    await page.getByLabel('Phone').press('Enter');
    await question.getByRole('button', { name: 'Delete user' }).click();
    await page.getByText('This account has been deleted. No one can sign in with it.').waitFor();
    expect(await flagsOf(cora)).toEqual([{ flags: ['ADMIN', 'DELETED'] }]);

    await page.getByLabel('Deleted').uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Changes saved!').waitFor();
    await page.getByRole('button', { name: 'Delete user' }).click();
    await question.getByText('removed from all school staff positions').waitFor();
    await question.getByRole('button', { name: 'Delete user' }).click();
    await page.getByText('Cora Zimt has been deleted.').waitFor();
    expect(await flagsOf(cora)).toEqual([{ flags: ['ADMIN', 'DELETED'] }]);
  });
});

describe('pending invites', () => {
  it('are created, resent, and removed', async () => {
    await makeInvite(bench.orm, { email: 'b@x.example.org', schools: [{ highSchoolId: aurora.id }] });
    const page = await bench.pageOf(admin);
    await page.goto('/invites');
    await expectNoAxeViolations(page);
    await page.getByLabel('Email').fill('a@x.example.org');
    await page.getByLabel('Administrator').check();
    await page.getByRole('button', { name: 'Invite user' }).click();
    const alert = page.getByRole('alertdialog');
    await alert.getByText('Successfully invited a@x.example.org to the project').waitFor();
    await alert.getByRole('button', { name: 'OK' }).click();
    const invites = page.getByRole('table', { name: 'Pending invites' });
    expect(await invites.getByRole('rowheader').allInnerTexts()).toEqual([
      'a@x.example.org',
      'b@x.example.org',
    ]);
    expect((await bench.app.mail.waitForEmailTo('a@x.example.org')).subject).toBe(
      "You're invited to Scholars",
    );

    await page.getByLabel('Email').fill('A@x.example.org');
    await page.getByRole('button', { name: 'Invite user' }).click();
    await page.getByRole('alert').getByText('a@x.example.org has already been invited.').waitFor();
    expect(bench.browser.takeComplaints()).toHaveLength(1);
    await page.getByLabel('Email').fill('c@x.example.org');
    await expect.poll(() => page.getByText('a@x.example.org has already been invited.').count()).toBe(0);
    expect(await page.getByText('There is a problem').count()).toBe(0);
    await page.getByLabel('Email').fill('');

    await page.getByRole('button', { name: 'Resend the invite for b@x.example.org' }).click();
    await page.getByText('The invite was resent to b@x.example.org.').waitFor();
    await page.getByRole('button', { name: 'Remove the invite for b@x.example.org' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText('The associated staff invites will also be removed.').waitFor();
    await question.getByRole('button', { name: 'Remove invite' }).click();
    await page.getByText('Invite successfully removed!').waitFor();
    expect(await invites.getByRole('rowheader').allInnerTexts()).toEqual(['a@x.example.org']);
  });
});
