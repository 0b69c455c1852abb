import { listQuery } from '#app/components/domain/listing/list-query.ts';
import type { UserSort } from '#app/schemas/user.ts';

/** How the users' list is asked for in its address (specification, section 9). */
export const userList = listQuery<UserSort>({
  path: '/users',
  sorts: { name: 'Name', email: 'Email', phone: 'Phone number' },
  largestFirst: [],
  place: ['page'],
});
