import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DraftContent, isSameContent } from '#app/components/designate/draft/draft.ts';
import type { Choices, Side } from '#app/components/designate/draft/merge-student.ts';
import { merge, type Merged } from '#app/components/designate/draft/merge.ts';
import { type DraftStudent, isFilledIn } from '#app/students/draft-students.ts';
import { done, student } from '#tests/support/merged-contents.ts';

const TEXTS = [
  'first',
  'middle',
  'last',
  'preferred',
  'dateOfBirth',
  'phone',
  'email',
  'parentEmail',
] as const;

/** A student with few possible values per field, so that two sides often agree and often differ. */
const anyStudent: fc.Arbitrary<DraftStudent> = fc
  .record({
    ...Object.fromEntries(TEXTS.map((field) => [field, fc.constantFrom('', 'a', 'b', ' b ')])),
    twin: fc.boolean(),
    city: fc.constantFrom('', 'Sitka', 'Nome'),
  })
  .map(({ city, ...fields }) => student({ ...fields, address: { ...student().address, city } }));

const anyMethod = fc.record({
  // All of these have six positions.
  classSize: fc.constantFrom(60, 61, 63),
  criteria: fc.constantFrom('OTHER' as const, 'CUMULATIVE_GPA' as const),
  criteriaComment: fc.constantFrom('', 'x', 'y'),
});

const anyStored = fc
  .tuple(anyMethod, fc.array(anyStudent, { maxLength: 3 }))
  .map(([method, list]): DraftContent => ({
    ...method,
    students: list.map((one, at) => ({ ...one, id: `s${at}` })),
  }));

/** One side's edit: some students changed, some added at the end. */
function editOf(
  base: DraftContent,
  newId: (index: number) => string | undefined,
): fc.Arbitrary<DraftContent> {
  const kept = fc.tuple(...base.students.map((one) => fc.oneof(fc.constant(one), anyStudent)));
  return fc
    .tuple(fc.oneof(fc.constant(base), anyMethod), kept, fc.array(anyStudent, { maxLength: 2 }))
    .map(([{ classSize, criteria, criteriaComment }, list, added]) => ({
      classSize,
      criteria,
      criteriaComment,
      students: [...list, ...added].map((one, at) => ({ ...one, id: base.students[at]?.id ?? newId(at) })),
    }));
}

const anyThree = anyStored.chain((base) =>
  fc.record({
    base: fc.constant(base),
    mine: editOf(base, () => undefined),
    theirs: editOf(base, (index) => `t${index}`),
  }),
);

/** Every value of the content, by path. */
function valuesOf({ students, ...method }: DraftContent): Map<string, string> {
  const flat = new Map<string, string>();
  const add = (prefix: string, value: object) => {
    for (const [name, one] of Object.entries(value)) {
      if (typeof one === 'object' && one !== null) add(`${prefix}${name}.`, one as object);
      else if (name !== 'id') flat.set(prefix + name, one === false ? '' : String(one ?? '').trim());
    }
  };
  add('', method);
  students.forEach((one, index) => add(`students[${index}].`, one));
  return flat;
}

type Texts = Record<(typeof TEXTS)[number], string>;

function textsAt(students: readonly DraftStudent[], index: number): Texts {
  const one = students[index] ?? student();
  return Object.fromEntries(TEXTS.map((field) => [field, one[field].trim()])) as Texts;
}

/** Whether both are the same person, apart from one blank name or birth date that was filled in (several if new). */
function isSamePersonOrFilled(side: Texts, after: Texts, isNew: boolean): boolean {
  const changed = (['first', 'last', 'dateOfBirth'] as const).filter((name) => side[name] !== after[name]);
  if (changed.length === 0) return true;
  const isFilled = changed.every((name) => side[name] === '') && side.first + side.last !== '';
  return isFilled && (isNew || changed.length === 1);
}

function all(merged: Merged, side: Side): Choices {
  return new Map(merged.conflicts.map(({ name }) => [name, side]));
}

