import { z } from 'zod';
import { ResponseInstant, bodyWithReadOnly, requiredLine } from './fields.ts';
import { FlashSchema } from './flash.ts';
import { ListQueryShape } from './listing.ts';
import { VIEW_LISTS, VIEW_NAME_MAX } from './view-lists.ts';

const VIEW_QUERY_MAX = 4000;

const READ_ONLY = ['id', 'link', 'version', 'createdAt', 'updatedAt'] as const;

const name = requiredLine('Name', VIEW_NAME_MAX);
const viewShape = {
  name,
  list: z.enum(VIEW_LISTS),
  /** Query of the list's URL, such as 'status=PENDING&sort=updatedAt'. */
  query: z.string().max(VIEW_QUERY_MAX).default(''),
};

export const SavedViewCreateSchema = bodyWithReadOnly(viewShape, READ_ONLY);
export type SavedViewCreate = z.output<typeof SavedViewCreateSchema>;

export const SavedViewPatchSchema = bodyWithReadOnly(
  { name: name.optional(), query: z.string().max(VIEW_QUERY_MAX).optional() },
  [...READ_ONLY, 'list'],
);
export type SavedViewPatch = z.output<typeof SavedViewPatchSchema>;

export const SavedViewListQuerySchema = z.strictObject({
  ...ListQueryShape,
  list: z.enum(VIEW_LISTS).optional(),
});
export type SavedViewListQuery = z.output<typeof SavedViewListQuerySchema>;

export const SavedViewSchema = z.object({
  id: z.string(),
  list: z.enum(VIEW_LISTS),
  name: z.string(),
  query: z.string(),
  /** Address of the list with this filter and order, to open or share. */
  link: z.string(),
  version: z.number(),
  createdAt: ResponseInstant,
  updatedAt: ResponseInstant,
});
export type SavedView = z.output<typeof SavedViewSchema>;

/** What a list's screen shows of the user's views; null for everyone who has none to save. */
export const ListViewsSchema = SavedViewSchema.pick({ id: true, name: true, query: true }).array().nullable();
export type ListViews = z.output<typeof ListViewsSchema>;

export const SavedViewsScreenSchema = z.object({
  views: SavedViewSchema.array(),
  flash: FlashSchema.array(),
});

export const NewViewFormSchema = z.strictObject(viewShape);

export const RenameViewFormSchema = z.strictObject({
  intent: z.literal('rename'),
  id: z.uuid(),
  version: z.number().int(),
  name,
});

export const DeleteViewFormSchema = z.strictObject({
  intent: z.literal('delete'),
  id: z.uuid(),
  version: z.number().int(),
});
