import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { ProviderResponse } from '../outbound/http.ts'

/** The part of a CapabilityStatement that declares If-None-Exist (R4 3.1.0.8). */
const statementSchema = z.object({
  resourceType: z.literal('CapabilityStatement'),
  rest: z
    .array(
      z.object({
        mode: z.string().optional(),
        resource: z
          .array(z.object({ type: z.string(), conditionalCreate: z.boolean().optional() }))
          .optional(),
      }),
    )
    .default([]),
})

function parsed(response: ProviderResponse): unknown {
  try {
    return response.json()
  } catch {
    return null
  }
}

/** Not cached for ever, because a server's declaration changes with its releases. */
const declared = new LRUCache<string, boolean>({ max: 1000, ttl: 60 * 60_000 })

/**
 * Whether the server at this base address declares conditional create for DocumentReference.
 * If-None-Exist is optional in R4, and servers ignore unknown headers: the same create may be sent
 * twice only where it is declared. An unreadable statement declares nothing.
 */
export async function declaresConditionalCreate(
  baseUrl: string,
  readMetadata: () => Promise<ProviderResponse>,
): Promise<boolean> {
  const known = declared.get(baseUrl)
  if (known !== undefined) return known
  const response = await readMetadata()
  const statement = statementSchema.safeParse(response.status === 200 ? parsed(response) : null)
  if (!statement.success) return false
  const value = statement.data.rest.some(
    ({ mode, resource = [] }) =>
      mode !== 'client' &&
      resource.some(
        ({ type, conditionalCreate }) => type === 'DocumentReference' && conditionalCreate,
      ),
  )
  declared.set(baseUrl, value)
  return value
}
