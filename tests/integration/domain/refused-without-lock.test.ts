import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { announceEditor, announceReviewer } from '#app/domain/designations/designation-editors.server.ts';
import { patchDesignation } from '#app/domain/designations/patch-designation.server.ts';
import { saveDraft } from '#app/domain/designations/save-draft.server.ts';
import { undoDecision } from '#app/domain/designations/undo-decision.server.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { postMessage } from '#app/domain/messages/post-message.server.ts';
import { Forbidden, NotFound, Unauthorized } from '#app/lib/domain-errors.ts';
import { type Actor, ANONYMOUS } from '#app/policy/actor.ts';
import { DraftSaveSchema } from '#app/schemas/designation-editing.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeCounselor } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { type DesignationScene, refusalOf } from '#tests/support/designation-scene.server.ts';
import { useDesignationScene } from '#tests/support/use-designation-scene.server.ts';

let orm: Orm;
let scene: DesignationScene;
useDesignationScene((given) => ({ orm, scene } = given));

type Write = (ctx: Ctx, id: string) => Promise<unknown>;

const CONTENTS = { classSize: 30, criteria: null, criteriaComment: null, students: [] };
const tab = (id: string) => ({ id, tabId: randomUUID(), userId: randomUUID() });
const WRITES: Readonly<Record<string, Write>> = {
  patchDesignation: (ctx, id) => patchDesignation(ctx, { id, patch: { classSize: 30 }, ifMatch: null }),
  saveDraft: (ctx, id) => {
    const { tabId, userId } = tab(id);
    return saveDraft(ctx, { id, save: DraftSaveSchema.parse({ tabId, userId, version: 1, ...CONTENTS }) });
  },
  announceEditor: (ctx, id) => announceEditor(ctx, tab(id)),
  postMessage: (ctx, id) => postMessage(ctx, { designationId: id, text: 'Hello' }),
};
const DECISIONS: Readonly<Record<string, Write>> = {
  undoDecision: (ctx, id) => undoDecision(ctx, { id, ifMatch: null }),
  announceReviewer: (ctx, id) => announceReviewer(ctx, tab(id)),
};

/** Returns how a call fails while someone else has the designation's lock. A call that waited for it wouldn't end. */
async function refusalDuringLock(actor: Actor, write: Write): Promise<unknown> {
  const { id } = scene.otherDesignation;
  return inTransaction(makeCtx({ orm }), async (tx) => {
    await lockRow(tx, DesignationEntity, { id }, 'update');
    return refusalOf(write(makeCtx({ orm, actor }), id));
  });
}

it.each([...Object.entries(WRITES), ...Object.entries(DECISIONS)])(
  '%s refuses people without a school before it locks the designation',
  async (_, write) => {
    const { actor } = await makeCounselor(orm, []);
    expect(await refusalDuringLock(actor, write)).toBeInstanceOf(NotFound);
    expect(await refusalDuringLock(ANONYMOUS, write)).toBeInstanceOf(Unauthorized);
  },
);

it.each(Object.entries(DECISIONS))(
  '%s refuses everyone but administrators before it locks the designation',
  async (_, write) => {
    expect(await refusalDuringLock(scene.counselor, write)).toBeInstanceOf(NotFound);
    expect(await refusalDuringLock(scene.otherCounselor, write)).toBeInstanceOf(Forbidden);
  },
);
