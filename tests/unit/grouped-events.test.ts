import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupedEvents, timelineEntry } from '#app/domain/events/grouped-events.ts';
import { mergedChanges } from '#app/domain/events/merged-changes.ts';
import type { RecordedEvent } from '#app/domain/events/event-queries.server.ts';

const START = Date.parse('2026-11-21T23:00:00.000Z');
const minutes = (count: number) => new Date(START + count * 60_000).toISOString();

function save(at: number, given: Partial<RecordedEvent> = {}): RecordedEvent {
  return {
    id: `event ${at}`,
    at: minutes(at),
    kind: 'designation.edited',
    channel: 'BROWSER',
    tokenName: null,
    osUser: null,
    host: null,
    actorId: 'pat',
    actorName: 'Pat Person',
    changes: {},
    ...given,
  };
}

const idsOf = (groups: RecordedEvent[][]) => groups.map((group) => group.map(({ id }) => id));

describe('events in groups', () => {
  it('groups the saves of one session while gaps are under an hour', () => {
    expect(idsOf(groupedEvents([save(119), save(60), save(1)]))).toEqual([
      ['event 119', 'event 60', 'event 1'],
    ]);
    expect(idsOf(groupedEvents([save(120), save(60)]))).toEqual([['event 120'], ['event 60']]);
  });

  it('splits a group where another person, channel, or action comes between', () => {
    for (const other of [
      { actorId: 'kim' },
      { actorId: null },
      { channel: 'REST' as const },
      { tokenName: 'Nightly' },
      { osUser: 'root' },
      { host: 'web2' },
      { kind: 'designation.submitted' },
    ]) {
      expect(idsOf(groupedEvents([save(3), save(2, other), save(1)]))).toEqual([
        ['event 3'],
        ['event 2'],
        ['event 1'],
      ]);
    }
    const twice = { kind: 'designation.returned' };
    expect(idsOf(groupedEvents([save(2, twice), save(1, twice)]))).toEqual([['event 2'], ['event 1']]);
  });

  const anySave = fc.record({
    gap: fc.integer({ min: 0, max: 130 }),
    actorId: fc.constantFrom('pat', 'kim'),
    kind: fc.constantFrom('designation.edited', 'designation.edited', 'designation.submitted'),
  });
  const events = fc.array(anySave, { maxLength: 30 }).map((saves) => {
    let at = 0;
    return saves.map(({ gap, ...rest }, index) => save((at -= gap), { ...rest, id: String(index) }));
  });

  it("keeps all events in order, without spanning an hour's gap or two people", () => {
    fc.assert(
      fc.property(events, (list) => {
        const groups = groupedEvents(list);
        expect(groups.flat()).toEqual(list);
        for (const group of groups) {
          expect(new Set(group.map(({ actorId, kind }) => `${actorId} ${kind}`)).size).toBe(1);
          group.slice(1).forEach((event, index) => {
            const later = group[index] ?? event;
            expect(Date.parse(later.at) - Date.parse(event.at)).toBeLessThan(60 * 60_000);
          });
        }
      }),
    );
  });
});

describe('an entry of the timeline', () => {
  const students = (added: string[], removed: string[] = [], changed: string[] = []) => ({
    students: { from: 0, to: 0, added, removed, changed: changed.map((id) => ({ id, fields: ['first'] })) },
  });

  it('summarizes twelve saves: from before the first to after the last', () => {
    const group = [
      save(29, { changes: { classSize: { from: 125, to: 130 }, ...students(['c'], ['x'], ['a', 'z']) } }),
      save(15, { changes: { classSize: { from: 120, to: 125 }, ...students(['b', 'x'], ['y']) } }),
      save(0, { changes: { criteria: { from: null, to: 'OTHER' }, ...students(['a'], [], ['y']) } }),
    ];
    expect(timelineEntry(group, { isReviewer: false })).toEqual({
      id: 'event 29',
      kind: 'designation.edited',
      channel: 'BROWSER',
      tokenName: null,
      osUser: null,
      host: null,
      actorName: 'Pat Person',
      startedAt: minutes(0),
      endedAt: minutes(29),
      count: 3,
      fields: { classSize: { from: 120, to: 130 }, criteria: { from: null, to: 'OTHER' } },
      names: [],
      students: { added: 3, removed: 1, changed: 1, changedFields: ['first'] },
      email: null,
    });
  });

  it('omits changes that were undone', () => {
    const undone = [
      { classSize: { from: 1, to: 2 }, ...students(['a']) },
      { classSize: { from: 2, to: 1 }, ...students([], ['a']) },
    ];
    expect(mergedChanges(undone)).toEqual({ fields: {}, students: null });
    expect(mergedChanges([students([])]).students).toEqual({
      added: 0,
      removed: 0,
      changed: 0,
      changedFields: [],
    });
    expect(mergedChanges([{}])).toEqual({ fields: {}, students: null });
  });

  it('lists each changed field once, only for students on both lists', () => {
    const changed = (...list: [string, string[]][]) => ({
      students: { added: ['new'], removed: [], changed: list.map(([id, fields]) => ({ id, fields })) },
    });
    const steps = [
      changed(['a', ['email']], ['new', ['last']], ['gone', ['twin']]),
      changed(['a', ['phone', 'email']], ['b', ['email']]),
      { students: { added: [], removed: ['gone'], changed: [] } },
    ];
    expect(mergedChanges(steps).students).toEqual({
      added: 1,
      removed: 1,
      changed: 2,
      changedFields: ['email', 'phone'],
    });
  });

  it('shows reviewers what happened to the email, and nothing else that events contain', () => {
    const decided = (decision: Record<string, unknown>) =>
      save(0, {
        kind: 'designation.returned',
        changes: {
          status: { from: 'PENDING', to: 'RETURNED' },
          submittedBy: { from: 'x', to: 'y' },
          decision,
        },
      });
    const emailOf = (decision: Record<string, unknown>, isReviewer = true) =>
      timelineEntry([decided(decision)], { isReviewer })?.email;
    expect(emailOf({ notified: true })).toBe('STANDARD');
    expect(emailOf({ notified: true, mailEdited: true })).toBe('EDITED');
    expect(emailOf({ notified: false })).toBe('NONE');
    expect(emailOf({ notified: false }, false)).toBeNull();
    expect(timelineEntry([decided({ notified: true })], { isReviewer: true })?.fields).toEqual({
      status: { from: 'PENDING', to: 'RETURNED' },
    });
  });
});
