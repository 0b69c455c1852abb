import type { EntityManager } from '@mikro-orm/postgresql';
import { audienceFingerprint } from '#app/domain/emails/repeated-sends.server.ts';
import type { AudienceChoice } from '#app/schemas/email-audience.ts';
import type { ReminderState, StaffPosition } from '#app/schemas/enums.ts';
import type { DatedDesignation } from './dated-designations.ts';
import { DEMO_PEOPLE } from './demo-people.ts';
import { DEMO_SCHOOLS, INACTIVE_SCHOOLS } from './demo-schools.ts';
import { APPLICATION, type DemoUser, demoUsers } from './demo-staff.ts';
import { DEMO_TEMPLATES } from './demo-templates.ts';
import { ACTIVE_DEMO_YEAR } from './demo-years.ts';
import { insertEvents, insertRows } from './insert-rows.server.ts';
import { daysBefore } from './seed-columns.ts';
import { seedId } from './seeded-random.ts';

const ADMINISTRATOR_ID = seedId(DEMO_PEOPLE.administrator.email);
const [OPEN_TEMPLATE, , REMINDER_TEMPLATE] = DEMO_TEMPLATES;
const SENT_EVERY_MS = 700;
const UNKNOWN_ADDRESS = '550 5.1.1 The email account that you tried to reach does not exist.';
const FULL_MAILBOX = '552 5.2.2 The mailbox is full.';
/** The school with a person whose mailbox is full. */
const FULL_MAILBOX_SCHOOL = 'Kachemak High School';
const UNSUBMITTED: readonly ReminderState[] = ['NOT_STARTED', 'STARTED'];

interface DemoDelivery {
  readonly template: (typeof DEMO_TEMPLATES)[number];
  readonly choice: AudienceChoice;
  readonly at: Date;
  readonly recipients: readonly Recipient[];
  /** Number of people left out because their address has bounced. */
  readonly bounced: number;
  /** Responses of the mail server to refused emails, by address. */
  readonly refused: ReadonlyMap<string, { readonly state: 'BOUNCED' | 'FAILED'; readonly response: string }>;
}

interface Recipient {
  readonly user: DemoUser;
  readonly schools: readonly string[];
}

/** Seeds the season's opening email, whose refused address is bounced, and a reminder to outstanding schools. */
export async function seedEmails(
  em: EntityManager,
  now: Date,
  designations: readonly DatedDesignation[],
): Promise<void> {
  const active = DEMO_SCHOOLS.map(({ name }) => name).filter((name) => !INACTIVE_SCHOOLS.includes(name));
  const formerStaff = personAt(APPLICATION.school, 'COUNSELOR');
  const full = personAt(FULL_MAILBOX_SCHOOL, 'PRINCIPAL');
  const openedAt = daysBefore(now, 79, 'opening email');
  const opening: DemoDelivery = {
    template: OPEN_TEMPLATE,
    choice: { target: 'ALL_HIGH_SCHOOLS', positions: [] },
    at: openedAt,
    recipients: recipientsAt(active),
    bounced: 0,
    refused: new Map([
      [formerStaff.email, { state: 'BOUNCED', response: UNKNOWN_ADDRESS }],
      [full.email, { state: 'FAILED', response: FULL_MAILBOX }],
    ]),
  };
  const remindedAt = daysBefore(now, 4, 'reminder email');
  const submitted = new Set(
    designations
      .filter(({ designation }) => designation.year === ACTIVE_DEMO_YEAR && designation.status !== 'STARTED')
      .map(({ designation }) => designation.school.name),
  );
  const outstanding = recipientsAt(
    active.filter((name) => !submitted.has(name)),
    'COUNSELOR',
  );
  const reminder: DemoDelivery = {
    template: REMINDER_TEMPLATE,
    choice: { target: 'OUTSTANDING_SCHOOLS', positions: ['COUNSELOR'], states: [...UNSUBMITTED] },
    at: remindedAt,
    recipients: outstanding.filter(({ user }) => user.email !== formerStaff.email),
    bounced: 1,
    refused: new Map(),
  };
  await insertRows(em, 'email_delivery', [opening, reminder].map(deliveryRow));
  await insertRows(em, 'outbox_mail', [opening, reminder].flatMap(emailRows));
  await insertRows(em, 'bounced_address', [
    {
      address: formerStaff.email,
      source: 'SMTP',
      reason: UNKNOWN_ADDRESS,
      bounced_at: sentAt(
        opening,
        opening.recipients.findIndex(({ user }) => user.email === formerStaff.email),
      ),
    },
  ]);
  await insertEvents(
    em,
    [opening, reminder].map(({ template, at, recipients }) => ({
      at,
      actorId: ADMINISTRATOR_ID,
      kind: 'delivery.created',
      subject: ['DELIVERY', deliveryId(template)],
      changes: { template: template.name, recipients: recipients.length, scheduledAt: null },
    })),
  );
}

