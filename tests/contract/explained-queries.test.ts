import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { useDatabase } from '#tests/support/database.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { SAMPLES, WHOLE_STATEMENTS, WITHOUT_PLAN } from './explained-queries.ts';
import { type Callable, explainedScene, type ExplainedScene, type Given } from './explained-scene.server.ts';
import { type ExplainingOrm, openExplainingOrm } from './explaining-orm.server.ts';

const modules = import.meta.glob<Record<string, unknown>>(
  ['/app/**/*-queries.server.ts', '/cli/**/*-queries.server.ts'],
  { eager: true },
);

/** Exported constants are fragments of queries, so they aren't run. */
const queries = Object.entries(modules).flatMap(([path, module]) =>
  Object.entries(module).flatMap(([name, query]) => {
    const file = path.slice(1);
    return isCallable(query) ? [[`${file} ${name}`, { file, name, query }] as const] : [];
  }),
);

const sampled: readonly string[] = Object.entries(SAMPLES).flatMap(([file, samples]) =>
  Object.keys(samples).map((name) => `${file} ${name}`),
);

const FragmentSchema = z.object({ sql: z.string(), params: z.array(z.unknown()) });

describe('queries', () => {
  const database = useDatabase();
  let explaining: ExplainingOrm;
  let scene: ExplainedScene;
  beforeAll(async () => {
    explaining = await openExplainingOrm(database.url);
    scene = await explainedScene(explaining.orm);
  });
  afterAll(() => explaining.orm.close(true));

  it('each have sample arguments in the contract', () => {
    const exported: readonly string[] = queries.map(([called]) => called);
    expect(sampled.toSorted()).toEqual(exported.toSorted());
    const marked = [...Object.keys(WITHOUT_PLAN), ...Object.keys(WHOLE_STATEMENTS)];
    expect(marked.filter((called) => !exported.includes(called))).toEqual([]);
  });

  it.each(queries.filter(([called]) => sampled.includes(called)))(
    '%s fits the migrated database',
    async (called, { file, name, query }) => {
      await explaining.inVain(async (em) => {
        const samples = (await SAMPLES[file]?.[name]?.(givenIn(em))) ?? [];
        expect(samples.length).toBeGreaterThan(0);
        for (const sample of samples) {
          const planned = await explaining.plannedBy(() => run(query, sample, em, called));
          expect(planned.length > 0).toBe(!(called in WITHOUT_PLAN));
        }
      });
    },
  );

  const givenIn = (em: Given['em']): Given => {
    const { orm } = explaining;
    const ctx = { ...makeCtx({ orm }), em };
    return { ...scene, ctx, ofCounselor: { ...ctx, actor: scene.counselor }, em, orm, now: ctx.now() };
  };
});

/** Calls a query, reads a stream to its end, and runs the statement built from a fragment. */
async function run(
  query: Callable,
  sample: readonly unknown[],
  em: Given['em'],
  called: string,
): Promise<void> {
  const result: unknown = await Reflect.apply(query, undefined, sample);
  if (isStream(result)) for await (const portion of result) expect(portion).not.toEqual([]);
  const whole = WHOLE_STATEMENTS[called];
  if (whole === undefined) return;
  const { sql, params } = FragmentSchema.parse(result);
  await em.execute(whole(sql), params);
}

function isCallable(value: unknown): value is Callable {
  return typeof value === 'function';
}

function isStream(result: unknown): result is AsyncIterable<unknown> {
  return typeof result === 'object' && result !== null && Symbol.asyncIterator in result;
}
