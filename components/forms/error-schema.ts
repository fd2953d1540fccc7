import type { ErrorSchema } from '@rjsf/utils'
import type { Issue } from '#lib/domain/issue'

/**
 * The server's issues in rjsf's form, at their fields. `prefix` precedes a field's path in the
 * server's issues (`data`, `output`). An issue without a path, or with a path that the form does
 * not have, is shown above the form.
 */
export function errorSchemaOf(issues: Issue[], prefix: string): ErrorSchema {
  const root: ErrorSchema = {}
  for (const issue of issues) {
    const segments = issue.path.split('.').filter(Boolean)
    if (segments[0] === prefix) segments.shift()
    let node = root as Record<string, unknown>
    for (const segment of segments) node = (node[segment] ??= {}) as Record<string, unknown>
    ;((node['__errors'] ??= []) as string[]).push(issue.message)
  }
  return root
}
