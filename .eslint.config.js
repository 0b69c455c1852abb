import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

const NO_DOUBLE_ASSERTION = {
  selector: "TSAsExpression > TSAsExpression[typeAnnotation.type='TSUnknownKeyword']",
  message: 'An assertion by way of unknown hides a wrong type: narrow or parse instead.',
};

const NO_WALL_CLOCK = [
  "NewExpression[callee.name='Date'][arguments.length=0]",
  "CallExpression[callee.object.name='Date'][callee.property.name='now']",
].map((selector) => ({ selector, message: 'Ask ctx.now() for the present time.' }));

/** Part of a query, in a template or a string. */
const SQL = String.raw`/(^|[\s(])(select [\s\S]* from|insert into|update \w+ set|delete from|exists \(select) /`;

const NO_SQL = [
  'CallExpression[callee.property.name=/^(execute|getKnex|raw)$/]',
  "CallExpression[callee.name='raw']",
  'TaggedTemplateExpression[tag.callee.name=/^query(First|One|Count)?$/]',
  `TemplateElement[value.raw=${SQL}]`,
  `Literal[value=${SQL}]`,
].map((selector) => ({
  selector,
  message: 'SQL belongs into <noun>-queries.server.ts; use entities here (ADR 35).',
}));

const NO_LIST_OF_PARAMETERS = {
  selector:
    "CallExpression[callee.property.name='execute']:matches([callee.object.name='em'], [callee.object.property.name='em'])",
  message: 'Write SQL in the templates of app/domain/sql-queries.server.ts.',
};

const ONE_FORM_READER = {
  paths: [
    {
      name: '@conform-to/zod/v4',
      importNames: ['parseWithZod'],
      message: 'Forms are read with parseForm of app/lib/parse-form.ts.',
    },
  ],
};

/** Run with `eslint --config .eslint.config.js .`: the rules that need types, and the ones that keep the house style. */
export default defineConfig(
  { ignores: ['build/', '.data/', 'node_modules/', 'tests/fixtures/'] },
  { linterOptions: { noInlineConfig: true } },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [js.configs.recommended, tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: false },
      ],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true, argsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/only-throw-error': [
        'error',
        {
          allow: ['Response', 'TypedResponse', 'DataWithResponseInit'],
          allowRethrowing: true,
          allowThrowingUnknown: true,
        },
      ],
      // Deprecated by its authors only to stand out. Settings allow it only for a provider on the same machine.
      '@typescript-eslint/no-deprecated': [
        'error',
        { allow: [{ from: 'package', package: 'openid-client', name: 'allowInsecureRequests' }] },
      ],
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
      '@typescript-eslint/ban-ts-comment': 'error',
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unnecessary-type-arguments': 'off',
      '@typescript-eslint/unbound-method': 'off',
      'no-control-regex': 'off',
      'max-lines': ['error', { max: 300, skipBlankLines: false, skipComments: false }],
      'no-console': 'error',
      'no-restricted-syntax': ['error', NO_DOUBLE_ASSERTION],
      'no-restricted-imports': ['error', ONE_FORM_READER],
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'Only app/config reads the environment.',
        },
      ],
    },
  },
  {
    files: ['app/**/*.tsx', 'app/**/*.ts'],
    extends: [reactHooks.configs.flat.recommended],
  },
  {
    files: ['app/**/*.{ts,tsx}', 'cli/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', NO_DOUBLE_ASSERTION, ...NO_SQL] },
  },
  {
    files: ['app/domain/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', NO_DOUBLE_ASSERTION, ...NO_WALL_CLOCK, ...NO_SQL] },
  },
  {
    // Scripts for psql and pg_restore, which know no entities.
    files: ['cli/postgres/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', NO_DOUBLE_ASSERTION, ...NO_SQL.slice(0, 2)] },
  },
  {
    files: ['app/domain/**/*-queries.server.ts', 'cli/**/*-queries.server.ts'],
    rules: {
      'no-restricted-syntax': ['error', NO_DOUBLE_ASSERTION, NO_LIST_OF_PARAMETERS, ...NO_WALL_CLOCK],
    },
  },
  {
    // These two run what the templates and the query builder made.
    files: ['app/domain/sql-queries.server.ts', 'app/domain/lock-queries.server.ts'],
    rules: { 'no-restricted-syntax': ['error', NO_DOUBLE_ASSERTION, ...NO_WALL_CLOCK] },
  },
  {
    // `select 1`, the database's clock, and the script that psql runs in a restore are no queries of data.
    files: [
      'app/server/database-clock.server.ts',
      'cli/doctor/database-checks.server.ts',
      'cli/postgres/newer-log-sql.ts',
    ],
    rules: { 'no-restricted-syntax': ['error', NO_DOUBLE_ASSERTION] },
  },
  { files: ['app/lib/parse-form.ts'], rules: { 'no-restricted-imports': 'off' } },
  {
    files: [
      'app/config/env.server.ts',
      'app/config/process-environment.server.ts',
      'tests/support/**/*.ts',
      'tests/bench/**/*.ts',
    ],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: ['**/*.{js,cjs}'],
    extends: [js.configs.recommended],
    languageOptions: { globals: { process: 'readonly', module: 'readonly', URL: 'readonly' } },
  },
);
