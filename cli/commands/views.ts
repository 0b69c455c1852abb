import type { Ctx } from '#app/domain/ctx.server.ts';
import {
  changeSavedView,
  createSavedView,
  deleteSavedView,
  listSavedViews,
} from '#app/domain/saved-views/saved-views.server.ts';
import { presentFields } from '#app/lib/records.ts';
import {
  type SavedView,
  SavedViewCreateSchema,
  SavedViewListQuerySchema,
  type SavedViewPatch,
  SavedViewPatchSchema,
} from '#app/schemas/saved-view.ts';
import { VIEW_LIST_LABELS, type ViewList } from '#app/schemas/view-lists.ts';
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

const COLUMNS: readonly Column<SavedView>[] = [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'List', cell: ({ list }) => VIEW_LIST_LABELS[list] },
  { title: 'Link', cell: ({ link }) => link },
  { title: 'Updated', cell: ({ updatedAt }) => instant(updatedAt) },
];

export interface ListOption {
  readonly list?: ViewList;
}

/** `laurel views list`: lists the views of the administrator named by --as. */
export async function viewsList(
  context: CommandContext,
  { direction, limit, offset, list }: PageOptions & ListOption,
): Promise<ExitCode> {
  await withServices(context, async (ctx) => {
    const query = parseListFilter(SavedViewListQuerySchema, { direction, limit, offset, list });
    await printList(context, {
      columns: COLUMNS,
      pages: pagesFor(query, async (page) => (await listSavedViews(ctx, { ...query, ...page })).items),
      timeZone: ctx.settings.timeZone,
      empty: 'There are no saved views yet. To save one, run `laurel views save`.',
    });
  });
  return EXIT.done;
}

/** `laurel views show NAME`: shows a view's link, which opens the list. */
export async function viewsShow(
  context: CommandContext,
  name: string,
  { list }: ListOption,
): Promise<ExitCode> {
  await withServices(context, async (ctx) => {
    const record = await existingView(ctx, name, list);
    await printRecord(context, { record, fields: COLUMNS, timeZone: ctx.settings.timeZone });
  });
  return EXIT.done;
}

export interface SaveViewOptions extends ChangeOptions, ListOption {
  readonly query?: string;
  readonly rename?: string;
}

/** `laurel views save NAME --list LIST --query QUERY`: saves a view, or changes the one with this name. */
export async function viewsSave(
  context: CommandContext,
  name: string,
  options: SaveViewOptions,
): Promise<ExitCode> {
  const { list, query, rename } = options;
  if (query === undefined && rename === undefined) {
    throw new CommandFailure('Choose what to save: --query or --rename.', EXIT.usage);
  }
  return withServices(context, async (ctx) => {
    const existing = await findView(ctx, name, list);
    if (existing !== null) {
      const patch = parseFields(SavedViewPatchSchema, presentFields({ name: rename, query }));
      return change(context, options, ctx, { existing, patch });
    }
    if (query === undefined) throw unknownView(name);
    if (list === undefined) {
      throw new CommandFailure('Choose a list with --list.', EXIT.usage);
    }
    const input = parseFields(SavedViewCreateSchema, { name: rename ?? name, list, query });
    const { isDone } = await withOptionErrors({}, () =>
      applyWithoutConfirmation(options, ctx, (tx) => createSavedView(tx, input)),
    );
    context.say(`${isDone ? 'Saved' : 'Would save'} the view “${input.name}”.`);
    return EXIT.done;
  });
}

async function change(
  context: CommandContext,
  options: ChangeOptions,
  ctx: Ctx,
  { existing, patch }: { existing: SavedView; patch: SavedViewPatch },
): Promise<ExitCode> {
  const { id, name, version } = existing;
  const { outcome, isDone } = await withOptionErrors({}, () =>
    applyChange(context, options, ctx, {
      make: (tx) => changeSavedView(tx, { id, patch, ifMatch: version }),
      question: (changed) => (changed.version === version ? null : `Change the view “${name}”?`),
    }),
  );
  if (outcome.version === version) {
    context.say(`The view “${name}” already has these values. Nothing was changed.`);
    return EXIT.nothingToDo;
  }
  context.say(`${isDone ? 'Changed' : 'Would change'} the view “${name}”.`);
  return EXIT.done;
}

/** `laurel views delete NAME`. */
export async function viewsDelete(
  context: CommandContext,
  reference: string,
  { list, ...options }: ChangeOptions & ListOption,
): Promise<ExitCode> {
  return withServices(context, async (ctx) => {
    const { id, name, version } = await existingView(ctx, reference, list);
    const { isDone } = await applyChange(context, options, ctx, {
      make: (tx) => deleteSavedView(tx, { id, ifMatch: version }),
      question: () => `Delete the view “${name}”?`,
    });
    context.say(`${isDone ? 'Deleted' : 'Would delete'} the view “${name}”.`);
    return EXIT.done;
  });
}

async function findView(ctx: Ctx, name: string, list: ViewList | undefined): Promise<SavedView | null> {
  const { items } = await listSavedViews(ctx, list === undefined ? {} : { list });
  const key = name.trim().toLowerCase();
  const [view, another] = items.filter((item) => item.name.toLowerCase() === key);
  if (another === undefined) return view ?? null;
  throw new CommandFailure(`Several lists have a view named ${name}. Choose one with --list.`, EXIT.usage);
}

async function existingView(ctx: Ctx, name: string, list: ViewList | undefined): Promise<SavedView> {
  const view = await findView(ctx, name, list);
  if (view === null) throw unknownView(name);
  return view;
}

function unknownView(name: string): CommandFailure {
  return new CommandFailure(
    `There's no saved view named ${name}. To see all of them, run \`laurel views list\`.`,
  );
}
