import { projectVersion } from './project-root.ts';

/** The build replaces this with the Git commit, or '' if unknown. */
declare const LAUREL_COMMIT: string | undefined;

/** Returns '0.1.0 (e29394a)', or '0.1.0' if the commit is unknown. */
export function versionName(): string {
  const commit = typeof LAUREL_COMMIT === 'string' ? LAUREL_COMMIT : '';
  return commit === '' ? projectVersion() : `${projectVersion()} (${commit})`;
}
