import { closeAccessRequests } from '#app/domain/access-requests/close-access-requests.server.ts';
import { waitingRequests } from '#app/domain/access-requests/list-access-requests.server.ts';
import { schoolNameKey } from '#app/domain/access-requests/request-access.server.ts';
import type { AuthorizedCtx } from '#app/domain/auth/reload-actor.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { lockRows } from '#app/domain/lock-queries.server.ts';
import { moveReadings } from '#app/domain/messages/message-queries.server.ts';
import type { MergedPosition } from '#app/schemas/user-merge.ts';
import { AccessRequestEntity } from '#db/entities/access-request.ts';
import { DesignationEditorEntity } from '#db/entities/designation-editor.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { SavedViewEntity } from '#db/entities/saved-view.ts';
import type { UserAccount } from '#db/entities/user-account.ts';
import { moveWaitingEmails } from './move-waiting-emails.server.ts';
import { moveAuthorship } from './user-queries.server.ts';

/** Two locked accounts. */
export interface LockedPair {
  readonly from: UserAccount;
  readonly into: UserAccount;
}

/** Moves positions, with an event for each school. At a school of both, `into` keeps the longer membership. */
export async function movePositions(
  tx: AuthorizedCtx,
  { from, into }: LockedPair,
  positions: readonly MergedPosition[],
): Promise<void> {
  const memberships = await lockRows(
    tx,
    HighSchoolStaffEntity,
    { user: { $in: [from.id, into.id] } },
    'update',
  );
  const membershipOf = (user: UserAccount, highSchoolId: string) =>
    memberships.find((one) => one.user.id === user.id && one.highSchool.id === highSchoolId);
  for (const { highSchoolId, position, replaced } of positions) {
    const moved = membershipOf(from, highSchoolId);
    const kept = membershipOf(into, highSchoolId);
    if (moved === undefined) continue;
    if (kept === undefined) tx.em.assign(moved, { user: into.id });
    else {
      const createdAt = moved.createdAt < kept.createdAt ? moved.createdAt : kept.createdAt;
      const updatedAt = moved.updatedAt > kept.updatedAt ? moved.updatedAt : kept.updatedAt;
      tx.em.assign(kept, { position, createdAt, updatedAt });
      tx.em.remove(moved);
    }
    recordEvent(tx, 'staff.accountMerged', ['HIGH_SCHOOL', highSchoolId], {
      userId: into.id,
      mergedFromId: from.id,
      position: replaced === null ? position : { from: replaced, to: position },
    });
  }
  await tx.em.flush();
}

/** Moves everything else that refers to the account, except the logs, which keep who did it. */
export async function moveBelongings(
  tx: AuthorizedCtx,
  { from, into }: LockedPair,
  positions: readonly MergedPosition[],
): Promise<void> {
  const { em } = tx;
  const [fromId, intoId] = [from.id, into.id];
  await moveAuthorship(tx, { fromId, intoId });
  await moveWaitingEmails(tx, { from, into });
  await em.nativeDelete(DesignationEditorEntity, { user: fromId });
  await moveReadings(tx, { fromId, intoId });
  await moveAccessRequests(tx, { from, into }, positions);
  await moveViews(tx, { from, into });
}

/** Moves access requests, except those that the other account has made, too, or doesn't need. */
async function moveAccessRequests(
  tx: AuthorizedCtx,
  { from, into }: LockedPair,
  positions: readonly MergedPosition[],
): Promise<void> {
  const requests = await lockRows(tx, AccessRequestEntity, { user: from.id }, 'update');
  const waiting = await waitingRequests(tx, from.id);
  const own = (await waitingRequests(tx, into.id)).map(({ schoolName }) => schoolNameKey(schoolName));
  for (const request of requests) {
    const isRepeated = waiting.includes(request) && own.includes(schoolNameKey(request.schoolName));
    if (isRepeated) tx.em.remove(request);
    else tx.em.assign(request, { user: into.id });
  }
  await tx.em.flush();
  for (const { highSchoolId } of positions) {
    await closeAccessRequests(tx, { userId: into.id, highSchoolId });
  }
  await tx.em.flush();
}

/** Moves saved views. A view with a name that is taken is numbered, unless it is the same view. */
async function moveViews(tx: AuthorizedCtx, { from, into }: LockedPair): Promise<void> {
  const views = await lockRows(tx, SavedViewEntity, { user: from.id }, 'update');
  const own = await tx.em.find(SavedViewEntity, { user: into.id });
  for (const view of views) {
    const ofList = own.filter(({ list }) => list === view.list);
    const isTaken = (name: string) => ofList.some((one) => one.name.toLowerCase() === name.toLowerCase());
    if (ofList.some(({ name, query }) => name === view.name && query === view.query)) {
      tx.em.remove(view);
      continue;
    }
    let { name } = view;
    for (let number = 2; isTaken(name); number += 1) name = `${view.name} (${number})`;
    tx.em.assign(view, { user: into.id, name });
    own.push(view);
  }
  await tx.em.flush();
}
