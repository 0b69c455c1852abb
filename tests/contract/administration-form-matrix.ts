import { recordBounce } from '#app/domain/bounces/bounced-addresses.server.ts';
import { rollOverYear } from '#app/domain/academic-years/roll-over-year.server.ts';
import { resumeDelivery } from '#app/domain/emails/transition-delivery.server.ts';
import { planSchoolImport } from '#app/domain/high-schools/plan-school-import.server.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { EmailDeliveryEntity } from '#db/entities/email-delivery.ts';
import { makeRule } from '#tests/factories/reminder-rule-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import type { PermissionScene } from './permission-scene.server.ts';
import { VIEW_FORMS } from './view-form-matrix.ts';
import { ADMINISTRATORS, type Fields, leadingTo, type Outcomes, type ScreenRow } from './screen-outcomes.ts';

const version = ['version', '1'] as const;
const CONTACT: Fields = [
  ['phone', '(907) 555-0177'],
  ['address.address1', '2 New Road'],
  ['address.city', 'Sitka'],
  ['address.zip5', '99835'],
];
const DUE = '2097-06-01T09:00';
const SCHOOL_LIST = 'Name,Phone,Address1,City,Zip5\nNew High,(907) 555-0100,1 New Road,Sitka,99835\n';

const REMINDER = '7d3c2f5e-9a8b-4c6d-8e1f-2a3b4c5d6e7f';
const addReminder = ({ orm, year }: PermissionScene) =>
  makeRule(orm, { id: REMINDER, academicYearId: year.id, daysBefore: 5, states: ['STARTED'] });

const done = (outcome: string): Outcomes => leadingTo(outcome, ADMINISTRATORS);

