import { cancelDelivery } from '#app/domain/emails/transition-delivery.server.ts';
import { deliveryTransitionRoute } from './delivery-transition-route.server.ts';

const api = deliveryTransitionRoute(cancelDelivery, { id: 'cancelDelivery', summary: 'Cancel a delivery' });

export const loader = api.loader;
export const action = api.action;
