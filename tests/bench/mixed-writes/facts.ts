import { isRecord } from '#app/lib/records.ts';
import type { StoredRecord, RecordedEvent } from '#tests/bench/mixed-writes/stored-records.server.ts';

/** A fact that can change over time, such as a user being staff of a school or a school being active. */
export type Fact = string;

export const factOf = {
  staff: (highSchoolId: string, userId: string): Fact => `staff ${highSchoolId} ${userId}`,
  admin: (userId: string): Fact => `admin ${userId}`,
  account: (userId: string): Fact => `account ${userId}`,
  active: (highSchoolId: string): Fact => `active ${highSchoolId}`,
  invite: (highSchoolId: string, email: string): Fact => `invite ${highSchoolId} ${email}`,
  extension: (highSchoolId: string): Fact => `extension ${highSchoolId}`,
  designated: (designationId: string): Fact => `designated ${designationId}`,
};

/** An event's time is before its transaction commits, so a fact counts as true only after this delay. */
const COMMIT_MS = 2_000;

interface Span {
  readonly from: number;
  to: number;
}

export interface Facts {
  held(fact: Fact, from: number, to: number): boolean;
}

/** The facts before the first event, updated by the events. */
export function factsOf(before: readonly StoredRecord[], events: readonly RecordedEvent[]): Facts {
  const spans = new Map<Fact, Span[]>();
  const set = (fact: Fact, isSo: boolean, at: number) => {
    const known = spans.get(fact) ?? [];
    const last = known.at(-1);
    const wasSo = last?.to === Infinity;
    if (isSo && !wasSo) known.push({ from: at === -Infinity ? at : at + COMMIT_MS, to: Infinity });
    if (!isSo && wasSo) last.to = at;
    spans.set(fact, known);
  };
  for (const record of before) {
    for (const [fact, isSo] of factsOfRecord(record)) set(fact, isSo, -Infinity);
  }
  for (const event of events) {
    for (const [fact, isSo] of factsOfEvent(event)) set(fact, isSo, event.at);
  }
  return {
    held: (fact, from, to) => (spans.get(fact) ?? []).some((span) => span.from <= from && to <= span.to),
  };
}

type Stated = readonly (readonly [Fact, boolean])[];

function factsOfRecord({ type, id, fields, parts }: StoredRecord): Stated {
  const keys = (part: string) => Object.keys(parts[part] ?? {});
  if (type === 'DESIGNATION') return [[factOf.designated(id), true]];
  if (type === 'USER') return flagFacts(id, fields['flags']);
  return [
    [factOf.active(id), fields['status'] === 'ACTIVE'],
    ...keys('staff').map((userId) => [factOf.staff(id, userId), true] as const),
    ...keys('invites').map((email) => [factOf.invite(id, email), true] as const),
    ...keys('extensions').map(() => [factOf.extension(id), true] as const),
  ];
}

function flagFacts(userId: string, flags: unknown): Stated {
  const has = (flag: string) => Array.isArray(flags) && flags.includes(flag);
  return [
    [factOf.account(userId), !has('DELETED')],
    [factOf.admin(userId), has('ADMIN') && !has('DELETED')],
  ];
}

function factsOfEvent({ kind, type, id, changes }: RecordedEvent): Stated {
  const text = (name: string) => String(changes[name]);
  const to = (name: string) => (isRecord(changes[name]) ? changes[name]['to'] : undefined);
  if (type === 'USER') return to('flags') === undefined ? [] : flagFacts(id, to('flags'));
  switch (kind) {
    case 'designation.created':
      return [[factOf.designated(id), true]];
    case 'highSchool.changed':
      return to('status') === undefined ? [] : [[factOf.active(id), to('status') === 'ACTIVE']];
    case 'staff.added':
      return [[factOf.staff(id, text('userId')), true]];
    case 'staff.removed':
      return [[factOf.staff(id, text('userId')), false]];
    case 'staff.invited':
      return [[factOf.invite(id, text('email')), true]];
    case 'staff.inviteRemoved':
    case 'staff.inviteAccepted':
    case 'staff.inviteDeclined':
      return [[factOf.invite(id, text('email')), false]];
    case 'highSchool.extensionGranted':
      return [[factOf.extension(id), true]];
    case 'highSchool.extensionRevoked':
      return [[factOf.extension(id), false]];
    default:
      return [];
  }
}
