import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventLines } from '#app/messages/event-labels.ts';
import { changeEmailTemplate } from '#app/domain/emails/email-templates.server.ts';
import { readTimeline } from '#app/domain/events/read-timeline.server.ts';
import {
  addReminderRule,
  changeReminderRule,
  listReminderRules,
  removeReminderRule,
} from '#app/domain/reminders/reminder-rules.server.ts';
import { emailsOf, runReminders } from '#app/domain/reminders/run-reminders.server.ts';
import { Forbidden, NotFound, VersionConflict } from '#app/lib/domain-errors.ts';
import { ReminderRuleInputSchema } from '#app/schemas/email.ts';
import type { DeliveryStatus, EmailState } from '#app/schemas/enums.ts';
import { EmailDeliveryEntity } from '#db/entities/email-delivery.ts';
import { EventEntity } from '#db/entities/event.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { ReminderRuleEntity } from '#db/entities/reminder-rule.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { makeTemplate } from '#tests/factories/email-template-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { issuesOf, refusalOf } from '#tests/support/designation-scene.server.ts';

const database = useDatabase();
let orm: Orm;
let admin: ReturnType<typeof actorOf>;
beforeAll(async () => {
  orm = await openOrm(database.url);
  admin = actorOf(await makeAdmin(orm));
});
afterAll(() => orm.close(true));

const ctx = (now = '2026-12-01T00:00:00.000Z') =>
  makeCtx({ orm, actor: admin, now: () => new Date(now), settings: { timeZone: 'America/Anchorage' } });
const input = (given: object) =>
  ReminderRuleInputSchema.parse({ daysBefore: 7, states: ['STARTED'], ...given });

it('the reminders of the active year are stored with an event for each change', async () => {
  expect(await refusalOf(addReminderRule(ctx(), input({})))).toEqual(
    new NotFound('No academic year is active'),
  );
  const year = await makeYear(orm, {
    year: 2027,
    status: 'ACTIVE',
    dueAt: new Date('2026-12-16T02:00:00.000Z'),
  });
  const template = await makeTemplate(orm, { name: 'Hurry', body: 'Hurry up, {{schools}}.' });
  const empty = await makeTemplate(orm, { name: 'Empty', body: '' });
  await addReminderRule(ctx(), input({}));
  await addReminderRule(
    ctx(),
    input({ daysBefore: 14, templateId: template, positions: ['PRINCIPAL', 'PRINCIPAL'], isAutomatic: true }),
  );
  expect(await issuesOf(addReminderRule(ctx(), input({ templateId: empty })))).toEqual([
    { path: ['templateId'], message: 'This email has no text yet.' },
  ]);
  const { rules } = await listReminderRules(ctx());
  const [first, second] = rules;
  expect(rules).toEqual([
    {
      id: first?.id,
      daysBefore: 14,
      positions: ['PRINCIPAL'],
      states: ['STARTED'],
      template: { id: template, name: 'Hurry', errors: [] },
      isAutomatic: true,
      firesAt: '2026-12-01T17:00:00.000Z',
      isMissed: false,
      reminded: 0,
      awaiting: 0,
      version: 1,
    },
    {
      id: second?.id,
      daysBefore: 7,
      positions: [],
      states: ['STARTED'],
      template: null,
      isAutomatic: false,
      firesAt: '2026-12-08T17:00:00.000Z',
      isMissed: false,
      reminded: 0,
      awaiting: 0,
      version: 1,
    },
  ]);

  const id = second?.id ?? '';
  // Saving a rule without changes must not affect its version or the year's history.
  await changeReminderRule(ctx(), { id, version: 1, ...input({}) });
  await changeReminderRule(ctx(), { id, version: 1, ...input({ states: ['NOT_STARTED'] }) });
  expect(await refusalOf(changeReminderRule(ctx(), { id, version: 1, ...input({}) }))).toBeInstanceOf(
    VersionConflict,
  );
  const school = await makeSchool(orm);
  const { actor } = await makeCounselor(orm, [school.id]);
  await runReminders(ctx('2026-12-08T17:00:00.000Z'));
  const waiting = (await listReminderRules(ctx())).rules[1];
  expect(waiting).toMatchObject({ reminded: 0, awaiting: 1, isMissed: false, version: 2 });
  const becomes = async (status: DeliveryStatus, state: EmailState) => {
    await orm.em.fork().nativeUpdate(OutboxMailEntity, {}, { state });
    await orm.em.fork().nativeUpdate(EmailDeliveryEntity, {}, { status });
  };
  await becomes('FINISHED', 'SENT');
  expect((await listReminderRules(ctx())).rules[1]).toMatchObject({ reminded: 1, awaiting: 0 });
  await becomes('AWAITING_APPROVAL', 'QUEUED');

  const staff = makeCtx({ orm, actor });
  for (const attempt of [
    listReminderRules(staff),
    addReminderRule(staff, input({})),
    changeReminderRule(staff, { id, version: 2, ...input({}) }),
    removeReminderRule(staff, { id, version: 2 }),
  ]) {
    expect(await refusalOf(attempt)).toBeInstanceOf(Forbidden);
  }

  expect(await refusalOf(removeReminderRule(ctx(), { id, version: 1 }))).toBeInstanceOf(VersionConflict);
  await removeReminderRule(ctx(), { id, version: 2 });
  expect(await refusalOf(removeReminderRule(ctx(), { id, version: 2 }))).toBeInstanceOf(NotFound);
  expect((await listReminderRules(ctx())).rules.map(({ daysBefore }) => daysBefore)).toEqual([14]);
  // Emails awaiting approval are canceled with their reminder.
  expect(await ctx().em.findAll(OutboxMailEntity, { populate: ['delivery'] })).toMatchObject([
    { delivery: { status: 'CANCELLED' }, state: 'CANCELLED' },
  ]);
  const events = await ctx().em.find(EventEntity, { subjectId: year.id }, { orderBy: { kind: 'asc' } });
  expect(events.map(({ kind }) => kind)).toEqual([
    'academicYear.reminderAdded',
    'academicYear.reminderAdded',
    'academicYear.reminderChanged',
    'academicYear.reminderRemoved',
  ]);
  const { entries } = await readTimeline(ctx(), { type: 'ACADEMIC_YEAR', id: year.id }, null);
  const lines = entries.map((entry) => [entry.kind, ...eventLines(entry, 'America/Anchorage')]);
  const added = (days: number, email: string) => [
    'academicYear.reminderAdded',
    `Days before the due date: ${days}`,
    'Designation: Started',
    ...(email === 'Hurry'
      ? ['Positions: Principal', 'Sent automatically: Yes']
      : ['Positions: All staff', 'Sent automatically: No']),
    `Email: ${email}`,
  ];
  expect(lines.sort()).toEqual(
    [
      added(14, 'Hurry'),
      added(7, 'Due soon (reminder)'),
      ['academicYear.reminderChanged', 'Designation: Started → Not started'],
      [
        'academicYear.reminderRemoved',
        'Days before the due date: 7',
        'Designation: Not started',
        'Positions: All staff',
        'Sent automatically: No',
        'Email: Due soon (reminder)',
      ],
    ].sort(),
  );
});

