import type { EntityManager } from '@mikro-orm/postgresql';
import type { EventSubject } from '#db/entities/event.ts';
import { seedId } from './seeded-random.ts';

type Row = Readonly<Record<string, unknown>>;

/** Inserts the first row's columns; others use their defaults. Lists become arrays and objects jsonb. */
export async function insertRows(em: EntityManager, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
    .map((name) => `"${name}"`)
    .join(', ');
  await em.execute(
    `insert into "${table}" (${columns}) select ${columns} from json_populate_recordset(null::"${table}", ?::json)`,
    [JSON.stringify(rows)],
  );
}

/** An event of the demo, made in a browser. */
export interface SeedEvent {
  readonly at: Date;
  readonly actorId: string;
  readonly kind: string;
  readonly subject: readonly [EventSubject, string];
  readonly changes: Record<string, unknown>;
}

/** Inserts events of the browser. */
export async function insertEvents(em: EntityManager, events: readonly SeedEvent[]): Promise<void> {
  await insertRows(
    em,
    'event',
    events.map(({ at, actorId, kind, subject: [subjectType, subjectId], changes }) => ({
      id: seedId(`event ${kind} ${subjectId} ${at.getTime()} ${JSON.stringify(changes)}`),
      at,
      actor_id: actorId,
      channel: 'BROWSER',
      kind,
      subject_type: subjectType,
      subject_id: subjectId,
      changes,
    })),
  );
}
