import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#components/shared/loading/queries'
import { listMembersContract } from '#lib/contracts/organization/members'

const most = 200

/** The members whom a setting can name, by name; whether these are all. */
export function useMembers() {
  const { data } = useQuery({
    staleTime: 30_000,
    ...queryOf(listMembersContract, { query: { limit: most } }),
  })
  const members = data?.items ?? []
  return { members, areAll: data !== undefined && members.length < most }
}

type Member = ReturnType<typeof useMembers>['members'][number]

/** Whether a setting means this member: by id or by e-mail address. */
export const isNamed = ({ id, email }: Pick<Member, 'id' | 'email'>, person: string): boolean =>
  id === person.toLowerCase() || email.toLowerCase() === person.toLowerCase()
