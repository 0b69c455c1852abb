import { counted, formatNumber, plural } from '#app/lib/text/counted.ts';

/** Whose values previews show where there is no recipient. */
export const SAMPLE_RECIPIENT = {
  email: 'ada@example.org',
  firstName: 'Ada',
  lastName: 'Example',
  schools: ['Example High School'],
};

/** Messages about email templates, deliveries, and reminders. */
export const EMAIL_MESSAGES = {
  noSuchAddress: 'No active user or pending invite has this address.',
  notInAudience: "This person isn't in the audience.",
  testNeedsUser: 'Test emails can only be sent to a signed-in user.',
  testNotSent: (email: string, { code, response }: { code: number | null; response: string }) =>
    code === null
      ? `The test email to ${email} wasn't sent. The mail server isn't responding.`
      : `The test email to ${email} wasn't sent. The mail server said: ${response}`,
  noSuchYear: (year: number) => `There's no academic year ${year}.`,
  yearNeeded: 'No academic year is active. Choose a year.',
  noneFailed: 'No emails in this delivery have failed.',
  wrongStatus: (status: string, verb: string) => `This delivery is ${status}, so it can't be ${verb}.`,
  stillSending: 'Some emails in this delivery are still being sent. Try again in a minute.',
  sampleValues: 'Shown with sample values: Ada Example, Example High School.',
  noText: 'This email has no text yet.',
  usedByReminder:
    'A reminder uses this email template. Change or remove the reminder before you delete the template.',
  noRecipients: "There's no one to send to.",
  listChanged: (expected: number, now: number) =>
    `The list has changed from ${counted(expected, 'recipient')} to ${now}. Check it, then send the email.`,
  bounced: (email: string) =>
    `Email to ${email} bounced. An administrator can resume email to it on the Bounced addresses page. Then try again.`,
  resumeQuestion: (email: string) => `Send email to ${email} again? Make sure the address works first.`,
  resumed: (email: string) => `${email} can receive email again.`,
  notBounced: (email: string) => `${email} can already receive email.`,
  templateGone: 'This email template no longer exists.',
  sentBefore: (who: string, when: string) =>
    `${who} sent this email to the same audience on ${when}. Send it again?`,
  keyUsed: 'This Idempotency-Key was already used for a different request. Use a new key.',
  keyInUse:
    'Another request with this Idempotency-Key is still in progress. Try again in a few seconds to receive its response.',
  templateAdded: 'Changes saved successfully',
  templateDeleted: 'Email successfully deleted',
  reminderAdded: 'The reminder has been added.',
  reminderSaved: 'The reminder has been saved.',
  reminderRemoved: 'The reminder has been removed.',
} as const;

/** Returns the question before an email template, or a one-off email, is deleted. */
export function deletionQuestion(
  { name, isOneOff }: { readonly name: string; readonly isOneOff: boolean },
  deliveries: number,
): string {
  const noun = isOneOff ? 'email' : 'email template';
  const question = `Are you sure you want to delete the ${noun} “${name}”?`;
  if (deliveries === 0) return question;
  const times = plural(deliveries, 'once', `${formatNumber(deliveries)} times`);
  return `${question}\nIt was sent or scheduled ${times}. Sent and scheduled deliveries will remain under Sent emails.`;
}
