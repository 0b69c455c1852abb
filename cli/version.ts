import { projectVersion } from './project-root.ts';

/** The commit that was built; the build puts it in, where it knows. */
declare const LAUREL_COMMIT: string | undefined;

/** Like '0.1.0 (e29394a)', or '0.1.0' where the commit is not known. */
export function versionName(): string {
  const commit = typeof LAUREL_COMMIT === 'string' ? LAUREL_COMMIT : '';
  return commit === '' ? projectVersion() : `${projectVersion()} (${commit})`;
}
