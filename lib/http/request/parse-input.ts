import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { countOf } from '#lib/domain/count-of'
import type { Issue } from '#lib/domain/issue'
import { maxIssues } from '#lib/domain/bounded-issues'
import { plainIssue } from '#lib/domain/plain-issue'

const dotted = (path: PropertyKey[]): string => path.map(String).join('.')

/**
 * The max number of entries in a list that has no limit of its own and whose entries are validated.
 */
const maxEntries = 10_000

const isFree = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodUnknown || schema instanceof z.ZodAny

/** The list's own limit in its contract, `.max(…)`. */
function ownLimit(schema: z.core.$ZodType): number | undefined {
  for (const { _zod: check } of schema._zod.def.checks ?? [])
    if (check.def.check === 'max_length') return (check.def as z.core.$ZodCheckMaxLengthDef).maximum
  return undefined
}

/** The schema of the entries of `value`, when its schema is a list or a record. */
function entrySchema(schema: z.core.$ZodType, value: object): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodArray && Array.isArray(value)) return schema.element
  return schema instanceof z.ZodRecord ? schema.valueType : undefined
}

/**
 * Finds the first list in `value` that is too long to validate entry by entry. Zod makes an issue
 * of each wrong entry before it checks the length, so the length is checked first.
 */
function tooLong(schema: z.core.$ZodType, value: unknown, path: string[]): Issue | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return tooLong(schema.unwrap(), value, path)
  if (schema instanceof z.ZodDefault) return tooLong(schema.unwrap(), value, path)
  if (schema instanceof z.ZodPipe) return tooLong(schema.in, value, path)
  if (schema instanceof z.ZodObject) {
    for (const [key, field] of Object.entries(schema.shape)) {
      if (!Object.hasOwn(value, key)) continue
      const inside = (value as Record<string, unknown>)[key]
      const issue = tooLong(field as z.core.$ZodType, inside, [...path, key])
      if (issue) return issue
    }
    return undefined
  }
  const inner = entrySchema(schema, value)
  if (!inner || isFree(inner)) return undefined
  const entries: unknown[] = Object.values(value)
  const most = ownLimit(schema) ?? maxEntries
  if (entries.length > most)
    return {
      path: dotted(path),
      message: `There may be at most ${countOf(most, 'entry', 'entries')}.`,
    }
  for (const [index, entry] of entries.entries()) {
    const issue = tooLong(inner, entry, [...path, String(index)])
    if (issue) return issue
  }
  return undefined
}

/**
 * Parses a part of a request by its contract. Throws a 400 that names the wrong fields, each path
 * below `prefix`: at most 100, and the number of the others.
 */
export function parseInput<S extends z.ZodType>(
  schema: S,
  value: unknown,
  prefix = '',
): z.output<S> {
  const long = tooLong(schema, value, [])
  if (long) throw ApiError.invalid([{ ...long, path: prefix + long.path }])
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issues: Issue[] = []
  let more = 0
  for (const issue of result.error.issues) {
    // One issue of Zod names all unknown fields, which may be very many.
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys : undefined
    const places = unknown?.map((key) => [...issue.path, key]) ?? [issue.path]
    for (const place of places.slice(0, maxIssues)) {
      const message = unknown
        ? `There is no field "${String(place.at(-1))}" here. Remove it or check its spelling.`
        : plainIssue(issue.message)
      if (issues.length < maxIssues) issues.push({ path: prefix + dotted(place), message })
      else more++
    }
    more += Math.max(0, places.length - maxIssues)
  }
  throw ApiError.invalid(issues, undefined, more)
}
