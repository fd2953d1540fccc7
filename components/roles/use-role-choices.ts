import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#components/shared/loading/queries'
import { listRolesContract } from '#lib/contracts/organization/access'
import { upperFirst } from '#lib/domain/sentences'
import { builtInRoles, type BuiltInRole } from '#lib/domain/statuses'

/** What each built-in role is for. */
export const builtInMeanings: Record<BuiltInRole, string> = {
  owner: 'everything, including keys, members and connections',
  builder: 'workflows, policies and runs',
  worker: 'forms, screens, starting runs, and reading their own',
  auditor: 'the audit log, the books and the access rules',
  viewer: 'only reading the workflows that access rules name them for',
}

export type RoleChoice = { slug: string; name: string; meaning: string; builtIn: boolean }

const builtIn: RoleChoice[] = builtInRoles.map((slug) => ({
  slug,
  name: upperFirst(slug),
  meaning: builtInMeanings[slug],
  builtIn: true,
}))

/**
 * The roles that people can be given: the built-in ones, and the organization's own as soon as they
 * are read. `current` is always among them, also when its role is unknown.
 */
export function useRoleChoices(current?: string | null): RoleChoice[] {
  const { data } = useQuery(queryOf(listRolesContract))
  const own = (data?.items ?? [])
    .filter((role) => !role.builtIn)
    .map(({ slug, name, description }) => ({ slug, name, meaning: description, builtIn: false }))
  const known = [...builtIn, ...own]
  if (!current || known.some(({ slug }) => slug === current)) return known
  return [...known, { slug: current, name: current, meaning: '', builtIn: false }]
}

/** The name of a role; its slug where it is not known. */
export function useRoleName(slug: string): string {
  return useRoleChoices(slug).find((role) => role.slug === slug)?.name ?? slug
}
