import { describe, expect, it } from 'vitest';
import { LinkedIdentityEntity } from '#db/entities/linked-identity.ts';
import { PasskeyEntity } from '#db/entities/passkey.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { makePasskey } from '#tests/factories/passkey-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor, makeUser } from '#tests/factories/user-factory.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { renderedBuild, scriptlessPage } from '#tests/support/scriptless-page.server.ts';

const rest = useRest({ build: renderedBuild });

describe('Account Settings without scripts', () => {
  it('leave the code step with Cancel', async () => {
    const user = await makeUser(rest.orm);
    const page = await scriptlessPage(rest, user);
    await page.goto('/account');
    page.fill({ email: 'new@school.example.org' });
    await page.press('Save');
    expect(page.text()).toContain('We sent a code to new@school.example.org.');
    expect(page.value('emailCode')).toBe('');
    const [cancel = ''] = page.links('Cancel');
    await page.goto(cancel);
    expect(page.html).not.toContain('name="emailCode"');
    expect(page.text()).not.toContain('We sent a code to');
    expect(page.value('email')).toBe(user.email);
  });

  it('say before administrators remove their own access what they lose', async () => {
    const page = await scriptlessPage(rest, await makeAdmin(rest.orm));
    await page.goto('/account');
    expect(page.texts('noscript').join()).toContain(
      "Unchecking Administrator removes your own access. You'll lose access",
    );
  });

  it('say why a save is refused', async () => {
    const admin = await makeAdmin(rest.orm);
    await rest.orm.em.fork().nativeUpdate(UserAccountEntity, { id: { $ne: admin.id } }, { flags: [] });
    const page = await scriptlessPage(rest, admin);
    await page.goto('/account');
    page.check('flags', 'ADMIN', false);
    await page.press('Save');
    expect(page.path).toBe('/account');
    expect(page.texts('[alert]').join()).toContain(
      'Unable to save changes: This is the last administrator. Make someone else an administrator first.',
    );
    expect(await rest.orm.em.fork().findOneOrFail(UserAccountEntity, admin.id)).toMatchObject({
      flags: ['ADMIN'],
    });
  });

  it('show the schools with their status, and no flags to staff', async () => {
    const schools = [
      await makeSchool(rest.orm, { name: 'Aurora High' }),
      await makeSchool(rest.orm, { name: 'Birch High', status: 'INACTIVE' }),
    ];
    const { user } = await makeCounselor(
      rest.orm,
      schools.map(({ id }) => id),
    );
    const page = await scriptlessPage(rest, user);
    await page.goto('/account');
    expect(page.links('Aurora High')).toContain(`/manage/${schools[0]?.id}`);
    expect(page.texts('tr').find((text) => text.startsWith('Aurora High'))).toContain('Active');
    expect(page.texts('tr').find((text) => text.startsWith('Birch High'))).toContain('Inactive');
    expect(page.html).not.toContain('name="flags"');
  });
});

it('a person without a school signs out to sign in with a different email', async () => {
  const page = await scriptlessPage(rest, await makeUser(rest.orm));
  await page.goto('/');
  expect(page.links('Sign in with a different email')).toEqual(['/api/logout']);
});

