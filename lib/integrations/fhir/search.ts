/**
 * A value of a FHIR search parameter, escaped for the server; only the functions below create it.
 */
export type SearchValue = string & { readonly searchValue: unique symbol }

const asValue = (text: string): SearchValue => text as SearchValue

/** A FHIR id (R4 2.24.0.1). An id of dots only would change the path. */
export const isFhirId = (id: string): boolean =>
  /^[A-Za-z0-9.-]{1,64}$/.test(id) && !/^\.+$/.test(id)

/**
 * Escapes text for a literal search. In a search value `,` separates alternatives, `|` a system
 * from its code, `$` the parts of a composite, and `\` escapes (R4 3.1.1.4.0.1, "Escaping Search
 * Parameters"). Unescaped, "Smith, Lee" finds every Lee.
 */
export const literal = (text: string): SearchValue =>
  asValue(text.replace(/[\\,$|]/g, String.raw`\$&`))

/** A code or identifier within its system. */
export const token = (system: string, value: string): SearchValue =>
  asValue(`${literal(system)}|${literal(value)}`)

/** Any of several values (R4 3.1.1.5.6); each must already be a value. */
export const anyOf = (values: readonly SearchValue[]): SearchValue => asValue(values.join(','))

/** `Type/id`, because servers read a bare id differently. A whole reference stays unchanged. */
export const reference = (type: string, id: string): SearchValue =>
  asValue(id.includes('/') ? literal(id) : `${type}/${literal(id)}`)

/** A date with its comparison (R4 3.1.1.5.3), for example `ge2026-01-31`. */
export const date = (comparison: 'ge' | 'le', day: string): SearchValue =>
  asValue(`${comparison}${literal(day)}`)

export type SearchParameter = readonly [name: string, value: SearchValue]

/**
 * The path of a search, relative to the base address. `count` requests that many entries per page.
 */
export function searchPath(
  resourceType: string,
  parameters: readonly SearchParameter[],
  count: number,
): string {
  const query = new URLSearchParams(parameters.map(([name, value]) => [name, value]))
  query.append('_count', String(count))
  return `${resourceType}?${query.toString()}`
}

/** The same parameters in the form of a header (If-None-Exist, R4 3.1.0.8.1). */
export const searchCriteria = (parameters: readonly SearchParameter[]): string =>
  new URLSearchParams(parameters.map(([name, value]) => [name, value])).toString()

/**
 * A server may ignore an unknown parameter, which widens its answer to every patient, or to
 * documents of all patients. Strict handling makes it refuse instead (R4 3.1.1.1).
 */
export const strict = { prefer: 'handling=strict' } as const
