import { describe, expect, it } from 'vitest';
import { AUDIT_KIND_LABELS } from '#app/messages/audit-labels.ts';
import { eventActor, eventLines, eventTitle } from '#app/messages/event-labels.ts';
import type { TimelineEntry } from '#app/schemas/timeline.ts';

const linesOf = (given: TimelineEntry) => eventLines(given, 'America/Anchorage');

const entry: TimelineEntry = {
  id: 'e',
  kind: 'designation.edited',
  channel: 'BROWSER',
  tokenName: null,
  osUser: null,
  host: null,
  actorName: 'Pat Person',
  startedAt: '2026-11-21T23:02:00.000Z',
  endedAt: '2026-11-21T23:31:00.000Z',
  count: 1,
  fields: {},
  names: [],
  students: null,
  email: null,
};

describe('the labels of the timeline', () => {
  it('name the action, how often it happened, who did it, and the channel', () => {
    expect(eventTitle(entry)).toBe('Edited');
    expect(eventTitle({ ...entry, count: 12 })).toBe('Edited, 12 saves');
    expect(eventTitle({ ...entry, kind: 'designation.exploded' })).toBe('designation.exploded');
    const message = { ...entry, kind: 'designation.messageSent' };
    expect(eventTitle(message)).toBe('Message sent');
    expect(eventTitle({ ...message, side: 'SCHOOL' })).toBe('Message from the school');
    expect(eventTitle({ ...message, side: 'OFFICE' })).toBe('Message from the office');
    expect(eventActor(entry)).toBe('Pat Person in the browser');
    expect(eventActor({ ...entry, channel: 'REST' })).toBe('Pat Person via the REST API');
    expect(eventActor({ ...entry, channel: 'REST', tokenName: 'Nightly' })).toBe(
      'Pat Person via the REST API with the access token “Nightly”',
    );
    const command = { ...entry, actorName: null, channel: 'CLI' as const };
    expect(eventActor(command)).toBe('The system via the command line');
    expect(eventActor({ ...command, osUser: 'root', host: 'web1' })).toBe(
      'The system via the command line as root@web1',
    );
  });

  it('show the old and new value of each field as labels, and what people wrote in quotation marks', () => {
    const fields = {
      status: { from: 'PENDING', to: 'RETURNED' },
      classSize: { from: 120, to: 130 },
      criteria: { from: null, to: 'CUMULATIVE_GPA' },
      criteriaComment: { from: 'Old', to: null },
      acceptedTermsAndConditions: { from: false, to: true },
      reasons: { from: [], to: ['ADDRESS', 'OTHER'] },
      note: { from: null, to: 'Why?' },
    };
    expect(linesOf({ ...entry, fields })).toEqual([
      'Status: Pending → Returned',
      'Class size: 120 → 130',
      'Criteria: Cumulative GPA',
      'Comment: “Old” → none',
      'Agreed to terms: No → Yes',
      'Reasons: An address is incomplete or wrong; Another reason (see the note)',
      'Note: “Why?”',
    ]);
  });

  it('show what happened to an email template', () => {
    const fields = {
      name: { from: 'Old', to: 'New' },
      subject: { from: 'Award {{year}}', to: '' },
      richText: { from: false, to: true },
      body: { from: '8 characters', to: '9 characters' },
    };
    expect(linesOf({ ...entry, fields })).toEqual([
      'Name: Old → New',
      'Subject: “Award {{year}}” → none',
      'MJML: No → Yes',
      'Text: 8 characters → 9 characters',
    ]);
  });

  it('count students, and describe what happened to the email', () => {
    const counts = (added: number, removed: number, changed: number, changedFields: string[] = []) =>
      linesOf({ ...entry, students: { added, removed, changed, changedFields } });
    expect(counts(3, 0, 1)).toEqual(['Students: 3 added, 1 changed']);
    expect(counts(0, 1, 2, ['email', 'address.city'])).toEqual([
      'Students: 1 removed, 2 changed (email, city)',
    ]);
    expect(counts(0, 0, 0)).toEqual(['Students: in a different order']);
    expect(linesOf({ ...entry, email: 'EDITED' })).toEqual(["The email's text was edited."]);
    expect(linesOf({ ...entry, email: 'NONE' })).toEqual(['Saved without an email.']);
    expect(linesOf({ ...entry, email: 'STANDARD' })).toEqual([]);
    expect(linesOf({ ...entry, count: 2 })).toEqual(['No changes.']);
  });

  it("show labels for schools, people, and years as of that time, and times in the installation's time zone", () => {
    const reported = (kind: string, fields: TimelineEntry['fields']) => [
      eventTitle({ ...entry, kind }),
      ...linesOf({ ...entry, kind, fields }),
    ];
    const now = (to: unknown) => ({ from: null, to });
    expect(
      reported('highSchool.changed', {
        status: { from: 'INACTIVE', to: 'ACTIVE' },
        fax: { from: '(907) 555-0100', to: null },
        notes: now('Rings twice.'),
        'address.zip5': { from: '99801', to: '99802' },
      }),
    ).toEqual([
      'School changed',
      'Status: Inactive → Active',
      'Fax: (907) 555-0100 → none',
      'Notes: “Rings twice.”',
      'Zipcode: 99801 → 99802',
    ]);
    expect(reported('staff.removed', { position: now('COUNSELOR') })).toEqual([
      'Removed from the staff',
      'Position: Counselor',
    ]);
    expect(reported('user.deleted', { flags: { from: ['ADMIN'], to: ['ADMIN', 'DELETED'] } })).toEqual([
      'Account deleted',
      'Flags: Administrator → Administrator; Deleted',
    ]);
    expect(
      reported('academicYear.extensionGranted', {
        dueAt: now('2026-12-24T09:00:00.000Z'),
        reason: now('Snow'),
      }),
    ).toEqual(['Extension granted', 'Due date: Dec 24, 2026, 12:00 AM AKST', 'Reason: “Snow”']);
    expect(reported('highSchool.snoozed', { snoozedUntil: now('2026-12-03') })).toEqual([
      'Snoozed',
      'Snoozed until: Dec 3, 2026',
    ]);
  });

  it('begin with the label of their subject in the filter of the audit log', () => {
    expect(AUDIT_KIND_LABELS['savedView.created']).toBe('Saved view: Saved view created');
    expect(Object.values(AUDIT_KIND_LABELS).filter((label) => !/^[A-Z][a-z ]+: /.test(label))).toEqual([]);
  });
});
