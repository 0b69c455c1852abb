import { type SubmissionResult, useForm } from '@conform-to/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { CheckboxField } from '#app/components/forms/checkbox-field.tsx';
import { CheckboxGroupField, RadioGroupField } from '#app/components/forms/choice-group-field.tsx';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { SelectField, optionsOf } from '#app/components/forms/select-field.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';

const FAILED: SubmissionResult = {
  status: 'error',
  initialValue: { email: 'ann@', agree: 'on', criteria: 'B', flags: ['ADMIN'] },
  error: { email: ['Not an email address.'], criteria: ['Choose again.'], '': ['Ask the office.'] },
};
const LETTERS = optionsOf({ A: 'First', B: 'Second' });

interface Values {
  email: string;
  agree: boolean;
  criteria: string;
  flags: string[];
}

function ConformForm() {
  const [form, fields] = useForm<Values>({ id: 'f', lastResult: FAILED });
  return (
    <form id={form.id}>
      <ErrorSummary form={form} />
      <TextField field={fields.email} label="Email" type="email" hint="Yours." />
      <CheckboxField field={fields.agree} label="I agree" />
      <RadioGroupField field={fields.criteria} label="Criteria" options={LETTERS} />
      <CheckboxGroupField
        field={fields.flags}
        label="Flags"
        options={optionsOf({ ADMIN: 'Admin', X: 'X' })}
      />
    </form>
  );
}

/** The attributes of the element with this id, as a browser reads them. */
function attributesOf(html: string, id: string): Record<string, string> {
  const tag = new RegExp(`<[a-z]+ (?:[^>]* )?id="${id}"[^>]*>`).exec(html)?.[0] ?? '';
  return Object.fromEntries(
    [...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

describe('fields of a conform form, as the server renders them after a failed submit', () => {
  const html = renderToStaticMarkup(<ConformForm />);

  it('keep the input and reference hint and error', () => {
    expect(attributesOf(html, 'f-email')).toEqual({
      id: 'f-email',
      name: 'email',
      form: 'f',
      class: 'form-control',
      type: 'email',
      placeholder: ' ',
      value: 'ann@',
      'aria-invalid': 'true',
      'aria-describedby': 'f-email-description f-email-error',
    });
    expect(html).toContain('<div class="form-text" id="f-email-description">Yours.</div>');
    expect(html).toMatch(/<div id="f-email-error">.*?Not an email address\./);
    expect(html).toContain('<label class="form-label" for="f-email">Email</label>');
  });

  it('keep checked boxes', () => {
    expect(attributesOf(html, 'f-agree')).toMatchObject({ type: 'checkbox', checked: '' });
    expect(attributesOf(html, 'f-criteria')).not.toHaveProperty('checked');
    expect(attributesOf(html, 'f-criteria-2')).toMatchObject({ type: 'radio', value: 'B', checked: '' });
    expect(attributesOf(html, 'f-flags')).toMatchObject({ type: 'checkbox', value: 'ADMIN', checked: '' });
    expect(attributesOf(html, 'f-flags-2')).not.toHaveProperty('checked');
  });

  it('are in the summary, each message with a link to its field', () => {
    const links = [...html.matchAll(/<a href="(#[^"]+)">([^<]+)<\/a>/g)].map(([, href, text]) => [
      href,
      text,
    ]);
    expect(links).toEqual([
      ['#f-email', 'Not an email address.'],
      ['#f-criteria', 'Choose again.'],
    ]);
    expect(html).toContain('<li>Ask the office.</li>');
    expect(html).toContain('class="error-summary" role="alert" tabindex="-1" autofocus=""');
  });
});

describe('fields by plain properties', () => {
  it('need only a name', () => {
    const html = renderToStaticMarkup(<TextField name="city" label="City" optional />);
    expect(attributesOf(html, 'city')).toEqual({
      id: 'city',
      name: 'city',
      class: 'form-control',
      type: 'text',
      placeholder: ' ',
      value: '',
    });
    expect(html).toContain('City<span class="field-optional"> (optional)</span>');
  });

  it('take values, errors and warnings', () => {
    const html = renderToStaticMarkup(
      <TextField
        id="a-dob"
        name="dob"
        label="Date"
        defaultValue="2001-02-03"
        errors={['Too late.']}
        warning="Old."
      />,
    );
    expect(attributesOf(html, 'a-dob')).toMatchObject({
      value: '2001-02-03',
      'aria-invalid': 'true',
      'aria-describedby': 'a-dob-warning a-dob-error',
    });
    expect(attributesOf(html, 'a-dob-warning')).toEqual({ id: 'a-dob-warning', role: 'status' });
  });

  it('choose the given option of a list', () => {
    const html = renderToStaticMarkup(
      <SelectField name="letter" label="Letter" options={LETTERS} defaultValue="B" emptyLabel="Any" />,
    );
    expect([...html.matchAll(/<option value="([^"]*)"( selected="")?>/g)].map((match) => match[0])).toEqual([
      '<option value="">',
      '<option value="A">',
      '<option value="B" selected="">',
    ]);
  });
});

describe('ErrorSummary by plain items', () => {
  it('is absent without items', () => {
    expect(renderToStaticMarkup(<ErrorSummary items={[]} />)).toBe('');
  });
});
