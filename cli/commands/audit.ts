import { z } from 'zod';
import { listAudit } from '#app/domain/audit/list-audit.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { findSchoolsByReference } from '#app/domain/high-schools/find-schools-by-name.server.ts';
import { AUDIT_COLUMNS } from '#app/messages/audit-labels.ts';
import type { AuditType } from '#app/schemas/audit-filters.ts';
import { type AuditEntry, type AuditFilter, AuditQuerySchema } from '#app/schemas/audit.ts';
import { Uuid } from '#app/schemas/fields.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { parseFilter } from '#cli/parse-options.server.ts';
import { findSchool, findUser } from '#cli/references.server.ts';
import type { Column } from '#cli/terminal/cell-text.ts';
import { printList } from '#cli/terminal/print-list.ts';
import { withServices } from '#cli/with-services.server.ts';

export interface AuditOptions {
  readonly person?: string;
  readonly osUser?: string;
  readonly highSchool?: string;
  readonly student?: string;
  readonly type?: string;
  readonly kind?: string;
  readonly afterDate?: string;
  readonly beforeDate?: string;
  readonly limit?: string;
}

const BATCH_SIZE = 200;

/** `laurel audit [filters]`: lists changes and disclosures, newest first. */
export async function audit(context: CommandContext, options: AuditOptions): Promise<ExitCode> {
  await withServices(context, async (ctx) => {
    const { highSchool, student, ...values } = options;
    const { limit, ...filter } = parseFilter(AuditQuerySchema, {
      ...values,
      studentId: student,
      highSchoolId: highSchool === undefined ? undefined : (await findSchool(ctx, highSchool)).id,
    });
    await printAudit(context, ctx, filter, limit);
  });
  return EXIT.done;
}

export interface LogListOptions {
  readonly since?: string;
  readonly until?: string;
  readonly actor?: string;
  readonly subject?: string;
  readonly limit?: string;
}

const { afterDate, beforeDate, person, limit } = AuditQuerySchema.shape;
/** The audit log's filters by the names of the options. */
const LogListSchema = z.strictObject({ since: afterDate, until: beforeDate, actor: person, limit });

/** `laurel events list` and `laurel disclosures list`: one half of the audit log, newest first. */
export async function logList(
  context: CommandContext,
  type: AuditType,
  { subject, ...options }: LogListOptions,
): Promise<ExitCode> {
  const { since, until, actor, limit } = parseFilter(LogListSchema, { ...options });
  await withServices(context, async (ctx) => {
    const about = subject === undefined ? {} : await subjectFilter(ctx, type, subject);
    const filter = { type, afterDate: since, beforeDate: until, person: actor, ...about };
    await printAudit(context, ctx, filter, limit);
  });
  return EXIT.done;
}

/** An ID that isn't a school's is what changed or, in disclosures, a student, who may no longer be stored. */
async function subjectFilter(ctx: Ctx, type: AuditType, reference: string): Promise<AuditFilter> {
  const isEvent = type === 'EVENT';
  if (isEvent && reference.includes('@')) return { subjectId: (await findUser(ctx, reference)).id };
  if (!Uuid.safeParse(reference).success) return { highSchoolId: (await findSchool(ctx, reference)).id };
  const [school] = await findSchoolsByReference(ctx, reference);
  if (school !== undefined) return { highSchoolId: school.id };
  return isEvent ? { subjectId: reference } : { studentId: reference };
}

async function printAudit(
  context: CommandContext,
  ctx: Ctx,
  filter: AuditFilter,
  limit?: number,
): Promise<void> {
  const { timeZone } = ctx.settings;
  await printList(context, {
    columns: columnsIn(timeZone),
    pages: pagesOf(ctx, filter, limit),
    timeZone,
    empty: 'No audit log entries match.',
  });
}

function columnsIn(timeZone: string): Column<AuditEntry>[] {
  return AUDIT_COLUMNS.map(({ title, text }) =>
    title === 'When'
      ? { title, cell: ({ at }) => ({ at }) }
      : { title, cell: (entry) => text(entry, timeZone) },
  );
}

async function* pagesOf(
  ctx: Ctx,
  filter: AuditFilter,
  limit = Infinity,
): AsyncGenerator<readonly AuditEntry[]> {
  let before: string | undefined;
  let rest = limit;
  do {
    const page = await listAudit(ctx, { ...filter, before, limit: Math.min(BATCH_SIZE, rest) });
    yield page.entries;
    rest -= page.entries.length;
    before = page.olderThan ?? undefined;
  } while (before !== undefined && rest > 0);
}
