import { Invalid, type Issue } from '#app/lib/domain-errors.ts';
import { AUDIENCE_FIELDS, type AudienceField } from '#app/schemas/audience-targets.ts';
import { type AudienceChoice, AudienceChoiceSchema } from '#app/schemas/email-audience.ts';
import { parseQuery } from '#app/server/parse-input.server.ts';

/**
 * Returns the audience chosen in the URL, or null. Ignores fields that don't belong to the target.
 * @throws {Invalid} for an invalid choice, or a submitted form without a target
 */
export function audienceOfAddress(search: URLSearchParams): AudienceChoice | null {
  const target = search.get('target') ?? '';
  if (target === '' && !search.has('target')) return null;
  if (target === '') throw new Invalid([{ path: ['target'], message: 'Choose an audience.' }]);
  const asked = new URLSearchParams({ target });
  for (const [field, targets] of Object.entries(AUDIENCE_FIELDS) as [AudienceField, readonly string[]][]) {
    if (!targets.includes(target)) continue;
    for (const value of search.getAll(field)) asked.append(field, value);
  }
  return parseQuery(AudienceChoiceSchema, asked);
}

export function issuesByField({ issues }: Invalid): Record<string, string> {
  const nameOf = ({ path: [field] }: Issue) => (typeof field === 'string' ? field : '');
  return Object.fromEntries(issues.map((issue) => [nameOf(issue), issue.message]));
}
