import { expect, it } from 'vitest';
import { formatBlankField } from '#app/components/emails/send-panel.tsx';
import { sendLabel, sendQuestion } from '#app/components/emails/send-question.ts';

const template = { name: 'News', subject: '' };

it('the question before an email is sent summarizes its audience', () => {
  const question = sendQuestion({
    template,
    audience: {
      choice: {
        target: 'HIGH_SCHOOLS_WITH_DESIGNATION',
        status: 'APPROVED',
        positions: ['PRINCIPAL', 'COUNSELOR'],
      },
      year: 2026,
      leftOutCounts: [
        { why: 'BOUNCED', people: 2 },
        { why: 'TWICE', people: 1 },
      ],
    },
    chosen: 43,
    deselected: [1, 2, 3, 4, 5, 6].map((number) => `p${number}@x.example.org`),
    time: 'Dec 1, 2026, 8:00 AM AKST',
    earlier: 'Ada sent this email to this audience on Nov 22, 2026, 5:06 AM AKST (53 people).',
    blanks: ['{{schools}} is empty for 2 of 43 recipients.'],
  });
  expect(question.split('\n')).toEqual([
    'Schedule “News” for 43 people?',
    'Ada sent this email to this audience on Nov 22, 2026, 5:06 AM AKST (53 people).',
    'It will be sent on Dec 1, 2026, 8:00 AM AKST.',
    'Schools that no longer match by then will be skipped.',
    'Audience: High schools with a designation.',
    'Year: 2026.',
    'Status: Approved.',
    'Criteria: any.',
    'Positions: Principal, Counselor.',
    'Deselected: p1@x.example.org, p2@x.example.org, p3@x.example.org, p4@x.example.org, p5@x.example.org, and 1 other.',
    'Skipped: 3 (Address bounced: 2, Already on the list for another school: 1).',
    'This email has no subject.',
    '{{schools}} is empty for 2 of 43 recipients.',
  ]);
});

it("the summary of an audience omits parts that the target doesn't have", () => {
  const questionText = (
    audience: Parameters<typeof sendQuestion>[0]['audience'],
    time: string | null = null,
  ) =>
    sendQuestion({
      template: { name: 'News', subject: 'S' },
      audience,
      chosen: 1,
      deselected: [],
      time,
      earlier: null,
      blanks: [],
    });
  expect(questionText({ choice: { target: 'ADMINS' }, year: 2026, leftOutCounts: [] })).toBe(
    'Send “News” to 1 person?\nAudience: Administrators.',
  );
  expect(
    questionText(
      { choice: { target: 'ALL_HIGH_SCHOOLS', positions: [] }, year: 2026, leftOutCounts: [] },
      'Dec 1',
    ),
  ).toBe(
    'Schedule “News” for 1 person?\nIt will be sent on Dec 1.\nAudience: All high schools.\nYear: 2026.\nPositions: all staff.',
  );
  expect(
    questionText({
      choice: { target: 'OUTSTANDING_SCHOOLS', positions: [], states: ['STARTED', 'NOT_STARTED'] },
      year: 2026,
      leftOutCounts: [],
    }),
  ).toContain('Year: 2026.\nDesignation: Not started, Started.\nPositions: all staff.');
  expect([sendLabel(1, false), sendLabel(43, true)]).toEqual(['Send to 1 person', 'Schedule for 43 people']);
});

it('the question before an email is sent counts the selected recipients for whom a merge field is empty', () => {
  const person = (email: string, firstName: string, schools: string[]) => ({
    email,
    firstName,
    lastName: 'L',
    schools,
  });
  const audience = {
    people: [person('a', '', []), person('b', 'Ben', ['Alder']), person('c', 'Cat', [])],
    year: null,
    blanksElsewhere: { firstName: 1, lastName: 0, schools: 2 },
  };
  const fields = ['firstName', 'lastName', 'schools', 'year', 'appName'] as const;
  expect(formatBlankField({ fields, audience, deselected: [], chosen: 1203 })).toEqual([
    '{{firstName}} is empty for 2 of 1,203 recipients.',
    '{{schools}} is empty for 4 of 1,203 recipients.',
    '{{year}} is empty for 1,203 of 1,203 recipients.',
  ]);
  const one = { audience: { ...audience, year: 2026 }, chosen: 1201 };
  expect(formatBlankField({ ...one, fields: ['schools'], deselected: ['a', 'c'] })).toEqual([
    '{{schools}} is empty for 2 of 1,201 recipients.',
  ]);
  expect(formatBlankField({ ...one, fields: ['lastName', 'year'], deselected: [] })).toEqual([]);
});
