import { index, layout, prefix, route, type RouteConfig } from '@remix-run/route-config';

/**
 * THE URL MAP (specification, sections 2 and 7). Screens first, then the REST calls, a line each. Matching ignores case
 * and a trailing slash.
 */
const screens = [
  route('login', 'routes/web/login/login.tsx'),
  route('login/create/:email', 'routes/web/login/create-account.tsx'),
  route('designate/import-mapping/:highSchoolId', 'routes/web/designate/import-mapping.ts'),
  route('designate/editing/:id', 'routes/web/designate/editing.ts'),
  route('designations/download', 'routes/web/designations/download-selection.ts'),
  route('designations/schools', 'routes/web/designations/school-suggestions.ts'),
  route('refused', 'routes/web/refused.tsx'),
  layout('routes/web/shell.tsx', [
    index('routes/web/dashboard/dashboard.tsx'),
    route('about', 'routes/web/about.tsx'),
    route('designate', 'routes/web/designate/designate-layout.tsx', [
      index('routes/web/designate/designate-index.tsx'),
      route('agreement', 'routes/web/designate/agreement.tsx'),
      route('method', 'routes/web/designate/method.tsx'),
      route('students', 'routes/web/designate/students.tsx'),
      route('review', 'routes/web/designate/review.tsx'),
      route('submit', 'routes/web/designate/submitted.tsx'),
    ]),
    route('designations', 'routes/web/designations/designation-list.tsx'),
    route('designations/bulk', 'routes/web/designations/bulk-decision.tsx'),
    route('designations/:id', 'routes/web/designations/designation-details.tsx'),
    route('designations/:id/edit/students', 'routes/web/designations/edit-students.tsx'),
    route('designations/:id/receipt', 'routes/web/designations/receipt.tsx'),
    route('designations/:id/compare/students', 'routes/web/designations/compare-students.tsx'),
    route('*', 'routes/web/page-not-found.tsx'),
  ]),
];

const calls = prefix('api', [
  route('academicYears', 'routes/api/academic-years/academic-years-route.ts'),
  route('academicYears/activeYear', 'routes/api/academic-years/active-year-route.ts'),
  route('academicYears/:id', 'routes/api/academic-years/academic-year-route.ts'),
  route('academicYears/:id/designations', 'routes/api/academic-years/year-designations-route.ts'),
  route('academicYears/:id/extensions', 'routes/api/academic-years/extensions-route.ts'),
  route('academicYears/:id/extensions/:highSchoolId', 'routes/api/academic-years/extension-route.ts'),
  route('login', 'routes/api/auth/login-route.ts'),
  route('login/code', 'routes/api/auth/login-code-route.ts'),
  route('create-account', 'routes/api/auth/create-account-route.ts'),
  route('logout', 'routes/api/auth/logout-route.ts'),
  route('designations', 'routes/api/designations/designations-route.ts'),
  route('designations/download', 'routes/api/designations/download-all-route.ts'),
  route('designations/download/highschool/:id', 'routes/api/designations/download-high-school-route.ts'),
  route('designations/download/user/:id', 'routes/api/designations/download-user-route.ts'),
  route('designations/download/year/:id', 'routes/api/designations/download-year-route.ts'),
  route('designations/download/:id', 'routes/api/designations/download-one-route.ts'),
  route('designations/:id', 'routes/api/designations/designation-route.ts'),
  route('designations/:id/students', 'routes/api/designations/designation-students-route.ts'),
  route('highschools', 'routes/api/high-schools/high-schools-route.ts'),
  route('highschools/:id', 'routes/api/high-schools/high-school-route.ts'),
  route('highschools/:id/designations', 'routes/api/high-schools/high-school-designations-route.ts'),
  route('highschools/:id/staff/invites', 'routes/api/high-schools/staff-invites-route.ts'),
  route('users/:id', 'routes/api/users/user-route.ts'),
  route('users/:id/designations', 'routes/api/users/user-designations-route.ts'),
  route('users/:id/email', 'routes/api/users/user-email-route.ts'),
  route('users/:id/highschools', 'routes/api/users/user-high-schools-route.ts'),
  route('*', 'routes/api/unknown-call-route.ts'),
]);

export default [...screens, ...calls] satisfies RouteConfig;
