import { changeAcademicYear } from '#app/domain/academic-years/change-academic-year.server.ts';
import { rollOverYear } from '#app/domain/academic-years/roll-over-year.server.ts';
import { startSession } from '#app/domain/auth/sessions.server.ts';
import { recordBounce } from '#app/domain/bounces/bounced-addresses.server.ts';
import { patchDesignation } from '#app/domain/designations/patch-designation.server.ts';
import { changeNotice } from '#app/domain/notices/notices.server.ts';
import { rememberImportMapping } from '#app/domain/students/import-mapping.server.ts';
import type { Orm } from '#db/orm.server.ts';
import type { UserActor } from '#app/policy/actor.ts';
import { makeAccessToken } from '#tests/factories/access-token-factory.server.ts';
import { makeIdentity } from '#tests/factories/identity-factory.server.ts';
import { makePasskey } from '#tests/factories/passkey-factory.server.ts';
import { makeAccessRequest } from '#tests/factories/access-request-factory.server.ts';
import { makeDelivery } from '#tests/factories/delivery-factory.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSnooze } from '#tests/factories/snooze-factory.server.ts';
import { makeTemplate } from '#tests/factories/email-template-factory.server.ts';
import { makeExportProfile } from '#tests/factories/export-profile-factory.server.ts';
import { makeSavedView } from '#tests/factories/saved-view-factory.server.ts';
import { makeNote } from '#tests/factories/note-factory.server.ts';
import { makeRule } from '#tests/factories/reminder-rule-factory.server.ts';
import { makeExtension, makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import {
  actorOf,
  makeAdmin,
  makeCounselor,
  makeInvite,
  makeUser,
} from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';

/** DUE_AT is seven days after the test clock's time, and LATER a few weeks after that. */
const DUE_AT = '2026-11-28T09:00:00.000Z';
const LATER = '2027-01-15T09:00:00.000Z';
const NOTICE = { subject: 'Changed', body: 'It has changed.', isOn: true };

/** One record for everything that a write can be about. */
export interface WaitingScene {
  readonly actors: Readonly<Record<'staff' | 'admin' | 'invited', UserActor>>;
  readonly schoolId: string;
  /** Another school of the staff, without a designation, but with an import mapping. */
  readonly secondSchoolId: string;
  /** A school with an extension. */
  readonly otherSchoolId: string;
  readonly yearId: string;
  readonly emptyYearId: string;
  /** The school's designation, STARTED. */
  readonly designationId: string;
  readonly pendingId: string;
  /** Approved in the last minute, at version 2. */
  readonly decidedId: string;
  readonly colleagueId: string;
  /** An access token of the colleague. */
  readonly tokenId: string;
  /** A passkey of the colleague. */
  readonly passkeyId: string;
  /** The linked identity of the colleague. */
  readonly identityId: string;
  /** Staff of the second school only. */
  readonly neighborId: string;
  readonly templateId: string;
  readonly exportProfileId: string;
  /** A view of the administrator. */
  readonly savedViewId: string;
  /** PAUSED, with a failed email. */
  readonly deliveryId: string;
  readonly ruleId: string;
  readonly noticeId: string;
  readonly inviteId: string;
  readonly staffInviteId: string;
  /** For the account of `invited`. */
  readonly ownInviteId: string;
  readonly ownStaffInviteId: string;
  readonly bounced: string;
  /** The administrator's note about the school. */
  readonly noteId: string;
  /** Of `invited`: to join the school, and for a name that no school has. */
  readonly accessRequestId: string;
  readonly unmatchedRequestId: string;
}

/** The active year was started by a rollover and is still empty. The designations belong to the year before. */
export async function waitingScene(orm: Orm): Promise<WaitingScene> {
  const system = makeCtx({ orm });
  const closed = await makeYear(orm, { year: 2025 });
  const { active } = await rollOverYear(system, { year: 2026 });
  await changeAcademicYear(system, { id: active.id, patch: { dueAt: DUE_AT }, ifMatch: null });
  const emptyYear = await makeYear(orm, { year: 2024, status: 'INACTIVE' });
  const [school, second, other] = [await makeSchool(orm), await makeSchool(orm), await makeSchool(orm)];
  const { actor: staff } = await makeCounselor(orm, [school.id, second.id]);
  const mapping = { columns: { family: 'last' } } as const;
  await rememberImportMapping(makeCtx({ orm, actor: staff }), { highSchoolId: second.id, mapping });
  const { user: colleague } = await makeCounselor(orm, [school.id]);
  const { user: neighbor } = await makeCounselor(orm, [second.id]);
  const admin = actorOf(await makeAdmin(orm));
  await makeAdmin(orm);
  await startSession(system, {
    owner: { userId: colleague.id },
    client: { clientAddress: '192.0.2.1', userAgent: 'tests' },
  });
  await makeExtension(orm, { academicYearId: active.id, highSchoolId: other.id, dueAt: new Date(LATER) });
  const submittedById = staff.id;
  const started = { academicYearId: closed.id, highSchoolId: school.id, submittedById };
  const { id: designationId } = await makeDesignation(orm, started);
  const pending = { ...started, highSchoolId: other.id, status: 'PENDING', students: 2 } as const;
  const { id: pendingId } = await makeDesignation(orm, pending);
  await makeSnooze(orm, school.id);
  const decidedSchool = await makeSchool(orm);
  const { id: decidedId } = await makeDesignation(orm, { ...pending, highSchoolId: decidedSchool.id });
  await patchDesignation(system, { id: decidedId, patch: { status: 'APPROVED' }, ifMatch: 1 });
  const invited = await makeInvite(orm, { schools: [{ highSchoolId: school.id }] });
  const invitedActor = actorOf(await makeUser(orm));
  const own = await makeInvite(orm, { email: invitedActor.email, schools: [{ highSchoolId: other.id }] });
  const notice = await changeNotice(system, { ...NOTICE, kind: 'EMAIL_CHANGED', version: 0 });
  const emails = [{ to: 'failed@school.example.org', state: 'FAILED', attempts: 1 }] as const;
  const { id: deliveryId } = await makeDelivery(orm, { status: 'PAUSED', emails });
  const bounced = 'bounced@school.example.org';
  await recordBounce(system, { email: bounced, source: 'REPORT', reason: '' });
  return {
    actors: { staff, admin, invited: invitedActor },
    schoolId: school.id,
    secondSchoolId: second.id,
    otherSchoolId: other.id,
    yearId: active.id,
    emptyYearId: emptyYear.id,
    designationId,
    pendingId,
    decidedId,
    colleagueId: colleague.id,
    tokenId: (await makeAccessToken(orm, { userId: colleague.id })).id,
    passkeyId: await makePasskey(orm, { userId: colleague.id }),
    identityId: await makeIdentity(orm, { userId: colleague.id }),
    neighborId: neighbor.id,
    templateId: await makeTemplate(orm),
    exportProfileId: await makeExportProfile(orm),
    savedViewId: await makeSavedView(orm, { userId: admin.id }),
    deliveryId,
    // Due at the test clock's time.
    ruleId: await makeRule(orm, {
      academicYearId: active.id,
      daysBefore: 7,
      states: ['NOT_STARTED'],
      isAutomatic: true,
    }),
    noticeId: notice.id ?? '',
    inviteId: invited.id,
    staffInviteId: invited.staffInviteIds[0] ?? '',
    ownInviteId: own.id,
    ownStaffInviteId: own.staffInviteIds[0] ?? '',
    bounced,
    noteId: await makeNote(orm, { highSchoolId: school.id, authorId: admin.id, text: 'Ask the registrar.' }),
    accessRequestId: await makeAccessRequest(orm, { userId: invitedActor.id, highSchoolId: school.id }),
    unmatchedRequestId: await makeAccessRequest(orm, {
      userId: invitedActor.id,
      highSchoolId: null,
      schoolName: 'No Such High',
    }),
  };
}
