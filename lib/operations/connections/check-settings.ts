import type { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import type { Issue } from '#lib/domain/issue'
import { plainIssue } from '#lib/domain/plain-issue'
import type { ConnectionKind } from '#lib/domain/statuses'
import type { Provider } from '#lib/integrations/provider'
import { findProvider, integrations } from '#lib/integrations/registry'

/** Finds the provider, or throws a 400 that names those that exist. */
export function requireProvider(kind: ConnectionKind, id: string): Provider {
  const provider = findProvider(kind, id)
  if (provider) return provider
  const known = integrations[kind].providers.map((each) => each.id).join(', ')
  throw ApiError.invalid([
    { path: 'provider', message: `There is no provider "${id}" for ${kind}. There are: ${known}.` },
  ])
}

function issuesOf(schema: z.ZodType, value: unknown, prefix: string): Issue[] {
  const result = schema.safeParse(value)
  return result.success
    ? []
    : result.error.issues.map((issue) => ({
        path: [prefix, ...issue.path].map(String).join('.'),
        message: plainIssue(issue.message),
      }))
}

/**
 * Finds fields that the schema does not have. A misspelt setting would be lost silently, and a
 * secret among the settings would be shown.
 */
function unknownIn(schema: z.ZodType, value: object, prefix: string, what: string): Issue[] {
  const known = new Set(Object.keys((schema as z.ZodObject).shape))
  return Object.keys(value)
    .filter((name) => !known.has(name))
    .map((name) => ({
      path: `${prefix}.${name}`,
      message: `There is no such ${what} here. Remove it or check its spelling.`,
    }))
}

/**
 * Throws a 400 that names every wrong setting. Secrets may still be missing: the test of the
 * connection reports them.
 */
export function checkSettings(
  provider: Provider,
  config: Record<string, unknown>,
  secrets: Record<string, string>,
): void {
  const issues = [
    ...unknownIn(provider.config, config, 'config', 'setting'),
    ...issuesOf(provider.config, config, 'config'),
    ...unknownIn(provider.secrets, secrets, 'secrets', 'secret'),
    ...issuesOf(provider.secrets, secrets, 'secrets'),
  ]
  if (issues.length > 0) throw ApiError.invalid(issues)
}
