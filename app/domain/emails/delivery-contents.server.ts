import type { Ctx } from '#app/domain/ctx.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { DeliveryContents } from '#app/schemas/delivery-screens.ts';
import { LEFT_OUT_REASONS, type LeftOutReason, type ReminderState } from '#app/schemas/enums.ts';

interface ContentsRow {
  except: DeliveryContents['unticked'];
  left_out: Partial<Record<LeftOutReason, number>> | null;
  rule_id: string | null;
  days_before: number | null;
  states: ReminderState[] | null;
  due_at: string | null;
  schools: string[] | null;
}

/** Whom a delivery leaves out, and of a reminder its rule and the schools that it reminds. For administrators; throws NotFound. */
export async function getDeliveryContents(ctx: Ctx, id: string): Promise<DeliveryContents> {
  authorize(ctx.actor, 'email.manage');
  const [row] = await ctx.em.execute<ContentsRow[]>(
    `select d.audience->'except' as except, d.audience->'leftOut' as left_out, d.audience->>'dueAt' as due_at,
            r.id as rule_id, r.days_before, r.states,
            (select array_agg(h.name order by h.name collate "und-x-icu", h.id)
               from sent_reminder s join high_school h on h.id = s.high_school_id where s.delivery_id = d.id) as schools
       from email_delivery d left join reminder_rule r on r.id = d.rule_id
      where d.id = ?`,
    [id],
  );
  if (row === undefined) throw new NotFound();
  const leftOut = row.left_out;
  return {
    unticked: row.except,
    leftOut:
      leftOut === null
        ? null
        : LEFT_OUT_REASONS.map((why) => ({ why, people: leftOut[why] ?? 0 })).filter(
            ({ people }) => people > 0,
          ),
    reminder:
      row.due_at === null
        ? null
        : {
            dueAt: row.due_at,
            rule:
              row.rule_id === null
                ? null
                : { id: row.rule_id, daysBefore: row.days_before ?? 0, states: row.states ?? [] },
            schools: row.schools ?? [],
          },
  };
}
