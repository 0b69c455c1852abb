import { listQuery } from '#app/components/listing/list-query.ts';
import { HISTORY_BEFORE } from '#app/lib/urls/history-url.ts';

/** URL query of the list of deliveries. */
export const deliveryList = listQuery<'createdAt'>({
  path: '/emails/deliveries',
  sorts: { createdAt: 'Created' },
  largestFirst: ['createdAt'],
  paging: ['page'],
});

/** Returns the URL query of the recipient list on a delivery's page. */
export function recipientList(id: string) {
  return listQuery<'email'>({
    path: `/emails/deliveries/${id}`,
    sorts: { email: 'Email' },
    largestFirst: [],
    paging: ['page', HISTORY_BEFORE],
  });
}
