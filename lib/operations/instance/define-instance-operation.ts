import { authDb, type Tx } from '#db/client'
import { writeAuditEntry } from '#db/write-audit'
import type { Actor } from '#lib/auth/actor'
import { requirePermission } from '#lib/auth/require-permission'
import { requireRecentConfirmation } from '#lib/auth/sessions/require-recent-confirmation'
import { ApiError } from '#lib/domain/api-error'
import { asOperation, type Audit, type CallInfo, type Operation } from '../define-operation.ts'
import { claimKey, storeAnswer } from '../idempotency.ts'
import { isInstanceAdministrator } from './is-instance-administrator.ts'

/** An audit entry in the organization that the act is about. */
type AuditThere = Audit & { organizationId: string }

type Spec<Input, Output> = {
  /** Stable name; also the scope of idempotency keys. */
  name: string
  /** The answer has a secret that is shown once. */
  answersSecret?: true
  /** A sensitive act: the person must have given their password or a factor a short while ago. */
  needsConfirmation?: true
  audit?(call: { actor: Actor; input: Input; output: Output }): AuditThere
  run(call: { actor: Actor; input: Input; tx: Tx }): Promise<Output>
}

/** Every person has it; who is no instance administrator is refused next. */
export const instancePermission = 'self:manage'

/** The refusal of everybody else. */
export const notAnAdministrator = () =>
  new ApiError(
    'forbidden',
    'Only instance administrators may do this, signed in as a person. An API key belongs to one ' +
      'organization; at the server there is the command: npm run organizations.',
  )

/**
 * Defines an operation of instance administrators. Its transaction has the sign-in role, which
 * reaches organizations, people and invitations, and none of the data of an organization. The entry
 * in the audit log is written where the organization concerned sees it.
 */
export function defineInstanceOperation<Input, Output>(
  spec: Spec<Input, Output>,
): Operation<Input, Output> {
  const operation = async (actor: Actor, input: Input, info: CallInfo = {}): Promise<Output> => {
    requirePermission(actor, instancePermission)
    if (!(await isInstanceAdministrator(actor))) throw notAnAdministrator()
    if (spec.needsConfirmation) await requireRecentConfirmation(actor)
    return await authDb().transaction(async (tx) => {
      // Again, since it may have been taken away meanwhile.
      if (!(await isInstanceAdministrator(actor, tx))) throw notAnAdministrator()
      const { idempotency, requestId } = info
      const claim = idempotency ? await claimKey(tx, spec.name, actor, idempotency) : undefined
      if (claim && 'replay' in claim) return claim.replay as Output
      const output = await spec.run({ actor, input, tx })
      if (claim) await storeAnswer(tx, claim.id, output, spec.answersSecret)
      const audit = spec.audit?.({ actor, input, output })
      if (audit) await writeAuditEntry(tx, { actor, requestId, ...audit })
      return output
    })
  }
  return asOperation({ name: spec.name, permission: instancePermission }, operation)
}
