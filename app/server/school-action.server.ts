import { data } from '@remix-run/node';
import {
  CHANGES_SAVED,
  NOTE_INTENTS,
  SAVE_REFUSED,
  SNOOZE_INTENTS,
  SNOOZE_REFUSED,
  refusalPrefix,
} from '#app/messages/save-messages.ts';
import type { SchoolsPath } from '#app/schemas/high-school-screens.ts';
import {
  acceptAccessRequest,
  declineAccessRequest,
} from '#app/domain/access-requests/decide-access-request.server.ts';
import { changeHighSchool } from '#app/domain/high-schools/change-high-school.server.ts';
import { changeStaff, removeStaff } from '#app/domain/high-schools/change-staff.server.ts';
import { getVisibleHighSchool } from '#app/domain/high-schools/high-school-access.server.ts';
import { inviteStaff } from '#app/domain/invites/create-invites.server.ts';
import { removeStaffInvite, resendStaffInvite } from '#app/domain/invites/open-invite.server.ts';
import { addSchoolNote } from '#app/domain/notes/internal-notes.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { isAdmin } from '#app/policy/actor.ts';
import { authorize, can } from '#app/policy/authorize.ts';
import type { Flash } from '#app/schemas/flash.ts';
import {
  HighSchoolContactFormSchema,
  HighSchoolFormSchema,
  StaffInviteFormSchema,
  type PositionReply,
  type StaffRowForm,
  StaffRowFormSchema,
} from '#app/schemas/high-school-forms.ts';
import { notesAction, type NotesPage } from './notes-action.server.ts';
import { redirectWithFlash } from './flash.server.ts';
import type { SignedInCall } from './screen-call.server.ts';
import { SCHOOL_MESSAGES } from '#app/messages/high-school-messages.ts';
import { ACCESS_REQUEST_MESSAGES } from '#app/messages/access-request-messages.ts';
import { INVITE_MESSAGES } from '#app/messages/invite-messages.ts';
import {
  refusalMessage,
  screenId,
  submitForm,
  type ResultMessage,
  resultMessage,
} from './web-route.server.ts';
import { intentOf } from './read-form.server.ts';
import { endSnooze, snoozeSchool } from '#app/domain/high-schools/snooze-school.server.ts';
import { NOTE_MESSAGES } from '#app/messages/note-messages.ts';
import { SnoozeFormSchema } from '#app/schemas/school-snooze.ts';

const SAVED = successReply(CHANGES_SAVED);
const BESIDE_INVITES = { beside: 'invites' } as const;

/** Handles the forms of a school's page: its information, a new invite, and the buttons of each row, by `intent`. */
export async function schoolAction(call: SignedInCall, form: FormData, path: SchoolsPath) {
  const { ctx, params } = call;
  const school = await getVisibleHighSchool(ctx, screenId(params));
  const to = `${path}/${school.id}`;
  const redirectWith = (messages: readonly Omit<Flash, 'id'>[], where = to) =>
    redirectWithFlash(where, messages, ctx.settings, { isSamePage: where === to });
  if (intentOf(form, NOTE_INTENTS) !== null) {
    const add = (note: Parameters<NotesPage['add']>[0]) =>
      addSchoolNote(ctx, { highSchoolId: school.id, ...note });
    return notesAction(call, form, { to, add });
  }
  if (intentOf(form, SNOOZE_INTENTS) !== null)
    return snoozeAction(call, form, { to, highSchoolId: school.id });
  const intent = intentOf(form, ['save', 'invite']);
  if (intent === 'save') {
    const mayEditAll = can(ctx.actor, 'highSchool.editAll', { highSchoolId: school.id });
    const schema = mayEditAll ? HighSchoolFormSchema : HighSchoolContactFormSchema;
    return submitForm(
      form,
      schema,
      async ({ intent: _intent, version, ...patch }) => {
        await changeHighSchool(ctx, { id: school.id, patch, ifMatch: version });
        return redirectWith([SAVED]);
      },
      SAVE_REFUSED,
    );
  }
  if (intent === 'invite') {
    return submitForm(
      form,
      StaffInviteFormSchema,
      async ({ email, position }) => {
        await inviteStaff(ctx, { highSchoolId: school.id, email, position });
        return redirectWith([
          { ...successReply(SCHOOL_MESSAGES.staffInvited(school.name)), about: email, ...BESIDE_INVITES },
        ]);
      },
      SAVE_REFUSED,
    );
  }
  return submitForm(form, StaffRowFormSchema, async (row) => {
    const isLeaving = row.intent === 'remove-staff' && row.userId === call.actor.id;
    const flash = await rowAction(call, school.id, row);
    if (row.intent === 'change-position' && row.inPlace !== undefined) {
      const isSaved = flash.tone === 'success';
      return data<PositionReply>(
        { userId: row.userId, refusal: isSaved ? null : flash.text },
        { status: isSaved ? 200 : 409 },
      );
    }
    const isShutOut = isLeaving && flash.tone === 'success' && !isAdmin(call.actor);
    return redirectWith([flash], isShutOut ? path : to);
  });
}