it('a reminder with an empty email is on hold with the reason, and sent once it has a text', async () => {
  await ctx().em.nativeDelete(ReminderRuleEntity, {});
  const template = await makeTemplate(orm, { name: 'Emptied', body: 'Hurry up, {{schools}}.' });
  await addReminderRule(ctx(), input({ states: ['NOT_STARTED'], templateId: template }));
  await changeEmailTemplate(ctx(), { id: template, patch: { body: '' }, ifMatch: null });
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => lines.push(line) });
  const due = () => ({ ...ctx('2026-12-08T17:00:00.000Z'), log });
  const held = {
    written: [],
    held: [
      expect.objectContaining({
        templateId: template,
        errors: ['This email has no text yet.'],
      }),
    ],
  };
  expect([await runReminders(due()), await runReminders(due()), lines]).toEqual([held, held, []]);
  const errors = async () => (await listReminderRules(ctx())).rules.map(({ template }) => template?.errors);
  expect(await errors()).toEqual([['This email has no text yet.']]);
  await changeEmailTemplate(ctx(), { id: template, patch: { body: 'Now.' }, ifMatch: null });
  expect([await errors(), emailsOf(await runReminders(due()))]).toEqual([[[]], 1]);
});

it('a reminder whose time had passed when it was saved is shown as missed', async () => {
  const missed = async () => {
    const { rules } = await listReminderRules(ctx());
    return rules.filter(({ isMissed }) => isMissed).map(({ daysBefore }) => daysBefore);
  };
  await addReminderRule(ctx(), input({ daysBefore: 9 }));
  expect(await missed()).toEqual([]);
  await addReminderRule(ctx('2026-12-05T00:00:00.000Z'), input({ daysBefore: 20 }));
  expect(await missed()).toEqual([20]);
});
