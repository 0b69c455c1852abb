import { openDuplicatePair } from '#app/domain/warnings/duplicate-pairs.server.ts';
import { ComparedPairSchema, DuplicatePairParamsSchema } from '#app/schemas/duplicate-pair.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    operation: {
      id: 'compareDuplicatePair',
      summary: 'Compare the lists of a pair of schools',
      description:
        'Returns both lists. `matches` has the positions, from 1, of students on the other list who may be the same person. If no students match anymore, both lists are empty. Records the disclosure.',
    },
    ability: 'designation.decide',
    params: DuplicatePairParamsSchema,
    response: ComparedPairSchema,
    handle: async ({ ctx, params }) => ({ body: await openDuplicatePair(ctx, params) }),
  }),
});
export const loader = api.loader;
export const action = api.action;
