/**
 * What a test key may do at most: work on runs of test keys and with sandbox connections. What
 * changes the organization, or shows patients' data beside its runs, is none of it.
 */
const ofTestKeys: ReadonlySet<string> = new Set([
  'workflows:read',
  'schedules:read',
  'runs:read',
  'runs:read-all',
  'runs:start',
  'runs:control',
  'screens:work',
  'forms:submit',
  'files:upload',
  'files:read',
  'integrations:call',
  'warehouse:query',
  'connections:read',
  'policies:read',
  'templates:read',
  'async-results:read',
  'async-results:manage',
  'members:read',
  'self:manage',
])

/** What a key for some workflows never may, because it concerns all of them or the organization. */
const ofWholeOrganization: ReadonlySet<string> = new Set([
  'workflows:create',
  'sql:run',
  'audit:read',
  'books:read',
  'home:read',
  'mails:read',
  'mails:manage',
  'letters:read',
  'faxes:manage',
  'secure-messages:read',
  'secure-messages:send',
  'settings:manage',
  'members:manage',
  'roles:manage',
  'access:manage',
])

/** Whether a key of this mode, for all workflows or some, can have the permission at all. */
export function canKeyHave(
  permission: string,
  { workflows, mode }: { workflows: readonly string[] | null; mode: 'live' | 'test' },
): boolean {
  if (mode === 'test' && !ofTestKeys.has(permission)) return false
  return workflows === null || !ofWholeOrganization.has(permission)
}
