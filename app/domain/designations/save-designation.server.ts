import type { AuthorizedCtx } from '#app/domain/auth/reload-actor.server.ts';
import { differs, storeDesignation } from '#app/domain/designations/store-designation.server.ts';
import type { DesignationAnswer } from '#app/schemas/designation.ts';

/** Stores an edit that leaves the status as it is: an event, no mail. An edit that changes nothing leaves no trace. */
export async function saveDesignation(
  ctx: AuthorizedCtx,
  edit: { before: DesignationAnswer; after: DesignationAnswer },
): Promise<DesignationAnswer> {
  if (!differs(edit.before, edit.after)) return edit.before;
  return storeDesignation(ctx, { ...edit, kind: 'designation.edited' });
}
