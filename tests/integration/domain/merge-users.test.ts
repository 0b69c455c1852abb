import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { readTimeline } from '#app/domain/events/read-timeline.server.ts';
import { changeUser } from '#app/domain/users/change-user.server.ts';
import { USER_MESSAGES } from '#app/messages/user-messages.ts';
import type { Actor, UserActor } from '#app/policy/actor.ts';
import type { EmailState } from '#app/schemas/enums.ts';
import { AccessTokenEntity } from '#db/entities/access-token.ts';
import { DesignationMessageEntity } from '#db/entities/designation-message.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { EventEntity } from '#db/entities/event.ts';
import { EmailDeliveryEntity } from '#db/entities/email-delivery.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { InternalNoteEntity } from '#db/entities/internal-note.ts';
import { MessageReadingEntity } from '#db/entities/message-reading.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { SavedViewEntity } from '#db/entities/saved-view.ts';
import { SessionEntity } from '#db/entities/session.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeAccessToken } from '#tests/factories/access-token-factory.server.ts';
import { makeDelivery } from '#tests/factories/delivery-factory.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeNote } from '#tests/factories/note-factory.server.ts';
import { makeSavedView } from '#tests/factories/saved-view-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeStaff, makeUser, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';
import { type TwoAccounts, useTwoAccounts } from '#tests/support/use-two-accounts.server.ts';

let orm: Orm;
let admin: UserActor;
let old: MadeUser;
let current: MadeUser;
let merge: TwoAccounts['merge'];
useTwoAccounts((given) => ({ orm, admin, old, current, merge } = given));

const NAME = { firstName: 'Jane', lastName: 'Doe' };

const as = (actor: Actor): Ctx => makeCtx({ orm, actor });
const em = () => orm.em.fork();
const staffOf = async ({ id }: MadeUser) =>
  (await em().find(HighSchoolStaffEntity, { user: id })).map(({ highSchool, position, createdAt }) => ({
    ...{ highSchoolId: highSchool.id, position, createdAt },
  }));
const titles = async (id: string) =>
  (await readTimeline(as(admin), { type: 'USER', id }, null)).entries.map(({ kind }) => kind);

describe('positions in a merge', () => {
  it('move with their start, and at a school of both accounts the position changed last remains', async () => {
    const [only, both, same] = [await makeSchool(orm), await makeSchool(orm), await makeSchool(orm)];
    await makeStaff(orm, { highSchoolId: only.id, userId: old.id, position: 'REGISTRAR' });
    for (const userId of [old.id, current.id]) {
      await makeStaff(orm, { highSchoolId: same.id, userId, position: 'PRINCIPAL' });
    }
    const [earlier, later] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-11-01T00:00:00Z')];
    const oldStaff = await makeStaff(orm, { highSchoolId: both.id, userId: old.id, position: 'COUNSELOR' });
    await makeStaff(orm, { highSchoolId: both.id, userId: current.id, position: 'STAFF' });
    await em().nativeUpdate(
      HighSchoolStaffEntity,
      { id: oldStaff },
      { createdAt: earlier, updatedAt: later },
    );
    const { highSchools } = await merge();
    const bySchool = new Map(highSchools.map(({ highSchoolId, ...rest }) => [highSchoolId, rest]));
    expect(bySchool.get(only.id)).toMatchObject({ position: 'REGISTRAR', isNew: true, replaced: null });
    expect(bySchool.get(both.id)).toMatchObject({ position: 'COUNSELOR', isNew: false, replaced: 'STAFF' });
    expect(bySchool.get(same.id)).toMatchObject({ position: 'PRINCIPAL', isNew: false, replaced: null });
    expect(await staffOf(old)).toEqual([]);
    const staff = await staffOf(current);
    expect(staff).toHaveLength(3);
    expect(staff.find(({ highSchoolId }) => highSchoolId === both.id)?.createdAt).toEqual(earlier);
    const history = await readTimeline(as(admin), { type: 'HIGH_SCHOOL', id: both.id }, null);
    expect(history.entries[0]).toMatchObject({
      kind: 'staff.accountMerged',
      fields: { position: { from: 'STAFF', to: 'COUNSELOR' } },
      names: [
        { field: 'userId', name: 'Jane Doe', path: `/users/${current.id}` },
        { field: 'mergedFromId', name: 'Jane Doe (merged account)', path: `/users/${old.id}` },
      ],
    });
  });

  it('of the account that is kept win if they were changed last', async () => {
    const { id: highSchoolId } = await makeSchool(orm);
    await makeStaff(orm, { highSchoolId, userId: old.id, position: 'COUNSELOR' });
    const kept = await makeStaff(orm, { highSchoolId, userId: current.id, position: 'STAFF' });
    await em().nativeUpdate(HighSchoolStaffEntity, { id: kept }, { updatedAt: new Date('2026-11-01') });
    expect((await merge()).highSchools).toEqual([
      expect.objectContaining({ position: 'STAFF', replaced: 'COUNSELOR' }),
    ]);
    expect(await staffOf(current)).toMatchObject([{ position: 'STAFF' }]);
  });
});

