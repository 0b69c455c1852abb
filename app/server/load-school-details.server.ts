import { data } from '@remix-run/node';
import { bouncedAmong } from '#app/domain/bounces/bounced-addresses.server.ts';
import { listDesignationsOfSchool } from '#app/domain/designations/list-designations.server.ts';
import { readTimeline } from '#app/domain/events/read-timeline.server.ts';
import { findActiveExtension } from '#app/domain/academic-years/extensions.server.ts';
import { getHighSchool } from '#app/domain/high-schools/get-high-school.server.ts';
import { readSchoolMails } from '#app/domain/mail/mail-log.server.ts';
import { can } from '#app/policy/authorize.ts';
import { readFlash } from './flash.server.ts';
import { historyBefore } from './history-before.server.ts';
import type { SignedInCall } from './screen-call.server.ts';
import { screenId } from './web-route.server.ts';

export async function loadSchoolDetails({ ctx, actor, params, request, url }: SignedInCall) {
  const id = screenId(params);
  const { staff, staffInvites, ...school } = await getHighSchool(ctx, id);
  const newestFirst = { sort: 'year', direction: 'desc' } as const;
  const designations = await listDesignationsOfSchool(ctx, { highSchoolId: id, query: newestFirst });
  const flash = await readFlash(request, ctx.settings);
  const answer = {
    school,
    staff,
    staffInvites,
    designations: [...designations.items],
    bounced: await bouncedAmong(ctx, [
      ...staff.map(({ user }) => user.email),
      ...staffInvites.map(({ email }) => email),
    ]),
    extension: await findActiveExtension(ctx, id),
    timeline: await readTimeline(ctx, { type: 'HIGH_SCHOOL', id }, historyBefore(url)),
    mails: can(actor, 'email.manage') ? await readSchoolMails(ctx, id) : null,
    ownId: actor.id,
    mayEditAll: can(actor, 'highSchool.editAll', { highSchoolId: id }),
    mayDownload: can(actor, 'highSchool.download'),
    flash: flash.messages,
  };
  return data(answer, { headers: flash.headers });
}
