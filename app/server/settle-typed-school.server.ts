import { redirect } from '@remix-run/node';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { findSchoolsByName } from '#app/domain/high-schools/find-schools-by-name.server.ts';

interface TypedSchool {
  search: URLSearchParams;
  /** The field of the list's query with what was typed. */
  typedField: string;
  /** The field of the list's query with the id of the chosen school. */
  idField: 'highSchoolId' | 'highSchools';
  /** The list's address without these fields. */
  hrefWithout: (fields: readonly string[]) => string;
}

/**
 * Without scripts a list's form sends the school that was chosen along with the name in its field: one of them goes.
 *
 * @throws the redirect to the list that was asked for
 */
export async function settleTypedSchool(ctx: Ctx, typedSchool: TypedSchool): Promise<void> {
  const { search, typedField, idField, hrefWithout } = typedSchool;
  const typed = search.get(typedField)?.trim();
  const chosenId = search.get(idField);
  if (typed === undefined || (typed !== '' && !chosenId)) return;
  const isChosen = (await findSchoolsByName(ctx, typed)).some(
    ({ id, name }) => id === chosenId && name.toLowerCase() === typed.toLowerCase(),
  );
  const gone = typed === '' ? [typedField, idField] : [isChosen ? typedField : idField];
  throw redirect(hrefWithout(gone));
}
