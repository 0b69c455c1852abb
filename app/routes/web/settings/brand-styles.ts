import type { LoaderFunctionArgs } from '@remix-run/node';
import { currentSettings } from '#app/domain/settings/current-settings.server.ts';
import { brandStyles } from '#app/domain/settings/brand-styles.server.ts';
import { immutableFile } from '#app/server/immutable-file.ts';

/** The style sheet with the office's accent color, for everyone. */
export async function loader({ request, context: { application } }: LoaderFunctionArgs) {
  const { brand } = await currentSettings(application.orm.em, application.settings);
  const styles = brandStyles(brand);
  return styles === null
    ? new Response(null, { status: 404 })
    : immutableFile(request, { body: styles.text, type: 'text/css; charset=utf-8', hash: styles.hash });
}
