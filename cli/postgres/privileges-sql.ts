/** Lists owners and privileges in the schema. A restore doesn't change those of the schema itself or the defaults. */
const GRANTS = `
create function pg_temp.laurel_grants()
returns table (kind text, object text, col text, owner text, grantor text, grantee text, privilege text, grantable boolean)
language sql stable as $grants$
  select o.kind, o.object, o.col, pg_get_userbyid(o.owner)::text, pg_get_userbyid(g.grantor)::text,
         case g.grantee when 0 then '' else pg_get_userbyid(g.grantee)::text end, g.privilege_type, g.is_grantable
    from (
      select case relkind when 'S' then 'sequence' else 'table' end as kind, format('public.%I', relname) as object, '' as col,
             relowner as owner,
             coalesce(relacl, acldefault((case relkind when 'S' then 's' else 'r' end)::"char", relowner)) as acl
        from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      union all
      select 'column', format('public.%I', relname), attname::text, relowner, attacl
        from pg_attribute join pg_class c on c.oid = attrelid
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
         and attnum > 0 and not attisdropped and attacl is not null
      union all
      select 'routine', format('public.%I(%s)', proname, oidvectortypes(proargtypes)), '', proowner,
             coalesce(proacl, acldefault('f', proowner))
        from pg_proc where pronamespace = 'public'::regnamespace) o
    left join lateral aclexplode(o.acl) g on true
$grants$;`;

/** Saves the privileges. Run before anything is dropped. */
export const SAVE_PRIVILEGES = `${GRANTS}
create temporary table kept_grant on commit drop as select * from pg_temp.laurel_grants();
create temporary table kept_note (note text) on commit drop;
`;

/** Restores owners, then grants in order of dependency. Records in `kept_note` what the role isn't allowed to do. */
export const APPLY_PRIVILEGES = `
do $privileges$
declare
  entry record;
  role_before constant text := current_setting('role');
  statement text;
  is_done boolean;
begin
  for entry in
    select distinct k.kind, k.object, k.owner, c.owner as owner_now
      from pg_temp.kept_grant k join pg_temp.laurel_grants() c on c.kind = k.kind and c.object = k.object
     where k.kind <> 'column' and c.owner <> k.owner order by k.kind desc, k.object
  loop
    begin
      if exists (select from pg_temp.laurel_grants() c
                  where c.kind = entry.kind and c.object = entry.object and c.owner <> entry.owner) then
        execute format('alter %s %s owner to %I', entry.kind, entry.object, entry.owner);
      end if;
    exception when insufficient_privilege then
      insert into pg_temp.kept_note values (format(
        '%s belonged to %s and now belongs to %s, because the role that restored it isn''t allowed to change its owner back.',
        entry.object, entry.owner, entry.owner_now));
    end;
  end loop;

  create temporary table current_grant on commit drop as select * from pg_temp.laurel_grants();
  create temporary table pending_grant on commit drop as
    select k.*, row_number() over () as number from pg_temp.kept_grant k
     where exists (select from pg_temp.current_grant c where c.object = k.object)
       and k.object in (
         select object from (table pg_temp.kept_grant except table pg_temp.current_grant) missing
         union
         select object from (table pg_temp.current_grant except table pg_temp.kept_grant) unwanted);

  for entry in
    select distinct c.kind, c.object, c.grantee from pg_temp.current_grant c
     where c.kind <> 'column' and c.privilege is not null and c.object in (select object from pg_temp.pending_grant)
  loop
    execute format('revoke all on %s %s from %s cascade', entry.kind, entry.object,
                   case entry.grantee when '' then 'public' else quote_ident(entry.grantee) end);
  end loop;

  delete from pg_temp.pending_grant where privilege is null;
  loop
    is_done := true;
    for entry in
      select p.* from pg_temp.pending_grant p
       where p.grantor = p.owner
          or exists (select from pg_temp.laurel_grants() c
                      where c.object = p.object and c.col in ('', p.col) and c.grantee = p.grantor
                        and c.privilege = p.privilege and c.grantable)
       order by p.number
    loop
      is_done := false;
      statement := format('grant %s%s on %s %s to %s%s', entry.privilege,
        case entry.col when '' then '' else format(' (%I)', entry.col) end,
        case entry.kind when 'column' then 'table' else entry.kind end, entry.object,
        case entry.grantee when '' then 'public' else quote_ident(entry.grantee) end,
        case when entry.grantable then ' with grant option' else '' end);
      begin
        if entry.grantor <> entry.owner then perform set_config('role', entry.grantor, true); end if;
        execute statement;
        perform set_config('role', role_before, true);
      exception when insufficient_privilege then
        execute statement;
        insert into pg_temp.kept_note values (format(
          '%s on %s was granted to %s by %s. The role that restored the backup can''t act as %s, so the owner %s granted it instead.',
          entry.privilege, entry.object, coalesce(nullif(entry.grantee, ''), 'public'), entry.grantor, entry.grantor, entry.owner));
      end;
      delete from pg_temp.pending_grant where number = entry.number;
    end loop;
    exit when is_done;
  end loop;

  insert into pg_temp.kept_note
    select format('%s isn''t in the backup, so its privileges were also removed.', object)
      from pg_temp.kept_grant k
     where grantee <> owner and grantee <> '' and not exists (select from pg_temp.current_grant c where c.object = k.object)
     group by object;
end
$privileges$;
`;
