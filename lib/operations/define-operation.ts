import { inOneTrip, inOrganization, type Tx } from '#db/client'
import { auditStatement, writeAuditEntry, type AuditEntry } from '#db/write-audit'
import type { Actor } from '#lib/auth/actor'
import type { Permission } from '#lib/auth/permissions'
import { requirePermission } from '#lib/auth/require-permission'
import { ApiError } from '#lib/domain/api-error'
import {
  claimKey,
  holdKey,
  freeKey,
  storeUnknownOutcome,
  storeAnswer,
  type Idempotency,
} from './idempotency.ts'
import { repeatAfterDeadlock } from './repeat-after-deadlock.ts'

/** What an operation says of its act; actor and request are added. */
export type Audit = Pick<AuditEntry, 'action' | 'objectKind' | 'objectId' | 'details'>

/** How a call reached the operation; pages and tests leave it out. */
export type CallInfo = {
  requestId?: string
  /** The caller went away. */
  signal?: AbortSignal
  /** From the `Idempotency-Key` header: the same key and fingerprint get the first answer again. */
  idempotency?: Idempotency
  /** An earlier request with this key reached the outside system and got no answer. */
  mayHaveHappened?: boolean
}

export type Operation<Input, Output> = {
  (actor: Actor, input: Input, info?: CallInfo): Promise<Output>
  permission: Permission
  /** The scope of its idempotency keys. */
  keyScope: string
}

type Common<Input, Output> = {
  /** Stable name; also the scope of idempotency keys. */
  name: string
  permission: Permission
  /** The answer holds a secret that is shown once: it is not kept for its idempotency key. */
  answersSecret?: true
  /** Left out only by operations that read no patient data. */
  audit?(call: { actor: Actor; input: Input; output: Output }): Audit | undefined
}

type TransactionSpec<Input, Output> = Common<Input, Output> & {
  run(call: { actor: Actor; input: Input; tx: Tx; info: CallInfo }): Promise<Output>
}

type OutsideSpec<Input, Output> = Common<Input, Output> & {
  /**
   * `run` finds out by itself what became of an earlier request with the same key
   * (`info.mayHaveHappened`), also of one whose process ended.
   */
  resumesUnknown?: boolean
  run(call: {
    actor: Actor
    input: Input
    info: CallInfo
    signal: AbortSignal
    /**
     * A transaction of its own, scoped to the actor's organization. Never hold one open while
     * waiting for an outside system.
     */
    transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  }): Promise<Output>
}

/** The entry of an act of this actor. */
const entryOf = (actor: Actor, info: CallInfo, audit: Audit): AuditEntry => ({
  organizationId: actor.organizationId,
  actor,
  requestId: info.requestId,
  ...audit,
})

/** For operations that run in a transaction of another role; the others write by themselves. */
export async function writeAudit(
  tx: Tx,
  actor: Actor,
  info: CallInfo,
  audit: Audit | undefined,
): Promise<void> {
  if (audit) await writeAuditEntry(tx, entryOf(actor, info, audit))
}

/**
 * A function of several steps as an operation: it checks `permission` itself, and hands its
 * `CallInfo` to the operation called `name`, which honours the idempotency key.
 */
export function asOperation<Input, Output>(
  { name, permission }: { name: string; permission: Permission },
  run: (actor: Actor, input: Input, info?: CallInfo) => Promise<Output>,
): Operation<Input, Output> {
  return Object.assign(run, { permission, keyScope: name })
}

/**
 * An act of the product: checks the permission, opens one transaction scoped to the actor's
 * organization, runs, writes the audit entry, commits. Pages, route handlers and tests call the
 * result. What people and systems ask for is written only this way; what the service does by itself
 * (retention, answers of exchanges) writes its entries by `writeAuditEntry`.
 */
export function defineOperation<Input, Output>(
  spec: TransactionSpec<Input, Output>,
): Operation<Input, Output> {
  const operation = async (actor: Actor, input: Input, info: CallInfo = {}): Promise<Output> => {
    requirePermission(actor, spec.permission)
    const act = async (tx: Tx): Promise<{ output: Output; audit?: Audit | undefined }> => {
      const claim = info.idempotency
        ? await claimKey(tx, spec.name, actor, info.idempotency)
        : undefined
      if (claim && 'replay' in claim) return { output: claim.replay as Output }
      const output = await spec.run({ actor, input, tx, info })
      if (claim) await storeAnswer(tx, claim.id, output, spec.answersSecret)
      return { output, audit: spec.audit?.({ actor, input, output }) }
    }
    const last = ({ audit }: { audit?: Audit | undefined }) =>
      audit && auditStatement(entryOf(actor, info, audit))
    const { output } = await repeatAfterDeadlock(
      async () => await inOrganization(actor.organizationId, act, last),
    )
    return output
  }
  return asOperation(spec, operation)
}

/** The call may have done outside what it was to do (`details.outcome`). */
const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof ApiError && error.details['outcome'] === 'unknown'

/**
 * An act that talks to an outside system, so it may hold no transaction open meanwhile. With an
 * idempotency key the key is committed before the call; if the call fails the key is freed (or kept
 * as one whose outcome is unknown, where the error says so). If the process dies in between, the key
 * answers 409 `idempotency_outcome_unknown` a minute later, and until it expires.
 */
export function defineOutsideOperation<Input, Output>(
  spec: OutsideSpec<Input, Output>,
): Operation<Input, Output> {
  const operation = async (actor: Actor, input: Input, info: CallInfo = {}): Promise<Output> => {
    requirePermission(actor, spec.permission)
    const transaction = <T>(work: (tx: Tx) => Promise<T>) =>
      inOrganization(actor.organizationId, work)
    const { idempotency } = info
    const claim = idempotency
      ? await transaction((tx) => claimKey(tx, spec.name, actor, idempotency, spec))
      : undefined
    if (claim && 'replay' in claim) return claim.replay as Output
    const release = claim && holdKey(claim.id, transaction)
    let output: Output
    try {
      const signal = info.signal ?? new AbortController().signal
      const known = { ...info, mayHaveHappened: claim?.mayHaveHappened ?? false }
      output = await spec.run({ actor, input, info: known, signal, transaction })
    } catch (error) {
      const settle = isOutcomeUnknown(error) ? storeUnknownOutcome : freeKey
      if (claim) await transaction((tx) => settle(tx, claim.id))
      throw error
    } finally {
      release?.()
    }
    const audit = spec.audit?.({ actor, input, output })
    if (claim) {
      await transaction(async (tx) => {
        await writeAudit(tx, actor, info, audit)
        await storeAnswer(tx, claim.id, output, spec.answersSecret)
      })
    } else if (audit) {
      const { values, ...statement } = auditStatement(entryOf(actor, info, audit))
      await inOneTrip(actor.organizationId, { statement, values })
    }
    return output
  }
  return asOperation(spec, operation)
}
