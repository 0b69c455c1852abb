import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseSettings } from '#app/config/env.server.ts';
import { findMailboxEmail, listMailbox, openLocalMailbox } from '#app/domain/mail/mail-transport.server.ts';
import { createTestClock } from '#tests/support/clock.ts';

describe('the local mailbox', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'laurel-mailbox-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('stores emails as .eml files and lists the newest first', async () => {
    const clock = createTestClock();
    const settings = parseSettings({ NODE_ENV: 'test', MAILBOX_FOLDER: path.join(folder, 'new') });
    const mailbox = openLocalMailbox(settings, clock.now);
    const signal = AbortSignal.timeout(5_000);
    await mailbox.send({ to: 'ada@example.org', subject: 'Señal 123456', text: 'Él\nsagt «ja».' }, signal);
    clock.advance(1_000);
    await mailbox.send({ to: 'bo@example.org', subject: 'Second', text: 'x'.repeat(300) }, signal);

    const names = await readdir(settings.mailboxFolder);
    expect(names.every((name) => name.endsWith('.eml'))).toBe(true);
    const emails = await listMailbox(settings.mailboxFolder, 10);
    expect(emails).toMatchObject([
      { to: 'bo@example.org', subject: 'Second', text: `${'x'.repeat(300)}\n` },
      {
        to: 'ada@example.org',
        subject: 'Señal 123456',
        text: 'Él\nsagt «ja».\n',
        sentAt: new Date('2026-11-21T21:00:00Z'),
      },
    ]);
    expect(await listMailbox(settings.mailboxFolder, 1)).toEqual([emails[0]]);
    expect(await findMailboxEmail(settings.mailboxFolder, emails[1]?.id ?? '')).toEqual(emails[1]);
  });

  it('is empty before the first email, and reads nothing outside its folder', async () => {
    expect(await listMailbox(path.join(folder, 'none'), 10)).toEqual([]);
    expect(await findMailboxEmail(folder, '../../etc/passwd')).toBeNull();
    expect(await findMailboxEmail(folder, '2026-11-21T21-00-00-000Z-00000000')).toBeNull();
  });
});
