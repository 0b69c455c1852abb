import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const APP = path.resolve(import.meta.dirname, '../../app');

const BUTTONS = 'buttons with hidden fields';
const CHOICES = 'choices that are all valid';
const STUDENTS =
  'one student at a time in place of up to 500, which the draft also writes into the form (ADR 32)';

/** Files with forms that conform doesn't manage, and why. */
const WITHOUT_CONFORM: Readonly<Record<string, string>> = {
  'components/dashboard/open-invites.tsx': BUTTONS,
  'components/deliveries/delivery-actions.tsx': BUTTONS,
  'components/designate/review-form.tsx': BUTTONS,
  'components/designate/students-form.tsx': STUDENTS,
  'components/designations/bulk-outcome.tsx': BUTTONS,
  'components/designations/edit-students-form.tsx': STUDENTS,
  'components/designations/selection-download.tsx': BUTTONS,
  'components/designations/selection-form.tsx': CHOICES,
  'components/designations/undo-form.tsx': BUTTONS,
  'components/emails/email-choice.tsx': BUTTONS,
  'components/emails/one-off-panel.tsx': CHOICES,
  'components/emails/reminder-table.tsx': BUTTONS,
  'components/high-schools/access-requests-panel.tsx': BUTTONS,
  'components/high-schools/position-form.tsx': CHOICES,
  'components/high-schools/school-columns-panel.tsx': CHOICES,
  'components/high-schools/school-import-preview.tsx': CHOICES,
  'components/high-schools/school-selection-form.tsx': CHOICES,
  'components/high-schools/snooze-panel.tsx': BUTTONS,
  'components/high-schools/staff-panel.tsx': BUTTONS,
  'components/invites/invite-actions.tsx': BUTTONS,
  'components/notes/notes-panel.tsx': BUTTONS,
  'components/ui/delete-panel.tsx': BUTTONS,
  'components/users/merge-choice.tsx': CHOICES,
  'components/users/access-tokens-panel.tsx': BUTTONS,
  'components/users/new-passkey.tsx': BUTTONS,
  'components/users/passkeys-panel.tsx': BUTTONS,
  'components/users/single-sign-on-panel.tsx': BUTTONS,
  'components/users/sessions-panel.tsx': BUTTONS,
  'components/listing/list-views.tsx':
    'a name, whose errors /views shows, because conform would exceed the page weight of lists',
  'components/views/saved-view-forms.tsx': BUTTONS,
  'components/years/extensions-panel.tsx': BUTTONS,
  'components/years/rollover-form.tsx': BUTTONS,
  'components/years/rollover-panel.tsx': BUTTONS,
  'routes/web/access/request-access.tsx': BUTTONS,
  'routes/web/emails/bounce-list.tsx': BUTTONS,
  'routes/web/emails/email-details.tsx': BUTTONS,
  'routes/web/login/login.tsx': BUTTONS,
  'routes/web/users/user-details.tsx': BUTTONS,
  'routes/web/users/user-passkeys.tsx': BUTTONS,
};

/** Attributes that `getFormProps` of conform or `useLazyForm` returned. */
const BY_CONFORM = /getFormProps\(|\.\.\.formProps\b/;

/** Returns, for each posted form of a file, whether conform manages it. */
function postedForms(file: string): boolean[] {
  const text = readFileSync(path.join(APP, file), 'utf8');
  if (!text.includes('method="post"')) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: boolean[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxOpeningElement(node) && /^form$/i.test(node.tagName.getText())) {
      const attributes = node.attributes.getText();
      if (attributes.includes('method="post"')) found.push(BY_CONFORM.test(attributes));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

it('conform manages every form, or the form is listed with the reason', () => {
  const files = readdirSync(APP, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => file.replaceAll(path.sep, '/'));
  const byFile = files.map((file) => [file, postedForms(file)] as const);
  expect(byFile.flatMap(([, forms]) => forms).filter(Boolean).length).toBeGreaterThan(25);
  const without = byFile.filter(([, forms]) => forms.includes(false)).map(([file]) => file);
  expect(without.toSorted()).toEqual(Object.keys(WITHOUT_CONFORM).toSorted());
});
