import { reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { tryLock } from '#app/domain/lock-queries.server.ts';
import { queueEmails } from '#app/domain/mail/queue-emails.server.ts';
import { findAdministrators } from '#app/domain/notices/recipients.server.ts';
import { counted } from '#app/lib/text/counted.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';
import { authorize } from '#app/policy/authorize.ts';
import { EventEntity } from '#db/entities/event.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { type HourOfAccess, readBusyHours } from './disclosure-queries.server.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const COMPARED_DAYS = 90;
/** Fewer students are never unusual: an hour of reviewing reaches several hundred. */
const STUDENTS_MIN = 1000;
/** How many times as many as in the person's busiest hour before. */
const TIMES_USUAL = 2;

/**
 * Emails all administrators when someone obtained far more students' data within an hour than in any hour of the last
 * 90 days, at most once a day for each person, and records an event. Can't be turned off. Returns the number of emails.
 */
export async function reportUnusualAccess(ctx: Ctx): Promise<number> {
  authorize(ctx.actor, 'students.readDisclosures');
  return inTransaction(ctx, async (opened) => {
    if (!(await tryLock(opened, 'unusualReading'))) return 0;
    const tx = await reloadActor(opened, 'students.readDisclosures');
    const now = tx.now().getTime();
    const since = new Date(now - HOUR_MS);
    const busy = await readBusyHours(
      tx,
      { since, comparedSince: new Date(now - COMPARED_DAYS * DAY_MS) },
      STUDENTS_MIN,
    );
    const unusual = busy.filter(({ students, usual }) => students > usual * TIMES_USUAL);
    const reported = await tx.em.find(EventEntity, {
      kind: 'user.unusualReading',
      subjectType: 'USER',
      subjectId: { $in: unusual.map(({ userId }) => userId) },
      at: { $gte: new Date(now - DAY_MS) },
    });
    const known = new Set(reported.map(({ subjectId }) => subjectId));
    let emails = 0;
    for (const hour of unusual.filter(({ userId }) => !known.has(userId))) {
      recordEvent(tx, 'user.unusualReading', ['USER', hour.userId], { students: hour.students });
      emails += await emailAdministrators(tx, hour, since);
    }
    await tx.em.flush();
    return emails;
  });
}

async function emailAdministrators(tx: Ctx, hour: HourOfAccess, since: Date): Promise<number> {
  const { appName, appUrl, timeZone } = tx.settings;
  const person = await tx.em.findOneOrFail(UserAccountEntity, hour.userId);
  const administrators = await findAdministrators(tx);
  const before =
    hour.usual === 0
      ? `In the ${COMPARED_DAYS} days before that, they didn't access any student's data.`
      : `In the ${COMPARED_DAYS} days before that, they never accessed the data of more than ${counted(hour.usual, 'student')} in one hour.`;
  await queueEmails(
    tx,
    administrators.map((user) => ({
      kind: 'disclosures.unusual',
      to: user.email,
      userId: user.id,
      subject: `${appName}: unusual access to students' data`,
      text: `Hello ${fullName(user)},

${fullName(person)} (${person.email}) has accessed the data of ${counted(hour.students, 'student')} since ${formatInZone(since.toISOString(), timeZone)}. Students whose data was accessed twice count twice. ${before}

The audit log shows which data they accessed, and when:
${appUrl}/audit?type=DISCLOSURE

If you know the reason, you don't need to do anything. Otherwise, ask them about it. To cut off their access, sign them out everywhere or delete their account:
${appUrl}/users/${person.id}

We send this email to all administrators, at most once a day for each person. It can't be turned off.
${appName}`,
    })),
  );
  return administrators.length;
}
