import { TOKEN_SCOPE_LABELS, type TokenScope } from '#app/schemas/token-scopes.ts';

export const ACCESS_TOKEN_MESSAGES = {
  peopleOnly: "An access token can't do this. Sign in instead.",
  scopeNeeded: (scope: TokenScope) =>
    `This access token doesn't have the ${TOKEN_SCOPE_LABELS[scope]} scope. Create one that does.`,
  tooMany: (max: number) => `You already have ${max} access tokens. Revoke one that you don't need.`,
  tooManyRequests: 'This access token was used too often. Try again later.',
  tooManyWrong: 'Too many incorrect access tokens were sent from your network. Try again later.',
  notOwn: 'You can create access tokens only for yourself.',
  revoked: 'The access token has been revoked.',
} as const;
