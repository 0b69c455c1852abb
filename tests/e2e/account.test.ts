import { describe, expect, it } from 'vitest';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { makeAdmin, makeCounselor, makeUser } from '#tests/factories/user-factory.server.ts';
import { expectNoAxeViolations } from '#tests/support/browser.ts';
import { useDesignateApp } from '#tests/support/designate-app.server.ts';
import { otherCode } from '#tests/support/sign-in.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const bench = useDesignateApp();
const stored = (id: string) =>
  storedRows(bench.orm, UserAccountEntity, ['firstName', 'email', 'phone', 'flags'], { where: { id } });

describe('Account Settings', () => {
  it('save names and phone, and reset unsaved input', async () => {
    const { user } = await makeCounselor(bench.orm, []);
    const page = await bench.pageOf(user);
    await page.goto('/account');
    await expectNoAxeViolations(page);
    const [email, phone] = await Promise.all(
      ['Email', 'Phone'].map((label) => page.getByLabel(label).boundingBox()),
    );
    expect(email?.y).toBe(phone?.y);
    await page.getByLabel('First name').fill('Patricia');
    await page.getByRole('button', { name: 'Cancel' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText('Your changes have not been saved. Do you want to discard them?').waitFor();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await page.getByLabel('First name').inputValue()).toBe('Patricia');
    await page.getByRole('link', { name: 'About' }).click();
    await question.getByText('Your changes have not been saved. Do you want to leave?').waitFor();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe('/account');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    expect(await page.getByLabel('First name').inputValue()).toBe('Pat');
    await page.getByRole('link', { name: 'About' }).click();
    await page.waitForURL((url) => url.pathname === '/about');
    await page.goto('/account');
    await page.getByLabel('First name').fill('Patricia');
    await page.getByLabel('Phone').fill('9075550123');
    await page.getByLabel('Phone').press('Enter');
    await page.getByText('Changes saved!').waitFor();
    expect(await stored(user.id)).toEqual([
      { firstName: 'Patricia', email: user.email, phone: '(907) 555-0123', flags: [] },
    ]);
  });

  it('verify a new address with its code before anything is saved, send a new code, and leave the code step with Cancel', async () => {
    const user = await makeUser(bench.orm, { email: 'old@school.example.org' });
    const page = await bench.pageOf(user);
    await page.clock.install();
    await page.goto('/account');
    await page.getByLabel('Email').fill('new@school');
    await page.getByText('Enter an email address like name@example.org.').first().waitFor();
    const enter = async () => {
      await page.getByLabel('Email').fill('New@school.example.org');
      await page.getByLabel('First name').fill('Newt');
      await page.getByRole('button', { name: 'Save' }).click();
    };
    await enter();
    await page.getByText('We sent a code to new@school.example.org.').waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('Newt');
    await expectNoAxeViolations(page);
    const sent = await bench.app.mail.waitForCodeTo('new@school.example.org', 1);
    const code = page.getByLabel('Code');
    await code.fill(otherCode(sent));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByRole('link').waitFor();
    expect(bench.browser.takeComplaints()).toHaveLength(1);
    expect(await stored(user.id)).toMatchObject([{ firstName: 'Pat', email: 'old@school.example.org' }]);
    const resend = page.getByRole('button', { name: /^Send a new code/ });
    await page.clock.fastForward(61_000);
    await resend.click();
    await page.getByText(/^Your next code will be sent at \d{1,2}:\d\d [AP]M AKS?T\./).waitFor();
    expect(await code.inputValue()).toBe('');
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await code.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(bench.app.mail.emailsTo('new@school.example.org')).toHaveLength(1);
    expect(await resend.isDisabled()).toBe(true);

    await page.getByRole('link', { name: 'Cancel' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Keep editing' }).click();
    expect(await code.isVisible()).toBe(true);
    await page.getByRole('link', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await code.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Email').inputValue()).toBe(user.email);
    expect(await page.getByText('We sent a code to').count()).toBe(0);
    await enter();
    await code.fill(sent);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Changes saved!').waitFor();
    expect(await stored(user.id)).toMatchObject([{ firstName: 'Newt', email: 'new@school.example.org' }]);
    await page.getByRole('link', { name: 'About' }).click();
    await page.waitForURL((url) => url.pathname === '/about');
  });

  it('ask before administrators remove their own access, show all sessions, end the others, and remove the success message after an error', async () => {
    await makeAdmin(bench.orm);
    const user = await makeAdmin(bench.orm);
    const elsewhere = await bench.pageOf(user);
    const third = await bench.pageOf(user);
    const page = await bench.pageOf(user);
    await page.goto('/account');
    const sessions = page.getByRole('table', { name: 'Sign-ins' }).getByRole('rowheader');
    expect(await sessions.count()).toBe(3);

    await page.getByLabel('Administrator').uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    const question = page.getByRole('alertdialog', { name: 'Remove your administrator access?' });
    await question.getByText(/^You'll lose access to schools, users, designations, and emails/).waitFor();
    await expectNoAxeViolations(page);
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'hidden' });
    expect(await stored(user.id)).toMatchObject([{ flags: ['ADMIN'] }]);
    expect(await page.getByRole('checkbox', { name: 'Administrator' }).isChecked()).toBe(false);
    await page.getByRole('button', { name: 'Save' }).click();
    await question.getByRole('button', { name: 'Remove my access' }).click();
    await page.getByText('Changes saved!').waitFor();
    expect(await stored(user.id)).toMatchObject([{ flags: [] }]);

    await page
      .getByRole('button', { name: /^Sign out of / })
      .first()
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByText('Signed out of that browser.', { exact: true }).waitFor();
    expect(await sessions.count()).toBe(2);
    await page
      .getByRole('button', {
        name: 'Sign out everywhere else',
      })
      .click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', {
        name: 'Sign out everywhere else',
      })
      .click();
    await page.getByText('Signed out everywhere else.', { exact: true }).waitFor();
    expect(await sessions.allInnerTexts()).toEqual([expect.stringMatching(/This browser$/)]);
    for (const { request } of [elsewhere, third]) {
      const refused = await request.get('/account', { maxRedirects: 0 });
      expect(refused.headers()['location']).toMatch(/^\/login/);
    }

    await page.getByLabel('Phone').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByRole('link').waitFor();
    expect(await page.getByText('Signed out everywhere else.', { exact: true }).count()).toBe(0);
  });
});
