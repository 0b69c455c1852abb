import { describe, expect, it } from 'vitest';
import {
  type DecisionEmailFacts,
  emailEnding,
  emailGreeting,
  standardDecisionEmail,
} from '#app/messages/decision-email.ts';
import { isSameEmail } from '#app/lib/markup/fill-notice.ts';
import { DESIGNATION_STATUSES, notifiesSchool } from '#app/schemas/enums.ts';
import { decisionTexts } from '#app/domain/designations/designation-emails.ts';

const facts: DecisionEmailFacts = {
  schoolName: 'Elder High',
  year: 2026,
  status: 'RETURNED',
  reasons: [],
  note: null,
  correctionsDue: null,
  settings: { appName: 'X', appUrl: 'https://x.example', contactEmail: 'a@x.example' },
};

const texts = decisionTexts([]);

describe('the standard text of a decision', () => {
  it('gives reasons and note, and until when corrections are due', () => {
    expect(
      standardDecisionEmail(
        {
          ...facts,
          reasons: ['ADDRESS', 'OTHER'],
          note: 'Line one.\nLine two.',
          correctionsDue: 'Dec 1, 2026, 5:00 PM AKST',
        },
        texts,
      ),
    ).toEqual({
      subject: 'Elder High: the 2026 designation has been returned for correction',
      body: [
        'The 2026 designation for Elder High has been returned for correction.',
        'Reasons:\n- An address is incomplete or wrong\n- Another reason (see the note)',
        'Note from the reviewer:\nLine one.\nLine two.',
        'Please correct it and submit it again by Dec 1, 2026, 5:00 PM AKST.',
      ].join('\n\n'),
    });
  });

  it('omits empty parts', () => {
    for (const note of [null, '']) {
      expect(standardDecisionEmail({ ...facts, note }, texts)?.body).toBe(
        'The 2026 designation for Elder High has been returned for correction.\n\nPlease correct it and submit it again.',
      );
    }
  });

  it.each([
    ['APPROVED', 'has been approved'],
    ['REJECTED', 'has been rejected'],
  ] as const)('of %s says that no more changes can be made', (status, outcome) => {
    expect(standardDecisionEmail({ ...facts, status, correctionsDue: 'never' }, texts)).toEqual({
      subject: `Elder High: the 2026 designation ${outcome}`,
      body: `The 2026 designation for Elder High ${outcome}.\n\nNo further changes can be made.`,
    });
  });

  it('exists for the statuses that notify the school', () => {
    expect(DESIGNATION_STATUSES.filter(notifiesSchool)).toEqual(['RETURNED', 'APPROVED', 'REJECTED']);
    expect(
      DESIGNATION_STATUSES.filter((status) => standardDecisionEmail({ ...facts, status }, texts)),
    ).toEqual(['RETURNED', 'APPROVED', 'REJECTED']);
  });

  it('is between greeting, link, and signature', () => {
    expect(emailGreeting('Pat Person')).toBe('Hello Pat Person,');
    const link = 'https://x.example/designations/1';
    const ending = { link, corrections: null, contactEmail: 'a@x.example', appName: 'X' };
    expect(emailEnding(ending)).toBe(`View the designation:\n${link}\n\nQuestions? Email a@x.example.\nX`);
    expect(emailEnding({ ...ending, corrections: 'https://x.example/designate' })).toBe(
      `Make corrections:\nhttps://x.example/designate\n\n${emailEnding(ending)}`,
    );
  });

  it('is the same text only when both parts are', () => {
    const text = { subject: 'a', body: 'b' };
    expect(isSameEmail(text, { ...text })).toBe(true);
    expect(isSameEmail(text, { ...text, subject: 'c' })).toBe(false);
    expect(isSameEmail(text, { ...text, body: 'c' })).toBe(false);
  });
});
