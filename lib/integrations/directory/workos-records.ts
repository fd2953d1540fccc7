import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import type { ReadGroup, ReadUser } from '#lib/domain/provider/read-directory'
import type { ProviderResponse } from '../outbound/http.ts'
import { providerRefused } from '../outbound/provider-refused.ts'

// The records of WorkOS and its lists (github.com/workos/openapi-spec, `spec/open-api-spec.yaml`).

export const groupSchema = z.object({
  id: z.string(),
  idp_id: z.string(),
  directory_id: z.string(),
  name: z.string(),
})
export const userSchema = z.object({
  id: z.string(),
  directory_id: z.string(),
  idp_id: z.string().nullish(),
  email: z.string().nullish(),
  /** Only older answers have the addresses here. */
  emails: z
    .array(z.object({ value: z.string().nullish(), primary: z.boolean().nullish() }))
    .nullish(),
  username: z.string().nullish(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  state: z.string(),
  updated_at: z.string().nullish(),
})
const listOf = <T extends z.ZodType>(entry: T) =>
  z.object({ data: z.array(entry), list_metadata: z.object({ after: z.string().nullish() }) })
const errorSchema = z.object({
  code: z.string().max(100).optional(),
  error: z.string().max(100).optional(),
})

export type User = z.infer<typeof userSchema>
export type Group = z.infer<typeof groupSchema>

const pageSize = 100
const maxPages = 200

export const emailOf = ({ email, emails }: User): string =>
  email ?? emails?.find(({ primary }) => primary)?.value ?? emails?.[0]?.value ?? ''
export const nameOf = (user: User): string =>
  [user.first_name, user.last_name].filter(Boolean).join(' ') ||
  user.username ||
  emailOf(user) ||
  user.id

export const readUserOf = (user: User): ReadUser => ({
  id: user.id,
  externalId: user.idp_id ?? null,
  name: nameOf(user),
  email: emailOf(user) || null,
  userName: user.username ?? null,
  // `suspended` was another word for `inactive` until 2023.
  active: user.state === 'active',
  updatedAt: user.updated_at ?? null,
})

export const readGroupOf = ({ id, idp_id: externalId, name }: Group): ReadGroup => ({
  id,
  externalId,
  name,
})

export function refused(response: ProviderResponse): ApiError {
  try {
    const { code, error } = errorSchema.parse(response.json())
    return providerRefused('workos', response, { code: code ?? error })
  } catch {
    return providerRefused('workos', response)
  }
}

export function parsed<S extends z.ZodType>(schema: S, response: ProviderResponse): z.output<S> {
  const result = schema.safeParse(response.json())
  if (!result.success)
    throw new ApiError(
      'provider_error',
      'The provider answered something that is no directory record.',
      { provider: 'workos', status: response.status },
    )
  return result.data
}

/** The read is partial; nobody may be taken for gone because of it. */
export const incomplete = (): ApiError =>
  new ApiError(
    'provider_error',
    'WorkOS answered a list that is not complete. Nothing was changed; it is read again.',
    { provider: 'workos', code: 'incomplete_list' },
  )

export type Get = (path: string, signal: AbortSignal) => Promise<ProviderResponse>

/**
 * Yields the pages of a list, one after the other, the oldest entries first. Throws when a page
 * fails, and when WorkOS answers the same place again: the rest would be missing.
 */
export async function* pages<T extends z.ZodType>(
  get: Get,
  path: string,
  query: Record<string, string>,
  entry: T,
  signal: AbortSignal,
): AsyncGenerator<z.output<T>[]> {
  let after: string | undefined
  for (let page = 1; page <= maxPages; page++) {
    const position = { limit: String(pageSize), order: 'asc', ...(after ? { after } : {}) }
    const response = await get(`${path}?${new URLSearchParams({ ...query, ...position })}`, signal)
    if (response.status !== 200) throw refused(response)
    const { data, list_metadata: metadata } = parsed(listOf(entry), response)
    yield data as z.output<T>[]
    if (!metadata.after) return
    if (metadata.after === after) throw incomplete()
    after = metadata.after
  }
  throw new ApiError('provider_error', `The list has more than ${maxPages * pageSize} entries.`, {
    provider: 'workos',
    code: 'too_many',
  })
}
