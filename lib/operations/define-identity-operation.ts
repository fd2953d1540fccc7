import { authDb, type Tx } from '#db/client'
import type { Actor } from '#lib/auth/actor'
import type { Permission } from '#lib/auth/permissions'
import { claimKey, storeAnswer } from './idempotency.ts'
import {
  asOperation,
  requireRight,
  writeAudit,
  type Audit,
  type CallInfo,
  type Operation,
} from './define-operation.ts'

type Spec<Input, Output> = {
  /** Stable name; also the scope of idempotency keys. */
  name: string
  permission: Permission
  /** A sensitive act: the person must have given their password or a factor a short while ago. */
  needsConfirmation?: true
  audit?(call: { actor: Actor; input: Input; output: Output }): Audit | undefined
  run(call: { actor: Actor; input: Input; tx: Tx }): Promise<Output>
}

/**
 * Defines an operation on accounts, memberships or sessions. Like `defineOperation`, but its
 * transaction has the sign-in role, which sees the people of every organization: each query of
 * `run` must name the actor's organization or the actor.
 */
export function defineIdentityOperation<Input, Output>(
  spec: Spec<Input, Output>,
): Operation<Input, Output> {
  const operation = async (actor: Actor, input: Input, info: CallInfo = {}): Promise<Output> => {
    await requireRight(actor, spec)
    return await authDb().transaction(async (tx) => {
      const { idempotency } = info
      const claim = idempotency ? await claimKey(tx, spec.name, actor, idempotency) : undefined
      if (claim && 'replay' in claim) return claim.replay as Output
      const output = await spec.run({ actor, input, tx })
      if (claim) await storeAnswer(tx, claim.id, output)
      await writeAudit(tx, actor, info, spec.audit?.({ actor, input, output }))
      return output
    })
  }
  return asOperation(spec, operation)
}
