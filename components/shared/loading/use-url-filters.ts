'use client'

import { usePathname, useRouter, useSearchParams } from 'next/navigation'

/**
 * Filters of a list that stand in the page's address, so that they outlive a reload and can be sent
 * to a colleague. An empty one matches all, and is left out of the address.
 * @param names the parameters of the address; others are dropped at the next change
 */
export function useUrlFilters<Name extends string>(names: readonly Name[]) {
  const search = useSearchParams()
  const router = useRouter()
  const path = usePathname()
  const filters = Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])) as Record<
    Name,
    string
  >
  const change = (next: Partial<Record<Name, string>>): void => {
    const params = new URLSearchParams(
      Object.entries<string>({ ...filters, ...next }).filter(([, value]) => value !== ''),
    )
    router.replace(`${path}${params.size > 0 ? `?${params.toString()}` : ''}`, { scroll: false })
  }
  return { filters, change }
}
