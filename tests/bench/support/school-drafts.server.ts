import { randomUUID } from 'node:crypto';
import { DraftSavedSchema } from '#app/schemas/designation-editing.ts';
import type { BenchApp } from '#tests/bench/support/bench-app.server.ts';
import type { ClientResponse } from '#tests/bench/support/http-client.ts';
import type { Started } from '#tests/bench/support/started-designations.server.ts';
import { benchStudent } from '#tests/bench/support/submission.ts';

const STUDENTS = 10;

/** A designation that a school's counselor fills in. */
export interface SchoolDraft {
  /** Saves it as the counselor's browser does while they type. Don't call it again before the response. */
  save(): Promise<ClientResponse>;
}

/** Opens a draft of a started designation that has no students. */
export async function openDraft(
  app: BenchApp,
  { id, designator_id: userId }: Pick<Started, 'id' | 'designator_id'>,
): Promise<SchoolDraft> {
  const client = await app.callerOf(userId);
  const tabId = randomUUID();
  let version = 1;
  let ids: readonly string[] = [];
  let saves = 0;
  return {
    save: async () => {
      saves += 1;
      const students = Array.from({ length: STUDENTS }, (_, index) => ({
        ...benchStudent(index, id.slice(0, 8)),
        ...(ids[index] === undefined ? {} : { id: ids[index] }),
        preferred: index === saves % STUDENTS ? `Save ${saves}` : '',
      }));
      const contents = {
        classSize: STUDENTS * 10,
        criteria: 'CUMULATIVE_GPA',
        criteriaComment: '',
        students,
      };
      const response = await client.send('PATCH', `/designate/editing/${id}`, {
        body: { tabId, userId, version, ...contents },
      });
      if (response.status === 200) {
        const saved = DraftSavedSchema.parse(JSON.parse(response.body));
        version = saved.version;
        ids = saved.studentIds;
      }
      return response;
    },
  };
}
