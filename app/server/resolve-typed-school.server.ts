import { redirect } from '@remix-run/node';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { findSchoolsByName } from '#app/domain/high-schools/find-schools-by-name.server.ts';

interface TypedSchool {
  search: URLSearchParams;
  typedField: string;
  /** The query field with the chosen school's ID. */
  idField: 'highSchoolId' | 'highSchools';
  hrefWithout: (fields: readonly string[]) => string;
}

/**
 * Keeps only one of the chosen school and the typed name, which forms without scripts both send.
 * @throws {Response} the redirect to the list
 */
export async function resolveTypedSchool(ctx: Ctx, typedSchool: TypedSchool): Promise<void> {
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
