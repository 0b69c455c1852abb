/** Every call of the specification, section 7, in its order. Creation paths are those of the decisions, section 3. */
export const SPECIFIED_CALLS = [
  'GET academicYears',
  'GET academicYears/activeYear',
  'GET academicYears/{id}',
  'POST academicYears',
  'PATCH academicYears/{id}',
  'DELETE academicYears/{id}',
  'GET academicYears/{id}/designations',

  'POST login',
  'POST login/code',
  'POST create-account',

  'GET designations',
  'GET designations/{id}',
  'GET designations/{id}/students',
  'POST designations',
  'PATCH designations/{id}',
  'GET designations/download',
  'GET designations/download/{id}',
  'GET designations/download/highschool/{id}',
  'GET designations/download/user/{id}',
  'GET designations/download/year/{id}',

  'GET emails',
  'GET emails/{id}',
  'POST emails/create',
  'PATCH emails/{id}',
  'DELETE emails/{id}',
  'POST emails/recipients',
  'POST emails/{id}/send',
  'GET emails/{id}/preview',

  'GET highschools',
  'POST highschools',
  'GET highschools/{id}',
  'PATCH highschools/{id}',
  'GET highschools/{id}/designations',
  'GET highschools/{id}/staff',
  'POST highschools/{id}/staff',
  'PATCH highschools/{id}/staff/{userId}',
  'DELETE highschools/{id}/staff/{userId}',
  'GET highschools/{id}/staff/invites',
  'POST highschools/{id}/staff/invites',
  'DELETE highschools/{id}/staff/invites/{inviteId}',
  'GET highschools/download',
  'GET highschools/download/{id}',

  'GET users/{id}',
  'PATCH users/{id}',
  'DELETE users/{id}',
  'GET users',
  'GET users/{id}/designations',
  'GET users/{id}/highschools',
  'GET users/invites',
  'POST users/invites',
  'DELETE users/invites/{id}',
  'GET users/download',
  'GET users/download/{id}',
];

/** Calls that only the decisions name: logout (section 3), a new address (section 3), extensions (section 5). */
export const DECIDED_CALLS = [
  'GET logout',
  'POST logout',
  'POST users/{id}/email',
  'GET academicYears/{id}/extensions',
  'POST academicYears/{id}/extensions',
  'DELETE academicYears/{id}/extensions/{highSchoolId}',
];

/** Specified calls that are not served yet. */
export const LATER_CALLS = [
  'GET emails',
  'GET emails/{id}',
  'POST emails/create',
  'PATCH emails/{id}',
  'DELETE emails/{id}',
  'POST emails/recipients',
  'POST emails/{id}/send',
  'GET emails/{id}/preview',

  'GET highschools/{id}/staff',
  'POST highschools/{id}/staff',
  'PATCH highschools/{id}/staff/{userId}',
  'DELETE highschools/{id}/staff/{userId}',
  'DELETE highschools/{id}/staff/invites/{inviteId}',
  'GET highschools/download',
  'GET highschools/download/{id}',

  'DELETE users/{id}',
  'GET users',
  'GET users/invites',
  'POST users/invites',
  'DELETE users/invites/{id}',
  'GET users/download',
  'GET users/download/{id}',
];

/** Calls that anyone may make; every other one wants somebody signed in (decisions, section 2). */
export const OPEN_CALLS = [
  'GET logout',
  'POST logout',
  'POST login',
  'POST login/code',
  'POST create-account',
];
