import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryOf } from '#components/shared/loading/queries'
import { listMembersContract, type MemberView } from '#lib/contracts/organization/members'
import type { Known } from './entries.ts'

/** A large organization has more: those are searched. */
const most = 200
const staleTime = 30_000

const found = (search: string) => ({
  staleTime,
  ...queryOf(listMembersContract, { query: { search, limit: 20 } }),
})

/** Whether a setting means this member: by id or by e-mail address. */
export const isNamed = ({ id, email }: Pick<MemberView, 'id' | 'email'>, person: string): boolean =>
  id === person.toLowerCase() || email.toLowerCase() === person.toLowerCase()

const isAddress = (person: string): boolean => person.includes('@')

/**
 * The members whom a setting can name: all of a small organization, of a large one those who match
 * the text, and those who are `named` already. `areAll`: nobody else is a member.
 */
export function useMembers(text: string, named: readonly string[]) {
  const { data } = useQuery({
    staleTime,
    ...queryOf(listMembersContract, { query: { limit: most } }),
  })
  const first = data?.items
  const areAll = data !== undefined && data.nextCursor === null
  const search = text.trim()
  const { data: searched } = useQuery({
    ...found(search),
    enabled: data !== undefined && !areAll && search !== '',
    placeholderData: keepPreviousData,
  })
  const strangers = named.filter(
    (person) => isAddress(person) && !first?.some((member) => isNamed(member, person)),
  )
  const others = useQueries({
    queries: strangers.map((person) => ({
      ...found(person),
      enabled: data !== undefined && !areAll,
    })),
    combine: (queries) => queries.flatMap((query) => query.data?.items ?? []),
  })
  const members = useMemo(() => {
    const all = [...(first ?? []), ...(searched?.items ?? []), ...others]
    return [...new Map(all.map((member) => [member.id, member])).values()]
  }, [first, searched, others])
  return { members, areAll }
}

/** Members as a list offers them: by e-mail address, which means the same in another organization. */
export const knownMembers = (members: readonly MemberView[]): Known[] =>
  members.map(({ id, name, email }) => ({ value: email, title: name, detail: email, also: [id] }))
