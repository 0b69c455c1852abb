/** Figures that the specification (section 9) or the decisions fix for every installation. Units are in the names. */

export const LOGIN_CODE_DIGITS = 6;
export const LOGIN_CODE_MINUTES = 10;
export const LOGIN_CODE_TRIES = 5;
export const LOGIN_WINDOW_MINUTES = 15;
/** Tries without the email's link, of one address in an hour. */
export const LOGIN_TRIES_PER_HOUR = 20;
/** An address gets at most one code email in so many seconds; requests within them share the next one. */
export const LOGIN_EMAIL_SECONDS = 60;
export const LOGIN_CODES_PER_CLIENT = 20;
export const LOGIN_RETRY_ADVICE_MINUTES = 5;

/** Invitations to schools that someone who does not administer sends in 24 hours. */
export const STAFF_INVITES_A_DAY = 50;
/** One invite is sent again at most once in so many minutes. */
export const INVITE_RESEND_MINUTES = 1;

export const SESSION_IDLE_HOURS = 12;
export const SESSION_LIFETIME_DAYS = 7;

export const MAX_BODY_BYTES = 1024 * 1024;
/** The students' form with a file of students in it. */
export const MAX_IMPORT_BODY_BYTES = 6 * MAX_BODY_BYTES;
/** A list of schools, which comes back as text when what it does is confirmed: in UTF-8 it may be larger than its file. */
export const MAX_SCHOOL_IMPORT_BODY_BYTES = 12 * MAX_BODY_BYTES;
export const MAX_LIST_LIMIT = 500;
export const SCREEN_PAGE_SIZE = 50;
/** Designations that a page asks about and decides on together. */
export const BULK_DECISIONS_MAX = 2000;

/** So many designations of a kind are named at once; the others are counted, or folded away. */
export const NAMED_MAX = 20;
/** A request that has decided for so long answers, and leaves the rest to the next: proxies end what takes longer than a minute. */
export const BULK_REQUEST_SECONDS = 15;

/** How far ahead an email may be scheduled. */
export const SCHEDULE_DAYS_MAX = 365;

/** When on its day a reminder is due, in the product's time zone, and for how long workers that were away catch up. */
export const REMINDER_HOUR = 8;
export const REMINDER_LATE_HOURS = 24;

export const PHONE_DEBOUNCE_MS = 20;
export const FILTER_DEBOUNCE_MS = 1000;
export const PAST_DESIGNATION_YEARS = 5;
/** Schools that the menu names under a year; a link leads to the others. */
export const PAST_DESIGNATIONS_A_YEAR = 10;
/** Rows of each of the dashboard's lists of schools, and of its table; links lead to the others. */
export const DASHBOARD_SCHOOLS = 10;
export const DASHBOARD_DESIGNATIONS = 25;

/** The handbook terms that a school agrees to; raised when their wording changes. */
export const TERMS_VERSION = '2026-1';
