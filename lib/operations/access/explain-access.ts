import { and, eq } from 'drizzle-orm'
import { roles } from '#db/schema/access'
import { members } from '#db/schema/people'
import { permissionsOf } from '#lib/auth/permissions'
import { groupsOfPerson } from '#lib/directory/groups-of-person'
import { decide, type Decision } from '#lib/domain/access/decide'
import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '../define-operation.ts'
import { getWorkflowFor } from '../workflows/find-workflow.ts'
import { targetOf } from './scope-of.ts'

type Asked = {
  id: string
  person: string
  verb: 'run' | 'edit' | 'publish' | 'seeRuns' | 'screen'
  step: string
}

const acts = {
  run: 'start this workflow',
  edit: 'edit this workflow',
  publish: 'publish this workflow',
  seeRuns: 'see all runs of this workflow',
  screen: 'do this screen',
}

/** A decision as a sentence. */
function sentenceOf(name: string, verb: Asked['verb'], { ok, by, from, missing }: Decision) {
  const level = from ? `the rule of the ${from.kind}` : 'their role: no rule speaks'
  if (!ok) return `${name} may not ${acts[verb]}: it takes ${missing}.`
  if (by === 'owner') return `${name} may ${acts[verb]}, because owners always may.`
  return `${name} may ${acts[verb]}, by ${level}.`
}

/** Why a member may or may not do something with a workflow. Throws 404. */
export const explainAccess = defineOperation<Asked, Decision & { sentence: string }>({
  name: 'explainAccess',
  permission: 'access:read',
  async run({ actor, input, tx }) {
    const workflow = await getWorkflowFor(tx, actor, input.id)
    const [member] = await tx
      .select({
        name: members.name,
        email: members.email,
        role: members.role,
        custom: roles.permissions,
      })
      .from(members)
      .leftJoin(
        roles,
        and(eq(roles.organizationId, members.organizationId), eq(roles.slug, members.role)),
      )
      .where(eq(members.userId, input.person))
    if (!member) throw ApiError.notFound('member', input.person)
    const person = {
      personId: input.person,
      email: member.email,
      groups: await groupsOfPerson(tx, actor.organizationId, input.person),
      role: member.role,
      permissions: permissionsOf(member.role, member.custom),
      workflows: null,
    }
    const verb = input.verb === 'screen' ? { screen: input.step } : input.verb
    const decision = decide(person, verb, targetOf(workflow), actor.book)
    return { ...decision, sentence: sentenceOf(member.name, input.verb, decision) }
  },
})
