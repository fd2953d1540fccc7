const dayMs = 24 * 3_600_000

/** How long a key may live, as the dialogs offer it; the days, or null for no end. */
export const terms = [
  { id: '30', label: '30 days', days: 30 },
  { id: '90', label: '90 days', days: 90 },
  { id: '365', label: '1 year', days: 365 },
  { id: 'never', label: 'Never expires', days: null },
] as const

/** The instant at the end of a term that begins now. */
export function endOfTerm(id: string, now = Date.now()): string | null {
  const days = terms.find((term) => term.id === id)?.days ?? null
  return days === null ? null : new Date(now + days * dayMs).toISOString()
}

/** How long the key before a rotation goes on working. */
export const overlaps = [
  { id: '0', label: 'Not at all: it ends now', hours: 0 },
  { id: '1', label: '1 hour', hours: 1 },
  { id: '24', label: '1 day', hours: 24 },
  { id: '72', label: '3 days', hours: 72 },
  { id: '168', label: '7 days', hours: 168 },
] as const

/** The instant at the end of an overlap that begins now. */
export function endOfOverlap(id: string, now = Date.now()): string {
  const hours = overlaps.find((overlap) => overlap.id === id)?.hours ?? 24
  // A minute less, because the clocks of the browser and of the server differ.
  return new Date(now + Math.max(0, hours * 3_600_000 - 60_000)).toISOString()
}
