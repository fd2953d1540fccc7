import type { Issue } from '#lib/domain/issue'
import { ApiFailure } from '#lib/http/client'

/**
 * What the server refused: of the settings, of each secret, of name and slug, and in one text what
 * belongs to no field.
 */
export type RefusedFields = {
  config: Issue[]
  secrets: Record<string, string>
  own: Record<string, string>
  general: string | null
}

/** Sorts the issues of a refusal by the fields of the form. */
export function issuesByField(error: Error | null): RefusedFields {
  const sorted: RefusedFields = { config: [], secrets: {}, own: {}, general: null }
  if (!error) return sorted
  const issues = error instanceof ApiFailure ? error.issues : []
  for (const issue of issues) {
    const [first = '', second] = issue.path.split('.')
    if (first === 'config') sorted.config.push(issue)
    else if (first === 'secrets' && second) sorted.secrets[second] = issue.message
    else if (first === 'name' || first === 'slug') sorted.own[first] = issue.message
    else sorted.general = sorted.general ? `${sorted.general} ${issue.message}` : issue.message
  }
  if (issues.length === 0) sorted.general = error.message
  return sorted
}
