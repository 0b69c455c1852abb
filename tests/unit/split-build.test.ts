import { expect, it } from 'vitest';
import { splitBuild } from '#app/server/http/remix-requests.server.ts';
import { probeBuild } from '#tests/integration/server/probe-build.ts';

it("the screens' build has no REST routes, and the REST build has no screens", () => {
  const probe = probeBuild({ chunks: 0, isCancelled: false });
  const module = { default: undefined };
  const routes = {
    root: { id: 'root', path: '', module },
    shell: { id: 'shell', parentId: 'root', module },
    list: { id: 'list', parentId: 'shell', path: 'designations', module },
    apiary: { id: 'apiary', parentId: 'shell', path: 'apiary', module },
    call: { id: 'call', parentId: 'root', path: 'api/designations', module },
  };
  const { screens, calls } = splitBuild({ ...probe, routes });
  expect(Object.keys(calls.routes).sort()).toEqual(['call', 'root']);
  expect(Object.keys(screens.routes).sort()).toEqual(['apiary', 'list', 'root', 'shell']);
});
