import path from 'node:path';
import { adjustEnvironment, getSettings } from '#app/config/env.server.ts';
import { SECRET_FILE_VARIABLES } from '#app/config/secret-files.server.ts';
import { CommandFailure } from '#cli/command-failure.ts';
import { startDemoDatabase, welcome } from '#cli/demo-database.server.ts';
import { buildNow, isBuildFresh } from '#cli/fresh-build.server.ts';
import { print } from '#cli/command-output.ts';
import { projectRoot } from '#app/config/project-root.server.ts';
import { serveBuilt } from '#cli/serve-built.server.ts';
import { isPortFree } from '#cli/embedded-postgres/free-port.server.ts';

/** `npm run demo`: builds if needed, then serves data under `.data/`, ignoring DATABASE_URL and SMTP_URL. */
export async function demo(): Promise<number> {
  const root = projectRoot();
  const port = await choosePort(root);
  if (!(await isBuildFresh(root))) {
    print('Building …');
    adjustEnvironment(() => ({ NODE_ENV: 'production' }));
    await buildNow(root);
    adjustEnvironment(() => ({ NODE_ENV: 'development' }));
  }
  print('Starting the database …');
  const database = await startDemoDatabase(root);
  try {
    const appUrl = `http://localhost:${port}`;
    adjustEnvironment(() => ({ APP_URL: appUrl, DATABASE_URL: database.url() }));
    return await serveBuilt({
      root,
      settings: getSettings(),
      onListening: () => print(welcome(appUrl, 'Press Ctrl-C to stop. Your data stays in .data/')),
    });
  } finally {
    await database.stop();
  }
}

async function choosePort(root: string): Promise<number> {
  adjustEnvironment((environment) => ({
    ...Object.fromEntries(SECRET_FILE_VARIABLES.map((variable) => [variable, ''])),
    NODE_ENV: 'development',
    LAUREL_DEMO: '1',
    APP_URL: '',
    DATABASE_URL: '',
    SMTP_URL: '',
    SESSION_SECRET: '',
    MAILBOX_FOLDER: path.join(root, '.data/mailbox'),
    LOG_LEVEL: environment['LOG_LEVEL'] || 'warn',
  }));
  const { port } = getSettings();
  if (await isPortFree(port)) return port;
  throw new CommandFailure(
    `Port ${port} is in use. Stop the other program, or choose another port: \`PORT=${port + 1} npm run demo\`.`,
  );
}
