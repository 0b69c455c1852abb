import { expect, it } from 'vitest';
import { STUDENT_CONSTRAINT } from '#app/components/designate/student-fields.tsx';
import { StudentSchema } from '#app/schemas/student.ts';

it('the browser requires exactly the fields that a student without anything lacks', () => {
  const errors = StudentSchema.safeParse({ address: {} }).error?.issues ?? [];
  const lacking = errors.map(({ path }) => `students[].${path.join('.')}`);
  expect(Object.keys(STUDENT_CONSTRAINT).sort()).toEqual(lacking.sort());
});
