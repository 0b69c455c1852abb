import { listAudit } from '#app/domain/audit/list-audit.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { AUDIT_COLUMNS } from '#app/lib/messages/audit-labels.ts';
import { type AuditEntry, type AuditFilter, AuditQuerySchema } from '#app/schemas/audit.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { parseFilter } from '#cli/parse-options.server.ts';
import { findSchool } from '#cli/references.server.ts';
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

const READ_AT_ONCE = 200;

/** `laurel audit [filters]`: lists changes and disclosures, newest first. */
export async function audit(context: CommandContext, options: AuditOptions): Promise<ExitCode> {
  await withServices(context, async (ctx) => {
    const { highSchool, student, ...values } = options;
    const { limit, ...filter } = parseFilter(AuditQuerySchema, {
      ...values,
      studentId: student,
      highSchoolId: highSchool === undefined ? undefined : (await findSchool(ctx, highSchool)).id,
    });
    const { timeZone } = ctx.settings;
    await printList(context, {
      columns: columnsIn(timeZone),
      pages: pagesOf(ctx, filter, limit),
      timeZone,
      empty: 'Nothing in the audit log matches.',
    });
  });
  return EXIT.done;
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
    const page = await listAudit(ctx, { ...filter, before, limit: Math.min(READ_AT_ONCE, rest) });
    yield page.entries;
    rest -= page.entries.length;
    before = page.olderThan ?? undefined;
  } while (before !== undefined && rest > 0);
}
