import type { DesignationStatus } from '#app/schemas/enums.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import type { DesignateApp } from '#tests/support/designate-app.server.ts';

export interface PendingReviews {
  /** The schools' names: School A, School B, and so on. */
  readonly names: readonly string[];
  /** The designations, the oldest first. */
  readonly ids: readonly string[];
  /** Counselor of all these schools. */
  readonly counselor: MadeUser;
  /** Reads the current statuses, in the order of `ids`. */
  statuses(): Promise<(DesignationStatus | undefined)[]>;
}

/** Makes pending designations of new schools. All others become started, so that only these are in the queue. */
export async function makePendingReviews(
  { orm, year }: Pick<DesignateApp, 'orm' | 'year'>,
  count: number,
): Promise<PendingReviews> {
  await orm.em.fork().nativeUpdate(DesignationEntity, {}, { status: 'STARTED' });
  const names = Array.from({ length: count }, (_, index) => `School ${String.fromCodePoint(65 + index)}`);
  const schoolIds: string[] = [];
  for (const name of names) schoolIds.push((await makeSchool(orm, { name })).id);
  const { user: counselor } = await makeCounselor(orm, schoolIds);
  const ids: string[] = [];
  for (const [index, highSchoolId] of schoolIds.entries()) {
    const { id } = await makeDesignation(orm, {
      highSchoolId,
      academicYearId: year.id,
      submittedById: counselor.id,
      status: 'PENDING',
      classSize: 30,
      criteria: 'CUMULATIVE_GPA',
      students: 3,
      createdAt: new Date(Date.UTC(2026, 1, index + 1)),
      updatedAt: new Date(Date.UTC(2026, 1, index + 1)),
    });
    ids.push(id);
  }
  return {
    ...{ names, ids, counselor },
    statuses: async () => {
      const found = await orm.em.fork().find(DesignationEntity, { id: { $in: ids } });
      return ids.map((id) => found.find((one) => one.id === id)?.status);
    },
  };
}
