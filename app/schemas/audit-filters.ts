export const AUDIT_TYPES = ['EVENT', 'DISCLOSURE'] as const;
export type AuditType = (typeof AUDIT_TYPES)[number];

/** Filters of the audit log with their labels, apart from their rules, which would bring zod to the browser. */
export const AUDIT_FILTERS = {
  person: { label: 'Person' },
  osUser: { label: 'Operating system user' },
  highSchoolName: { label: 'High school' },
  highSchoolId: { label: 'High school ID' },
  studentId: { label: 'Student ID' },
  subjectId: { label: 'Subject ID' },
  type: { label: 'Type' },
  kind: { label: 'What' },
  afterDate: { label: 'From' },
  beforeDate: { label: 'To' },
} as const;
