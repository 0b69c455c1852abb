import { adjustEnvironment, getSettings } from '#app/config/env.server.ts';
import { nameServerSessions } from '#app/config/process-environment.server.ts';
import { projectRoot } from '#app/config/project-root.server.ts';
import { serveBuilt } from '#cli/serve-built.server.ts';

/** `laurel serve`, also `npm start`: runs the server, by default in production mode. */
export async function serve(): Promise<number> {
  adjustEnvironment((environment) => ({ NODE_ENV: environment['NODE_ENV'] ?? 'production' }));
  const settings = getSettings();
  nameServerSessions(settings);
  return serveBuilt({ root: projectRoot(), settings });
}
