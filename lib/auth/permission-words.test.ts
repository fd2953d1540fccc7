import { expect, it } from 'vitest'
import { offeredPermissions } from '#lib/domain/permission-words'
import { allPermissions } from './permissions.ts'

it('has words for every permission that can be given, and for no other', () => {
  expect(offeredPermissions.toSorted()).toEqual(
    allPermissions.filter((permission) => permission !== 'self:manage').toSorted(),
  )
})
