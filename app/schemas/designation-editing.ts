import { z } from 'zod';
import { DESIGNATION_CONTENTS } from './designation.ts';
import { DESIGNATION_STATUSES } from './enums.ts';
import { ResponseInstant, Uuid } from './fields.ts';

/** Messages between the designate screens' tabs and the server while a designation is being edited. */

const PersonSchema = z.object({ id: z.string(), firstName: z.string(), lastName: z.string() });

/** The last change; `by` is null for the system. */
export const LastChangeSchema = z.object({ at: ResponseInstant, by: PersonSchema.nullable() });
export type LastChange = z.output<typeof LastChangeSchema>;

/** `tabId` is one browser tab; `userId` opened it, but another user may have signed in since. */
const tab = { tabId: Uuid, userId: Uuid };

export const AnnounceSchema = z.strictObject(tab);
export type Announce = z.output<typeof AnnounceSchema>;

export const LeaveQuerySchema = z.strictObject({ tabId: Uuid });

/** A draft to save: all contents that can be stored, based on `version`. */
export const DraftSaveSchema = z.strictObject({
  ...tab,
  version: z.number().int(),
  ...DESIGNATION_CONTENTS,
});
export type DraftSave = z.output<typeof DraftSaveSchema>;

/** A designation's state, and who else is editing it: colleagues by name, and the user's other tabs by ID. */
export const EditingResponseSchema = z.object({
  version: z.number(),
  status: z.enum(DESIGNATION_STATUSES),
  changed: LastChangeSchema.nullable(),
  colleagues: z.array(PersonSchema),
  otherTabs: z.array(z.string()),
});
export type EditingResponse = z.output<typeof EditingResponseSchema>;

/** Warnings about students by ID, each a sentence. Students without warnings are omitted. */
export const StudentWarningsSchema = z.record(z.string(), z.array(z.string()));
export type StudentWarnings = z.output<typeof StudentWarningsSchema>;

/** A designation's state, and the other administrators who are reviewing it, by name. */
export const ReviewersResponseSchema = EditingResponseSchema.pick({
  version: true,
  status: true,
  changed: true,
}).extend({ reviewers: z.array(PersonSchema) });
export type ReviewersResponse = z.output<typeof ReviewersResponseSchema>;

/** Students as they would be submitted, and the warnings about each of them, in the same order. */
export const UnsavedStudentsSchema = z.strictObject({ students: DESIGNATION_CONTENTS.students });
export const UnsavedWarningsSchema = z.object({ warnings: z.array(z.array(z.string()).readonly()) });

/** A designation's state after a save, with the IDs of the stored students in order and the warnings about them. */
export const DraftSavedSchema = EditingResponseSchema.extend({
  savedAt: ResponseInstant,
  studentIds: z.array(z.string()),
  warnings: StudentWarningsSchema,
});
export type DraftSaved = z.output<typeof DraftSavedSchema>;
