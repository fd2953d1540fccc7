import type { Contract } from '#lib/contracts/contract'

/** An id for an id, a number for a version or page, else a word, as for a step. */
const candidates = ['0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001', '2', 'sandbox', 'postmark']

/** Values that the parameters of an endpoint's address allow, and the address with them. */
export function paramsOf({ id, path, params: schema }: Contract) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  const fixed: Record<string, string> = { version: '2', number: '2', page: '2', stepId: 'sandbox' }
  for (const value of candidates) {
    const pairs = names.map((name) => [name, fixed[name] ?? value] as const)
    const params = Object.fromEntries(pairs)
    if (!schema.safeParse(params).success) continue
    const address = path.replace(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? '')
    return { params, address }
  }
  throw new Error(`no parameters fit ${id}`)
}
