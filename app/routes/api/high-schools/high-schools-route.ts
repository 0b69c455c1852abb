import { createHighSchool } from '#app/domain/high-schools/create-high-school.server.ts';
import { listHighSchools } from '#app/domain/high-schools/list-high-schools.server.ts';
import {
  HighSchoolResponseSchema,
  HighSchoolCreateSchema,
  HighSchoolListItemSchema,
  HighSchoolListQuerySchema,
} from '#app/schemas/high-school.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    operation: {
      id: 'listHighSchools',
      summary: 'List high schools',
      description: 'Staff see only their own schools.',
    },
    ability: 'highSchool.list',
    query: HighSchoolListQuerySchema,
    response: HighSchoolListItemSchema.array(),
    handle: async ({ ctx, query }) => {
      const { items, total } = await listHighSchools(ctx, query);
      return { body: [...items], total };
    },
  }),
  POST: endpoint({
    operation: {
      id: 'createHighSchool',
      summary: 'Create a high school',
      description: 'New schools are INACTIVE.',
      example: {
        name: 'Example High School',
        phone: '(907) 555-0100',
        address: { address1: '1 Main Street', city: 'Sitka', zip5: '99835' },
      },
      hasVersion: true,
    },
    ability: 'highSchool.create',
    body: HighSchoolCreateSchema,
    response: HighSchoolResponseSchema,
    status: 201,
    handle: async ({ ctx, body }) => {
      const school = await createHighSchool(ctx, body);
      return { body: school, version: school.version };
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
