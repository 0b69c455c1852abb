import type { Settings } from '#app/config/env.server.ts';
import { SAMPLE_RECIPIENT } from '#app/messages/email-messages.ts';
import { daysAfter } from '#app/lib/time/expiry.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';

const SAMPLE_DAYS = 14;

type SampleSettings = Pick<Settings, 'appName' | 'appUrl' | 'contactEmail' | 'timeZone'>;

/** Returns a value for each merge field of the automatic emails, by name, for previews without a recipient. */
export function noticeSamples(settings: SampleSettings, now: Date): Readonly<Record<string, string>> {
  const { appName, appUrl, contactEmail, timeZone } = settings;
  const { firstName, lastName, email, schools } = SAMPLE_RECIPIENT;
  const [school = ''] = schools;
  const year = String(now.getUTCFullYear());
  const soon = daysAfter(now, SAMPLE_DAYS).toISOString();
  const present = formatInZone(now.toISOString(), timeZone);
  const designation = `${school} (${year})`;
  return {
    ...{ appName, appUrl, contactEmail, firstName, lastName, email, school, year },
    schools: school,
    inviter: 'Robin Sample',
    role: 'an administrator',
    expires: formatInZone(soon, timeZone),
    oldEmail: 'ada@old.example.org',
    newEmail: email,
    changedAt: present,
    dueAt: formatInZone(soon, timeZone),
    correctionsDue: formatInZone(soon, timeZone),
    reason: 'The school was closed for two weeks.',
    personEmail: 'robin@example.org',
    unmatched: '',
    page: `${appUrl}/invites`,
    sender: 'Robin Sample',
    from: school,
    link: `${appUrl}/designations`,
    copyLink: `${appUrl}/designations`,
    submittedBy: `${firstName} ${lastName}`,
    submittedAt: present,
    students: '12',
    reference: `${year}-ABCD-EFGH`,
    reasons: '- An address is incomplete or wrong',
    note: 'Please add the apartment numbers.',
    toReview: '8',
    submitted: `- ${designation}`,
    resubmitted: `- ${designation}`,
    bounced: '- robin@example.org',
  };
}