describe('merging any three contents', () => {
  it('uses the only side that changed anything, and equal changes of both', () => {
    fc.assert(
      fc.property(anyThree, ({ base, mine, theirs }) => {
        expect(isSameContent(done(merge({ base, mine, theirs: base })), mine)).toBe(true);
        expect(isSameContent(done(merge({ base, mine: base, theirs })), theirs)).toBe(true);
        expect(isSameContent(done(merge({ base, mine, theirs: mine })), mine)).toBe(true);
      }),
    );
  });

  it('finds the same conflicts from both sides', () => {
    fc.assert(
      fc.property(anyThree, ({ base, mine, theirs }) => {
        const one = merge({ base, mine, theirs });
        const other = merge({ base, mine: theirs, theirs: mine });
        expect(one?.conflicts.map(({ name }) => name)).toEqual(other?.conflicts.map(({ name }) => name));
        if (one === null || other === null || one.conflicts.length > 0) return;
        expect(isSameContent(one.content, other.content)).toBe(true);
      }),
    );
  });

  it('loses no edit without asking', () => {
    fc.assert(
      fc.property(anyThree, ({ base, mine, theirs }) => {
        const merged = merge({ base, mine, theirs });
        if (merged === null) return;
        const [before, ours, others, after] = [base, mine, theirs, merged.content].map(valuesOf);
        const shown = merged.conflicts.map(({ name }) => name);
        for (const side of [ours, others]) {
          for (const [name, value] of side ?? []) {
            const isEdit = value !== (before?.get(name) ?? '') && !name.endsWith('.state');
            if (!isEdit || shown.some((conflict) => name.startsWith(conflict))) continue;
            expect([name, after?.get(name)]).toEqual([name, value]);
          }
        }
      }),
    );
  });

  it('never combines the fields of two people without asking', () => {
    fc.assert(
      fc.property(anyThree, ({ base, mine, theirs }) => {
        const merged = merge({ base, mine, theirs });
        if (merged === null) return;
        const shown = new Set(merged.conflicts.map(({ name }) => name));
        merged.content.students.forEach((after, index) => {
          if (shown.has(`students[${index}]`)) return;
          const [before, ours, others] = [base, mine, theirs].map(({ students }) => textsAt(students, index));
          for (const [side, other] of [
            [ours, others],
            [others, ours],
          ]) {
            const isAlone = TEXTS.some(
              (field) => side?.[field] !== before?.[field] && side?.[field] !== other?.[field],
            );
            if (!isAlone || side === undefined) continue;
            const known = base.students[index];
            const isNew = known === undefined || !isFilledIn(known);
            expect(isSamePersonOrFilled(side, textsAt([after], 0), isNew)).toBe(true);
          }
        });
      }),
      { numRuns: 1_000 },
    );
  });

  it('uses the chosen side once every conflict has a choice', () => {
    fc.assert(
      fc.property(anyThree, fc.constantFrom<Side>('mine', 'theirs'), ({ base, mine, theirs }, side) => {
        const result = merge({ base, mine, theirs });
        if (result === null) return;
        const settled = merge({ base, mine, theirs }, all(result, side));
        if (settled === null) return;
        expect(settled.conflicts).toEqual([]);
        const [values, chosen] = [settled.content, side === 'mine' ? mine : theirs].map(valuesOf);
        for (const { name } of result.conflicts) {
          for (const [at, value] of chosen ?? []) {
            if (at === name || at.startsWith(`${name}.`)) expect([at, values?.get(at)]).toEqual([at, value]);
          }
        }
      }),
    );
  });

  it("keeps edits made after an unanswered save, and a colleague's changes to that save", () => {
    fc.assert(
      fc.property(anyStored, (base) => {
        fc.assert(
          fc.property(
            editOf(base, () => undefined),
            editOf(base, () => undefined),
            (sent, mine) => {
              const students = sent.students.map((one, at) => ({ ...one, id: one.id ?? `n${at}` }));
              const arrived = { ...sent, students };
              expect(isSameContent(done(merge({ base, mine, theirs: arrived, sent })), mine)).toBe(true);
              const corrected = { ...arrived, criteriaComment: 'Their addition.' };
              const { content: both, conflicts } = merge({ base, mine: sent, theirs: corrected, sent }) ?? {};
              if (conflicts?.length === 0) expect(both?.criteriaComment).toBe('Their addition.');
            },
          ),
          { numRuns: 10 },
        );
      }),
      { numRuns: 30 },
    );
  });
});
