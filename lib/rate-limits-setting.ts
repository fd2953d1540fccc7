/** API requests a minute by whom they are counted; 0 is no limit. */
export type RateLimits = {
  key: number
  person: number
  organization: number
  address: number
  /** SCIM requests of one directory; they do not count for its organization. */
  directory: number
}

/** An address stands for a whole hospital, so its limit is far above that of one person. */
const usual: RateLimits = {
  key: 6000,
  person: 3000,
  organization: 60_000,
  address: 30_000,
  directory: 6000,
}

/**
 * Reads `key=6000,person=0`; what it does not name keeps its usual limit. Undefined when it cannot
 * be read.
 */
export function parseRateLimits(text: string): RateLimits | undefined {
  const limits = { ...usual }
  for (const entry of text.split(',').map((each) => each.trim())) {
    if (entry === '') continue
    const [, name = '', most] =
      /^(key|person|organization|address|directory)=(\d{1,9})$/.exec(entry) ?? []
    if (name === '') return undefined
    limits[name as keyof RateLimits] = Number(most)
  }
  return limits
}
