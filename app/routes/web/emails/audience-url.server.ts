import { z } from 'zod';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { readSelection } from '#app/domain/emails/recipient-selection.server.ts';
import { Invalid, type Issue } from '#app/lib/domain-errors.ts';
import { AUDIENCE_MESSAGE, SELECTED } from '#app/schemas/audience-targets.ts';
import { type AudienceChoice, AudienceChoiceSchema } from '#app/schemas/email-audience.ts';
import type { RecipientSelection } from '#app/schemas/email-send-screens.ts';
import { Uuid } from '#app/schemas/fields.ts';
import { parseFirstValues, parseQuery } from '#app/server/parse-input.server.ts';

const FIND_MAX = 100;

const SendPageQuerySchema = z.object({
  target: z.string().optional(),
  /** The text to find schools and people by. */
  find: z
    .string()
    .default('')
    .transform((text) => text.slice(0, FIND_MAX)),
});

/** Drops what isn't an ID; the audience says what is wrong. */
const ids = z.array(Uuid.nullable().catch(null)).transform((all) => all.filter((id) => id !== null));
const SelectedQuerySchema = z.object({ schoolIds: ids, userIds: ids });

const [firstOption, ...otherOptions] = AudienceChoiceSchema.options;

/** The audience without the fields of other targets, which a form without scripts sends too. */
const AudienceQuerySchema = z.discriminatedUnion(
  'target',
  [firstOption.strip(), ...otherOptions.map((option) => option.strip())],
  { error: AUDIENCE_MESSAGE },
);

/**
 * Returns the audience chosen in the URL, or null. Ignores fields that don't belong to the target.
 * @throws {Invalid} for an invalid choice, or a submitted form without a target
 */
export function audienceOfUrl(search: URLSearchParams): AudienceChoice | null {
  const { target } = parseFirstValues(SendPageQuerySchema, search);
  if (target === undefined) return null;
  if (target === '') throw new Invalid([{ path: ['target'], message: AUDIENCE_MESSAGE }]);
  if (target === SELECTED && !search.has('schoolIds') && !search.has('userIds')) {
    throw new Invalid([{ path: ['find'], message: 'Choose at least one school or person.' }]);
  }
  const query = new URLSearchParams(search);
  query.set('target', target);
  return parseQuery(AudienceQuerySchema, query);
}

/** Returns the schools and people selected in the URL and the text to find others by; null for other audiences. */
export async function selectionOfUrl(ctx: Ctx, search: URLSearchParams): Promise<RecipientSelection | null> {
  const { target, find } = parseFirstValues(SendPageQuerySchema, search);
  if (target !== SELECTED) return null;
  return readSelection(ctx, { ...parseQuery(SelectedQuerySchema, search), find });
}

export function issuesByField({ issues }: Invalid): Record<string, string> {
  const nameOf = ({ path: [field] }: Issue) => (typeof field === 'string' ? field : '');
  return Object.fromEntries(issues.map((issue) => [nameOf(issue), issue.message]));
}
