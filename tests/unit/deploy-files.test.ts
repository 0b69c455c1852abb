import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Job } from 'kubernetes-models/batch/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Service } from 'kubernetes-models/v1';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { programEnvironment } from '#app/config/process-environment.server.ts';

const FOLDER = 'app/docs/deploy';
const read = (name: string) => readFileSync(path.join(FOLDER, name), 'utf8');

describe('the Dockerfile', () => {
  it('copies files that exist, and only those that the build context has', () => {
    const copied = Array.from(read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm), ([, files = '']) =>
      files.split(' '),
    ).flat();
    expect(copied).toContain('package.json');
    expect(copied.filter((file) => !existsSync(file))).toEqual([]);
    const allowed = readFileSync('.dockerignore', 'utf8').match(/^!.+$/gm);
    expect(allowed?.map((line) => line.slice(1))).toEqual(copied);
  });

  it('has what the build and the start need', () => {
    const dockerfile = read('Dockerfile');
    for (const file of ['package.json', 'node_modules', 'cli/bin.js', 'build']) {
      expect(dockerfile).toContain(`COPY --from=build /srv/laurel/${file} `);
    }
    expect(dockerfile).toMatch(/^USER node$/m);
  });
});

describe('compose.yaml', () => {
  const compose = parse(read('compose.yaml'), { merge: true }) as {
    services: Record<string, { command?: string[]; depends_on?: object; volumes?: string[] }>;
  };

  it('starts only services that it has, with files that exist', () => {
    const names = Object.keys(compose.services);
    const services = Object.values(compose.services);
    expect(services.flatMap((service) => Object.keys(service.depends_on ?? {}))).not.toEqual([]);
    for (const service of services) {
      expect(names).toEqual(expect.arrayContaining(Object.keys(service.depends_on ?? {})));
      for (const volume of service.volumes ?? []) {
        const [file = ''] = volume.split(':');
        expect(file.startsWith('./') && !existsSync(path.join(FOLDER, file))).toBe(false);
      }
    }
  });
});

describe('the guides', () => {
  const text = ['deployment.md', 'backup.md']
    .map((name) => readFileSync(`app/docs/${name}`, 'utf8'))
    .join('\n');

  it('copy and run files that exist', () => {
    const copied = Array.from(
      text.matchAll(/\/srv\/laurel\/app\/docs\/deploy\/([\w@.-]+)/g),
      ([, name = '']) => name,
    );
    const scripts = Array.from(text.matchAll(/psql .*-f (\S+\.sql)/g), ([, name = '']) => name);
    expect(copied).toContain('laurel');
    expect(scripts).toContain('append-only.sql');
    expect([...copied, ...scripts].filter((name) => !existsSync(path.join(FOLDER, name)))).toEqual([]);
  });
});

describe('nginx.conf', () => {
  it('never avoids a server that was just restarted, because the other one may be next', () => {
    const servers = read('nginx.conf').match(/^ +server 127.*$/gm);
    expect(servers?.map((line) => line.trim())).toEqual([
      'server 127.0.0.1:3000 max_fails=0;',
      'server 127.0.0.1:3001 max_fails=0;',
    ]);
  });
});

describe('continuous integration', () => {
  it('tests the oldest supported Node.js, and the one in the image', () => {
    const versions = /node: (\[.+\])/.exec(readFileSync('app/docs/contributing.md', 'utf8'))?.[1];
    const [, oldest] = /"node": ">=(\d+\.\d+)/.exec(readFileSync('package.json', 'utf8')) ?? [];
    const [, image] = /^FROM node:(\d+)-/m.exec(read('Dockerfile')) ?? [];
    const tested = parse(versions ?? '') as string[];
    expect([tested[0], tested]).toEqual([oldest, expect.arrayContaining([image])]);
  });
});

describe('the systemd units', () => {
  it.each(['laurel@.service', 'laurel-worker.service'])(
    '%s lets Node.js use memory protection keys',
    (name) => {
      expect(read(name)).toMatch(/^SystemCallFilter=@system-service @pkey$/m);
    },
  );
});

describe('the command laurel', () => {
  it.each([
    ['laurel', ['/etc/laurel/settings']],
    ['laurel-owner', ['/etc/laurel/settings', '/etc/laurel/owner']],
  ])('%s reads %j, and passes arguments unchanged', (name, files) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'laurel-command-'));
    try {
      writeFileSync(path.join(folder, 'systemd-run'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
      symlinkSync(path.resolve(FOLDER, 'laurel'), path.join(folder, name));
      const printed = execFileSync('/bin/sh', [path.join(folder, name), 'emails', 'show', 'Last  days'], {
        encoding: 'utf8',
        env: programEnvironment({ PATH: `${folder}:/usr/bin:/bin` }),
      }).split('\n');
      const environment = '--property=EnvironmentFile=';
      expect(printed.filter((line) => line.startsWith(environment))).toEqual(
        files.map((file) => environment + file),
      );
      expect(printed.slice(-5)).toEqual(['/srv/laurel/cli/bin.js', 'emails', 'show', 'Last  days', '']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('the settings', () => {
  const REQUIRED = ['MAIL_FROM', 'CONTACT_EMAIL', 'HANDBOOK_URL', 'SURVEY_URL', 'PROGRAM_LINKS', 'APP_URL'];

  it.each(['compose.yaml', 'kubernetes.yaml'])('of %s include what production requires', (file) => {
    const text = read(file);
    expect(REQUIRED.filter((name) => !new RegExp(`^ +${name}: \\S`, 'm').test(text))).toEqual([]);
  });
});

describe('kubernetes.yaml', () => {
  const KINDS = { ConfigMap, Deployment, Job, PodDisruptionBudget, Service };
  const manifests = parseAllDocuments(read('kubernetes.yaml')).map(
    (document) => document.toJS() as { kind: keyof typeof KINDS; metadata: { name: string } },
  );

  it.each(manifests)('has a valid $kind: $metadata.name', (manifest) => {
    expect(() => new KINDS[manifest.kind](manifest as never).validate()).not.toThrow();
  });

  it('would report a field that the schema lacks', () => {
    const [configMap] = manifests;
    expect(() => new ConfigMap({ ...configMap, data: { PORT: 3000 } } as never).validate()).toThrow();
  });

  it('probes the paths that the server has', () => {
    const probed = Array.from(read('kubernetes.yaml').matchAll(/path: (\/\S+)/g), ([, url]) => url);
    expect(new Set(probed)).toEqual(new Set(['/healthz', '/readyz']));
  });
});
