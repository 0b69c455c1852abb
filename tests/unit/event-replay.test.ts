import { describe, expect, it } from 'vitest';
import { factOf, factsOf } from '#tests/bench/mixed-writes/facts.ts';
import { replay } from '#tests/bench/mixed-writes/replay.ts';
import type { StoredRecord, RecordedEvent } from '#tests/bench/mixed-writes/stored-records.server.ts';

const school = (version: number, phone: string, staff: Record<string, string> = {}): StoredRecord => ({
  ...{ type: 'HIGH_SCHOOL', id: 'school', version },
  ...{ fields: { phone, status: 'ACTIVE' }, parts: { staff } },
});
const called = (at: number, from: string, to: string): RecordedEvent => ({
  ...{ at, kind: 'highSchool.changed', type: 'HIGH_SCHOOL', id: 'school' },
  changes: { phone: { from, to } },
});
const staffed = (at: number, verb: 'added' | 'removed'): RecordedEvent => ({
  ...{ at, kind: `staff.${verb}`, type: 'HIGH_SCHOOL', id: 'school' },
  changes: { userId: 'ada', position: 'STAFF' },
});

describe('the replay of timelines', () => {
  it('reports nothing if each event begins with the previous state', () => {
    const events = [called(1, 'a', 'b'), called(2, 'b', 'c'), staffed(3, 'added')];
    expect(replay([school(1, 'a')], events, [school(3, 'c', { ada: 'STAFF' })])).toEqual({
      broken: [],
      untrue: [],
    });
  });

  it('replays events of the same millisecond in the order that fits', () => {
    const events = [called(1, 'b', 'c'), called(1, 'a', 'b')];
    expect(replay([school(1, 'a')], events, [school(3, 'c')])).toEqual({ broken: [], untrue: [] });
  });

  it('names an event that overwrote another one', () => {
    const { broken } = replay([school(1, 'a')], [called(1, 'a', 'b'), called(2, 'a', 'c')], [school(3, 'c')]);
    expect(broken).toEqual(['highSchool.changed of school: phone from "a", after "b"']);
  });

  it('reports what is stored without an event: a field, a version, a staff member', () => {
    expect(replay([school(1, 'a')], [], [school(2, 'b', { ada: 'STAFF' })]).untrue).toEqual([
      'HIGH_SCHOOL school: phone is "b", replayed "a"',
      'HIGH_SCHOOL school: staff are {"ada":"STAFF"}, replayed {}',
      'HIGH_SCHOOL school: version 2, replayed 1',
    ]);
  });
});

describe('the facts of timelines', () => {
  const facts = factsOf([school(1, 'a')], [staffed(10_000, 'added'), staffed(20_000, 'removed')]);
  const fact = factOf.staff('school', 'ada');

  it('are valid between the commit of their first event and the event that ended them', () => {
    expect(facts.held(fact, 13_000, 19_000)).toBe(true);
    expect(facts.held(fact, 13_000, 21_000)).toBe(false);
    expect(facts.held(fact, 10_500, 19_000)).toBe(false);
    expect(facts.held(factOf.active('school'), 0, 99_000)).toBe(true);
  });
});
