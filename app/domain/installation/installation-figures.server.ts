import type { Ctx } from '#app/domain/ctx.server.ts';
import { BACKUP_PURPOSE } from '#app/domain/disclosures/disclosure-queries.server.ts';
import { countByState, type StateCount } from '#app/domain/mail/mail-queries.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import { EMAIL_STATES, type EmailState } from '#app/schemas/enums.ts';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import { EventEntity } from '#db/entities/event.ts';
import { readDueEmails } from './installation-state.server.ts';

/** What monitoring watches of the whole installation, without anything about a person. */
export interface InstallationFigures {
  /** Outbox emails by state. */
  readonly emails: Readonly<Record<EmailState, number>>;
  /** Since when the oldest email has been due, ISO 8601; null if none is due. */
  readonly oldestDueSince: string | null;
  /** When the last backup was recorded, which is just before it's made; null if there was none. */
  readonly lastBackupAt: Date | null;
  /** When students' data of a year was last purged; null if never. */
  readonly lastPurgeAt: Date | null;
}

/** Finished emails are counted once in this time, because there may be hundreds of thousands. */
const FINISHED_COUNTED_EVERY_MS = 60_000;

export type FiguresReader = (ctx: Ctx) => Promise<InstallationFigures>;

/**
 * Returns a function that reads the installation's figures, for administrators. It remembers the number of finished emails
 * for a minute.
 */
export function openFiguresReader(): FiguresReader {
  let finished: { readonly until: number; readonly counts: readonly StateCount[] } | null = null;
  return async (ctx) => {
    authorize(ctx.actor, 'email.manage');
    const now = ctx.now().getTime();
    if (finished === null || now >= finished.until) {
      finished = { until: now + FINISHED_COUNTED_EVERY_MS, counts: await countByState(ctx.em, true) };
    }
    return readFigures(ctx, [...finished.counts, ...(await countByState(ctx.em, false))]);
  };
}

async function readFigures(ctx: Ctx, counted: readonly StateCount[]): Promise<InstallationFigures> {
  const { since } = await readDueEmails(ctx);
  return {
    emails: Object.fromEntries(
      EMAIL_STATES.map((state) => [state, counted.find((one) => one.state === state)?.count ?? 0]),
    ) as Record<EmailState, number>,
    oldestDueSince: since,
    lastBackupAt: await readLastBackupAt(ctx),
    lastPurgeAt: await readLastPurgeAt(ctx),
  };
}

/** Returns when the last backup was recorded; null if there was none. For administrators. */
export async function readLastBackupAt(ctx: Ctx): Promise<Date | null> {
  authorize(ctx.actor, 'email.manage');
  const [backup] = await ctx.em.find(
    DisclosureEntity,
    { purpose: BACKUP_PURPOSE },
    { fields: ['at'], orderBy: { at: 'desc' }, limit: 1 },
  );
  return backup?.at ?? null;
}

async function readLastPurgeAt({ em }: Ctx): Promise<Date | null> {
  const [purge] = await em.find(
    EventEntity,
    { subjectType: 'ACADEMIC_YEAR', kind: 'academicYear.studentsPurged' },
    { fields: ['at'], orderBy: { at: 'desc' }, limit: 1 },
  );
  return purge?.at ?? null;
}
