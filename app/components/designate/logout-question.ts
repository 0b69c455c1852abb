import type { Question } from '#app/components/ui/confirm.tsx';
import { counted } from '#app/lib/text/counted.ts';
import type { Draft, DraftStudent } from '#app/lib/draft.ts';
import { asStored } from '#app/lib/draft-equality.ts';
import { browserStorage, tabsWithDrafts } from '#app/lib/draft-keys.ts';
import { readDraft } from '#app/lib/draft-storage.ts';
import { METHOD_FIELDS } from '#app/schemas/designation-fields.ts';
import { fieldList } from '#app/schemas/field-tables.ts';

/** What to ask before a logout, which removes a user's drafts from this browser; null where everything in them is saved. */
export function logoutQuestion(userId: string): Question | null {
  const storage = browserStorage();
  const unsaved = tabsWithDrafts(storage, userId)
    .map((tabId) => readDraft(storage, userId, tabId))
    .reduce((sum, draft) => sum + (draft?.edited === true ? unsavedFields(draft) : 0), 0);
  if (unsaved === 0) return null;
  return {
    title: 'Log out?',
    message: `${counted(unsaved, "field isn't", "fields aren't")} saved. Log out anyway?`,
    confirmLabel: 'Log out',
    cancelLabel: 'Stay signed in',
    tone: 'danger',
  };
}

function unsavedFields(draft: Draft): number {
  const { stored, students } = draft;
  const method = fieldList(METHOD_FIELDS).filter(([name]) => draft[name] !== stored[name]).length;
  return students.reduce((sum, student, at) => sum + fieldsApart(student, stored.students[at]), method);
}

/** Of a student who isn't saved at all, what was filled in; the state is filled in beforehand. */
function fieldsApart(student: DraftStudent, stored: DraftStudent | undefined): number {
  const saved = stored === undefined ? null : fieldsOf(stored);
  return Object.entries(fieldsOf(student)).filter(([name, value]) =>
    saved === null ? value !== '' && value !== false && name !== 'address.state' : value !== saved[name],
  ).length;
}

function fieldsOf(student: DraftStudent): Record<string, unknown> {
  const { address, ...fields } = asStored(student);
  const named: Record<string, unknown> = { ...fields };
  for (const [name, value] of Object.entries(address)) named[`address.${name}`] = value;
  return named;
}
