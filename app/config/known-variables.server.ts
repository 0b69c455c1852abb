import { EnvironmentSchema } from './environment-schema.server.ts';
import { SECRET_FILE_VARIABLES } from './secret-files.server.ts';

/** Every environment variable that Laurel reads. */
export const KNOWN_VARIABLES: readonly string[] = [
  ...Object.keys(EnvironmentSchema.shape),
  ...SECRET_FILE_VARIABLES,
];
