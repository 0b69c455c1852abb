import { expect, it } from 'vitest';
import { kindOf } from '#app/server/http/admission.server.ts';

it.each([
  ['GET', '/api/designations/download/year/1', 'download'],
  ['POST', '/designations/download', 'download'],
  ['GET', '/designations/1/copy.pdf', 'download'],
  ['GET', '/api/audit', 'download'],
  ['GET', '/statistics.data', 'download'],
  ['GET', '/designations', 'page'],
  ['HEAD', '/api/highschools', 'page'],
  ['GET', '/api/designations/1', 'page'],
  ['POST', '/settings', 'change'],
  ['DELETE', '/api/users/1', 'change'],
  ['POST', '/designations/1.data', 'change'],
  ['GET', '/', 'login'],
  ['GET', '/_root.data', 'login'],
  ['GET', '/Login', 'login'],
  ['POST', '/api/login/code', 'login'],
  ['GET', '/brand.css', 'login'],
  ['GET', '/designate/students', 'designate'],
  ['PATCH', '/designate/editing/1', 'designate'],
  ['POST', '/designate/review.data', 'designate'],
  ['PATCH', '/api/designations/1', 'designate'],
])('%s %s is a request of the kind %s', (method, path, kind) => {
  expect(kindOf({ method, path })).toBe(kind);
});
