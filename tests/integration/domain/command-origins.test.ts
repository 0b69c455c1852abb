import { hostname } from 'node:os';
import { expect, it } from 'vitest';
import { systemUser } from '#app/config/process-environment.server.ts';
import { readTimeline } from '#app/domain/events/read-timeline.server.ts';
import { changeHighSchool } from '#app/domain/high-schools/change-high-school.server.ts';
import { jobCtx } from '#app/domain/interval-job.server.ts';
import type { Actor } from '#app/policy/actor.ts';
import { openOrm } from '#db/orm.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { createTestClock } from '#tests/support/clock.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';

const database = useDatabase();

it("the history shows the operating system's user and host of commands and jobs to administrators only", async () => {
  const orm = await openOrm(database.url);
  const { now, advance } = createTestClock();
  const admin = actorOf(await makeAdmin(orm));
  const school = await makeSchool(orm);
  const { actor: counselor } = await makeCounselor(orm, [school.id]);
  const osAccount = { osUser: 'root', host: 'web1' };
  const command = makeCtx({ orm, now, channel: 'CLI', osAccount });
  await changeHighSchool(command, { id: school.id, patch: { phone: '(907) 555-0144' }, ifMatch: null });
  advance(60_000);
  const job = jobCtx({ ...command, orm });
  await changeHighSchool(job, { id: school.id, patch: { phone: '(907) 555-0145' }, ifMatch: null });
  const accounts = async (actor: Actor) => {
    const { entries } = await readTimeline(
      makeCtx({ orm, actor }),
      { type: 'HIGH_SCHOOL', id: school.id },
      null,
    );
    return entries.slice(0, 2).map(({ channel, osUser, host }) => ({ channel, osUser, host }));
  };
  expect(await accounts(admin)).toEqual([
    { channel: 'SYSTEM', osUser: systemUser(), host: hostname() },
    { channel: 'CLI', ...osAccount },
  ]);
  expect(await accounts(counselor)).toEqual([
    { channel: 'SYSTEM', osUser: null, host: null },
    { channel: 'CLI', osUser: null, host: null },
  ]);
  await orm.close(true);
});