export const ADMINISTRATION_FORMS: Readonly<Record<string, ScreenRow>> = {
  'POST /emails/reminders add': {
    outcomes: done('→ /emails/reminders: The reminder has been added.'),
    form: () => [
      ['intent', 'add'],
      ['daysBefore', '7'],
      ['states', 'STARTED'],
    ],
  },
  'POST /emails/reminders change': {
    outcomes: done('→ /emails/reminders: The reminder has been saved.'),
    before: addReminder,
    form: () => [['intent', 'change'], ['id', REMINDER], version, ['daysBefore', '3'], ['states', 'STARTED']],
  },
  'POST /emails/reminders remove': {
    outcomes: done('→ /emails/reminders: The reminder has been removed.'),
    before: addReminder,
    form: () => [['intent', 'remove'], ['id', REMINDER], version],
  },
  'POST /emails/notices/:kind save': {
    outcomes: done("→ /emails/notices/DUE_SOON: The email has been saved. It's turned off."),
    path: () => '/emails/notices/DUE_SOON',
    form: () => [
      ['intent', 'save'],
      ['version', '0'],
      ['subject', 'Soon'],
      ['body', 'Due soon.'],
    ],
  },
  'POST /emails/notices/:kind reset': {
    outcomes: done('→ /emails/notices/DUE_SOON: The email was reset to its standard text.'),
    path: () => '/emails/notices/DUE_SOON',
    form: () => [
      ['intent', 'reset'],
      ['version', '0'],
    ],
  },
  'POST /settings': {
    outcomes: done('→ /settings: Changes saved! They take effect everywhere within a few seconds.'),
    form: () => [
      ['version', '0'],
      ['appName', 'Renamed'],
      ['contactEmail', ''],
      ['handbookUrl', ''],
      ['surveyUrl', ''],
      ['programLinks', ''],
      ['termsText', ''],
      ['accentColor', ''],
    ],
  },
  ...VIEW_FORMS,
  'POST /designations/profiles create': {
    outcomes: done('→ /designations/profiles: The export profile has been created.'),
    form: () => [
      ['intent', 'create'],
      ['name', 'New profile'],
      ['columns', 'last'],
      ['columns', 'banner code'],
    ],
  },
  'POST /designations/profiles/:id save': {
    outcomes: done('→ /designations/profiles/:id: Changes saved!'),
    path: ({ exportProfileId }) => `/designations/profiles/${exportProfileId}`,
    form: () => [['intent', 'save'], version, ['name', 'Renamed profile'], ['columns', 'first']],
  },
  'POST /designations/profiles/:id delete': {
    outcomes: done('→ /designations/profiles: The export profile has been deleted.'),
    path: ({ exportProfileId }) => `/designations/profiles/${exportProfileId}`,
    form: () => [['intent', 'delete'], version],
  },
  'POST /emails/bounces clear': {
    outcomes: done('→ /emails/bounces: gone@x.example.org can receive email again.'),
    before: ({ orm }) =>
      recordBounce(makeCtx({ orm }), { email: 'gone@x.example.org', source: 'CLI', reason: '' }),
    form: () => [
      ['intent', 'clear'],
      ['email', 'gone@x.example.org'],
    ],
  },
  'POST /years choose': {
    outcomes: done('→ /years: Changes saved!'),
    form: ({ year, emptyYear }) => [
      ['intent', 'choose'],
      ['chosen', `${emptyYear.id}.1`],
      ['instead', year.id],
    ],
  },
  'POST /years add': {
    outcomes: done('→ /years: Successfully added year 2500'),
    form: () => [
      ['intent', 'add'],
      ['year', '2500'],
    ],
  },
  'POST /years undo': {
    outcomes: done('→ /years: The rollover was undone. 2026 is active again.'),
    before: ({ orm }) => rollOverYear(makeCtx({ orm }), { year: 2027 }),
    form: async ({ orm }) => {
      const begun = await orm.em.fork().findOne(AcademicYearEntity, { year: 2027 });
      return [
        ['intent', 'undo'],
        ['begun', `${begun?.id ?? ''}.${begun?.version ?? ''}`],
      ];
    },
  },
  'POST /years/rollover begin': {
    outcomes: done('→ /years: The 2027 academic year has begun. 2026 is closed.'),
    form: async ({ orm }) => [
      ['intent', 'begin'],
      ['year', '2027'],
      ['plan', (await rollOverYear(makeCtx({ orm }), { year: 2027, isDryRun: true })).plan],
    ],
  },
  'POST /years/:id dates': {
    outcomes: done('→ /years/:id: Changes saved!'),
    path: ({ emptyYear }) => `/years/${emptyYear.id}`,
    form: () => [
      ['intent', 'dates'],
      version,
      ['opensAt', ''],
      ['earlyDueAt', ''],
      ['dueAt', DUE],
      ['correctionsDueAt', ''],
    ],
  },
  'POST /years/:id grant': {
    outcomes: done('→ /years/:id: Secret High now has an extension.'),
    path: ({ emptyYear }) => `/years/${emptyYear.id}`,
    form: ({ school }) => [
      ['intent', 'grant'],
      ['highSchoolId', school.id],
      ['dueAt', DUE],
      ['reason', 'Snow'],
    ],
  },
  'POST /years/:id grant to a school by its name': {
    outcomes: done('→ /years/:id: Secret High now has an extension.'),
    path: ({ emptyYear }) => `/years/${emptyYear.id}`,
    form: () => [
      ['intent', 'grant'],
      ['highSchoolName', 'Secret High'],
      ['dueAt', DUE],
      ['reason', 'Snow'],
    ],
  },
  'POST /years/:id revoke': {
    outcomes: done('→ /years/:id: The extension was revoked.'),
    path: ({ year }) => `/years/${year.id}`,
    form: ({ school }) => [
      ['intent', 'revoke'],
      ['highSchoolId', school.id],
    ],
  },
  'POST /years/:id delete': {
    outcomes: done('→ /years: The 2100 academic year was deleted.'),
    path: ({ emptyYear }) => `/years/${emptyYear.id}`,
    form: () => [['intent', 'delete'], version],
  },

  'POST /search': { outcomes: ADMINISTRATORS, form: () => [['text', 'secret']] },

  'POST /highschools INACTIVE': {
    outcomes: done('page'),
    form: ({ school }) => [
      ['intent', 'INACTIVE'],
      ['selected', school.id],
    ],
  },
  'POST /highschools/create': {
    outcomes: done('→ /highschools/:id: Changes saved!'),
    form: () => [['name', 'New High'], ...CONTACT],
  },
  'POST /highschools/import preview': {
    outcomes: ADMINISTRATORS,
    form: () => [
      ['intent', 'preview'],
      ['pasted', SCHOOL_LIST],
    ],
  },
  'POST /highschools/import confirm': {
    outcomes: done('→ /highschools: Changes saved! 1 school was added.'),
    form: async ({ orm }) => {
      const { shown } = await planSchoolImport(makeCtx({ orm }), new TextEncoder().encode(SCHOOL_LIST));
      return [
        ['intent', 'confirm'],
        ['plan', shown.plan],
        ['text', SCHOOL_LIST],
      ];
    },
  },

  'POST /emails/deliveries/:id pause': {
    outcomes: done('→ /emails/deliveries/:id: Paused. Emails already being sent will still arrive.'),
    path: ({ delivery }) => `/emails/deliveries/${delivery.id}`,
    before: ({ orm, delivery }) => resumeDelivery(makeCtx({ orm }), delivery.id),
    form: () => [['intent', 'pause']],
  },
  'POST /emails/deliveries/:id approve': {
    outcomes: done('→ /emails/deliveries/:id: Approved. Sending has started.'),
    path: ({ delivery }) => `/emails/deliveries/${delivery.id}`,
    before: ({ orm, delivery }) =>
      orm.em.fork().nativeUpdate(EmailDeliveryEntity, { id: delivery.id }, { status: 'AWAITING_APPROVAL' }),
    form: () => [['intent', 'approve']],
  },
  'POST /emails/deliveries/:id resume': {
    outcomes: done('→ /emails/deliveries/:id: Sending resumed.'),
    path: ({ delivery }) => `/emails/deliveries/${delivery.id}`,
    form: () => [['intent', 'resume']],
  },
  'POST /emails/deliveries/:id cancel': {
    outcomes: done('→ /emails/deliveries/:id: Canceled. No more emails will be sent.'),
    path: ({ delivery }) => `/emails/deliveries/${delivery.id}`,
    form: () => [['intent', 'cancel']],
  },
  'POST /emails/deliveries/:id retry': {
    outcomes: done('→ /emails/deliveries/:id: Failed emails will be resent when the delivery resumes.'),
    path: ({ delivery }) => `/emails/deliveries/${delivery.id}`,
    form: () => [['intent', 'retry']],
  },

  'POST /invites invite': {
    outcomes: done('→ /invites: Successfully invited new@x.example.org to the project'),
    form: () => [
      ['intent', 'invite'],
      ['email', 'new@x.example.org'],
      ['isAdministrator', 'on'],
    ],
  },
  'POST /invites accept-request': {
    outcomes: done('→ /invites: Unmatched Seeker joined the staff of Secret High.'),
    form: ({ unmatchedRequestId, requesterEmail }) => [
      ['intent', 'accept-request'],
      ['requestId', unmatchedRequestId],
      ['email', requesterEmail],
      ['highSchoolName', 'Secret High'],
    ],
  },
  'POST /invites decline-request': {
    outcomes: done("→ /invites: The request was declined. We won't email the person about it."),
    form: ({ unmatchedRequestId }) => [
      ['intent', 'decline-request'],
      ['requestId', unmatchedRequestId],
    ],
  },
  'POST /invites resend': {
    outcomes: done('→ /invites: The invite was resent to invited@x.example.org.'),
    form: ({ invited }) => [
      ['intent', 'resend'],
      ['id', invited.id],
    ],
  },
  'POST /invites remove': {
    outcomes: done('→ /invites: Invite successfully removed!'),
    form: ({ invited }) => [
      ['intent', 'remove'],
      ['id', invited.id],
    ],
  },
};
