import { z } from 'zod';
import { createDesignation } from '#app/domain/designations/create-designation.server.ts';
import { listDesignations } from '#app/domain/designations/list-designations.server.ts';
import {
  DesignationAnswerSchema,
  DesignationCreateSchema,
  DesignationListItemSchema,
  DesignationListQuerySchema,
} from '#app/schemas/designation.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    ability: 'designation.list',
    query: DesignationListQuerySchema,
    answer: z.array(DesignationListItemSchema),
    handle: async ({ ctx, query }) => {
      const { items, total } = await listDesignations(ctx, query);
      return { body: [...items], total };
    },
  }),
  POST: endpoint({
    ability: 'designation.create',
    body: DesignationCreateSchema,
    hasStudents: true,
    status: 201,
    answer: DesignationAnswerSchema,
    handle: async ({ ctx, body }) => {
      const designation = await createDesignation(ctx, body);
      return { body: designation, version: designation.version };
    },
  }),
});
export const loader = api.loader;
export const action = api.action;
