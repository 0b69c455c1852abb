import { describe, expect, it } from 'vitest';
import { joinedMail } from '#app/lib/markup/fill-notice.ts';
import { DecisionFormSchema, writtenMail } from '#app/schemas/designation-forms.ts';

const SHOWN = { subject: 'Elder High: approved', body: 'Well done.\n\nNo further changes can be made.' };
const form = {
  intent: 'decide',
  version: 1,
  status: 'APPROVED',
  mailFor: 'APPROVED',
  mailShown: joinedMail(SHOWN),
  mailSubject: SHOWN.subject,
  mailBody: SHOWN.body,
};

const issuesOf = (given: object) =>
  DecisionFormSchema.safeParse({ ...form, ...given }).error?.issues.map(({ path, message }) => [
    path.join(),
    message,
  ]);
const writtenIn = (given: object) => writtenMail(DecisionFormSchema.parse({ ...form, ...given }));

describe("the email text in the decision's form", () => {
  it("counts as the reviewer's only if it differs from the shown text", () => {
    expect(writtenIn({})).toBeNull();
    expect(writtenIn({ mailBody: SHOWN.body.replaceAll('\n', '\r\n') + '\r\n' })).toBeNull();
    expect(writtenIn({ mailFor: undefined, mailSubject: '', mailBody: '' })).toBeNull();
    expect(writtenIn({ mailSubject: 'Mine' })).toEqual({ ...SHOWN, subject: 'Mine' });
    expect(writtenIn({ mailBody: 'Mine\r\ntoo ' })).toEqual({ ...SHOWN, body: 'Mine\ntoo' });
    expect(writtenIn({ mailBody: 'Mine', withoutMail: true })).toBeNull();
    expect(writtenIn({ mailBody: 'Mine', status: 'STARTED', mailFor: 'STARTED' })).toBeNull();
  });

  it('is never empty, unless no email is sent or it is only previewed', () => {
    expect(issuesOf({ mailSubject: ' ', mailBody: '' })).toEqual([
      ['mailSubject', 'Write a subject for the email, or select Save without email.'],
      ['mailBody', 'Write the text of the email, or select Save without email.'],
    ]);
    for (const given of [{ withoutMail: true }, { act: 'show-mail' }, { act: 'reset-mail' }]) {
      expect(issuesOf({ mailSubject: '', mailBody: '', ...given })).toBeUndefined();
    }
  });

  it('matches the status that it is sent with', () => {
    expect(issuesOf({ mailFor: 'REJECTED', mailBody: 'Mine' })).toEqual([
      [
        'mailBody',
        'This email was written for the status Rejected. Edit it for Approved or reset it, then save again.',
      ],
    ]);
    expect(issuesOf({ mailFor: 'REJECTED' })).toBeUndefined();
  });

  it('requires a note for a rejection, and a reason and a note for a return', () => {
    expect(issuesOf({ status: 'REJECTED', mailFor: undefined })).toEqual([
      ['note', 'Write a note that tells the school why.'],
    ]);
    expect(issuesOf({ status: 'REJECTED', mailFor: undefined, note: 'Submitted twice.' })).toBeUndefined();
    expect(issuesOf({ status: 'RETURNED', mailFor: undefined })).toEqual([
      ['reasons', 'Choose at least one reason for returning the designation.'],
      ['note', 'Write a note that tells the school what to correct.'],
    ]);
  });

  it("rejects merge fields, which wouldn't be filled in", () => {
    expect(
      issuesOf({
        mailSubject: 'For {{ school }}',
        mailBody: 'Dear {{firstName}}',
        note: '{{x}} {{y}} {{x}}',
      }),
    ).toEqual([
      ['note', "{{x}}, {{y}} won't be filled in here. Type the actual text instead."],
      ['mailSubject', "{{school}} won't be filled in here. Type the actual text instead."],
      ['mailBody', "{{firstName}} won't be filled in here. Type the actual text instead."],
    ]);
  });

  it('has a one-line subject and a text of several lines, both limited in length', () => {
    for (const subject of ['News\r\nBcc: spy@example.org', 'News\nBody', 'tab\tbed', 'nul\0']) {
      expect(issuesOf({ mailSubject: subject })).toEqual([
        ['mailSubject', 'Must not contain control characters.'],
      ]);
    }
    expect(issuesOf({ mailSubject: 's'.repeat(301), mailBody: 'b'.repeat(10_001) })).toEqual([
      ['mailSubject', 'Must be at most 300 characters.'],
      ['mailBody', 'Must be at most 10000 characters.'],
    ]);
    expect(writtenIn({ mailSubject: 's'.repeat(300), mailBody: 'b'.repeat(10_000) })).not.toBeNull();
  });

  it('leaves room for the longest standard text', () => {
    expect(issuesOf({ mailShown: 'x'.repeat(300 + 2 + 10_000) })).toBeUndefined();
  });
});
