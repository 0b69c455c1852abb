import type { Ctx } from '#app/domain/ctx.server.ts';
import {
  type DesignationSelection,
  resolveSelection,
} from '#app/domain/exports/designation-selection.server.ts';
import { countExported, type ExportPlan } from '#app/domain/exports/export-queries.server.ts';
import { authorize } from '#app/policy/authorize.ts';

/** Counts what an export would hold. Throws Forbidden for whoever may not download, NotFound for an id that names nothing. */
export async function planExport(ctx: Ctx, selection: DesignationSelection): Promise<ExportPlan> {
  authorize(ctx.actor, 'designation.download');
  const { where } = await resolveSelection(ctx, selection);
  return countExported(ctx, where);
}
