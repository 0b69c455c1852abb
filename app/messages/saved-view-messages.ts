/** Messages about saved views. */
export const SAVED_VIEW_MESSAGES = {
  nameUsed: (name: string) => `You already have a view of this list named “${name}”. Choose another name.`,
  tooMany: (max: number) => `You can save up to ${max} views. Delete one that you no longer need.`,
  noPerson: 'Views belong to a person. Name an administrator with --as.',
  renamed: (name: string) => `The view is now named “${name}”.`,
  deleted: 'The view has been deleted.',
} as const;
