import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { addressField } from '../address-field.ts'
import { providerHttp, type ProviderResponse } from '../outbound/http.ts'
import { defineProvider } from '../provider.ts'
import {
  emailOf,
  groupSchema,
  nameOf,
  pages,
  parsed,
  refused,
  userSchema,
  type Get,
  type Group,
  type User,
} from './workos-records.ts'
import { workOsReader } from './workos-reader.ts'

/** Finds the group with this id, WorkOS's or the directory's, when it belongs to this directory. */
async function findGroup(
  get: Get,
  directoryId: string,
  groupId: string,
  signal: AbortSignal,
): Promise<Group | undefined> {
  // WorkOS's own id with any prefix; the directory's own id is searched below.
  if (/^directory_gr[a-z]*_[A-Za-z0-9]+$/.test(groupId)) {
    const response = await get(`directory_groups/${groupId}`, signal)
    if (response.status !== 200 && response.status !== 404) throw refused(response)
    const group = response.status === 200 ? parsed(groupSchema, response) : undefined
    if (group) return group.directory_id === directoryId ? group : undefined
  }
  for await (const groups of pages(
    get,
    'directory_groups',
    { directory: directoryId },
    groupSchema,
    signal,
  )) {
    const group = groups.find(({ idp_id }) => idp_id === groupId)
    if (group) return group
  }
  return undefined
}

/** WorkOS Directory Sync (github.com/workos/openapi-spec; npm `@workos-inc/node`). */
export const directoryWorkOs = defineProvider({
  kind: 'directory',
  id: 'workos',
  title: 'WorkOS Directory Sync',
  description: 'One directory of WorkOS: Okta, Entra ID, Google Workspace and others behind it.',
  config: z.object({
    directoryId: z
      .string()
      .trim()
      .regex(
        /^[A-Za-z0-9_-]+$/,
        'Give the id as WorkOS shows it, for example directory_01ECAZ4NV9QMV47GW873HDCX74.',
      )
      .max(200)
      .meta({
        title: 'Directory id',
        description:
          'An API key of WorkOS sees the directories of all your organizations; only this one is read.',
      }),
    timeoutSeconds: z
      .int()
      .min(1)
      .max(120)
      .default(15)
      .meta({ title: 'Time limit', description: 'Seconds to wait for an answer.' }),
    baseUrl: addressField('Address', 'Only where it is not https://api.workos.com.').optional(),
  }),
  secrets: z.object({
    apiKey: z
      .string()
      .optional()
      .meta({ title: 'API key', description: 'From the WorkOS dashboard.' }),
  }),
  addressFields: ['baseUrl'],
  embedded: false,
  open({ config, secrets: { apiKey }, allowPrivate }) {
    const base = (config.baseUrl ?? 'https://api.workos.com').replace(/\/+$/, '')
    const send = providerHttp({
      provider: 'workos',
      origin: new URL(base).origin,
      allowPrivate,
      timeoutMs: config.timeoutSeconds * 1000,
    })

    async function get(path: string, signal: AbortSignal): Promise<ProviderResponse> {
      if (!apiKey)
        throw new ApiError(
          'provider_error',
          'This connection is not complete: WorkOS needs an API key. ' +
            'An owner can add it under Connections.',
          { provider: 'workos', code: 'incomplete' },
        )
      return await send({
        method: 'GET',
        url: `${base}/${path}`,
        headers: { authorization: `Bearer ${apiKey}` },
        signal,
        repeatable: true,
      })
    }

    return {
      ...workOsReader(get, config.directoryId),
      async groupWithUsers(groupId, signal) {
        const group = await findGroup(get, config.directoryId, groupId, signal)
        if (!group) return undefined
        const users: User[] = []
        for await (const page of pages(
          get,
          'directory_users',
          { group: group.id },
          userSchema,
          signal,
        ))
          users.push(...page.filter(({ state }) => state === 'active'))
        return {
          id: group.id,
          name: group.name,
          users: users.map((user) => ({ id: user.id, name: nameOf(user), email: emailOf(user) })),
        }
      },
      async test(signal) {
        const response = await get(`directories/${config.directoryId}`, signal)
        if (response.status === 404)
          throw new ApiError(
            'provider_error',
            'WorkOS took our API key but has no such directory. Check the directory id.',
            { provider: 'workos', status: 404 },
          )
        if (response.status !== 200) throw refused(response)
        return 'WorkOS answered, took our API key and has this directory.'
      },
    }
  },
})
