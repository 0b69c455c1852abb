// AdminJS over Laurel's tables. Runs in the folder where its packages are installed, with DATABASE_URL, ADMIN_PASSWORD, and PORT.
import importExportFeature from '@adminjs/import-export';
import AdminJSExpress from '@adminjs/express';
import Adapter, { Database, Resource } from '@adminjs/sql';
import AdminJS, { ComponentLoader } from 'adminjs';
import pgSession from 'connect-pg-simple';
import express from 'express';
import session from 'express-session';

const { DATABASE_URL: databaseUrl, ADMIN_PASSWORD: password, PORT: port } = process.env;

AdminJS.registerAdapter({ Database, Resource });
const database = await new Adapter('postgresql', {
  connectionString: databaseUrl,
  database: new URL(databaseUrl).pathname.slice(1),
}).init();

const isAdministrator = ({ currentAdmin }) => currentAdmin?.role === 'administrator';
const actions = Object.fromEntries(
  ['list', 'search', 'show', 'new', 'edit', 'delete', 'bulkDelete', 'export', 'import'].map((action) => [
    action,
    { isAccessible: isAdministrator },
  ]),
);
const componentLoader = new ComponentLoader();
const titled = (name) => ({ actions, properties: { [name]: { isTitle: true } } });

const admin = new AdminJS({
  rootPath: '/admin',
  componentLoader,
  resources: [
    { resource: database.table('academic_year'), options: titled('year') },
    { resource: database.table('high_school'), options: titled('name') },
    { resource: database.table('user_account'), options: titled('email') },
    {
      resource: database.table('designation'),
      options: {
        actions,
        listProperties: [
          ...['high_school_id', 'academic_year_id', 'criteria', 'status', 'class_size'],
          ...['updated_at', 'downloaded_at'],
        ],
        sort: { sortBy: 'updated_at', direction: 'desc' },
      },
    },
    {
      // The bench fills this table: AdminJS exports a whole table, without joins or filters.
      resource: database.table('student_line'),
      options: { actions },
      features: [importExportFeature({ componentLoader })],
    },
  ],
});

const PgSession = pgSession(session);
const store = new PgSession({ conString: databaseUrl, tableName: 'adminjs_session' });
const router = AdminJSExpress.buildAuthenticatedRouter(
  admin,
  {
    authenticate: async (email, given) =>
      email === 'admin@example.org' && given === password ? { email, role: 'administrator' } : null,
    cookieName: 'adminjs',
    cookiePassword: password,
  },
  null,
  { store, resave: false, saveUninitialized: false, secret: password, name: 'adminjs' },
);
await admin.initialize();
const app = express();
app.use(admin.options.rootPath, router);
app.listen(Number(port), '127.0.0.1');