it('a merge moves designations, messages, notes, what was read, and waiting emails, without a new version of a designation', async () => {
  const [school, year] = [await makeSchool(orm), await makeYear(orm, { year: 2027 })];
  const designation = await makeDesignation(orm, {
    ...{ highSchoolId: school.id, academicYearId: year.id, submittedById: old.id },
  });
  const noteId = await makeNote(orm, { highSchoolId: school.id, authorId: old.id, text: 'Called.' });
  const at = new Date('2026-11-01T00:00:00Z');
  const message = { designation: designation.id, side: 'SCHOOL' as const, text: 'Hello', createdAt: at };
  await em().insert(DesignationMessageEntity, { id: randomUUID(), number: 1, author: old.id, ...message });
  await em().insertMany(MessageReadingEntity, [
    { designation: designation.id, user: old.id, number: 7 },
    { designation: designation.id, user: current.id, number: 3 },
  ]);
  const email = (state: 'QUEUED' | 'SENT') => ({
    ...{ id: randomUUID(), kind: 'test', user: old.id, toAddress: old.email, subject: 'x', textBody: 'x' },
    ...{ messageId: randomUUID(), state, nextAttemptAt: at, createdAt: at },
  });
  const [queued, sent] = [email('QUEUED'), email('SENT')];
  await em().insertMany(OutboxMailEntity, [queued, sent]);
  await makeSavedView(orm, { userId: old.id, name: 'Mine', query: 'status=STARTED' });
  await makeSavedView(orm, { userId: old.id, name: 'Same' });
  await makeSavedView(orm, { userId: current.id, name: 'mine' });
  await makeSavedView(orm, { userId: current.id, name: 'Same' });

  const { moved } = await merge();
  expect(moved).toMatchObject({ designationsStarted: 1, designationsSubmitted: 0, messages: 1, notes: 1 });
  const stored = await em().findOneOrFail(DesignationEntity, { id: designation.id });
  expect([stored.submittedBy.id, stored.version]).toEqual([current.id, 1]);
  expect((await em().findOneOrFail(InternalNoteEntity, { id: noteId })).author?.id).toBe(current.id);
  expect((await em().findOneOrFail(DesignationMessageEntity, { number: 1 })).author?.id).toBe(current.id);
  const readings = await em().find(MessageReadingEntity, {});
  expect(readings.map(({ user, number }) => [user.id, number])).toEqual([[current.id, 7]]);
  const emails = await em().find(OutboxMailEntity, { kind: 'test' });
  expect(new Map(emails.map(({ id, user, toAddress }) => [id, [user?.id, toAddress]]))).toEqual(
    new Map([
      [queued.id, [current.id, current.email]],
      [sent.id, [old.id, old.email]],
    ]),
  );
  const views = await em().find(SavedViewEntity, {}, { orderBy: { name: 'asc' } });
  expect(views.map(({ user, name }) => [user.id === current.id, name]).toSorted()).toEqual(
    [
      [true, 'Mine (2)'],
      [true, 'Same'],
      [true, 'mine'],
    ].toSorted(),
  );
});

it('a merge moves every reference to an account except those of the logs and of signing in', () => {
  const referring = Object.values(orm.getMetadata().getAll()).flatMap(({ className, relations }) =>
    relations.flatMap(({ name, type }) => (type === 'UserAccount' ? [`${className}.${name}`] : [])),
  );
  expect(new Set(referring)).toEqual(
    new Set([
      // Moved by `moveBelongings` and `movePositions`.
      ...['Designation.submittedBy', 'DesignationMessage.author', 'InternalNote.author'],
      ...['EmailDelivery.createdBy', 'DeadlineExtension.grantedBy', 'UndoableDecision.decidedBy'],
      ...['HighSchoolStaffInvite.invitedBy', 'AccessRequest.decidedBy', 'AccessRequest.user'],
      ...['HighSchoolStaff.user', 'MessageReading.user', 'OutboxMail.user', 'SavedView.user'],
      // Ended with the account.
      ...['DesignationEditor.user', 'Session.user', 'LoginChallenge.user', 'AccessToken.user'],
      ...['Passkey.user', 'PasskeyChallenge.user', 'LinkedIdentity.user'],
      // Append-only, or the merge itself.
      ...['Event.actor', 'Disclosure.actor', 'UserAccount.mergedIntoId'],
    ]),
  );
});

