import { builtInRoles, type BuiltInRole } from '../domain/statuses.ts'

const everyone = builtInRoles
const staff = ['owner', 'builder', 'worker'] as const
const readers = ['owner', 'builder', 'worker', 'viewer'] as const
const builders = ['owner', 'builder'] as const
const owners = ['owner'] as const

/**
 * The permissions and the built-in roles that have them. An operation names one permission. A
 * custom role is a list of permissions. `public` is a caller with the link of a shared form.
 */
export const permissions = {
  /** Read workflows: those that the access rules show to the caller. */
  'workflows:read': readers,
  'workflows:create': builders,
  'workflows:edit': builders,
  'workflows:publish': builders,
  /** Approve drafts before they are published, where an access rule names the person. */
  'workflows:approve': staff,
  'workflows:delete': builders,
  /** Pause and resume a workflow. */
  'workflows:control': builders,
  'schedules:read': ['owner', 'builder', 'worker'],
  'schedules:manage': builders,
  /** Read runs: those with one's own screens, and those of the workflows that rules name. */
  'runs:read': readers,
  /** Read all runs of every workflow whose rules do not say otherwise. */
  'runs:read-all': builders,
  'runs:start': staff,
  'runs:control': builders,
  'screens:work': staff,
  'forms:submit': [...staff, 'public'],
  'files:upload': [...staff, 'public'],
  /** Read files: one's own, and those of the runs that one sees. */
  'files:read': readers,
  'integrations:call': staff,
  /** Send SQL to warehouses. */
  'warehouse:query': builders,
  /** Read letters, faxes and text messages that were sent. */
  'letters:read': builders,
  /** Send faxes again, and start workflows with received ones. */
  'faxes:manage': builders,
  'connections:read': staff,
  'connections:manage': owners,
  'policies:read': staff,
  'policies:manage': builders,
  'templates:read': staff,
  'templates:manage': builders,
  'mails:read': builders,
  /** Lift the suppression of addresses. */
  'mails:manage': builders,
  /** Read encrypted mails with their replies. */
  'secure-messages:read': builders,
  /** Send encrypted mails, withdraw them, and make new links and codes. */
  'secure-messages:send': builders,
  'async-results:read': builders,
  'async-results:manage': builders,
  'sql:run': builders,
  'api-keys:manage': owners,
  'members:read': ['owner', 'builder', 'worker', 'auditor'],
  'members:manage': owners,
  'roles:manage': owners,
  /** Read access rules and explain them. */
  'access:read': ['owner', 'builder', 'auditor'],
  'access:manage': owners,
  /** Groups of directories, for those who write access rules. */
  'directories:read': builders,
  'directories:manage': owners,
  'settings:manage': owners,
  'sso:manage': owners,
  'audit:read': ['owner', 'auditor'],
  /** Read the books: how many runs were accepted and how they ended. */
  'books:read': ['owner', 'builder', 'auditor'],
  'home:read': everyone,
  'self:manage': everyone,
} as const satisfies Record<string, readonly (BuiltInRole | 'public')[]>

export type Permission = keyof typeof permissions

export const allPermissions = Object.keys(permissions) as Permission[]

/** Whether a built-in role has a permission. Of a caller ask `can`. */
export function isAllowed(role: BuiltInRole | 'public', permission: Permission): boolean {
  return (permissions[permission] as readonly (BuiltInRole | 'public')[]).includes(role)
}

const none: ReadonlySet<Permission> = new Set()
const ofBuiltIn = new Map<string, ReadonlySet<Permission>>(
  ([...builtInRoles, 'public'] as const).map((role) => [
    role,
    new Set(allPermissions.filter((permission) => isAllowed(role, permission))),
  ]),
)

const isPermission = (text: string): text is Permission => Object.hasOwn(permissions, text)

/**
 * The permissions of a role: of a built-in one, else those of `custom`, the row of the custom role.
 * A role that does not exist, and a permission that is no longer there, give nothing.
 */
export function permissionsOf(role: string, custom?: readonly string[] | null) {
  const builtIn = ofBuiltIn.get(role)
  if (builtIn) return builtIn
  if (!custom) return none
  // What everybody may do about themselves; a role without it could not even sign out.
  const permissions = new Set<Permission>(['self:manage', ...custom.filter(isPermission)])
  // The audit log tells of every change of access rules; what they are now belongs to it.
  if (permissions.has('audit:read')) permissions.add('access:read')
  return permissions
}

/** What both sets have. */
export function bothHave(
  one: ReadonlySet<Permission>,
  other: ReadonlySet<Permission>,
): ReadonlySet<Permission> {
  return one === other ? one : new Set([...one].filter((permission) => other.has(permission)))
}
