import { decideDesignations } from '#app/domain/designations/decide-designations.server.ts';
import type { UserActor } from '#app/policy/actor.ts';
import type { ExpectedDesignation } from '#app/schemas/designation-bulk.ts';
import { openOrm } from '#db/orm.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';

/** What a parent asks this program to approve. */
export interface BulkApproval {
  readonly databaseUrl: string;
  readonly actor: UserActor;
  readonly designations: readonly ExpectedDesignation[];
}

/** A program that approves many designations and tells its parent after each, for tests that kill it. */
process.once('message', ({ databaseUrl, actor, designations }: BulkApproval) => {
  void openOrm(databaseUrl).then((orm) =>
    decideDesignations(makeCtx({ orm, actor, channel: 'BROWSER' }), {
      ...{ status: 'APPROVED', reasons: [], note: null, notify: true },
      designations,
      onChanged: ({ id }) => process.send?.(id),
    }),
  );
});
