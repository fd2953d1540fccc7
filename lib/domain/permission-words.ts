/** What permissions allow, for people to read: the groups in which pages show them. */
export type PermissionGroup = { title: string; permissions: Record<string, string> }

/**
 * Every permission that a role or a key may be given, in plain words. Each begins with a verb, so
 * that sentences can say "may start runs". What everybody may do about themselves is not here.
 */
export const permissionGroups: PermissionGroup[] = [
  {
    title: 'Workflows',
    permissions: {
      'workflows:read': 'Read workflows',
      'workflows:create': 'Create workflows',
      'workflows:edit': 'Change drafts of workflows',
      'workflows:publish': 'Publish workflows',
      'workflows:approve': 'Approve what is published, where a rule names them',
      'workflows:delete': 'Delete workflows',
      'workflows:control': 'Pause and resume workflows',
      'schedules:read': 'Read schedules',
      'schedules:manage': 'Change schedules',
    },
  },
  {
    title: 'Runs and screens',
    permissions: {
      'runs:start': 'Start runs',
      'runs:read': 'Read runs',
      'runs:read-all': 'Read runs of everybody',
      'runs:control': 'Cancel and retry runs',
      'screens:work': 'Work on screens',
      'forms:submit': 'Submit forms',
      'async-results:read': 'Read async results',
      'async-results:manage': 'Complete async results',
      'home:read': 'Read the numbers of Home',
      'books:read': 'Read how many runs there were',
    },
  },
  {
    title: 'Files, documents and data',
    permissions: {
      'files:upload': 'Upload files',
      'files:read': 'Read files',
      'policies:read': 'Read policies',
      'policies:manage': 'Change policies',
      'letters:read': 'Read letters, faxes and text messages',
      'faxes:manage': 'Send faxes again and start workflows with them',
      'templates:read': 'Read templates',
      'templates:manage': 'Change templates',
      'mails:read': 'Read the outbox of mails',
      'mails:manage': 'Let mails go to suppressed addresses again',
      'secure-messages:read': 'Read encrypted mails and their replies',
      'secure-messages:send': 'Send and withdraw encrypted mails',
      'sql:run': 'Run SQL over all data',
      'warehouse:query': 'Query warehouses',
    },
  },
  {
    title: 'Connections',
    permissions: {
      'connections:read': 'See connections',
      'connections:manage': 'Change connections',
      'integrations:call': 'Call connections',
    },
  },
  {
    title: 'People and access',
    permissions: {
      'members:read': 'See members',
      'members:manage': 'Change members',
      'roles:manage': 'Change roles',
      'access:read': 'Read access rules',
      'access:manage': 'Change access rules',
      'directories:read': 'See groups of directories',
      'directories:manage': 'Change directories',
      'sso:manage': 'Change single sign-on',
      'api-keys:manage': 'Create and end API keys',
    },
  },
  {
    title: 'Organization',
    permissions: {
      'settings:manage': 'Change settings',
      'audit:read': 'Read the audit log and access rules',
    },
  },
]

const words: Record<string, string> = Object.assign(
  {},
  ...permissionGroups.map(({ permissions }) => permissions),
)

/** The permissions that pages offer, in their order. */
export const offeredPermissions = Object.keys(words)

/** What a permission allows, in words; the permission itself where there are none. */
export const permissionWords = (permission: string): string => words[permission] ?? permission
