import { describe, expect, it } from 'vitest';
import { eventActor, eventLines, eventTitle } from '#app/components/domain/designations/event-words.ts';
import type { TimelineEntry } from '#app/schemas/designation-timeline.ts';

const entry: TimelineEntry = {
  id: 'e',
  kind: 'designation.edited',
  door: 'BROWSER',
  actorName: 'Pat Person',
  startedAt: '2026-11-21T23:02:00.000Z',
  endedAt: '2026-11-21T23:31:00.000Z',
  count: 1,
  fields: {},
  students: null,
  mail: null,
};

describe('the words of the timeline', () => {
  it('name the deed, how often, who and by which door', () => {
    expect(eventTitle(entry)).toBe('Edited');
    expect(eventTitle({ ...entry, count: 12 })).toBe('Edited, 12 saves');
    expect(eventTitle({ ...entry, kind: 'designation.exploded' })).toBe('designation.exploded');
    expect(eventActor(entry)).toBe('Pat Person by browser');
    expect(eventActor({ ...entry, door: 'REST' })).toBe('Pat Person by REST');
    expect(eventActor({ ...entry, actorName: null, door: 'CLI' })).toBe('The system by command line');
  });

  it('tell each field from what to what, in labels; what people wrote in quotation marks', () => {
    const fields = {
      status: { from: 'PENDING', to: 'RETURNED' },
      classSize: { from: 120, to: 130 },
      criteria: { from: null, to: 'CUMULATIVE_GPA' },
      criteriaComment: { from: 'Old', to: null },
      acceptedTermsAndConditions: { from: false, to: true },
      reasons: { from: [], to: ['ADDRESS', 'OTHER'] },
      note: { from: null, to: 'Why?' },
    };
    expect(eventLines({ ...entry, fields })).toEqual([
      'Status: Pending to Returned',
      'Class size: 120 to 130',
      'Criteria: Cumulative GPA',
      'Comment: “Old” to none',
      'Terms accepted: No to Yes',
      'Reasons: An address is incomplete or wrong; Another reason, see the note',
      'Note: “Why?”',
    ]);
  });

  it('count students, and say what became of the mail', () => {
    const counts = (added: number, removed: number, changed: number, changedFields: string[] = []) =>
      eventLines({ ...entry, students: { added, removed, changed, changedFields } });
    expect(counts(3, 0, 1)).toEqual(['Students: 3 added, 1 changed']);
    expect(counts(0, 1, 2, ['email', 'address.city'])).toEqual([
      'Students: 1 removed, 2 changed (email, city)',
    ]);
    expect(counts(0, 0, 0)).toEqual(['Students: in another order']);
    expect(eventLines({ ...entry, mail: 'EDITED' })).toEqual(['The text of the mail was edited.']);
    expect(eventLines({ ...entry, mail: 'NONE' })).toEqual(['Saved without mail.']);
    expect(eventLines({ ...entry, mail: 'STANDARD' })).toEqual([]);
    expect(eventLines({ ...entry, count: 2 })).toEqual(['Everything is as it was before.']);
  });
});
