import { redirect } from '@remix-run/node';
import { TYPED_SCHOOL } from '#app/components/domain/designations/list-address.ts';
import { without } from '#app/components/domain/listing/list-query.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { findSchoolsByName } from '#app/domain/high-schools/find-schools-by-name.server.ts';

interface TypedSchool {
  search: URLSearchParams;
  /** The field of the list's query with the id of the chosen school. */
  idField: 'highSchoolId' | 'highSchools';
  hrefOf: (search: URLSearchParams) => string;
}

/**
 * Without scripts a list's form sends the school that was chosen along with the name in its field: one of them goes.
 *
 * @throws the redirect to the list that was asked for
 */
export async function settleTypedSchool(ctx: Ctx, { search, idField, hrefOf }: TypedSchool): Promise<void> {
  const typed = search.get(TYPED_SCHOOL)?.trim();
  const chosenId = search.get(idField);
  if (typed === undefined || (typed !== '' && !chosenId)) return;
  const isChosen = (await findSchoolsByName(ctx, typed)).some(
    ({ id, name }) => id === chosenId && name.toLowerCase() === typed.toLowerCase(),
  );
  const gone = typed === '' ? [TYPED_SCHOOL, idField] : [isChosen ? TYPED_SCHOOL : idField];
  throw redirect(hrefOf(without(search, gone)));
}
