import type { Ctx } from '#app/domain/ctx.server.ts';
import { inviteStaff } from '#app/domain/invites/create-invites.server.ts';
import { listStaffInvites } from '#app/domain/invites/list-invites.server.ts';
import { removeStaffInvite, resendStaffInvite } from '#app/domain/invites/open-invite.server.ts';
import { SCHOOL_MESSAGES } from '#app/messages/high-school-messages.ts';
import { INVITE_MESSAGES } from '#app/messages/invite-messages.ts';
import { hasExpired } from '#app/lib/time/expiry.ts';
import { STAFF_POSITION_LABELS, type StaffPosition } from '#app/schemas/enums.ts';
import { type StaffInviteResponse, StaffInviteCreateSchema } from '#app/schemas/high-school.ts';
import { applyChange, type ChangeOptions } from '#cli/apply-change.server.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { CommandFailure, EXIT, type ExitCode } from '#cli/command-failure.ts';
import { parseFields } from '#cli/parse-options.server.ts';
import { findSchool } from '#cli/references.server.ts';
import { NEEDED_FOR_MAIL, withServices } from '#cli/with-services.server.ts';

export interface StaffInviteOptions extends ChangeOptions {
  readonly position?: StaffPosition;
}

/** `laurel staff invite SCHOOL EMAIL [--position P]`: invites an address to a school's staff, by default as STAFF. */
export async function staffInvite(
  context: CommandContext,
  reference: string,
  typed: string,
  options: StaffInviteOptions,
): Promise<ExitCode> {
  const { position = 'STAFF' } = options;
  const { email } = parseFields(StaffInviteCreateSchema, { email: typed, position }, { email: 'EMAIL' });
  return withServices(
    context,
    async (ctx) => {
      const { id: highSchoolId, name } = await findSchool(ctx, reference);
      const open = await findStaffInvite(ctx, highSchoolId, email);
      if (open?.position === position && !hasExpired(new Date(open.expiresAt), ctx.now())) {
        context.say(INVITE_MESSAGES.alreadyInvitedTo(email, name));
        return EXIT.nothingToDo;
      }
      const as = `(position: ${STAFF_POSITION_LABELS[position]})`;
      const { isDone } = await applyChange(context, options, ctx, {
        make: (tx) => inviteStaff(tx, { highSchoolId, email, position }),
        question: () => `Invite ${email} to ${name} by email ${as}?`,
      });
      context.say(
        isDone ? `${SCHOOL_MESSAGES.staffInvited(name)}.` : `Would invite ${email} to ${name} ${as}.`,
      );
      return EXIT.done;
    },
    NEEDED_FOR_MAIL,
  );
}

/** `laurel staff resend-invite SCHOOL EMAIL`: emails a school's invite again, which expires anew. */
export async function staffResendInvite(
  context: CommandContext,
  reference: string,
  email: string,
  options: ChangeOptions,
): Promise<ExitCode> {
  return withServices(
    context,
    async (ctx) => {
      const { id: highSchoolId, name } = await findSchool(ctx, reference);
      const { id: inviteId } = await getStaffInvite(ctx, { highSchoolId, name, email });
      const { isDone } = await applyChange(context, options, ctx, {
        make: (tx) => resendStaffInvite(tx, { highSchoolId, inviteId }),
        question: () => `Resend the invite to ${name} for ${email}?`,
      });
      context.say(
        isDone ? INVITE_MESSAGES.resent(email) : `Would resend the invite to ${name} for ${email}.`,
      );
      return EXIT.done;
    },
    NEEDED_FOR_MAIL,
  );
}

/** `laurel staff remove-invite SCHOOL EMAIL`: removes a school's open invite. */
export async function staffRemoveInvite(
  context: CommandContext,
  reference: string,
  email: string,
  options: ChangeOptions,
): Promise<ExitCode> {
  return withServices(context, async (ctx) => {
    const { id: highSchoolId, name } = await findSchool(ctx, reference);
    const { id: inviteId } = await getStaffInvite(ctx, { highSchoolId, name, email });
    const { isDone } = await applyChange(context, options, ctx, {
      make: (tx) => removeStaffInvite(tx, { highSchoolId, inviteId }),
      question: () => `Remove the invite to ${name} for ${email}?`,
    });
    context.say(isDone ? INVITE_MESSAGES.removed : `Would remove the invite to ${name} for ${email}.`);
    return EXIT.done;
  });
}

interface InvitedAddress {
  readonly highSchoolId: string;
  readonly name: string;
  readonly email: string;
}

/** @throws {CommandFailure} when the school has no open invite for this address */
async function getStaffInvite(
  ctx: Ctx,
  { highSchoolId, name, email }: InvitedAddress,
): Promise<StaffInviteResponse> {
  const invite = await findStaffInvite(ctx, highSchoolId, email);
  if (invite !== undefined) return invite;
  throw new CommandFailure(
    `${name} has no open invite for ${email}. To see all open invites, run \`laurel invites list\`.`,
  );
}

async function findStaffInvite(
  ctx: Ctx,
  highSchoolId: string,
  email: string,
): Promise<StaffInviteResponse | undefined> {
  const { items } = await listStaffInvites(ctx, { highSchoolId });
  return items.find((invite) => invite.email === email.trim().toLowerCase());
}
