import type { DesignationResponse } from '#app/schemas/designation.ts';
import type { HighSchoolResponse } from '#app/schemas/high-school.ts';
import type { Actor } from '#tests/bench/mixed-writes/actor.server.ts';
import { type Fact, factOf } from '#tests/bench/mixed-writes/facts.ts';
import { type Random, randomOf } from '#tests/bench/mixed-writes/random.ts';
import type { BenchApp } from '#tests/bench/support/bench-app.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, type MadeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { type MadeUser, makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';

/** The data that all actors write to. */
export interface TrialScene {
  readonly app: BenchApp;
  readonly yearId: string;
  readonly schools: readonly MadeSchool[];
  readonly staff: readonly MadeUser[];
  readonly admins: readonly MadeUser[];
}

export type Action = (scene: TrialScene, actor: Actor) => Promise<void>;

const [SCHOOLS, STAFF, ADMINS] = [6, 12, 7];
const SCHOOLS_OF_ONE = 3;
const STATUSES = ['STARTED', 'RETURNED', 'PENDING', 'STARTED', 'APPROVED'] as const;

/** Six schools, one of them without a designation; twelve users, each staff of three schools; seven administrators. */
export async function makeTrialScene(app: BenchApp): Promise<TrialScene> {
  const { orm } = app;
  const { id: academicYearId } = await makeYear(orm);
  const schools: MadeSchool[] = [];
  for (let made = 0; made < SCHOOLS; made += 1) schools.push(await makeSchool(orm));
  const staff: MadeUser[] = [];
  for (let made = 0; made < STAFF; made += 1) {
    const schoolIds = Array.from(
      { length: SCHOOLS_OF_ONE },
      (_, step) => schools[(made + step) % SCHOOLS]?.id ?? '',
    );
    staff.push((await makeCounselor(orm, schoolIds)).user);
  }
  const admins: MadeUser[] = [];
  for (let made = 0; made < ADMINS; made += 1) admins.push(await makeAdmin(orm));
  for (const [index, status] of STATUSES.entries()) {
    await makeDesignation(orm, {
      ...{
        highSchoolId: schools[index]?.id ?? '',
        academicYearId,
        submittedById: staff[index]?.id ?? '',
        status,
      },
      ...{ classSize: 20, criteria: 'CUMULATIVE_GPA', criteriaComment: 'As ever.', students: 2 },
    });
  }
  return { app, yearId: academicYearId, schools, staff, admins };
}

/** Depends only on the seed and the actor's index. */
export function randomOfActor(seed: number, index: number): Random {
  return randomOf(seed * 1_000 + index);
}

/** The facts that allow an actor to read or write a school's data. */
export function ofSchool(actor: Actor, highSchoolId: string): Fact[] {
  return [factOf.staff(highSchoolId, actor.user.id), factOf.admin(actor.user.id)];
}

export function asAdmin(actor: Actor): Fact[] {
  return [factOf.admin(actor.user.id)];
}

export const form = (fields: Readonly<Record<string, string | number>>) =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));

/** Reads the designation of a random school, as a user would before changing it. Null if there is none. */
export async function someDesignation(
  scene: TrialScene,
  actor: Actor,
  needs: (highSchoolId: string) => Fact[] = (id) => ofSchool(actor, id),
): Promise<{ designation: DesignationResponse; needs: Fact[][]; begun: number } | null> {
  const begun = Date.now();
  const { id } = actor.random.of(scene.schools);
  const [listed] = await designationsOf(scene, actor, id);
  if (listed === undefined) return null;
  const facts = [needs(id), [factOf.designated(listed.id)]];
  const designation = await actor.read<DesignationResponse>(`/api/designations/${listed.id}`, facts);
  return designation === null ? null : { designation, needs: facts, begun };
}

async function designationsOf(
  scene: TrialScene,
  actor: Actor,
  id: string,
): Promise<readonly { id: string }[]> {
  const path = `/api/highschools/${id}/designations?academicYearId=${scene.yearId}&limit=1`;
  return (await actor.read<{ id: string }[]>(path, [ofSchool(actor, id)])) ?? [];
}

/** Reads a random school, as a user would before changing it. */
export async function someSchool(scene: TrialScene, actor: Actor) {
  const begun = Date.now();
  const { id } = actor.random.of(scene.schools);
  const needs = [ofSchool(actor, id)];
  const school = await actor.read<HighSchoolResponse>(`/api/highschools/${id}`, needs);
  return school === null ? null : { school, needs, begun };
}

export const digits = (random: Random) => String(random.below(10_000)).padStart(4, '0');
