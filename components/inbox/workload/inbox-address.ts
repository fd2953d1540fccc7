import type { InboxFilters } from '#lib/domain/run/inbox-filters'

/** The inbox with these filters. */
export function inboxAddress(filters: InboxFilters): string {
  const given = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  const query = new URLSearchParams(given).toString()
  return query ? `/inbox?${query}` : '/inbox'
}
