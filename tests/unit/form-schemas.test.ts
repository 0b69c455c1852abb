import { expect, it } from 'vitest';
import { parseForm } from '#app/lib/parse-form.ts';
import { LoginFormSchema } from '#app/schemas/auth.ts';
import { ChosenFile } from '#app/routes/web/designate/posted-csv.server.ts';
import { DeliveryActionFormSchema } from '#app/schemas/email-forms.ts';
import { ChangeInviteFormSchema } from '#app/schemas/invite.ts';
import { ImportSchoolsFormSchema, PreviewSchoolsFormSchema } from '#app/schemas/school-import.ts';
import { DeleteUserFormSchema } from '#app/schemas/user-forms.ts';

const ID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

function formOf(fields: readonly (readonly [string, string | File])[]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

it("the schema of a delivery's page accepts its buttons, and no other action", () => {
  const parse = (...intents: string[]) =>
    parseForm(formOf(intents.map((intent) => ['intent', intent])), { schema: DeliveryActionFormSchema });
  expect(parse('pause')).toMatchObject({ status: 'success', value: { intent: 'pause' } });
  for (const intents of [[], ['delete'], ['toString'], ['pause', 'cancel']]) {
    expect(parse(...intents)).toMatchObject({ status: 'error' });
  }
});

it('the schema of the sign-in page requests another code only with the button for it', () => {
  const parse = (...fields: [string, string][]) =>
    parseForm(formOf([['email', 'a@x.example.org'], ...fields]), { schema: LoginFormSchema });
  expect(parse()).toHaveProperty('value', { email: 'a@x.example.org' });
  expect(parse(['again', 'yes'])).toMatchObject({ status: 'success', value: { again: 'yes' } });
  expect(parse(['again', 'no'])).toMatchObject({ status: 'error' });
});

it("the schema of the invites page accepts an invite's button only with an ID", () => {
  const parse = (...fields: [string, string][]) =>
    parseForm(formOf([['intent', 'resend'], ...fields]), { schema: ChangeInviteFormSchema });
  expect(parse(['id', ID])).toMatchObject({ status: 'success', value: { intent: 'resend', id: ID } });
  expect([parse(), parse(['id', '1']), parse(['id', ID], ['more', 'x'])]).toMatchObject([
    { status: 'error' },
    { status: 'error' },
    { status: 'error' },
  ]);
});

it('the schema of the form that deletes a user requires a version', () => {
  const parse = (version: string) =>
    parseForm(
      formOf([
        ['intent', 'delete'],
        ['version', version],
      ]),
      { schema: DeleteUserFormSchema },
    );
  expect(parse('7')).toMatchObject({ status: 'success', value: { version: 7 } });
  for (const version of ['', '-1', '1.5', '1e2', 'any']) {
    expect(parse(version)).toMatchObject({ status: 'error' });
  }
});

it('the schema of an upload accepts only a chosen file', () => {
  expect(ChosenFile.safeParse(new File(['a'], 'students.csv')).success).toBe(true);
  for (const value of [new File([], ''), 'students.csv', null]) {
    expect(ChosenFile.safeParse(value).success).toBe(false);
  }
});

it('the schema of the import of schools requires a file or pasted cells', () => {
  const parse = (...fields: [string, string | File][]) =>
    parseForm(formOf([['intent', 'preview'], ...fields]), { schema: PreviewSchoolsFormSchema });
  const file = new File(['name'], 'schools.csv');
  expect(parse(['list', file], ['pasted', ''])).toMatchObject({ status: 'success', value: { list: file } });
  expect(parse(['list', new File([], '')], ['pasted', 'name'])).toMatchObject({
    status: 'success',
    value: { pasted: 'name' },
  });
  expect(parse(['list', new File([], '')], ['pasted', ' ']).reply()).toMatchObject({
    status: 'error',
    error: { list: ['Choose a file or paste cells from a spreadsheet.'] },
    initialValue: { pasted: ' ' },
  });
});

it('the schema of the import of schools reads choices by row number, and refuses any it did not offer', () => {
  const parse = (...choices: string[]) =>
    parseForm(
      formOf([
        ['intent', 'confirm'],
        ['text', 'name'],
        ['plan', 'p'],
        ...choices.map((choice) => ['choice', choice] as const),
      ]),
      { schema: ImportSchoolsFormSchema },
    );
  expect(parse()).toMatchObject({ status: 'success', value: { choice: new Map() } });
  expect(parse('5 new')).toMatchObject({ status: 'success', value: { choice: new Map([[5, 'new']]) } });
  expect(parse('5 new', `6 ${ID}`)).toMatchObject({
    status: 'success',
    value: {
      choice: new Map([
        [5, 'new'],
        [6, ID],
      ]),
    },
  });
  expect([parse('5 drop'), parse('new')]).toMatchObject([{ status: 'error' }, { status: 'error' }]);
});
