import type { EntityManager } from '@mikro-orm/postgresql';
import type { Ctx } from '#app/domain/ctx.server.ts';
import type { UserActor } from '#app/policy/actor.ts';
import type { Orm } from '#db/orm.server.ts';
import { deliveryMails, makeDelivery } from '#tests/factories/delivery-factory.server.ts';
import { makeYear } from '#tests/factories/school-factory.server.ts';
import { designationScene } from '#tests/support/designation-scene.server.ts';

/** Of nothing that is there. */
export const SOME_ID = '3d5f0a5e-6f0e-4a41-9d8e-0d6a5f6f1c11';

/** What queries that end early without rows, and rows that refer to others, need to be there. */
export interface ExplainedScene {
  readonly year: { readonly id: string; readonly year: number };
  readonly schoolId: string;
  readonly counselor: UserActor;
  readonly designationId: string;
  readonly studentIds: readonly string[];
  readonly sendingId: string;
  readonly cancelledId: string;
}

/** What sample arguments are made of. Everything here belongs to one transaction. */
export interface Given extends ExplainedScene {
  /** Of the system, which may do everything. */
  readonly ctx: Ctx;
  readonly ofCounselor: Ctx;
  readonly em: EntityManager;
  readonly orm: Orm;
  readonly now: Date;
}

export async function explainedScene(orm: Orm): Promise<ExplainedScene> {
  const year = await makeYear(orm);
  const { otherSchool, otherCounselor, otherDesignation } = await designationScene(orm, year);
  const sending = await makeDelivery(orm, { mails: deliveryMails(1) });
  const cancelled = await makeDelivery(orm, { status: 'CANCELLED', mails: deliveryMails(1) });
  return {
    year,
    schoolId: otherSchool.id,
    counselor: otherCounselor,
    designationId: otherDesignation.id,
    studentIds: otherDesignation.students.map(({ id }) => id),
    sendingId: sending.id,
    cancelledId: cancelled.id,
  };
}

export type Callable = (...given: never[]) => unknown;

/** Of each function that a file exports: one list of arguments, or several where they lead to different SQL. */
export type SamplesOf<Module> = {
  readonly [Name in keyof Module as Module[Name] extends Callable ? Name : never]: (
    given: Given,
  ) => SampleLists<Parameters<Extract<Module[Name], Callable>>>;
};
type SampleLists<List> = readonly Readonly<List>[] | Promise<readonly Readonly<List>[]>;

/** The same of any file. */
export type Samples = Readonly<Record<string, (given: Given) => SampleLists<readonly unknown[]>>>;
