import { retryDelivery } from '#app/domain/emails/steer-delivery.server.ts';
import { steerDeliveryRoute } from '#app/server/steer-delivery-route.server.ts';

const api = steerDeliveryRoute(retryDelivery);

export const loader = api.loader;
export const action = api.action;
