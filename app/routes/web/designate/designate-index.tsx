import { redirect } from '@remix-run/node';
import { NothingSchema } from '#app/schemas/screen-answers.ts';
import { screen } from '#app/server/web-route.server.ts';

/** The flow begins with the agreement. */
export const loader = screen(({ url }): Promise<never> => {
  throw redirect(`/designate/agreement${url.search}`);
}, NothingSchema);

export default function DesignateIndex() {
  return null;
}
