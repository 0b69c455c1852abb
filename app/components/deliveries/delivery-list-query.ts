import { listQuery } from '#app/components/listing/list-query.ts';
import { HISTORY_BEFORE } from '#app/lib/urls/history-address.ts';

/** How the list of deliveries is asked for in its address. */
export const deliveryList = listQuery<'createdAt'>({
  path: '/emails/deliveries',
  sorts: { createdAt: 'Created' },
  largestFirst: ['createdAt'],
  paging: ['page'],
});

/** How a delivery's recipients are asked for in the address of its page. */
export function recipientList(id: string) {
  return listQuery<'email'>({
    path: `/emails/deliveries/${id}`,
    sorts: { email: 'Email' },
    largestFirst: [],
    paging: ['page', HISTORY_BEFORE],
  });
}
