import { ApiFailure } from '#lib/http/client'
import type { Issue } from '#lib/domain/issue'

/**
 * A refusal taken apart: what belongs to the settings, to each secret, to name and slug, and what
 * is left for above the form.
 */
type Sorted = {
  config: Issue[]
  secrets: Record<string, string>
  own: Record<string, string>
  general: string | null
}

export function issuesByField(error: Error | null): Sorted {
  const sorted: Sorted = { config: [], secrets: {}, own: {}, general: null }
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
