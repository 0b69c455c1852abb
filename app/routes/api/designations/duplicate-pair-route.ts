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
        'Returns both lists. `matches` are positions on the other list, from 1, of students who may be the same person. Without students if none match anymore. Records the disclosure.',
    },
    ability: 'designation.decide',
    params: DuplicatePairParamsSchema,
    answer: ComparedPairSchema,
    handle: async ({ ctx, params }) => ({ body: await openDuplicatePair(ctx, params) }),
  }),
});
export const loader = api.loader;
export const action = api.action;