describe('an access token', () => {
  it('is created from Account Settings, shown once, and revoked without scripts', async () => {
    const admin = await makeAdmin(rest.orm);
    const page = await scriptlessPage(rest, admin);
    await page.goto('/account');
    const [path = ''] = page.links('Manage access tokens');
    await page.goto(path);
    expect(page.text()).toContain('No access tokens yet');
    page.check('scopes', 'READ', false);
    page.fill({ days: '400' });
    expect(await page.press('Create access token')).toBe(400);
    for (const error of [
      'Name is required.',
      'Choose at least one scope.',
      'Enter a number of days from 1 to 365.',
    ])
      expect(page.texts('[alert]').join()).toContain(error);
    expect([page.values('scopes'), page.value('days')]).toEqual([[], '400']);

    page.fill({ name: 'Nightly export', days: '30' });
    page.check('scopes', 'READ', true);
    page.check('scopes', 'EXPORT', true);
    await page.press('Create access token');
    const [secret = ''] = /laurel_[\w-]{43}/.exec(page.text()) ?? [];
    expect(secret).not.toBe('');
    expect(page.text()).toContain('Nightly export');
    expect(page.text()).toContain('Read, Export');
    expect(page.value('name')).toBe('');

    await page.goto(`/users/${admin.id}`);
    expect(page.text()).toContain('Access token created');
    expect(page.text()).toContain('Scopes: Read; Export');

    await page.goto(path);
    expect(page.html).not.toContain(secret);
    await page.press('Revoke Nightly export');
    expect(page.text()).toContain('The access token has been revoked.');
    expect(page.text()).toContain('No access tokens yet');
  });
});

it('a passkey is removed by an administrator on the page of the person, who is not emailed a code, without scripts', async () => {
  const user = await makeUser(rest.orm);
  await makePasskey(rest.orm, { userId: user.id, name: 'Old phone' });
  const page = await scriptlessPage(rest, await makeAdmin(rest.orm));
  await page.goto(`/users/${user.id}`);
  await page.goto(page.links('Manage passkeys')[0] ?? '');
  expect(page.texts('[rowheader]').join()).toContain('Old phone');
  expect(page.texts('button')).not.toContain('Email me a code');
  await page.press('Remove Old phone');
  expect(page.text()).toContain('The passkey has been removed.');
  expect(await rest.orm.em.fork().count(PasskeyEntity, { user: user.id })).toBe(0);
});

it('an invite to a school is offered on the dashboard with its position and sender, and accepted or declined there, without scripts', async () => {
  const admin = await makeAdmin(rest.orm);
  const school = await makeSchool(rest.orm, { name: 'Dogwood High' });
  for (const [press, said] of [
    ['Accept the invite to', 'You joined'],
    ['Decline the invite to', 'You declined the invite to'],
  ] as const) {
    const invited = await makeUser(rest.orm);
    const office = await scriptlessPage(rest, admin);
    await office.goto(`/highschools/${school.id}`);
    office.fill({ email: invited.email });
    await office.press('Send invite');
    expect(office.text()).toContain(`Successfully invited user to ${school.name}: ${invited.email}`);
    expect(office.texts('noscript').join()).toContain(
      `Are you sure you want to remove the invite for ${invited.email}?`,
    );
    const page = await scriptlessPage(rest, invited);
    await page.goto('/');
    expect(page.text()).toContain("You aren't assigned to any high schools.");
    expect(page.text()).not.toContain('If a school invited you');
    expect(page.texts('tr').find((text) => text.startsWith(school.name))).toMatch(/ Staff Ada .+AK[SD]T/);
    await page.press(`${press} ${school.name}`);
    expect(page.text()).toContain(`${said} ${school.name}`);
    expect(page.text()).not.toContain('Your invites');
    const isAssigned = !page.text().includes("You aren't assigned to any high schools.");
    expect(isAssigned).toBe(said === 'You joined');
  }
});

it('single sign-on is removed by an administrator on the page of the person, without scripts', async () => {
  const user = await makeAdmin(rest.orm);
  const at = new Date();
  await rest.orm.em.fork().insert(LinkedIdentityEntity, {
    ...{ id: crypto.randomUUID(), user: user.id, issuer: 'https://id.example.org', subject: 'ada' },
    ...{ createdAt: at, lastUsedAt: at },
  });
  const page = await scriptlessPage(rest, await makeAdmin(rest.orm));
  await page.goto(`/users/${user.id}`);
  await page.press('Remove single sign-on');
  expect(page.text()).toContain('Single sign-on has been removed.');
  expect(await rest.orm.em.fork().count(LinkedIdentityEntity, { user: user.id })).toBe(0);
});
