import { retryDelivery } from '#app/domain/emails/transition-delivery.server.ts';
import { deliveryTransitionRoute } from './delivery-transition-route.server.ts';

const api = deliveryTransitionRoute(retryDelivery, {
  id: 'retryDelivery',
  summary: "Retry a delivery's failed emails",
});

export const loader = api.loader;
export const action = api.action;
