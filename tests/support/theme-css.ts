import path from 'node:path';
import { compile } from 'sass';
import { projectRoot } from '#app/config/project-root.server.ts';

/** The theme's CSS, as the build puts it into each page. */
export function themeCss(): string {
  const root = projectRoot();
  const options = { quietDeps: true, silenceDeprecations: ['import' as const] };
  const loadPaths = [path.join(root, 'node_modules')];
  return compile(path.join(root, 'app/styles/theme.scss'), { ...options, loadPaths, style: 'compressed' })
    .css;
}
