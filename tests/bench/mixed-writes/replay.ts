import { isRecord } from '#app/lib/records.ts';
import type { StoredRecord, RecordedEvent } from '#tests/bench/mixed-writes/stored-records.server.ts';

/** Differences between the timelines and what is stored, one line each. */
export interface Contradictions {
  /** Events whose `from` doesn't match the event before. */
  readonly broken: string[];
  /** Records that don't match their events. */
  readonly untrue: string[];
}

/** A record as its events describe it so far. Fields that no event mentions are unknown. */
interface Displayed {
  readonly fields: Map<string, unknown>;
  readonly parts: Record<string, Map<string, unknown>>;
  /** The number of changes that raise the version. */
  changes: number;
}

const WITH_A_VERSION = /^(?:designation\.(?!created)|highSchool\.changed|user\.(?:changed|deleted|restored))/;

/** Applies the events to the earlier state and compares it with what is stored. Events of one millisecond may swap. */
export function replay(
  before: readonly StoredRecord[],
  events: readonly RecordedEvent[],
  after: readonly StoredRecord[],
): Contradictions {
  const broken: string[] = [];
  const untrue: string[] = [];
  const known = new Map(before.map((record) => [record.id, record]));
  const timelines = new Map<string, RecordedEvent[]>(after.map(({ id }) => [id, []]));
  for (const event of events) timelines.get(event.id)?.push(event);
  for (const record of after) {
    const reported = begin(known.get(record.id));
    for (const event of inOrder(reported, timelines.get(record.id) ?? [])) {
      for (const error of errorsOf(reported, event)) broken.push(`${event.kind} of ${record.id}: ${error}`);
      apply(reported, event);
    }
    const firstVersion = known.get(record.id)?.version ?? 1;
    untrue.push(
      ...differences(reported, record, firstVersion).map((error) => `${record.type} ${record.id}: ${error}`),
    );
  }
  return { broken, untrue };
}

function begin(record: StoredRecord | undefined): Displayed {
  const fields = new Map(Object.entries(record?.fields ?? {}));
  const parts: Displayed['parts'] = {};
  for (const [kind, rows] of Object.entries(record?.parts ?? {})) parts[kind] = new Map(Object.entries(rows));
  return { fields, parts, changes: 0 };
}

/** Yields events one at a time, so that the choice among simultaneous events sees the ones already applied. */
function* inOrder(reported: Displayed, events: readonly RecordedEvent[]): Generator<RecordedEvent> {
  const left = [...events];
  while (left.length > 0) {
    const moment = left.filter(({ at }) => at === left[0]?.at);
    const next = moment.find((event) => errorsOf(reported, event).length === 0) ?? moment[0];
    if (next === undefined) return;
    left.splice(left.indexOf(next), 1);
    yield next;
  }
}

const isChange = (value: unknown): value is { from: unknown; to: unknown } =>
  isRecord(value) && 'from' in value && 'to' in value;

function fieldChanges({ kind, changes }: RecordedEvent) {
  if (kind === 'staff.changed') return [];
  return Object.entries(changes).flatMap(([field, change]) =>
    field !== 'students' && isChange(change) ? [[field, change] as const] : [],
  );
}

function errorsOf(reported: Displayed, event: RecordedEvent): string[] {
  const fields = fieldChanges(event).flatMap(([field, { from }]) => {
    if (!reported.fields.has(field) || isSame(reported.fields.get(field), from)) return [];
    return [`${field} from ${JSON.stringify(from)}, after ${JSON.stringify(reported.fields.get(field))}`];
  });
  return [...fields, ...partSteps(event).flatMap((step) => errorOfStep(reported, step))];
}

