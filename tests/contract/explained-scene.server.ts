import type { EntityManager } from '@mikro-orm/postgresql';
import type { Ctx } from '#app/domain/ctx.server.ts';
import type { UserActor } from '#app/policy/actor.ts';
import type { Orm } from '#db/orm.server.ts';
import { deliveryEmails, makeDelivery } from '#tests/factories/delivery-factory.server.ts';
import { makeYear } from '#tests/factories/school-factory.server.ts';
import { designationScene } from '#tests/support/designation-scene.server.ts';

export const SOME_ID = '3d5f0a5e-6f0e-4a41-9d8e-0d6a5f6f1c11';

/** The rows that queries need so that they don't end early, and that other rows refer to. */
export interface ExplainedScene {
  readonly year: { readonly id: string; readonly year: number };
  readonly schoolId: string;
  readonly counselor: UserActor;
  readonly designationId: string;
  readonly studentIds: readonly string[];
  readonly sendingId: string;
  readonly cancelledId: string;
}

/** The source of sample arguments. All of it belongs to one transaction. */
export interface Given extends ExplainedScene {
  /** With the system as its actor, which may do everything. */
  readonly ctx: Ctx;
  readonly ofCounselor: Ctx;
  readonly em: EntityManager;
  readonly orm: Orm;
  readonly now: Date;
}

export async function explainedScene(orm: Orm): Promise<ExplainedScene> {
  const year = await makeYear(orm);
  const { otherSchool, otherCounselor, otherDesignation } = await designationScene(orm, year);
  const delivery = await makeDelivery(orm, { emails: deliveryEmails(1) });
  const canceled = await makeDelivery(orm, { status: 'CANCELLED', emails: deliveryEmails(1) });
  return {
    year,
    schoolId: otherSchool.id,
    counselor: otherCounselor,
    designationId: otherDesignation.id,
    studentIds: otherDesignation.students.map(({ id }) => id),
    sendingId: delivery.id,
    cancelledId: canceled.id,
  };
}

export type Callable = (...given: never[]) => unknown;

/** For each exported function, lists of arguments: more than one if they lead to different SQL. */
export type SamplesOf<Module> = {
  readonly [Name in keyof Module as Module[Name] extends Callable ? Name : never]: (
    given: Given,
  ) => SampleLists<Parameters<Extract<Module[Name], Callable>>>;
};
type SampleLists<List> = readonly Readonly<List>[] | Promise<readonly Readonly<List>[]>;

export type Samples = Readonly<Record<string, (given: Given) => SampleLists<readonly unknown[]>>>;
