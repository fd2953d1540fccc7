import type { ConnectionView } from '#lib/contracts/integrations/connections'

/** `2 at once · 120 a minute`; empty when there are none. */
export function describeLimits({ concurrent, perMinute }: ConnectionView['limits']): string {
  return [
    concurrent === null ? [] : `${concurrent.toLocaleString('en-US')} at once`,
    perMinute === null ? [] : `${perMinute.toLocaleString('en-US')} a minute`,
  ]
    .flat()
    .join(' · ')
}
