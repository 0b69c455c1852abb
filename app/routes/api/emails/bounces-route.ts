import { MAX_BODY_BYTES } from '#app/config/constants.ts';
import { noteBounce } from '#app/domain/bounces/bounced-addresses.server.ts';
import { BounceReportSchema } from '#app/schemas/email.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';
import { assertBearsToken } from '#app/server/bounce-token.server.ts';
import { parseBody } from '#app/server/parse-input.server.ts';
import { readJson } from '#app/server/read-body.server.ts';

const REPORT_LIMITS = { maxBytes: MAX_BODY_BYTES, maxKeys: 10 };

const api = apiRoute({
  POST: endpoint({
    ability: 'open',
    status: 204,
    // The body is read here, behind the token: to others the call says nothing about it.
    handle: async ({ ctx, request, loadContext }) => {
      await assertBearsToken(ctx, request, loadContext.clientAddress);
      const report = parseBody(BounceReportSchema, await readJson(request, REPORT_LIMITS));
      await noteBounce(ctx, { ...report, source: 'REPORT' });
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
