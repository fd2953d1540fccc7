import type { MemberRole } from '../domain/statuses.ts'

/**
 * The permissions of each role. An operation names one permission. `public` is a caller with the
 * link of a shared form.
 */
export type ActorRole = MemberRole | 'public'

const everyone = ['owner', 'builder', 'worker'] as const
const builders = ['owner', 'builder'] as const
const owners = ['owner'] as const

export const permissions = {
  'workflows:read': everyone,
  'workflows:edit': builders,
  'workflows:publish': builders,
  'workflows:delete': builders,
  /** Pause and resume a workflow. */
  'workflows:control': builders,
  'schedules:read': everyone,
  'schedules:manage': builders,
  'runs:read': everyone,
  'runs:start': everyone,
  'runs:control': builders,
  'screens:work': everyone,
  'forms:submit': [...everyone, 'public'],
  'files:upload': [...everyone, 'public'],
  'files:read': everyone,
  'integrations:call': everyone,
  'connections:read': everyone,
  'connections:manage': owners,
  'policies:read': everyone,
  'policies:manage': builders,
  'mails:read': builders,
  'async-results:read': everyone,
  'async-results:manage': everyone,
  'sql:run': builders,
  'api-keys:manage': owners,
  'members:read': everyone,
  'members:manage': owners,
  'settings:manage': owners,
  'audit:read': owners,
  'self:manage': everyone,
} as const satisfies Record<string, readonly ActorRole[]>

export type Permission = keyof typeof permissions

export function isAllowed(role: ActorRole, permission: Permission): boolean {
  return (permissions[permission] as readonly ActorRole[]).includes(role)
}
