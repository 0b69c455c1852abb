import { z } from 'zod';

/** A parameter, or a field of a body; fields of fields are named like `students[].first`. */
export const ReferenceFieldSchema = z.object({
  name: z.string(),
  /** A description, like 'list of objects'. */
  type: z.string(),
  isRequired: z.boolean(),
  description: z.string(),
});
export type ReferenceField = z.output<typeof ReferenceFieldSchema>;

const CallSchema = z.object({ id: z.string(), method: z.string(), path: z.string(), summary: z.string() });

const GroupSchema = z.object({ slug: z.string(), name: z.string(), description: z.string() });

export const ReferenceCallSchema = CallSchema.extend({
  description: z.string(),
  parameters: ReferenceFieldSchema.array(),
  body: ReferenceFieldSchema.array(),
  /** Describes the response to a successful call. */
  response: z.string(),
  responseFields: ReferenceFieldSchema.array(),
  curl: z.string(),
});
export type ReferenceCall = z.output<typeof ReferenceCallSchema>;

/** The overview of the API reference. */
export const ApiReferenceScreenSchema = z.object({
  groups: z.array(GroupSchema.extend({ calls: CallSchema.array() })),
});
export type ApiReferenceScreen = z.output<typeof ApiReferenceScreenSchema>;

/** The page of one group of calls. */
export const ApiReferenceGroupScreenSchema = GroupSchema.extend({ calls: ReferenceCallSchema.array() });
export type ApiReferenceGroupScreen = z.output<typeof ApiReferenceGroupScreenSchema>;
