import { z } from 'zod'
import { countOf } from '#lib/domain/count-of'
import { defineProvider } from '../provider.ts'

const groupSchema = z.object({
  id: z.string(),
  idpId: z.string(),
  name: z.string(),
  members: z.array(z.string()),
})
const userSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  active: z.boolean(),
})

/** Collections: `groups` (with the ids of their members) and `users`. */
export const directorySandbox = defineProvider({
  kind: 'directory',
  id: 'sandbox',
  title: 'Sandbox',
  description: 'Invented people in three groups, for trying things out. No set-up.',
  config: z.object({}),
  secrets: z.object({}),
  addressFields: [],
  embedded: true,
  open({ store }) {
    const groups = async () => z.array(groupSchema).parse(await store.list('groups'))
    return {
      async groupWithUsers(groupId, signal) {
        signal.throwIfAborted()
        const group = (await groups()).find(({ id, idpId }) => id === groupId || idpId === groupId)
        if (!group) return undefined
        const users = z.array(userSchema).parse(await store.list('users'))
        const inGroup = users.filter(({ id, active }) => active && group.members.includes(id))
        return {
          id: group.id,
          name: group.name,
          users: inGroup.map(({ id, name, email }) => ({ id, name, email })),
        }
      },
      async test() {
        return `The sandbox directory works; it has ${countOf((await groups()).length, 'group')}.`
      },
    }
  },
})