describe('emails of a delivery to both accounts', () => {
  const deliverTo = async (
    states: { old: EmailState; current: EmailState },
    currentSchools = ['Birch High'],
  ) => {
    const [birch, aspen] = [await makeSchool(orm), await makeSchool(orm)];
    const delivery = await makeDelivery(orm, {
      emails: [
        {
          ...{ to: old.email, userId: old.id, state: states.old, highSchoolIds: [aspen.id] },
          recipient: { schools: ['Aspen High'] },
        },
        {
          ...{ to: current.email, userId: current.id, state: states.current },
          ...{
            recipient: { schools: currentSchools },
            highSchoolIds: [birch.id, aspen.id].slice(0, currentSchools.length),
          },
        },
      ],
    });
    await merge();
    const emails = await em().find(OutboxMailEntity, { delivery: delivery.id });
    const status = (await em().findOneOrFail(EmailDeliveryEntity, { id: delivery.id })).status;
    const stateOf = (schools: string) =>
      emails.find(({ mergeValues }) => mergeValues?.schools.join(' & ') === schools)?.state;
    const addresses = emails.filter(({ state }) => state === 'QUEUED').map(({ toAddress }) => toAddress);
    return { stateOf, status, addresses };
  };

  it('that wait become one, which names the schools of both', async () => {
    const { stateOf, status, addresses } = await deliverTo({ old: 'QUEUED', current: 'QUEUED' });
    expect([stateOf('Aspen High'), stateOf('Aspen High & Birch High')]).toEqual(['CANCELLED', 'QUEUED']);
    expect([status, addresses]).toEqual(['SENDING', [current.email]]);
  });

  it('are not sent again if the remaining address already received the email about these schools', async () => {
    const { stateOf, status, addresses } = await deliverTo({ old: 'DEFERRED', current: 'SENT' }, [
      ...['Birch High', 'Aspen High'],
    ]);
    expect(stateOf('Aspen High')).toBe('CANCELLED');
    expect([status, addresses]).toEqual(['FINISHED', []]);
  });

  it('are sent if they name a school that the email sent before does not', async () => {
    expect((await deliverTo({ old: 'QUEUED', current: 'SENT' })).addresses).toEqual([current.email]);
  });

  it('are sent if the other one failed', async () => {
    const { addresses } = await deliverTo({ old: 'QUEUED', current: 'FAILED' }, ['Birch High', 'Aspen High']);
    expect(addresses).toEqual([current.email]);
  });
});

describe('the merged account', () => {
  it('is deleted with a pointer and signed out, and both timelines show it', async () => {
    await em().insert(SessionEntity, {
      ...{ id: randomUUID(), secretHash: 'hash', user: old.id, createdAt: new Date(), seenAt: new Date() },
      expiresAt: new Date('2099-01-01'),
    });
    await makeAccessToken(orm, { userId: old.id });
    const { user, merged } = await merge();
    expect(merged).toMatchObject({ flags: ['DELETED'], mergedIntoId: current.id, version: 2 });
    expect(user).toMatchObject({ ...NAME, email: current.email, flags: [], mergedIntoId: null, version: 2 });
    expect(await em().count(SessionEntity, { user: old.id })).toBe(0);
    expect(await em().count(AccessTokenEntity, { user: old.id })).toBe(0);
    expect(await titles(old.id)).toEqual(['user.mergedAway']);
    expect(await titles(current.id)).toEqual(['user.merged']);
    const [event] = await em().find(EventEntity, { kind: 'user.merged' });
    expect(event?.changes).toEqual({ mergedFromId: old.id, mergedEmail: old.email });
  });

  it('keeps its events, which name it as merged', async () => {
    const { id: highSchoolId } = await makeSchool(orm);
    await em().insert(EventEntity, {
      ...{ id: randomUUID(), at: new Date('2026-01-01'), actor: old.id, channel: 'BROWSER' },
      ...{ kind: 'highSchool.changed', subjectType: 'HIGH_SCHOOL', subjectId: highSchoolId, changes: {} },
    });
    const actorName = async () =>
      (await readTimeline(as(admin), { type: 'HIGH_SCHOOL', id: highSchoolId }, null)).entries.at(-1)
        ?.actorName;
    await em().nativeUpdate(UserAccountEntity, { id: current.id }, { lastName: 'Roe' });
    await merge();
    expect(await actorName()).toBe('Jane Doe (merged into Jane Roe)');
    await em().nativeUpdate(UserAccountEntity, { id: current.id }, { lastName: 'Doe' });
    expect(await actorName()).toBe('Jane Doe (merged account)');
  });

  it("can't be restored or merged again, and no other account can be merged into it", async () => {
    await merge();
    const restore = changeUser(as(admin), { id: old.id, patch: { flags: [] }, ifMatch: null });
    expect(await refusalOf(restore)).toMatchObject({ message: USER_MESSAGES.restoreMerged });
    expect(await refusalOf(merge())).toMatchObject({
      message: USER_MESSAGES.merge.alreadyMerged('Jane Doe <jane@old.example.org>'),
    });
    const other = await makeUser(orm);
    expect(await refusalOf(merge(admin, { from: other.id, into: old.id }))).toMatchObject({
      message: USER_MESSAGES.merge.intoMerged('Jane Doe <jane@old.example.org>'),
    });
  });
});
