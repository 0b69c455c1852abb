import { SEARCH_MINUTES, SEARCH_RESULTS, SEARCHES_MAX } from '#app/config/constants.ts';
import { limitRate } from '#app/domain/auth/rate-limits.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { recordDisclosure } from '#app/domain/disclosures/record-disclosure.server.ts';
import { SEARCH_MESSAGES } from '#app/messages/search-messages.ts';
import { actorId } from '#app/policy/actor.ts';
import { authorize } from '#app/policy/authorize.ts';
import { SEARCH_GROUPS, type SearchResponse } from '#app/schemas/search.ts';
import { selectFound } from './search-queries.server.ts';
import { parseSearchText } from './searched-text.ts';

/**
 * Finds schools, people, students, and designations by the beginnings of their names, by year, or by ID or reference.
 * Records a disclosure of the students returned, without the text (ADR 50). For administrators.
 * @throws {Forbidden} when the actor isn't an administrator
 * @throws {Invalid} when the text is too short
 * @throws {RateLimited} after too many searches by the same person
 */
export async function searchEverywhere(ctx: Ctx, text: string): Promise<SearchResponse> {
  authorize(ctx.actor, 'search.everything');
  const wanted = parseSearchText(text);
  await limitSearches(ctx);
  const found = await selectFound(ctx, wanted, SEARCH_RESULTS + 1);
  const response = {
    schools: found.schools.slice(0, SEARCH_RESULTS),
    people: found.people.slice(0, SEARCH_RESULTS),
    students: found.students.slice(0, SEARCH_RESULTS),
    designations: found.designations.slice(0, SEARCH_RESULTS),
    more: SEARCH_GROUPS.filter((group) => found[group].length > SEARCH_RESULTS),
  };
  const studentIds = response.students.map(({ id }) => id);
  await recordDisclosure(ctx, { purpose: 'students.search', filter: {}, studentIds });
  return response;
}

/** Counts a search before it starts, so that a person's searches don't wait for each other. Failed ones count, too. */
async function limitSearches(ctx: Ctx): Promise<void> {
  const id = actorId(ctx.actor);
  if (id === null) return;
  await limitRate(ctx, {
    ...{ name: 'search', subject: id, windowMinutes: SEARCH_MINUTES, max: SEARCHES_MAX },
    message: (seconds) => SEARCH_MESSAGES.tooMany(SEARCHES_MAX, SEARCH_MINUTES, seconds),
  });
}
