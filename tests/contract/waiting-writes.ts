import { OFFICE_WRITES } from './waiting-office-writes.ts';
import { PEOPLE_WRITES } from './waiting-people-writes.ts';
import { SCHOOL_WRITES } from './waiting-school-writes.ts';
import type { WaitingWrite } from './waiting-write.ts';

/** Every service that changes data, by file and function. The test fails for services without a row. */
export const WAITING_WRITES: Readonly<Record<string, WaitingWrite>> = {
  ...OFFICE_WRITES,
  ...PEOPLE_WRITES,
  ...SCHOOL_WRITES,
};

/** Functions that use a transaction without a permission check, and the reason. */
export const NOT_BY_RIGHTS: Readonly<Record<string, string>> = {
  'auth/login-codes claimAttempt': 'a code proves the address',
  'auth/add-passkey offerPasskey': 'a code proves the address',
  'auth/sign-in-with-passkey signInWithPasskey': 'a passkey proves who it is',
  'auth/sign-in-with-oidc signIn': 'the provider proves who it is',
  'auth/request-code requestCode': 'anyone may request a code',
  'auth/send-codes sendCode': 'sends a code that was requested',
  'auth/verify-login-code verifyLoginCode': 'a code proves the address',
  'bounces/bounced-addresses recordBounce': 'a token, or the mail server, proves it',
  'mail/delete-old-emails deleteDeliveries': 'servers and workers delete old emails without being asked',
  'mail/delete-old-emails deleteEmails': 'servers and workers delete old emails without being asked',
  'designations/decide-designations decideInTime': 'reads names, with the rights checked again',
  'designations/undo-decisions undoInTime': 'reads names, with the rights checked again',
  'designations/get-copy getCopy': 'reads, and records that it did',
  'designations/get-designation getDesignation': 'reads, and records that it did',
  'designations/get-receipt getReceipt': 'reads, and records that it did',
  'designations/incomplete-designations incompleteDesignations': 'reads what its caller may',
  'designations/review-designation reviewDesignation': 'reads, and records that it did',
  'imports/import-designations planDesignationImport': 'reads what its caller may',
  'imports/import-users planUserImport': 'reads what its caller may',
  'messages/read-messages listMessages': 'reads, and records that it did',
  'notes/read-notes listDesignationNotes': 'reads, and records that it did',
  'messages/read-messages openMessages': 'reads, and records that it did',
  'students/compare-students compareStudents': 'reads, and records that it did',
  'warnings/duplicate-pairs openDuplicatePair': 'reads, and records that it did',
  'warnings/check-designations checkBatch': 'the worker checks without being asked',
  'users/read-merge previewMerge': 'reads what its caller may',
  'users/create-account createAccount': 'a code proved the address; there are no rights yet',
};
