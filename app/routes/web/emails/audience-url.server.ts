import type { Ctx } from '#app/domain/ctx.server.ts';
import { readSelection } from '#app/domain/emails/recipient-selection.server.ts';
import { Invalid, type Issue } from '#app/lib/domain-errors.ts';
import {
  AUDIENCE_FIELDS,
  AUDIENCE_MESSAGE,
  type AudienceField,
  SELECTED,
} from '#app/schemas/audience-targets.ts';
import { type AudienceChoice, AudienceChoiceSchema } from '#app/schemas/email-audience.ts';
import type { RecipientSelection } from '#app/schemas/email-send-screens.ts';
import { Uuid } from '#app/schemas/fields.ts';
import { parseQuery } from '#app/server/parse-input.server.ts';

/**
 * Returns the audience chosen in the URL, or null. Ignores fields that don't belong to the target.
 * @throws {Invalid} for an invalid choice, or a submitted form without a target
 */
export function audienceOfUrl(search: URLSearchParams): AudienceChoice | null {
  const target = search.get('target') ?? '';
  if (target === '' && !search.has('target')) return null;
  if (target === '') throw new Invalid([{ path: ['target'], message: AUDIENCE_MESSAGE }]);
  const relevant = new URLSearchParams({ target });
  for (const [field, targets] of Object.entries(AUDIENCE_FIELDS) as [AudienceField, readonly string[]][]) {
    if (!targets.includes(target)) continue;
    for (const value of search.getAll(field)) relevant.append(field, value);
  }
  if (target === SELECTED && !relevant.has('schoolIds') && !relevant.has('userIds')) {
    throw new Invalid([{ path: ['find'], message: 'Choose at least one school or person.' }]);
  }
  return parseQuery(AudienceChoiceSchema, relevant);
}

/** Returns the schools and people selected in the URL and the text to find others by; null for other audiences. */
export async function selectionOfUrl(ctx: Ctx, search: URLSearchParams): Promise<RecipientSelection | null> {
  if (search.get('target') !== SELECTED) return null;
  const idsOf = (field: AudienceField) => search.getAll(field).filter((id) => Uuid.safeParse(id).success);
  const find = (search.get('find') ?? '').slice(0, FIND_MAX);
  return readSelection(ctx, { schoolIds: idsOf('schoolIds'), userIds: idsOf('userIds'), find });
}

const FIND_MAX = 100;

export function issuesByField({ issues }: Invalid): Record<string, string> {
  const nameOf = ({ path: [field] }: Issue) => (typeof field === 'string' ? field : '');
  return Object.fromEntries(issues.map((issue) => [nameOf(issue), issue.message]));
}
