import type { Ctx } from '#app/domain/ctx.server.ts';
import { addStaff, changeStaff, removeStaff } from '#app/domain/high-schools/change-staff.server.ts';
import { listStaff } from '#app/domain/high-schools/list-staff.server.ts';
import { SCHOOL_MESSAGES } from '#app/messages/high-school-messages.ts';
import { nameWithAddress } from '#app/lib/text/person-name.ts';
import { STAFF_POSITION_LABELS, type StaffPosition } from '#app/schemas/enums.ts';
import type { HighSchoolStaffResponse } from '#app/schemas/high-school.ts';
import type { UserResponse } from '#app/schemas/user.ts';
import { applyChange, type ChangeOptions } from '#cli/apply-change.server.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { CommandFailure, EXIT, type ExitCode } from '#cli/command-failure.ts';
import { findSchool, findUser } from '#cli/references.server.ts';
import { NEEDED_FOR_MAIL, withServices } from '#cli/with-services.server.ts';

export interface StaffOptions extends ChangeOptions {
  readonly position: StaffPosition;
}

interface Found {
  readonly school: { readonly id: string; readonly name: string };
  readonly user: UserResponse;
  /** Null if the user isn't on the staff. */
  readonly member: HighSchoolStaffResponse | null;
  readonly who: string;
  /** Whether the user is the school's only staff. */
  readonly isLast: boolean;
}

/** `laurel staff add SCHOOL USER --position P`: adds an account to a school's staff, and emails the person. */
export async function staffAdd(
  context: CommandContext,
  schoolReference: string,
  userReference: string,
  options: StaffOptions,
): Promise<ExitCode> {
  const { position } = options;
  return withServices(
    context,
    async (ctx) => {
      const { school, user, member, who } = await findMember(ctx, schoolReference, userReference);
      if (member !== null && member.position === position) {
        context.say(SCHOOL_MESSAGES.alreadyOnStaff(who, school.name));
        return EXIT.nothingToDo;
      }
      const what = `${who} to the staff of ${school.name} (position: ${STAFF_POSITION_LABELS[position]})`;
      const { isDone } = await applyChange(context, options, ctx, {
        make: (tx) => addStaff(tx, { highSchoolId: school.id, userId: user.id, position }),
        question: () => `Add ${what}?`,
      });
      context.say(isDone ? `Added ${what}.` : `Would add ${what}.`);
      return EXIT.done;
    },
    NEEDED_FOR_MAIL,
  );
}

/** `laurel staff edit SCHOOL USER --position P`: changes a staff member's position. */
export async function staffEdit(
  context: CommandContext,
  schoolReference: string,
  userReference: string,
  options: StaffOptions,
): Promise<ExitCode> {
  const { position } = options;
  return withServices(context, async (ctx) => {
    const { school, user, member, who } = await findMember(ctx, schoolReference, userReference);
    if (member === null) throw new CommandFailure(`${who} isn't on the staff of ${school.name}.`);
    const expected = member.position;
    if (expected === position) {
      context.say(`${who} already has this position at ${school.name}.`);
      return EXIT.nothingToDo;
    }
    const from = STAFF_POSITION_LABELS[expected];
    const what = `the position of ${who} at ${school.name} from ${from} to ${STAFF_POSITION_LABELS[position]}`;
    const { isDone } = await applyChange(context, options, ctx, {
      make: (tx) => changeStaff(tx, { highSchoolId: school.id, userId: user.id, position, expected }),
      question: () => `Change ${what}?`,
    });
    context.say(isDone ? `Changed ${what}.` : `Would change ${what}.`);
    return EXIT.done;
  });
}

/** `laurel staff remove SCHOOL USER`: removes an account from a school's staff. */
export async function staffRemove(
  context: CommandContext,
  schoolReference: string,
  userReference: string,
  options: ChangeOptions,
): Promise<ExitCode> {
  return withServices(context, async (ctx) => {
    const { school, user, member, who, isLast } = await findMember(ctx, schoolReference, userReference);
    if (member === null) {
      context.say(`${who} isn't on the staff of ${school.name}.`);
      return EXIT.nothingToDo;
    }
    const what = `${who} from the staff of ${school.name}`;
    const { isDone } = await applyChange(context, options, ctx, {
      make: (tx) => removeStaff(tx, { highSchoolId: school.id, userId: user.id }),
      question: () =>
        [
          SCHOOL_MESSAGES.removeStaffQuestion(who, school.name),
          ...(isLast ? [SCHOOL_MESSAGES.noStaffLeft] : []),
        ].join(' '),
    });
    context.say(isDone ? `${SCHOOL_MESSAGES.staffRemoved}.` : `Would remove ${what}.`);
    return EXIT.done;
  });
}

/** @throws {CommandFailure} when the school or the user isn't found */
async function findMember(ctx: Ctx, schoolReference: string, userReference: string): Promise<Found> {
  const { id, name } = await findSchool(ctx, schoolReference);
  const user = await findUser(ctx, userReference);
  const { items } = await listStaff(ctx, { highSchoolId: id });
  const member = items.find(({ userId }) => userId === user.id) ?? null;
  return {
    school: { id, name },
    user,
    member,
    who: nameWithAddress(user),
    isLast: member !== null && items.length === 1,
  };
}
