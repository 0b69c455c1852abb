/**
 * The layers of the design, from top to bottom; imports point down only. A rule names a layer and what it may never import, be it
 * for a value or for a type.
 */
const NODE_ONLY =
  '^(node:|(assert|buffer|child_process|crypto|dns|events|fs|http|https|module|net|os|path|process|stream|timers|tls|url|util|zlib)(/|$))';
const SERVER_ONLY = '\\.server\\.tsx?$';
const REACT = '(^|/)node_modules/(react|react-dom|@remix-run/react|@conform-to)/';
const WEB_FRAMEWORK = '(^|/)node_modules/(@remix-run|express|compression)/';
const COMMANDER = '(^|/)node_modules/commander/';
const DATABASE_PACKAGES = '(^|/)node_modules/(@mikro-orm|pg|pg-query-stream)/';

/** Layers that also run in the browser. */
const BROWSER_SAFE = '^app/(schemas|lib|messages|students|policy|components|styles)/';

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    forbid(
      'no-cycles',
      'Two modules that need each other are one module, or hide a third.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    forbid(
      'no-cycles-of-types',
      'In the product, two modules may not need each other for types either.',
      { path: '^(app|cli|db)/' },
      { circular: true },
    ),
    forbid('no-unresolvable', 'Every import resolves.', {}, { couldNotResolve: true }),
    forbid(
      'no-development-package-in-production',
      'What production loads comes from "dependencies"; what only development and demo use is imported when it is used.',
      { path: '^(app|cli|db)/', pathNot: 'vite\\.config\\.ts$|^app/routes\\.ts$|^cli/commands/dev\\.ts$' },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], dynamic: false },
    ),
    forbid(
      'no-tests-in-production',
      'Tests import the product, never the other way round.',
      { path: '^(app|cli|db)/' },
      { path: '^tests/' },
    ),
    forbid(
      'browser-safe',
      'Schemas, pure helpers, policy and components run in the browser too.',
      { path: BROWSER_SAFE },
      { path: [NODE_ONLY, SERVER_ONLY, DATABASE_PACKAGES, '^db/'] },
    ),
    forbid(
      'lib-is-at-the-bottom',
      'Pure helpers know nothing of the product, not even its schemas.',
      { path: '^app/lib/' },
      { path: '^(app/(?!lib/)|cli/|db/)' },
    ),
    forbid(
      'schemas-are-above-lib-only',
      'Messages, drafts, and the import of students build on the schemas.',
      { path: '^app/schemas/' },
      { path: '^app/(messages|students)/' },
    ),
    forbid(
      'messages-and-students-are-below-policy',
      'What a sentence says and what a draft holds is decided without permissions and the business.',
      { path: '^app/(messages|students)/' },
      { path: '^(app/(routes|server|domain|components|policy|config)|cli|db)/' },
    ),
    forbid(
      'schemas-are-below-domain',
      'What is valid is decided without the business and without the database.',
      { path: '^app/schemas/' },
      { path: ['^(app/(routes|server|domain|components|policy)|cli|db)/', REACT] },
    ),
    forbid(
      'policy-is-below-domain',
      'Who may is decided without the business and without the database.',
      { path: '^app/policy/' },
      { path: ['^(app/(routes|server|domain|components)|cli|db)/', REACT] },
    ),
    forbid(
      'domain-knows-no-adapter',
      'The business knows no request, no page and no command line.',
      { path: '^app/domain/' },
      { path: ['^(app/(routes|server|components)|cli)/', REACT, WEB_FRAMEWORK, COMMANDER] },
    ),
    forbid(
      'components-present-only',
      'Components get plain data; they load nothing.',
      { path: '^app/components/' },
      { path: '^(app/(routes|server|domain)|cli|db)/' },
    ),
    forbid(
      'server-is-below-routes',
      'What HTTP needs in common knows neither a route nor a page.',
      { path: '^app/server/' },
      { path: ['^(app/(routes|components)|cli|db/entities)/', COMMANDER] },
    ),
    forbid(
      'routes-call-the-domain',
      'A route parses, calls a service and presents: it asks the database nothing.',
      { path: '^app/routes/' },
      { path: ['^(cli|db)/', DATABASE_PACKAGES, COMMANDER] },
    ),
    forbid(
      'routes-do-not-import-routes',
      'Routes share by way of components, server and domain.',
      { path: '^app/routes/web/([^/]+)/' },
      { path: '^app/routes/', pathNot: '^app/routes/web/$1/' },
    ),
    forbid(
      'cli-calls-the-domain',
      'A command parses, calls a service and presents: it knows no page, no route and no entity.',
      { path: '^cli/' },
      { path: ['^app/(routes|components)/', '^db/entities/', REACT] },
    ),
    forbid(
      'db-is-at-the-bottom',
      'Entities and migrations know the words of the schemas and nothing above. Seeds may call the business.',
      { path: '^db/', pathNot: '^db/seeds/' },
      { path: '^(app/(routes|server|domain|components|policy|config)|cli)/' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // AdminJS is installed elsewhere.
    exclude: { path: ['^(build|tests/fixtures)/', '^tests/bench/alternatives/.*\\.mjs$'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    combinedDependencies: false,
    enhancedResolveOptions: {
      conditionNames: ['import', 'node', 'default', 'types'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  },
};
