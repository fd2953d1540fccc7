import { expect, test } from 'vitest'

import type { BuiltInRole } from '../domain/statuses.ts'
import { isAllowed, permissions, permissionsOf, type Permission } from './permissions.ts'
import { requirePermission } from './require-permission.ts'

const all = Object.keys(permissions) as Permission[]
const allowed = (role: BuiltInRole | 'public') =>
  all.filter((permission) => isAllowed(role, permission))
const refused = (role: BuiltInRole) => all.filter((permission) => !isAllowed(role, permission))

const ownersOnly = [
  'connections:manage',
  'api-keys:manage',
  'members:manage',
  'roles:manage',
  'access:manage',
  'directories:manage',
  'settings:manage',
  'sso:manage',
  'audit:read',
]

test('an owner may do everything', () => {
  expect(refused('owner')).toEqual([])
})

test('a builder may do all except with credentials, members and settings', () => {
  expect(refused('builder')).toEqual(ownersOnly)
})

test('a worker starts runs, works on screens, and reads what is theirs', () => {
  expect(allowed('worker')).toEqual([
    'workflows:read',
    // Only where the access rules name them, too.
    'workflows:approve',
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
    'templates:read',
    'members:read',
    'home:read',
    'self:manage',
  ])
})

test('an auditor reads the audit log, the books and the rules, and no run', () => {
  expect(allowed('auditor')).toEqual([
    'members:read',
    'access:read',
    'audit:read',
    'books:read',
    'home:read',
    'self:manage',
  ])
})

test('a viewer reads the workflows that rules name them at', () => {
  expect(allowed('viewer')).toEqual([
    'workflows:read',
    'runs:read',
    'files:read',
    'home:read',
    'self:manage',
  ])
})

test('a custom role has what it lists, and what everybody may do for themselves', () => {
  expect([...permissionsOf('triage', ['runs:read', 'no:such'])]).toEqual([
    'self:manage',
    'runs:read',
  ])
  expect(permissionsOf('triage', null).size).toBe(0)
  expect(permissionsOf('owner', [])).toEqual(new Set(all))
})

test('a public caller with the link of a shared form may fill it in', () => {
  expect(allowed('public')).toEqual(['forms:submit', 'files:upload'])
})

test('a refusal names the permission and who can help', () => {
  const actor = { name: 'Ann', role: 'worker', permissions: permissionsOf('worker') } as Parameters<
    typeof requirePermission
  >[0]
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