async function rowAction({ ctx }: SignedInCall, highSchoolId: string, row: StaffRowForm) {
  try {
    switch (row.intent) {
      case 'change-position':
        await changeStaff(ctx, {
          ...{ highSchoolId, userId: row.userId },
          ...{ position: row.position, expected: row.expected },
        });
        return SAVED;
      case 'remove-staff':
        await removeStaff(ctx, { highSchoolId, userId: row.userId });
        return successReply(SCHOOL_MESSAGES.staffRemoved);
      case 'resend-invite': {
        const email = await resendStaffInvite(ctx, { highSchoolId, inviteId: row.inviteId });
        return { ...successReply(INVITE_MESSAGES.resent(email)), ...BESIDE_INVITES };
      }
      case 'remove-invite':
        await removeStaffInvite(ctx, { highSchoolId, inviteId: row.inviteId });
        return { ...successReply(INVITE_MESSAGES.removed), ...BESIDE_INVITES };
      case 'accept-request': {
        const { requestId, email } = row;
        const { person, school } = await acceptAccessRequest(ctx, { highSchoolId, requestId, email });
        return successReply(ACCESS_REQUEST_MESSAGES.accepted(person, school));
      }
      case 'decline-request':
        await declineAccessRequest(ctx, { highSchoolId, requestId: row.requestId });
        return successReply(ACCESS_REQUEST_MESSAGES.declined);
    }
  } catch (error) {
    const notFoundMessage = 'requestId' in row ? ACCESS_REQUEST_MESSAGES.notOpen : SCHOOL_MESSAGES.staffGone;
    const message = error instanceof NotFound ? notFoundMessage : refusalMessage(error).message;
    const beside = 'inviteId' in row ? BESIDE_INVITES : {};
    return { tone: 'danger', text: `${refusalPrefix(row.intent)}${message}`, ...beside } as const;
  }
}

function successReply(text: string) {
  return { tone: 'success', text } as const;
}

interface SnoozedPage {
  /** The page's path. */
  readonly to: string;
  readonly highSchoolId: string;
}

/** Handles the forms that snooze a school and end it. */
async function snoozeAction({ ctx }: SignedInCall, form: FormData, { to, highSchoolId }: SnoozedPage) {
  authorize(ctx.actor, 'note.manage');
  const redirectWith = (message: ResultMessage) =>
    redirectWithFlash(to, [message], ctx.settings, { isSamePage: true });
  if (intentOf(form, SNOOZE_INTENTS) === 'end-snooze') {
    const end = async () => {
      await endSnooze(ctx, highSchoolId);
      return NOTE_MESSAGES.snoozeEnded;
    };
    return redirectWith(await resultMessage('end-snooze', end, NOTE_MESSAGES.notSnoozed));
  }
  return submitForm(
    form,
    SnoozeFormSchema,
    async ({ until }) => {
      await snoozeSchool(ctx, { highSchoolId, until });
      return redirectWith({ tone: 'success', text: NOTE_MESSAGES.snoozed });
    },
    SNOOZE_REFUSED,
  );
}
