import { raw } from '@mikro-orm/core';
import type { DesignationStatus } from '#app/schemas/enums.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { StudentEntity } from '#db/entities/student.ts';
import type { MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import type { MadeSchool } from '#tests/factories/school-factory.server.ts';
import { makeCounselor, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { type EditingTab, useEditingTabs } from '#tests/support/editing-tab.server.ts';
import type { Rest } from '#tests/support/rest-client.server.ts';
import { useSchoolWithCounselor } from '#tests/support/school-with-counselor.server.ts';
import { studentsOf } from '#tests/support/stored-students.server.ts';

interface Changed {
  status?: DesignationStatus;
  criteriaComment?: string;
  note?: string;
}

/** Makes a new school for each test, whose counselors Kim and Robin edit its designation in tabs. */
export function useEditingScene(rest: Rest) {
  const tabs = useEditingTabs(rest);
  let school: MadeSchool;
  let kim: MadeUser;
  let robin: MadeUser;
  const designate = useSchoolWithCounselor(
    rest,
    async (made) => {
      ({ school, counselor: kim } = made);
      ({ user: robin } = await makeCounselor(rest.orm, [school.id], {
        firstName: 'Robin',
        lastName: 'Reed',
      }));
    },
    { classSize: 20, criteria: 'CUMULATIVE_GPA' },
  );
  const stored = () => rest.orm.em.fork().findOneOrFail(DesignationEntity, { highSchool: school.id });
  return {
    tabs,
    designate,
    get school() {
      return school;
    },
    get kim() {
      return kim;
    },
    get robin() {
      return robin;
    },
    /** Opens the designation in a tab of a new browser of this user. */
    open: (user: MadeUser, designation: MadeDesignation) => tabs.open(tabs.browserOf(user), designation),
    storedComment: async () => (await stored()).criteriaComment ?? null,
    storedNames: async () => (await studentsOf(rest.orm, school)).map(({ first }) => first),
    /** Changes the stored designation without an event. */
    change: async (changed: Changed) => {
      const { id } = await stored();
      await rest.orm.em.fork().nativeUpdate(DesignationEntity, { id }, changed);
    },
    /** Reverses the stored order of the students without an event. */
    reverseStudents: async () => {
      const { id, version } = await stored();
      const em = rest.orm.em.fork();
      await em.nativeUpdate(StudentEntity, { designation: id }, { position: raw('1000 - position') });
      await em.nativeUpdate(DesignationEntity, { id }, { version: version + 1 });
    },
  };
}

/** Returns what the tab asks: fields that both changed, or 'version' for the whole version; null for no question. */
export const question = (tab: EditingTab) => tab.copy.shown().question?.about ?? null;
