import { pauseDelivery } from '#app/domain/emails/transition-delivery.server.ts';
import { deliveryTransitionRoute } from './delivery-transition-route.server.ts';

const api = deliveryTransitionRoute(pauseDelivery, { id: 'pauseDelivery', summary: 'Pause a delivery' });

export const loader = api.loader;
export const action = api.action;
