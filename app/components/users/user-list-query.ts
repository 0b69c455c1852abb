import { listQuery } from '#app/components/listing/list-query.ts';
import { USER_FIELDS, type UserSort } from '#app/schemas/user-fields.ts';

/** URL query of the list of users (specification, section 9). */
export const userList = listQuery<UserSort>({
  path: '/users',
  sorts: { name: 'Name', email: USER_FIELDS.email.label, phone: USER_FIELDS.phone.listLabel },
  largestFirst: [],
  paging: ['page'],
});
