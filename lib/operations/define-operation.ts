import { inOneTrip, inOrganization, type Tx } from '#db/client'
import { readInOrganization, usesStandby } from '#db/replica'
import { auditStatement, writeAuditEntry, type AuditEntry } from '#db/write-audit'
import type { Actor } from '#lib/auth/actor'
import type { Permission } from '#lib/auth/permissions'
import { requirePermission } from '#lib/auth/require-permission'
import { requireRecentConfirmation } from '#lib/auth/sessions/require-recent-confirmation'
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

/** The audit entry of an operation; actor and request are added. */
export type Audit = Pick<AuditEntry, 'action' | 'objectKind' | 'objectId' | 'details'>

/** The request of a call; pages and tests leave it out. */
export type CallInfo = {
  requestId?: string
  /** Aborted when the caller disconnects. */
  signal?: AbortSignal
  /** From the header `Idempotency-Key`: the same key and fingerprint get the first answer. */
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
  /** A sensitive act: the person must have given their password or a factor a short while ago. */
  needsConfirmation?: true
  /** The answer has a secret that is shown once: it is not stored for its idempotency key. */
  answersSecret?: true
  /** Left out only by operations that read no patient data. */
  audit?(call: { actor: Actor; input: Input; output: Output }): Audit | undefined
}

type TransactionSpec<Input, Output> = Common<Input, Output> & {
  /** `run` only reads, and costs much: it goes to the standby, where there is one (db/replica.ts). */
  reads?: 'at the standby'
  run(call: { actor: Actor; input: Input; tx: Tx; info: CallInfo }): Promise<Output>
}

type OutsideSpec<Input, Output> = Common<Input, Output> & {
  /**
   * Whether `run` itself finds the outcome of an earlier request with the same key
   * (`info.mayHaveHappened`), also of one whose process ended.
   */
  resumesUnknown?: boolean
  run(call: {
    actor: Actor
    input: Input
    info: CallInfo
    signal: AbortSignal
    /**
     * Opens a transaction in the actor's organization. Never keep one open while waiting for an
     * outside system.
     */
    transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  }): Promise<Output>
}

/** Throws 403 without the permission, or without the confirmation that a sensitive act needs. */
export async function requireRight(
  actor: Actor,
  spec: Pick<Common<never, never>, 'permission' | 'needsConfirmation'>,
): Promise<void> {
  requirePermission(actor, spec.permission)
  if (spec.needsConfirmation) await requireRecentConfirmation(actor)
}

/** The audit entry of an operation of this actor. */
const entryOf = (actor: Actor, info: CallInfo, audit: Audit): AuditEntry => ({
  organizationId: actor.organizationId,
  actor,
  requestId: info.requestId,
  ...audit,
})

/** Writes the audit entry of operations that run with another role. */
export async function writeAudit(
  tx: Tx,
  actor: Actor,
  info: CallInfo,
  audit: Audit | undefined,
): Promise<void> {
  if (audit) await writeAuditEntry(tx, entryOf(actor, info, audit))
}

/** Writes the audit entry of an operation that has no transaction open. */
async function writeAuditNow(
  actor: Actor,
  info: CallInfo,
  audit: Audit | undefined,
): Promise<void> {
  if (!audit) return
  const { values, ...statement } = auditStatement(entryOf(actor, info, audit))
  await inOneTrip(actor.organizationId, { statement, values })
}

/**
 * Makes an operation of a function of several steps: the function checks `permission` itself, and
 * passes its `CallInfo` to the operation `name`, which handles the idempotency key.
 */
export function asOperation<Input, Output>(
  { name, permission }: { name: string; permission: Permission },
  run: (actor: Actor, input: Input, info?: CallInfo) => Promise<Output>,
): Operation<Input, Output> {
  return Object.assign(run, { permission, keyScope: name })
}

/**
 * Defines an operation: it checks the permission, opens one transaction in the actor's
 * organization, runs, writes the audit entry and commits. Pages, route handlers and tests call the
 * result. Every change that people and systems ask for is an operation; background work (retention,
 * answers of exchanges) writes its entries by `writeAuditEntry`.
 */
export function defineOperation<Input, Output>(
  spec: TransactionSpec<Input, Output>,
): Operation<Input, Output> {
  const operation = async (actor: Actor, input: Input, info: CallInfo = {}): Promise<Output> => {
    await requireRight(actor, spec)
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
    if (spec.reads && !info.idempotency && usesStandby()) {
      const work = async (tx: Tx) => await spec.run({ actor, input, tx, info })
      const output = await readInOrganization(actor.organizationId, work)
      await writeAuditNow(actor, info, spec.audit?.({ actor, input, output }))
      return output
    }
    const { output } = await repeatAfterDeadlock(
      async () => await inOrganization(actor.organizationId, act, last),
    )
    return output
  }
  return asOperation(spec, operation)
}

/** Whether the outside call may have happened (`details.outcome`). */
const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof ApiError && error.details['outcome'] === 'unknown'

/**
 * Defines an operation that calls an outside system, and so keeps no transaction open meanwhile. An
 * idempotency key is committed before the call. If the call fails, the key is freed, or stored as
 * one with an unknown outcome when the error says so. If the process dies in between, a request
 * with the key is answered 409 `idempotency_outcome_unknown` from a minute later until it expires.
 */
export function defineOutsideOperation<Input, Output>(
  spec: OutsideSpec<Input, Output>,
): Operation<Input, Output> {
  const operation = async (actor: Actor, input: Input, info: CallInfo = {}): Promise<Output> => {
    await requireRight(actor, spec)
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
    } else await writeAuditNow(actor, info, audit)
    return output
  }
  return asOperation(spec, operation)
}
