import { expect, test } from 'vitest'

import { isAllowed, permissions, type ActorRole, type Permission } from './permissions.ts'
import { requirePermission } from './require-permission.ts'

const all = Object.keys(permissions) as Permission[]
const allowed = (role: ActorRole) => all.filter((permission) => isAllowed(role, permission))
const refused = (role: ActorRole) => all.filter((permission) => !isAllowed(role, permission))

const ownersOnly = [
  'connections:manage',
  'api-keys:manage',
  'members:manage',
  'settings:manage',
  'audit:read',
]

test('an owner may do everything', () => {
  expect(refused('owner')).toEqual([])
})

test('a builder may do all except with credentials, members and settings', () => {
  expect(refused('builder')).toEqual(ownersOnly)
})

test('a worker reads, starts runs and works on screens', () => {
  expect(allowed('worker')).toEqual([
    'workflows:read',
    'schedules:read',
    'runs:read',
    'runs:start',
    'screens:work',
    'forms:submit',
    'files:upload',
    'files:read',
    'integrations:call',
    'connections:read',
    'policies:read',
    'async-results:read',
    'async-results:manage',
    'members:read',
    'self:manage',
  ])
})

test('a public caller with the link of a shared form may fill it in', () => {
  expect(allowed('public')).toEqual(['forms:submit', 'files:upload'])
})

test('a refusal names the permission and who can help', () => {
  const actor = { name: 'Ann', role: 'worker' } as Parameters<typeof requirePermission>[0]
  expect(() => requirePermission(actor, 'runs:read')).not.toThrow()
  expect(() => requirePermission(actor, 'audit:read')).toThrow(
    expect.objectContaining({
      code: 'forbidden',
      message:
        '"Ann" has the role worker, which may not do this (audit:read). ' +
        'Ask an owner of the organization.',
      details: { permission: 'audit:read', role: 'worker' },
    }) as Error,
  )
})
