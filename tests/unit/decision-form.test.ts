import { describe, expect, it } from 'vitest';
import { joinedEmail } from '#app/lib/markup/fill-notice.ts';
import { DecisionFormSchema, writtenEmail } from '#app/schemas/designation-forms.ts';

const SHOWN = { subject: 'Elder High: approved', body: 'Well done.\n\nNo further changes can be made.' };
const form = {
  intent: 'decide',
  version: 1,
  status: 'APPROVED',
  emailFor: 'APPROVED',
  emailShown: joinedEmail(SHOWN),
  emailSubject: SHOWN.subject,
  emailBody: SHOWN.body,
};

const issuesOf = (given: object) =>
  DecisionFormSchema.safeParse({ ...form, ...given }).error?.issues.map(({ path, message }) => [
    path.join(),
    message,
  ]);
const writtenIn = (given: object) => writtenEmail(DecisionFormSchema.parse({ ...form, ...given }));

describe("the email text in the decision's form", () => {
  it("counts as the reviewer's only if it differs from the shown text", () => {
    expect(writtenIn({})).toBeNull();
    expect(writtenIn({ emailBody: SHOWN.body.replaceAll('\n', '\r\n') + '\r\n' })).toBeNull();
    expect(writtenIn({ emailFor: undefined, emailSubject: '', emailBody: '' })).toBeNull();
    expect(writtenIn({ emailSubject: 'Mine' })).toEqual({ ...SHOWN, subject: 'Mine' });
    expect(writtenIn({ emailBody: 'Mine\r\ntoo ' })).toEqual({ ...SHOWN, body: 'Mine\ntoo' });
    expect(writtenIn({ emailBody: 'Mine', withoutEmail: true })).toBeNull();
    expect(writtenIn({ emailBody: 'Mine', status: 'STARTED', emailFor: 'STARTED' })).toBeNull();
  });

  it('is never empty, unless no email is sent or it is only previewed', () => {
    expect(issuesOf({ emailSubject: ' ', emailBody: '' })).toEqual([
      ['emailSubject', "Write a subject for the email, or check “Don't email the school”."],
      ['emailBody', "Write the text of the email, or check “Don't email the school”."],
    ]);
    for (const given of [{ withoutEmail: true }, { act: 'show-email' }, { act: 'reset-email' }]) {
      expect(issuesOf({ emailSubject: '', emailBody: '', ...given })).toBeUndefined();
    }
  });

  it('matches the status that it is sent with', () => {
    expect(issuesOf({ emailFor: 'REJECTED', emailBody: 'Mine' })).toEqual([
      [
        'emailBody',
        'This email was written for the status Rejected. Edit it for Approved or reset it, then save again.',
      ],
    ]);
    expect(issuesOf({ emailFor: 'REJECTED' })).toBeUndefined();
  });

  it('requires a note for a rejection, and a reason and a note for a return', () => {
    expect(issuesOf({ status: 'REJECTED', emailFor: undefined })).toEqual([
      ['note', 'Write a note that tells the school why.'],
    ]);
    expect(issuesOf({ status: 'REJECTED', emailFor: undefined, note: 'Submitted twice.' })).toBeUndefined();
    expect(issuesOf({ status: 'RETURNED', emailFor: undefined })).toEqual([
      ['reasons', 'Choose at least one reason for returning the designation.'],
      ['note', 'Write a note that tells the school what to correct.'],
    ]);
  });

  it("rejects merge fields, which wouldn't be filled in", () => {
    expect(
      issuesOf({
        emailSubject: 'For {{ school }}',
        emailBody: 'Dear {{firstName}}',
        note: '{{x}} {{y}} {{x}}',
      }),
    ).toEqual([
      ['note', "{{x}}, {{y}} won't be filled in here. Type the actual text instead."],
      ['emailSubject', "{{school}} won't be filled in here. Type the actual text instead."],
      ['emailBody', "{{firstName}} won't be filled in here. Type the actual text instead."],
    ]);
  });

  it('has a one-line subject and a text of several lines, both limited in length', () => {
    for (const subject of ['News\r\nBcc: spy@example.org', 'News\nBody', 'tab\tbed', 'nul\0']) {
      expect(issuesOf({ emailSubject: subject })).toEqual([
        ['emailSubject', 'This contains hidden characters. Type it instead of pasting it.'],
      ]);
    }
    expect(issuesOf({ emailSubject: 's'.repeat(301), emailBody: 'b'.repeat(10_001) })).toEqual([
      ['emailSubject', 'Must be at most 300 characters.'],
      ['emailBody', 'Must be at most 10,000 characters.'],
    ]);
    expect(writtenIn({ emailSubject: 's'.repeat(300), emailBody: 'b'.repeat(10_000) })).not.toBeNull();
  });

  it('leaves room for the longest standard text', () => {
    expect(issuesOf({ emailShown: 'x'.repeat(300 + 2 + 10_000) })).toBeUndefined();
  });
});
