import { allOf } from '#components/shared/loading/all-of'
import { pagesOf, queryOf } from '#components/shared/loading/queries'
import { can, type Actor } from '#lib/auth/actor'
import { explainAccessContract, listRolesContract } from '#lib/contracts/organization/access'
import { getMemberAbsencesContract } from '#lib/contracts/organization/absences'
import { listApiKeysContract } from '#lib/contracts/organization/api-keys'
import { listMemberGroupsContract } from '#lib/contracts/organization/directories'
import { getMemberAccessContract, getMemberContract } from '#lib/contracts/organization/members'
import { listMemberSessionsContract } from '#lib/contracts/organization/sessions'
import { listWorkflowsContract } from '#lib/contracts/workflows/workflows'

/** What the page of a member reads first: the parts that this person sees of them. */
export function readsOfMember(id: string, actor: Actor) {
  const params = { id }
  const managed = [
    queryOf(listRolesContract),
    queryOf(getMemberAccessContract, { params }),
    queryOf(getMemberAbsencesContract, { params, query: {} }),
    queryOf(listMemberSessionsContract, { params }),
    ...(can(actor, 'api-keys:manage')
      ? [pagesOf(listApiKeysContract, { query: { ownerId: id } })]
      : []),
  ]
  const explained = [
    allOf(listWorkflowsContract),
    queryOf(explainAccessContract, { query: { person: id, act: 'run' } }),
  ]
  return [
    queryOf(getMemberContract, { params }),
    ...(can(actor, 'directories:read') ? [pagesOf(listMemberGroupsContract, { params })] : []),
    ...(can(actor, 'access:read') ? explained : []),
    ...(can(actor, 'members:manage') ? managed : []),
  ]
}
