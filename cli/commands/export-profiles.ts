import type { Ctx } from '#app/domain/ctx.server.ts';
import {
  changeExportProfile,
  createExportProfile,
  deleteExportProfile,
  findExportProfile,
  listExportProfiles,
} from '#app/domain/exports/export-profiles.server.ts';
import {
  type ExportProfile,
  ExportProfileCreateSchema,
  ExportProfilePatchSchema,
} from '#app/schemas/export.ts';
import { presentFields } from '#app/lib/records.ts';
import { ListQuerySchema } from '#app/schemas/listing.ts';
import { applyChange, applyWithoutConfirmation, type ChangeOptions } from '#cli/apply-change.server.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { CommandFailure, EXIT, type ExitCode } from '#cli/command-failure.ts';
import {
  withOptionErrors,
  type PageOptions,
  parseFields,
  parseListFilter,
} from '#cli/parse-options.server.ts';
import { type Column, instant } from '#cli/terminal/cell-text.ts';
import { pagesFor, printList } from '#cli/terminal/print-list.ts';
import { printRecord } from '#cli/terminal/print-record.ts';
import { withServices } from '#cli/with-services.server.ts';

const COLUMNS: readonly Column<ExportProfile>[] = [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Columns', cell: ({ columns }) => ({ list: columns }) },
  { title: 'Updated', cell: ({ updatedAt }) => instant(updatedAt) },
];

/** `laurel export-profiles list`: lists export profiles by name. */
export async function profilesList(
  context: CommandContext,
  { direction, limit, offset }: PageOptions,
): Promise<ExitCode> {
  await withServices(context, async (ctx) => {
    const query = parseListFilter(ListQuerySchema, { direction, limit, offset });
    await printList(context, {
      columns: COLUMNS,
      pages: pagesFor(query, async (page) => (await listExportProfiles(ctx, { ...query, ...page })).items),
      timeZone: ctx.settings.timeZone,
      empty: 'There are no export profiles yet. To create one, run `laurel export-profiles save`.',
    });
  });
  return EXIT.done;
}

/** `laurel export-profiles show NAME`. */
export async function profilesShow(context: CommandContext, name: string): Promise<ExitCode> {
  await withServices(context, async (ctx) => {
    const record = await existingProfile(ctx, name);
    await printRecord(context, { record, fields: COLUMNS, timeZone: ctx.settings.timeZone });
  });
  return EXIT.done;
}

export interface SaveProfileOptions extends ChangeOptions {
  readonly columns?: string;
  readonly rename?: string;
}

/** `laurel export-profiles save NAME --columns …`: creates the profile, or changes it if it exists. */
export async function profilesSave(
  context: CommandContext,
  name: string,
  options: SaveProfileOptions,
): Promise<ExitCode> {
  const columns = options.columns?.split(',').map((header) => header.trim());
  if (columns === undefined && options.rename === undefined) {
    throw new CommandFailure('Choose what to save: --columns or --rename.', EXIT.usage);
  }
  return withServices(context, async (ctx) => {
    const existing = await findExportProfile(ctx, name);
    if (existing !== null) {
      const patch = parseFields(ExportProfilePatchSchema, presentFields({ name: options.rename, columns }));
      return change(context, options, ctx, { existing, patch });
    }
    if (columns === undefined) throw unknownProfile(name);
    const input = parseFields(ExportProfileCreateSchema, { name: options.rename ?? name, columns });
    const { isDone } = await withOptionErrors({}, () =>
      applyWithoutConfirmation(options, ctx, (tx) => createExportProfile(tx, input)),
    );
    context.say(`${isDone ? 'Created' : 'Would create'} the export profile “${input.name}”.`);
    return EXIT.done;
  });
}

async function change(
  context: CommandContext,
  options: ChangeOptions,
  ctx: Ctx,
  { existing, patch }: { existing: ExportProfile; patch: Parameters<typeof changeExportProfile>[1]['patch'] },
): Promise<ExitCode> {
  const { id, name, version } = existing;
  const { outcome, isDone } = await withOptionErrors({}, () =>
    applyChange(context, options, ctx, {
      make: (tx) => changeExportProfile(tx, { id, patch, ifMatch: version }),
      question: (changed) => (changed.version === version ? null : `Change the export profile “${name}”?`),
    }),
  );
  if (outcome.version === version) {
    context.say(`The export profile “${name}” already has these values. Nothing was changed.`);
    return EXIT.nothingToDo;
  }
  context.say(`${isDone ? 'Changed' : 'Would change'} the export profile “${name}”.`);
  return EXIT.done;
}

/** `laurel export-profiles delete NAME`. */
export async function profilesDelete(
  context: CommandContext,
  reference: string,
  options: ChangeOptions,
): Promise<ExitCode> {
  return withServices(context, async (ctx) => {
    const { id, name, version } = await existingProfile(ctx, reference);
    const { isDone } = await applyChange(context, options, ctx, {
      make: (tx) => deleteExportProfile(tx, { id, ifMatch: version }),
      question: () => `Delete the export profile “${name}”?`,
    });
    context.say(`${isDone ? 'Deleted' : 'Would delete'} the export profile “${name}”.`);
    return EXIT.done;
  });
}

async function existingProfile(ctx: Ctx, name: string): Promise<ExportProfile> {
  const profile = await findExportProfile(ctx, name);
  if (profile === null) throw unknownProfile(name);
  return profile;
}

function unknownProfile(name: string): CommandFailure {
  return new CommandFailure(
    `There's no export profile named ${name}. To see all of them, run \`laurel export-profiles list\`.`,
  );
}
