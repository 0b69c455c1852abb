/** What an access token may do; never more than its person may. */
export const TOKEN_SCOPES = ['READ', 'EXPORT', 'MANAGE'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];
export const TOKEN_SCOPE_LABELS: Record<TokenScope, string> = {
  READ: 'Read',
  EXPORT: 'Export',
  MANAGE: 'Manage',
};
