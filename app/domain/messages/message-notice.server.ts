import { MESSAGE_EMAIL_MINUTES } from '#app/config/constants.ts';
import { countOnce } from '#app/domain/auth/rate-limits.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { queueNotices, noticeTo } from '#app/domain/notices/queue-notices.server.ts';
import { findAdministrators, findStaffOf } from '#app/domain/notices/recipients.server.ts';
import { officeName } from '#app/messages/message-labels.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import { actorId } from '#app/policy/actor.ts';
import type { MessageSide } from '#app/schemas/designation-message.ts';
import { DesignationMessageEntity } from '#db/entities/designation-message.ts';

interface MessageSource {
  readonly id: string;
  readonly highSchool: { readonly id: string; readonly name: string };
  readonly academicYear: { readonly year: number };
  readonly side: MessageSide;
}

/**
 * Emails the other side that there is a new message, without its text, which may contain students' data. Not
 * again within an hour unless the other side has replied.
 */
export async function notifyOtherSide(tx: Ctx, source: MessageSource): Promise<void> {
  const { id, highSchool, academicYear, side } = source;
  if (!(await isFirstSinceReply(tx, source))) return;
  const { appName, appUrl } = tx.settings;
  const office = officeName(appName);
  const { actor } = tx;
  const values = {
    sender: actor.kind === 'user' ? fullName(actor) : `The ${appName} team`,
    from: side === 'SCHOOL' ? highSchool.name : office,
    school: highSchool.name,
    year: String(academicYear.year),
    link: `${appUrl}/designations/${id}/messages`,
  };
  const people = side === 'SCHOOL' ? await findAdministrators(tx) : await findStaffOf(tx, highSchool.id);
  const recipients = people.filter((one) => one.id !== actorId(actor));
  await queueNotices(
    tx,
    'MESSAGE_SENT',
    recipients.map((user) => ({
      ...noticeTo(user, values),
      // Emails to administrators aren't among those to the school.
      ...(side === 'OFFICE' ? { highSchoolId: highSchool.id } : {}),
    })),
  );
}

async function isFirstSinceReply(tx: Ctx, { id, side }: MessageSource): Promise<boolean> {
  const reply = await tx.em.findOne(
    DesignationMessageEntity,
    { designation: id, side: side === 'SCHOOL' ? 'OFFICE' : 'SCHOOL' },
    { orderBy: { number: 'desc' } },
  );
  const { count } = await countOnce(tx, {
    name: 'message-emails',
    subject: [id, side, reply?.id ?? ''].join(' '),
    windowMinutes: MESSAGE_EMAIL_MINUTES,
  });
  return count === 1;
}
