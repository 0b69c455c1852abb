/** The address of a mail `mail` as it is now: that of the account `u` which it is for, if it is for one, wherever that has moved to. */
export const ADDRESS_NOW = `case when u.flags @> '{DELETED}' then mail.to_address else coalesce(u.email, mail.to_address) end`;

/**
 * What is asked of a mail `mail` once more when it is taken, as columns of the statement that takes it: `is_bounced`; `user_now` as
 * `UserNow`, null where it is for no account `u`; `is_invite_gone`; `is_deleted_invited`, of an invite to a deleted account.
 */
export const RECIPIENT_NOW_COLUMNS = `
  exists (select from bounced_address b where b.address = mail.to_address) as is_bounced,
  case when u.id is not null then json_build_object(
    'isDeleted', u.flags @> '{DELETED}', 'isAdmin', u.flags @> '{ADMIN}',
    'positions', array(select f.position from high_school_staff f
                        where f.user_id = u.id and f.high_school_id = any (mail.high_school_ids)),
    'isAtActiveSchool', exists (select from high_school_staff f
                                  join high_school h on h.id = f.high_school_id and h.status = 'ACTIVE'
                                 where f.user_id = u.id and f.high_school_id = any (mail.high_school_ids))) end as user_now,
  mail.invite_id is not null and not exists (select from user_invite i where i.id = mail.invite_id) as is_invite_gone,
  mail.invite_id is not null and exists (select from user_account a where lower(a.email) = mail.to_address
                                            and a.flags @> '{DELETED}') as is_deleted_invited`;
