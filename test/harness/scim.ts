import { directories } from '#db/schema/directories'
import { inOrganization } from '#db/client'
import { newDirectoryToken } from '#lib/directory/token'
import type { DirectorySettings } from '#lib/domain/directory'
import { answerApi } from '#lib/http/answer'
import { newId } from '#lib/ids'

export type ScimAnswer = { status: number; headers: Headers; body: Record<string, unknown> }
export type ScimCall = { body?: unknown; headers?: Record<string, string>; token?: string }
export type ScimDirectory = {
  id: string
  organizationId: string
  token: string
  /** `send('POST', 'Users', { body })`: the address after `v2/`. */
  send(method: string, path: string, call?: ScimCall): Promise<ScimAnswer>
}

/** A directory that pushes, in this organization, and its client. */
export async function scimDirectory(
  organizationId: string,
  settings: Partial<DirectorySettings> = {},
): Promise<ScimDirectory> {
  const id = newId()
  const { token, hash, prefix } = newDirectoryToken()
  await inOrganization(organizationId, (tx) =>
    tx.insert(directories).values({
      id,
      organizationId,
      kind: 'scim',
      name: `Directory ${id}`,
      settings: { joiners: 'members', defaultRole: 'worker', ...settings },
      tokenHash: hash,
      tokenPrefix: prefix,
      tokenCreatedAt: new Date(),
    }),
  )
  const send = async (method: string, path: string, call: ScimCall = {}): Promise<ScimAnswer> => {
    const response = await answerApi(
      new Request(`http://localhost/api/scim/${id}/v2/${path}`, {
        method,
        headers: {
          authorization: `Bearer ${call.token ?? token}`,
          'content-type': 'application/scim+json',
          ...call.headers,
        },
        ...(call.body === undefined
          ? {}
          : { body: typeof call.body === 'string' ? call.body : JSON.stringify(call.body) }),
      }),
    )
    const text = await response.text()
    const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
    return { status: response.status, headers: response.headers, body }
  }
  return { id, organizationId, token, send }
}

/** A PATCH with these operations. */
export const patchOf = (...operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: operations,
})
