import { isDeepStrictEqual } from 'node:util';
import { note } from '#cli/command-output.ts';
import { isRecord } from '#app/lib/records.ts';
import type { Stage } from '#tests/bench/support/fault-stage.server.ts';
import { countFigure, plainFigure } from '#tests/bench/support/figures.ts';
import { openPermissionStage, type PermissionStage } from '#tests/bench/support/permission-stage.server.ts';
import type { Report } from '#tests/bench/support/report.ts';
import { withResources } from '#tests/bench/support/resources.ts';
import { FIELD_MATRIX, INSIDERS, WHOLE_BODIES } from '#tests/contract/field-matrix.ts';
import { WHO, type Who } from '#tests/contract/callers.ts';
import { CALL_MATRIX, type CallRow } from '#tests/contract/permission-matrix.ts';
import type { PermissionScene } from '#tests/contract/permission-scene.server.ts';
import type { RowSnapshot } from '#tests/support/row-snapshot.server.ts';

const EXAMPLES = 12;
const ID = '0d5a1c1e-6f0c-4a53-9d0a-6f1d8a3b2c11';
const INSTANT = '2097-06-01T09:00:00.000Z';
/** Written by reads and rate limiting, so changes to these tables don't count. */
const TRACES = ['disclosure', 'rate_limit', 'idempotency_key', 'login_challenge'];

/** Fields of all entities that no call accepts. */
const OTHER_FIELDS: Readonly<Record<string, unknown>> = {
  id: ID,
  version: 99,
  createdAt: INSTANT,
  updatedAt: INSTANT,
  submittedBy: { id: ID, firstName: 'Some', lastName: 'Body' },
  submittedById: ID,
  downloadedAt: INSTANT,
  acceptedTermsAt: INSTANT,
  acceptedTermsVersion: '0',
  lastSignedInAt: INSTANT,
  userId: ID,
  grantedBy: ID,
  invitedBy: ID,
  userInviteId: ID,
  designationId: ID,
  academicYearId: ID,
  staff: [{ userId: ID, position: 'PRINCIPAL' }],
  staffInvites: [{ email: 'field@x.example.org' }],
  designationCount: 99,
  downloadedBy: ID,
  proven: true,
  actor: ID,
  channel: 'SYSTEM',
};

/** Every field of every entity with each value that some call accepts, without duplicates. */
const FIELDS: readonly (readonly [field: string, value: unknown])[] = [
  ...new Map(
    [
      ...Object.entries(OTHER_FIELDS),
      ...Object.values(FIELD_MATRIX).flatMap((fields) =>
        Object.entries(fields).map(([field, { value }]) => [field, value ?? ID] as const),
      ),
    ].map((pair) => [JSON.stringify(pair), pair] as const),
  ).values(),
];

interface Tried {
  count: number;
  readonly unauthorized: string[];
  readonly errors: string[];
}

/** R5: sends every field of every entity in every PATCH and POST as every role. Only allowed fields may change. */
export async function fieldsTrial(report: Report, stage: Stage): Promise<void> {
  await withResources(async (keep) => {
    const opened = await openPermissionStage(keep, stage);
    const tried: Tried = { count: 0, unauthorized: [], errors: [] };
    const calls = Object.entries(CALL_MATRIX).filter(
      ([name, { body }]) => takesBody(name) && body !== undefined,
    );
    for (const [name, row] of calls) {
      for (const who of WHO) await tryCall(opened, tried, { name, row, who });
    }
    const bodies = `${calls.length} calls × ${FIELDS.length} fields × ${WHO.length} roles`;
    report.add(plainFigure('R5', bodies, 'requests', [tried.count], { atLeast: 1_000 }));
    tell(report, 'unauthorized changes', tried.unauthorized);
    tell(report, 'responded with 500 or more', tried.errors);
  });
}

const takesBody = (name: string) => /^(?:PATCH|POST) /.test(name);

interface CallOf {
  readonly name: string;
  readonly row: CallRow;
  readonly who: Who;
}

/** Checks refused requests in one batch, because the check costs more than the requests. */
async function tryCall(opened: PermissionStage, tried: Tried, { name, row, who }: CallOf): Promise<void> {
  const { scene, snapshot } = opened;
  const [method = '', template = ''] = name.split(' ');
  const mayMake = method === 'POST' && (row.statuses[WHO.indexOf(who)] ?? 500) < 400;
  let refused: string[] = [];
  const lookAfterRefused = async () => {
    const tables = refused.length === 0 ? [] : await changes(snapshot);
    if (tables.length > 0) tried.unauthorized.push(`${refused.join('; ')}, changed ${tables.join(', ')}`);
    if (tables.length > 0) await snapshot.restore();
    refused = [];
  };
  for (const [field, value] of FIELDS) {
    if (isTheirs({ name, row, who }, scene, field)) continue;
    const body = { ...(method === 'POST' ? row.body?.(scene) : {}), [field]: value };
    const path = `/api/${row.path?.(scene) ?? template}`;
    const response = await scene.clients[who].send(method, path, body);
    tried.count += 1;
    const reported = `${name} with ${field} as ${who}: ${response.status}`;
    if (response.status >= 500) tried.errors.push(reported);
    if (response.status >= 400) {
      refused.push(reported);
      continue;
    }
    const isTaken = mayMake && isRecord(response.body) && isDeepStrictEqual(response.body[field], value);
    if (isTaken) tried.unauthorized.push(`${reported}, and it was taken`);
    const tables = mayMake ? [] : await changes(snapshot);
    if (tables.length > 0) tried.unauthorized.push(`${reported}, changed ${tables.join(', ')}`);
    await snapshot.restore();
  }
  await lookAfterRefused();
}

async function changes(snapshot: RowSnapshot): Promise<string[]> {
  return (await snapshot.changed()).filter((table) => !TRACES.includes(table));
}

function isTheirs({ name, row, who }: CallOf, scene: PermissionScene, field: string): boolean {
  const inside = INSIDERS.findIndex((one) => one === who);
  const rowOfField = FIELD_MATRIX[name]?.[field];
  if (rowOfField !== undefined) return inside >= 0 && (rowOfField.statuses[inside] ?? 500) < 400;
  const isOfBody = field in (row.body?.(scene) ?? {}) || (WHOLE_BODIES.includes(name) && field === 'name');
  return isOfBody && (row.statuses[WHO.indexOf(who)] ?? 500) < 400;
}

function tell(report: Report, what: string, found: readonly string[]): void {
  report.add(countFigure('R5', what, 'requests', found.length));
  for (const line of found.slice(0, EXAMPLES)) note(`  ${line}`);
}