/** Returns the staff of the schools, each person once, with their schools by name. */
function recipientsAt(schools: readonly string[], wanted?: StaffPosition): Recipient[] {
  return demoUsers().flatMap((user) => {
    const own = user.positions
      .filter(({ school, position }) => schools.includes(school) && (wanted ?? position) === position)
      .map(({ school }) => school);
    return own.length === 0 ? [] : [{ user, schools: own.toSorted() }];
  });
}

function personAt(school: string, wanted: StaffPosition): DemoUser {
  const found = recipientsAt([school], wanted)[0];
  if (found === undefined) throw new Error(`The demo has no ${wanted} at ${school}.`);
  return found.user;
}

function deliveryId({ name }: DemoDelivery['template']): string {
  return seedId(`delivery ${name}`);
}

function deliveryRow({ template, choice, at, recipients, bounced }: DemoDelivery) {
  const templateId = seedId(`template ${template.name}`);
  const year = { id: seedId(`year ${ACTIVE_DEMO_YEAR}`), year: ACTIVE_DEMO_YEAR };
  const twice = recipients.filter(({ schools }) => schools.length > 1).length;
  const leftOut = { ...(bounced > 0 && { BOUNCED: bounced }), ...(twice > 0 && { TWICE: twice }) };
  return {
    id: deliveryId(template),
    template_id: templateId,
    template_name: template.name,
    subject: template.subject,
    body: template.body,
    rich_text: template.richText,
    year: ACTIVE_DEMO_YEAR,
    audience: { ...choice, except: [], leftOut },
    fingerprint: audienceFingerprint(templateId, choice, year),
    status: 'FINISHED',
    created_by_id: ADMINISTRATOR_ID,
    created_at: at,
    finished_at: new Date(at.getTime() + recipients.length * SENT_EVERY_MS),
    version: 2,
  };
}

function emailRows(delivery: DemoDelivery) {
  const { template, recipients, refused, at } = delivery;
  return recipients.map(({ user, schools }, position) => {
    const id = seedId(`email ${template.name} ${user.email}`);
    const result = refused.get(user.email) ?? { state: 'SENT', response: '250 2.0.0 OK' };
    return {
      id,
      kind: 'delivery',
      delivery_id: deliveryId(template),
      high_school_ids: schools.map(seedId),
      user_id: seedId(user.email),
      to_address: user.email,
      merge_values: { firstName: user.firstName, lastName: user.lastName, schools },
      message_id: `<${id}@scholars.example.org>`,
      ...result,
      attempts: 1,
      next_attempt_at: at,
      sent_at: result.state === 'SENT' ? sentAt(delivery, position) : null,
      created_at: at,
    };
  });
}

function sentAt({ at }: DemoDelivery, position: number): Date {
  return new Date(at.getTime() + (position + 1) * SENT_EVERY_MS);
}