function apply(reported: Displayed, event: RecordedEvent): void {
  for (const [field, { to }] of fieldChanges(event)) reported.fields.set(field, to);
  for (const { part, key, to } of partSteps(event)) {
    const rows = (reported.parts[part] ??= new Map());
    if (to === undefined) rows.delete(key);
    else rows.set(key, to);
  }
  // Deleting an account removes it from its schools. Only their timelines have events about that.
  if (event.kind === 'user.deleted') reported.parts['schools']?.clear();
  if (WITH_A_VERSION.test(event.kind)) reported.changes += 1;
}

/** A change to a row of a record's part. The row is removed if `to` is undefined. */
interface PartStep {
  readonly part: string;
  readonly key: string;
  readonly to: unknown;
  /** The value before, undefined for no row. Missing if any earlier value is allowed. */
  readonly from?: { readonly value: unknown };
}

const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function partSteps({ kind, type, changes }: RecordedEvent): PartStep[] {
  const staff = {
    part: type === 'USER' ? 'schools' : 'staff',
    key: text(changes['userId'] ?? changes['highSchoolId']),
  };
  const invite = { part: 'invites', key: text(changes['email']) };
  const { position } = changes;
  switch (kind) {
    case 'staff.added':
      return [{ ...staff, to: position, from: { value: undefined } }];
    case 'staff.changed':
      return isChange(position) ? [{ ...staff, to: position.to, from: { value: position.from } }] : [];
    case 'staff.removed':
      return [{ ...staff, to: undefined, from: { value: position } }];
    case 'staff.invited':
      return [{ ...invite, to: position, from: { value: undefined } }];
    case 'staff.inviteRemoved':
    case 'staff.inviteAccepted':
    case 'staff.inviteDeclined':
      return [{ ...invite, to: undefined }];
    case 'highSchool.extensionGranted':
      return [{ part: 'extensions', key: text(changes['year']), to: changes['reason'] }];
    case 'highSchool.extensionRevoked':
      return [{ part: 'extensions', key: text(changes['year']), to: undefined }];
    default:
      return studentSteps(changes['students']);
  }
}

function studentSteps(students: unknown): PartStep[] {
  if (!isRecord(students)) return [];
  const ids = (name: string) =>
    (Array.isArray(students[name]) ? (students[name] as unknown[]) : []).map(text);
  const changed = Array.isArray(students['changed']) ? (students['changed'] as { id: string }[]) : [];
  return [
    ...ids('added').map((key) => ({ part: 'students', key, to: true, from: { value: undefined } })),
    ...ids('removed').map((key) => ({ part: 'students', key, to: undefined, from: { value: true } })),
    ...changed.map(({ id }) => ({ part: 'students', key: id, to: true, from: { value: true } })),
  ];
}

function errorOfStep(reported: Displayed, { part, key, to, from }: PartStep): string[] {
  if (from === undefined) {
    return to === undefined && reported.parts[part]?.has(key) === false ? [`no ${part} ${key}`] : [];
  }
  const was = reported.parts[part]?.get(key);
  return isSame(was, from.value) ? [] : [`${part} ${key} was ${text(was)}, not ${text(from.value)}`];
}

function differences(reported: Displayed, record: StoredRecord, firstVersion: number): string[] {
  const fields = Object.entries(record.fields)
    .filter(([field, value]) => reported.fields.has(field) && !isSame(reported.fields.get(field), value))
    .map(
      ([field, value]) =>
        `${field} is ${JSON.stringify(value)}, replayed ${JSON.stringify(reported.fields.get(field))}`,
    );
  const parts = Object.entries(record.parts).flatMap(([part, rows]) => {
    const named = Object.fromEntries([...(reported.parts[part] ?? new Map<string, unknown>())].toSorted());
    const stored = Object.fromEntries(Object.entries(rows).toSorted());
    return isSame(stored, named)
      ? []
      : [`${part} are ${JSON.stringify(stored)}, replayed ${JSON.stringify(named)}`];
  });
  const version = firstVersion + reported.changes;
  const versions = record.version === version ? [] : [`version ${record.version}, replayed ${version}`];
  return [...fields, ...parts, ...versions];
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
