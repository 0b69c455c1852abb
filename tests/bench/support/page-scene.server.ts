import { type BenchApp, openBenchApp } from '#tests/bench/support/bench-app.server.ts';
import { openStage } from '#tests/bench/support/fault-stage.server.ts';
import type { Keep } from '#tests/bench/support/resources.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';

/** More than a page of the list shows. */
const PENDING = 60;
const STUDENTS = 20;

/** A server with designations, and people to open its pages. */
export interface PageScene {
  readonly app: BenchApp;
  readonly adminId: string;
  /** The path of a pending designation's details. */
  readonly details: string;
  /** Makes a designation that a counselor has started, with this many students. No one else has opened it. */
  startedWith(students: number): Promise<StartedStep>;
}

export interface StartedStep {
  readonly counselorId: string;
  /** The path of the students step. */
  readonly path: string;
}

/** @param env further settings of the server */
export async function openPageScene(
  keep: Keep,
  env: Readonly<Record<string, string>> = {},
): Promise<PageScene> {
  const stage = await keep(openStage());
  const app = await keep(openBenchApp(await stage.makeDatabase(), { env }));
  const { orm } = app;
  const { id: academicYearId } = await makeYear(orm);
  const designated = async (status: 'STARTED' | 'PENDING', students: number) => {
    const { id: highSchoolId } = await makeSchool(orm);
    const { user } = await makeCounselor(orm, [highSchoolId]);
    const { id } = await makeDesignation(orm, {
      ...{ highSchoolId, academicYearId, submittedById: user.id, status, students },
      ...{ classSize: students * 10, criteria: 'CUMULATIVE_GPA' },
    });
    return { id, highSchoolId, counselorId: user.id };
  };
  const { id } = await designated('PENDING', STUDENTS);
  for (let made = 1; made < PENDING; made += 1) await designated('PENDING', 1);
  return {
    app,
    adminId: (await makeAdmin(orm)).id,
    details: `/designations/${id}`,
    startedWith: async (students) => {
      const { highSchoolId, counselorId } = await designated('STARTED', students);
      return { counselorId, path: `/designate/students?school=${highSchoolId}&year=${academicYearId}` };
    },
  };
}
