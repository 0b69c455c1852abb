import { z } from 'zod';
import { createDesignation } from '#app/domain/designations/create-designation.server.ts';
import { listDesignations } from '#app/domain/designations/list-designations.server.ts';
import {
  DesignationResponseSchema,
  DesignationCreateSchema,
  DesignationListItemSchema,
  DesignationListQuerySchema,
} from '#app/schemas/designation.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    operation: {
      id: 'listDesignations',
      summary: 'List designations',
      description:
        'Staff see only those of their own schools. Filters combine with AND, repeated values with OR.',
    },
    ability: 'designation.list',
    query: DesignationListQuerySchema,
    response: z.array(DesignationListItemSchema),
    handle: async ({ ctx, query }) => {
      const { items, total } = await listDesignations(ctx, query);
      return { body: [...items], total };
    },
  }),
  POST: endpoint({
    operation: {
      id: 'createDesignation',
      summary: 'Start a designation',
      description: 'If the school already has one for the year, returns 409 with the existing one.',
      example: { highSchoolId: '$HIGH_SCHOOL_ID', academicYearId: '$ACADEMIC_YEAR_ID' },
      hasVersion: true,
    },
    ability: 'designation.create',
    body: DesignationCreateSchema,
    hasStudents: true,
    status: 201,
    response: DesignationResponseSchema,
    handle: async ({ ctx, body }) => {
      const designation = await createDesignation(ctx, body);
      return { body: designation, version: designation.version };
    },
  }),
});
export const loader = api.loader;
export const action = api.action;
