import {
  acceptAccessRequest,
  declineAccessRequest,
  declineUnmatchedRequest,
} from '#app/domain/access-requests/decide-access-request.server.ts';
import { listAccessRequests } from '#app/domain/access-requests/list-access-requests.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { ACCESS_REQUEST_MESSAGES } from '#app/messages/access-request-messages.ts';
import type { AccessRequestResponse } from '#app/schemas/access-request.ts';
import { STAFF_POSITION_LABELS } from '#app/schemas/enums.ts';
import { applyChange, type ChangeOptions } from '#cli/apply-change.server.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { CommandFailure, EXIT, type ExitCode } from '#cli/command-failure.ts';
import { findSchool, parseId } from '#cli/references.server.ts';
import { type Column, instant } from '#cli/terminal/cell-text.ts';
import { onePage, printList } from '#cli/terminal/print-list.ts';
import { NEEDED_FOR_MAIL, withServices } from '#cli/with-services.server.ts';

const COLUMNS: readonly Column<AccessRequestResponse>[] = [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Email', cell: ({ email }) => email },
  { title: 'School name entered', cell: ({ schoolName }) => schoolName },
  { title: 'School', cell: ({ highSchool }) => highSchool?.name ?? null },
  {
    title: 'Position',
    cell: ({ position }) => (position === null ? null : STAFF_POSITION_LABELS[position]),
  },
  { title: 'Requested', cell: ({ createdAt }) => instant(createdAt) },
  { title: 'Expires', cell: ({ expiresAt }) => instant(expiresAt) },
  { title: 'ID', cell: ({ id }) => id },
];

/** `laurel access-requests list`: lists open requests to join a school's staff, newest first. */
export async function accessRequestsList(context: CommandContext): Promise<ExitCode> {
  await withServices(context, async (ctx) => {
    const { items, total } = await listAccessRequests(ctx);
    await printList(context, {
      columns: COLUMNS,
      pages: onePage(items),
      timeZone: ctx.settings.timeZone,
      empty: 'There are no open access requests.',
    });
    if (total > items.length) context.say(`Only the newest ${items.length} of ${total} are listed.`);
  });
  return EXIT.done;
}

export interface AcceptOptions extends ChangeOptions {
  readonly highSchool?: string;
}

/** `laurel access-requests accept ID [--high-school S]`: adds the person to the school's staff, with an email. */
export async function accessRequestsAccept(
  context: CommandContext,
  reference: string,
  options: AcceptOptions,
): Promise<ExitCode> {
  return withServices(
    context,
    async (ctx) => {
      const { id: requestId, email, ...request } = await findRequest(ctx, reference);
      const school = await schoolOf(ctx, request, options);
      const who = `${request.name} <${email}>`;
      const { outcome, isDone } = await applyChange(context, options, ctx, {
        make: (tx) => acceptAccessRequest(tx, { requestId, highSchoolId: school.id, email }),
        question: () => `Add ${who} to the staff of ${school.name}?`,
      });
      context.say(
        isDone
          ? ACCESS_REQUEST_MESSAGES.accepted(outcome.person, outcome.school)
          : `Would add ${who} to the staff of ${school.name}.`,
      );
      return EXIT.done;
    },
    NEEDED_FOR_MAIL,
  );
}

/** `laurel access-requests decline ID`: declines a request, without an email to the person. */
export async function accessRequestsDecline(
  context: CommandContext,
  reference: string,
  options: ChangeOptions,
): Promise<ExitCode> {
  return withServices(context, async (ctx) => {
    const { id: requestId, name, email, highSchool, schoolName } = await findRequest(ctx, reference);
    const what = `the request from ${name} <${email}> for ${highSchool?.name ?? schoolName}`;
    const { isDone } = await applyChange(context, options, ctx, {
      make: (tx) =>
        highSchool === null
          ? declineUnmatchedRequest(tx, requestId)
          : declineAccessRequest(tx, { requestId, highSchoolId: highSchool.id }),
      question: () => `Decline ${what}?`,
    });
    context.say(isDone ? ACCESS_REQUEST_MESSAGES.declined : `Would decline ${what}.`);
    return EXIT.done;
  });
}

/** @throws {CommandFailure} when no school matches the request and none is given, or the given one isn't its school */
async function schoolOf(
  ctx: Ctx,
  { highSchool, schoolName }: Pick<AccessRequestResponse, 'highSchool' | 'schoolName'>,
  { highSchool: reference }: AcceptOptions,
): Promise<{ readonly id: string; readonly name: string }> {
  if (reference === undefined) {
    if (highSchool !== null) return highSchool;
    throw new CommandFailure(
      `No active school is named “${schoolName}”. Choose the school with --high-school.`,
      EXIT.usage,
    );
  }
  const chosen = await findSchool(ctx, reference);
  if (highSchool === null || highSchool.id === chosen.id) return chosen;
  throw new CommandFailure(
    `This request is for ${highSchool.name}. Use --high-school only for requests without a school.`,
    EXIT.usage,
  );
}

/** @throws {CommandFailure} when no open request has this id */
async function findRequest(ctx: Ctx, reference: string): Promise<AccessRequestResponse> {
  const id = parseId(reference);
  const { items } = await listAccessRequests(ctx);
  const request = items.find((one) => one.id === id);
  if (request !== undefined) return request;
  throw new CommandFailure(
    `No open request has the ID ${id}. To see open requests, run \`laurel access-requests list\`.`,
  );
}
