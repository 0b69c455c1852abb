import { z } from 'zod';
import { DESIGNATION_CONTENTS } from './designation.ts';
import { DESIGNATION_STATUSES } from './enums.ts';
import { AnsweredInstant, Uuid } from './fields.ts';

/** What the designate screens' tabs and the server tell each other while a designation is being edited. */

const PersonSchema = z.object({ id: z.string(), firstName: z.string(), lastName: z.string() });

/** Who changed something last, and when; `by` is null where it was the system. */
export const LastChangeSchema = z.object({ at: AnsweredInstant, by: PersonSchema.nullable() });
export type LastChange = z.output<typeof LastChangeSchema>;

/** `tabId` is one tab of one browser; `userId` is whom it was opened by, for another may have signed in since. */
const tab = { tabId: Uuid, userId: Uuid };

export const AnnounceSchema = z.strictObject(tab);
export type Announce = z.output<typeof AnnounceSchema>;

export const LeaveQuerySchema = z.strictObject({ tabId: Uuid });

/** A save of what is typed: the whole contents, as far as they can be stored, on the version that was seen. */
export const DraftSaveSchema = z.strictObject({
  ...tab,
  version: z.number().int(),
  ...DESIGNATION_CONTENTS,
});
export type DraftSave = z.output<typeof DraftSaveSchema>;

/** How a designation stands, and who else has it open to edit: colleagues by name, and the ids of one's own other tabs. */
export const EditingAnswerSchema = z.object({
  version: z.number(),
  status: z.enum(DESIGNATION_STATUSES),
  changed: LastChangeSchema.nullable(),
  colleagues: z.array(PersonSchema),
  otherTabs: z.array(z.string()),
});
export type EditingAnswer = z.output<typeof EditingAnswerSchema>;

/** The same after a save, with the ids of the students as stored, in their order. */
export const DraftSavedSchema = EditingAnswerSchema.extend({
  savedAt: AnsweredInstant,
  studentIds: z.array(z.string()),
});
export type DraftSaved = z.output<typeof DraftSavedSchema>;
