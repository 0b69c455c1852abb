import type { Ctx } from '#app/domain/ctx.server.ts';
import { pageClause } from '#app/domain/listing.ts';
import { type UserInviteAnswer, UserInviteAnswerSchema } from '#app/schemas/invite.ts';
import type { ListQuery } from '#app/schemas/listing.ts';
import { UserInviteEntity } from '#db/entities/user-invite.ts';
import { plainRows } from '#db/plain-rows.ts';

/** An instant inside JSON, as answers have it. */
const isoSql = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The open invites by address, or the one with this id or address, without regard to case. */
export async function selectUserInvites(
  { em }: Pick<Ctx, 'em'>,
  { reference, ...query }: ListQuery & { readonly reference?: string },
): Promise<UserInviteAnswer[]> {
  const direction = query.direction === 'asc' ? 'desc' : 'asc';
  const page = pageClause(query);
  const rows = await em.execute<object[]>(
    `select i.*,
            coalesce((select json_agg(json_build_object(
                'id', si.id, 'highSchoolId', hs.id, 'userInviteId', i.id, 'position', si.position,
                'highSchool', json_build_object('id', hs.id, 'name', hs.name),
                'createdAt', ${isoSql('si.created_at')}, 'updatedAt', ${isoSql('si.updated_at')}
              ) order by hs.name collate "und-x-icu", si.id)
               from high_school_staff_invite si join high_school hs on hs.id = si.high_school_id
              where si.user_invite_id = i.id), '[]') as "staffInvites"
       from user_invite i
      where ${reference === undefined ? 'true' : 'lower(i.email) = lower(?) or i.id::text = lower(?)'}
      order by i.email collate "und-x-icu" ${direction}, i.id ${direction}${page.sql}`,
    [...(reference === undefined ? [] : [reference, reference]), ...page.params],
  );
  return UserInviteAnswerSchema.array().parse(plainRows(em, UserInviteEntity, rows));
}
