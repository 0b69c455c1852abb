import { type DesignationContents, DesignationContentsSchema } from '#app/schemas/designation-contents.ts';
import type { DemoDesignation } from './demo-designations.ts';
import { seedId } from './seeded-random.ts';

/** What a return keeps of a designation whose students were stored at `at`. */
export function returnedContents(designation: DemoDesignation, id: string, at: Date): DesignationContents {
  const stored = at.toISOString();
  return DesignationContentsSchema.parse({
    ...designation,
    students: designation.students.map((student, position) => {
      const studentId = seedId(`student ${id} ${position}`);
      return {
        ...student,
        id: studentId,
        designationId: id,
        address: { firmName: '', urbanization: '', ...student.address, studentId },
        createdAt: stored,
        updatedAt: stored,
      };
    }),
  });
}
