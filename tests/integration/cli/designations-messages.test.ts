import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { DesignationMessageEntity } from '#db/entities/designation-message.ts';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import { EventEntity } from '#db/entities/event.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { callLaurel } from './call-laurel.ts';

const database = useDatabase('each test');
let orm: Orm;
let id: string;
let admin: string;
let counselor: string;

beforeEach(async () => {
  orm = await database.openOrm();
  const school = await makeSchool(orm, { name: 'Aurora High School' });
  const { id: academicYearId } = await makeYear(orm, { year: 2026 });
  const { user } = await makeCounselor(orm, [school.id]);
  const owner = { academicYearId, highSchoolId: school.id, submittedById: user.id };
  ({ id } = await makeDesignation(orm, { ...owner, status: 'PENDING', students: 1 }));
  admin = (await makeAdmin(orm, { firstName: 'Ada', lastName: 'Winter' })).email;
  counselor = user.email;
});

const laurel = (...args: string[]) => callLaurel(database.url, ['designations', ...args]);
const send = (...args: string[]) => laurel('message', id, '--text', 'Is Kim Lee a senior?', ...args);
const texts = () => storedRows(orm, DesignationMessageEntity, ['text', 'side']);

describe('laurel designations message', () => {
  it('sends a message once, emails the school, and records who sent it without its text', async () => {
    expect(await send('--as', admin, '--yes')).toMatchObject({
      ...{ code: 0, stderr: 'Sent the message about Aurora High School 2026.\n' },
    });
    expect(await send('--as', admin, '--yes')).toMatchObject({
      code: 3,
      stderr: 'You sent the same message less than ten minutes ago. Nothing was sent.\n',
    });
    expect(await texts()).toEqual([{ text: 'Is Kim Lee a senior?', side: 'OFFICE' }]);
    expect(await storedRows(orm, EventEntity, ['kind', 'channel', 'changes'])).toEqual([
      { kind: 'designation.messageSent', channel: 'CLI', changes: { side: 'OFFICE' } },
    ]);
    const emails = await storedRows(orm, OutboxMailEntity, ['toAddress', 'textBody']);
    expect(emails).toEqual([
      { toAddress: counselor, textBody: expect.not.stringContaining('Kim') as string },
    ]);
  });

  it('refuses a message without text, or about a designation that does not exist', async () => {
    expect((await laurel('message', id, '--text', ' ', '--yes')).code).toBe(2);
    expect((await laurel('message', randomUUID(), '--text', 'Hello', '--yes')).code).toBe(1);
    expect(await texts()).toEqual([]);
  });
});

describe('laurel designations messages', () => {
  it('lists the messages, newest first, and records a disclosure', async () => {
    expect((await laurel('messages', id)).stdout).toBe('When,Who,From,Message\r\n');
    await send('--yes');
    await laurel('message', id, '--text', 'Thanks.', '--as', admin, '--yes');
    expect(await storedRows(orm, DisclosureEntity, ['purpose'])).toEqual([]);
    const { stdout } = await laurel('messages', id, '--purpose', 'Asked by phone');
    const lines = stdout.trim().split('\r\n');
    expect(lines.map((line) => line.split(',').slice(-3))).toEqual([
      ['Who', 'From', 'Message'],
      ['Ada Winter', 'Office', 'Thanks.'],
      ['The system', 'Office', 'Is Kim Lee a senior?'],
    ]);
    expect(await storedRows(orm, DisclosureEntity, ['purpose', 'statedPurpose'])).toEqual([
      { purpose: 'designation.messages', statedPurpose: 'Asked by phone' },
    ]);
  });
});
