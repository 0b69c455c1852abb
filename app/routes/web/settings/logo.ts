import type { LoaderFunctionArgs } from '@remix-run/node';
import { currentSettings } from '#app/domain/settings/current-settings.server.ts';
import { immutableFile } from '#app/server/immutable-file.ts';

/** The logo, for everyone: the login page shows it, too. */
export async function loader({ request, context: { application } }: LoaderFunctionArgs) {
  const { brand } = await currentSettings(application.orm.em, application.settings);
  const { logo } = brand;
  return logo === null
    ? new Response(null, { status: 404 })
    : immutableFile(request, { body: logo.bytes, type: logo.type, hash: logo.hash });
}
