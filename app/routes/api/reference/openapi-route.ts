import { z } from 'zod';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';
import { openApiDocument } from '#app/server/openapi/openapi-document.server.ts';

const api = apiRoute({
  GET: endpoint({
    operation: {
      id: 'getOpenApi',
      summary: 'Get the OpenAPI document',
      description: 'Describes every call in OpenAPI 3.1 format, for tools and generated clients.',
    },
    ability: 'api.readReference',
    response: z.looseObject({ openapi: z.string() }),
    handle: async ({ ctx, restCalls }) => ({
      body: { ...(await openApiDocument(await restCalls(), ctx.settings)) },
    }),
  }),
});

export const loader = api.loader;
export const action = api.action;
