import { describe, expect, it } from 'vitest';
import { Invalid } from '#app/lib/domain-errors.ts';
import { parseForm } from '#app/lib/parse-form.ts';
import { methodFormSchema } from '#app/schemas/designate-forms.ts';
import { correctionFormSchema, GeneralInformationFormSchema } from '#app/schemas/designation-forms.ts';
import { DeliveryListQuerySchema } from '#app/schemas/delivery-screens.ts';
import { ReminderFormSchema } from '#app/schemas/reminder-screens.ts';
import { AddYearFormSchema } from '#app/schemas/year-forms.ts';
import { parseQuery } from '#app/server/parse-input.server.ts';

/** Values that JavaScript parses as numbers or that are typos, none of which is a plain whole number. */
const NOT_WHOLE = [
  ...['1e2', '1E2', '0x10', '0b11', '0o7', ' 7 ', '7 ', '+7', '7.0', '7.5', '.5', '7,000', '1_000'],
  ...['Infinity', 'NaN', '--7', '-', '٧', '9'.repeat(16), 'seven', '\u00a07'],
];

const FIELDS = [
  [
    'daysBefore',
    ReminderFormSchema,
    { intent: 'add', states: 'STARTED' },
    '14',
    'Enter a whole number of days.',
  ],
  ['year', AddYearFormSchema, { intent: 'add' }, '2026', 'Enter a year, like 2026.'],
  [
    'classSize',
    methodFormSchema(null),
    { version: '1', criteria: 'CUMULATIVE_GPA' },
    '12',
    'Enter the class size as a whole number, 0 or more.',
  ],
  ['version', GeneralInformationFormSchema, {}, '3', 'Must be a whole number.'],
] as const;

function errorOf(field: string, schema: (typeof FIELDS)[number][1], form: Record<string, string>) {
  const data = new FormData();
  for (const [name, value] of Object.entries(form)) data.set(name, value);
  const reply = parseForm(data, { schema }).reply();
  return [reply.error?.[field], reply.initialValue?.[field]];
}

describe.each(FIELDS)('the number field %s of a form', (field, schema, rest, fine, message) => {
  it('accepts digits', () => {
    expect(errorOf(field, schema, { ...rest, [field]: fine })[0]).toBeUndefined();
  });

  it.each(NOT_WHOLE)('rejects %j, and keeps it in the field', (typed) => {
    expect(errorOf(field, schema, { ...rest, [field]: typed })).toEqual([[message], typed]);
  });
});

it('a missing comment is named together with an invalid class size, to schools and administrators', () => {
  const form = { version: '1', classSize: '', criteria: 'OTHER', criteriaComment: '' };
  const before = { classSize: 20, criteria: 'CUMULATIVE_GPA', criteriaComment: null } as const;
  for (const [schema, rest] of [
    [methodFormSchema(null), {}],
    [correctionFormSchema(before, null), { intent: 'correct' }],
  ] as const) {
    const data = new FormData();
    for (const [name, value] of Object.entries({ ...form, ...rest })) data.set(name, value);
    const { error } = parseForm(data, { schema }).reply();
    expect(Object.keys(error ?? {}).sort()).toEqual(['classSize', 'criteriaComment']);
  }
});

it.each(NOT_WHOLE)('a query refuses %j as a number', (typed) => {
  const read = () => parseQuery(DeliveryListQuerySchema, new URLSearchParams({ limit: typed }));
  expect(read).toThrow(Invalid);
});

it('an empty number field counts as missing', () => {
  expect(parseQuery(DeliveryListQuerySchema, new URLSearchParams({ limit: '' }))).toEqual({});
});
