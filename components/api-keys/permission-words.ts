/** Permissions in the order of the page, by what they are about. */
const words: Record<string, string> = {
  'workflows:read': 'Read workflows',
  'workflows:create': 'Create workflows',
  'workflows:edit': 'Change drafts of workflows',
  'workflows:publish': 'Publish workflows',
  'workflows:delete': 'Delete workflows',
  'workflows:control': 'Pause and resume workflows',
  'schedules:read': 'Read schedules',
  'schedules:manage': 'Change schedules',
  'runs:start': 'Start runs',
  'runs:read': 'Read runs',
  'runs:read-all': 'Read runs of everybody',
  'runs:control': 'Cancel and retry runs',
  'screens:work': 'Work on screens',
  'forms:submit': 'Submit forms',
  'files:upload': 'Upload files',
  'files:read': 'Read files',
  'integrations:call': 'Call connections',
  'warehouse:query': 'Query warehouses',
  'connections:read': 'See connections',
  'connections:manage': 'Change connections',
  'async-results:read': 'Read async results',
  'async-results:manage': 'Complete async results',
  'letters:read': 'Read letters',
  'mails:read': 'Read the outbox of mails',
  'policies:read': 'Read policies',
  'policies:manage': 'Change policies',
  'sql:run': 'Run SQL over all data',
  'audit:read': 'Read the audit log',
  'members:read': 'See members',
  'books:read': 'Read how many runs there were',
  'home:read': 'Read the numbers of Home',
  'webhooks:read': 'Read the addresses of webhooks',
  'members:manage': 'Change members',
  'roles:manage': 'Change roles',
  'access:read': 'Read access rules',
  'access:manage': 'Change access rules',
  'api-keys:manage': 'Create and end API keys',
  'settings:manage': 'Change settings',
}

/** The permissions that the page offers for a key. */
export const offeredPermissions = Object.keys(words)

/** What a permission allows, in words; the permission itself where there are none yet. */
export const permissionWords = (permission: string): string => words[permission] ?? permission
