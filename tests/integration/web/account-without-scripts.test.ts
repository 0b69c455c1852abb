import { describe, expect, it } from 'vitest';
import { makeAdmin, makeUser } from '#tests/factories/user-factory.server.ts';
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
});

describe('an access token', () => {
  it('is created from Account Settings, shown once, and revoked without scripts', async () => {
    const page = await scriptlessPage(rest, await makeAdmin(rest.orm));
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

    await page.goto(path);
    expect(page.html).not.toContain(secret);
    await page.press('Revoke Nightly export');
    expect(page.text()).toContain('The access token has been revoked.');
    expect(page.text()).toContain('No access tokens yet');
  });
});
