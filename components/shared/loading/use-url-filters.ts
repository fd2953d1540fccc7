'use client'

import { usePathname, useSearchParams } from 'next/navigation'

/**
 * Filters of a list that stand in the page's address, so that they outlive a reload and can be sent
 * to a colleague. An empty one matches all, and is left out of the address.
 * @param names the parameters of the address; others are dropped at the next change
 */
export function useUrlFilters<Name extends string>(names: readonly Name[]) {
  const search = useSearchParams()
  const path = usePathname()
  const filters = Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])) as Record<
    Name,
    string
  >
  const change = (next: Partial<Record<Name, string>>): void => {
    const params = new URLSearchParams(
      Object.entries<string>({ ...filters, ...next }).filter(([, value]) => value !== ''),
    )
    // Not by the router: that asks the server for the page again, whose title vanishes meanwhile.
    window.history.replaceState(
      null,
      '',
      `${path}${params.size > 0 ? `?${params.toString()}` : ''}`,
    )
  }
  return { filters, change }
}
