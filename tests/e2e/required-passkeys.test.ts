import { expect, it } from 'vitest';
import { PasskeyEntity } from '#db/entities/passkey.ts';
import { makePasskey } from '#tests/factories/passkey-factory.server.ts';
import { makeAdmin } from '#tests/factories/user-factory.server.ts';
import { SessionEntity } from '#db/entities/session.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { waitForHydration, useDesignateApp } from '#tests/support/designate-app.server.ts';
import { addAuthenticator } from '#tests/support/virtual-authenticator.ts';

const bench = useDesignateApp({ REQUIRE_PASSKEY: 'administrators' }, { hostname: 'localhost' });

it('an administrator enrolls with a code, is approved by a second one, and then works with the passkey', async () => {
  const person = await makeAdmin(bench.orm, { firstName: 'Olive', lastName: 'Moss' });
  const page = await bench.pageOf(person);
  await addAuthenticator(page);
  await page.goto('/users');
  await page
    .getByText('Sign in with your passkey first. Administrators need one to do this.')
    .first()
    .waitFor();
  bench.browser.takeComplaints();
  await page.goto('/');
  await waitForHydration(page);
  await expectNoAxeViolations(page);
  await page.getByText('Administrators must sign in with a passkey.').waitFor();
  await page.getByRole('link', { name: 'Account Settings' }).click();
  await page.getByRole('link', { name: 'Manage passkeys' }).click();
  await page.getByText('Add a passkey here.').waitFor();
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await page.getByLabel('Code').fill(await bench.app.mail.waitForCodeTo(person.email, 1));
  await page.getByLabel('Name').fill('Office laptop');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Create passkey' }).click();
  await page.getByText('Your passkey is waiting for another administrator to approve it.').waitFor();
  await page.getByText('Waiting for another administrator', { exact: true }).waitFor();
  await expectNoAxeViolations(page);

  const second = await makeAdmin(bench.orm);
  const approver = await bench.pageOf(second);
  const passkey = await makePasskey(bench.orm, { userId: second.id, approvedAt: new Date() });
  await bench.orm.em.fork().nativeUpdate(SessionEntity, { user: second.id }, { passkey });
  await approver.goto(`/users/${person.id}/passkeys`);
  await waitForHydration(approver);
  await expectNoAxeViolations(approver);
  await approver.getByRole('button', { name: 'Approve Office laptop' }).click();
  const dialog = approver.getByRole('alertdialog');
  await dialog.getByText('First ask Olive Moss in person or by phone whether they added it.').waitFor();
  await dialog.getByRole('button', { name: 'Approve passkey' }).click();
  await approver.getByText('The passkey has been approved.').waitFor();
  expect(await bench.orm.em.fork().count(PasskeyEntity, { user: person.id, approvedAt: null })).toBe(0);

  await page.reload();
  await waitForHydration(page);
  await page.getByText('To work as an administrator, sign in with your passkey.').waitFor();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL('**/');
  await page.goto('/users');
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
  expect(await page.getByText('Administrators need a passkey').count()).toBe(0);
});
