import { nameOf } from './sandbox-patients.ts'

/** Invented people; one of them has left. */
export const directoryUsers = Array.from({ length: 12 }, (_entry, index) => {
  const name = nameOf(index + 31)
  return {
    id: `directory-user-${String(index + 1).padStart(2, '0')}`,
    name,
    email: `${name.toLowerCase().replace(' ', '.')}@example.com`,
    active: index !== 11,
  }
})

const members = (...numbers: number[]): string[] =>
  directoryUsers.filter((_user, index) => numbers.includes(index + 1)).map(({ id }) => id)

/** Each has the identity provider's id. */
export const directoryGroups = [
  {
    id: 'intake-team',
    idpId: '00g1intake0000000001',
    name: 'Intake team',
    members: members(1, 2, 3, 4, 5, 12),
  },
  {
    id: 'billing-team',
    idpId: '00g1billing000000001',
    name: 'Billing team',
    members: members(5, 6, 7, 8),
  },
  {
    id: 'clinical-leads',
    idpId: '00g1clinical00000001',
    name: 'Clinical leads',
    members: members(1, 9, 10, 11),
  },
]
