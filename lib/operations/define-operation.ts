import { and, eq, lt } from 'drizzle-orm'
import { inOneTrip, inOrganization, type Prepared, type Tx } from '#db/client'
import { runPrepared } from '#db/run-prepared'
import { idempotencyKeys } from '#db/schema/records'
import type { Actor } from '#lib/auth/actor'
import { isAllowed, type Permission } from '#lib/auth/permissions'
import { ApiError } from '#lib/domain/api-error'
import { storableJson } from '#lib/domain/text'
import { newId } from '#lib/ids'
import { repeatAfterDeadlock } from './repeat-after-deadlock.ts'

/** What an audit entry says of an act. Names and numbers only: no patient data, no secret. */
export type Audit = { action: string; objectKind: string; objectId: string; details?: Record<string, unknown> }

/** How a call reached the operation; pages and tests leave it out. */
export type CallInfo = {
  requestId?: string
  /** The caller went away. */
  signal?: AbortSignal
  /** From the `Idempotency-Key` header: the same key and fingerprint get the first answer again. */
  idempotency?: { key: string; fingerprint: string }
}

export type Operation<Input, Output> = {
  (actor: Actor, input: Input, info?: CallInfo): Promise<Output>
  permission: Permission
}

type Common<Input, Output> = {
  /** Stable name; also the scope of idempotency keys. */
  name: string
  permission: Permission
  /** Left out only by operations that read no patient data. */
  audit?(call: { actor: Actor; input: Input; output: Output }): Audit | undefined
}

type TransactionSpec<Input, Output> = Common<Input, Output> & {
  run(call: { actor: Actor; input: Input; tx: Tx; info: CallInfo }): Promise<Output>
}

type OutsideSpec<Input, Output> = Common<Input, Output> & {
  run(call: {
    actor: Actor
    input: Input
    info: CallInfo
    signal: AbortSignal
    /** A transaction of its own, scoped to the actor's organization. Never hold one open while waiting for an outside system. */
    transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  }): Promise<Output>
}

const dayMs = 24 * 60 * 60 * 1000

/** Throws 403. For operations that work before their transaction begins; the others check by themselves. */
export function requirePermission(actor: Actor, permission: Permission): void {
  if (isAllowed(actor.role, permission)) return
  throw new ApiError('forbidden', `"${actor.name}" has the role ${actor.role}, which may not do this (${permission}). Ask an owner of the organization.`, {
    permission,
    role: actor.role,
  })
}

const auditEntry = {
  name: 'write-audit',
  text: `insert into audit_entries (id, organization_id, actor_kind, actor_id, actor_name, action, object_kind, object_id, details, request_id)
    values ($1::uuid, $2::uuid, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text, $9::jsonb, $10::text)`,
} satisfies Prepared

function auditValues(actor: Actor, info: CallInfo, { action, objectKind, objectId, details = {} }: Audit): (string | null)[] {
  const text = JSON.stringify(storableJson(details))
  return [newId(), actor.organizationId, actor.kind, actor.id, actor.name, action, objectKind, objectId, text, info.requestId ?? null]
}

/** For operations that run in a transaction of another role; the others write by themselves. */
export async function writeAudit(tx: Tx, actor: Actor, info: CallInfo, audit: Audit | undefined): Promise<void> {
  if (audit) await runPrepared(tx, auditEntry.name, auditEntry.text, auditValues(actor, info, audit))
}

type Claim = { id: string } | { replay: unknown }

/** Takes the idempotency key, or finds the first answer. A second caller waits here until the first one's transaction ended. */
async function claimKey(tx: Tx, name: string, actor: Actor, idempotency: NonNullable<CallInfo['idempotency']>): Promise<Claim> {
  const now = new Date()
  const scope = and(
    eq(idempotencyKeys.organizationId, actor.organizationId),
    eq(idempotencyKeys.operation, name),
    eq(idempotencyKeys.key, idempotency.key),
  )
  await tx.delete(idempotencyKeys).where(and(scope, lt(idempotencyKeys.expiresAt, now)))
  const id = newId()
  const inserted = await tx
    .insert(idempotencyKeys)
    .values({
      id,
      organizationId: actor.organizationId,
      operation: name,
      key: idempotency.key,
      fingerprint: idempotency.fingerprint,
      expiresAt: new Date(now.getTime() + dayMs),
    })
    .onConflictDoNothing()
    .returning({ id: idempotencyKeys.id })
  if (inserted.length > 0) return { id }
  const [first] = await tx.select().from(idempotencyKeys).where(scope)
  if (first && first.fingerprint !== idempotency.fingerprint)
    throw new ApiError('conflict', 'This Idempotency-Key was used within 24 hours with another request. Use a new key for a new request.', {
      idempotencyKey: idempotency.key,
    })
  if (!first || first.status === null)
    throw new ApiError('conflict', 'The first request with this Idempotency-Key is still running. Ask again in a moment.', {
      idempotencyKey: idempotency.key,
    }, { headers: { 'retry-after': '1' } })
  return { replay: (first.result as { value: unknown }).value }
}

async function keepAnswer(tx: Tx, id: string, output: unknown): Promise<void> {
  await tx.update(idempotencyKeys).set({ status: 200, result: { value: output ?? null } }).where(eq(idempotencyKeys.id, id))
}

/**
 * An act of the product: checks the permission, opens one transaction scoped to the actor's organization, runs, writes the audit entry, commits.
 * Pages, route handlers and tests call the result; nothing else writes state.
 */
export function defineOperation<Input, Output>(spec: TransactionSpec<Input, Output>): Operation<Input, Output> {
  const operation = async (actor: Actor, input: Input, info: CallInfo = {}): Promise<Output> => {
    requirePermission(actor, spec.permission)
    const act = async (tx: Tx): Promise<{ output: Output; audit?: Audit | undefined }> => {
      const claim = info.idempotency ? await claimKey(tx, spec.name, actor, info.idempotency) : undefined
      if (claim && 'replay' in claim) return { output: claim.replay as Output }
      const output = await spec.run({ actor, input, tx, info })
      if (claim) await keepAnswer(tx, claim.id, output)
      return { output, audit: spec.audit?.({ actor, input, output }) }
    }
    const entryOf = ({ audit }: { audit?: Audit | undefined }) => audit && { ...auditEntry, values: auditValues(actor, info, audit) }
    return (await repeatAfterDeadlock(async () => await inOrganization(actor.organizationId, act, entryOf))).output
  }
  return Object.assign(operation, { permission: spec.permission })
}

/**
 * An act that talks to an outside system, so it may hold no transaction open meanwhile. With an idempotency key the key is committed before the
 * call; if the call fails the key is freed, if the process dies in between the key answers 409 until it expires, because the outcome is unknown.
 */
export function defineOutsideOperation<Input, Output>(spec: OutsideSpec<Input, Output>): Operation<Input, Output> {
  const operation = async (actor: Actor, input: Input, info: CallInfo = {}): Promise<Output> => {
    requirePermission(actor, spec.permission)
    const transaction = <T>(work: (tx: Tx) => Promise<T>) => inOrganization(actor.organizationId, work)
    const { idempotency } = info
    const claim = idempotency ? await transaction((tx) => claimKey(tx, spec.name, actor, idempotency)) : undefined
    if (claim && 'replay' in claim) return claim.replay as Output
    let output: Output
    try {
      output = await spec.run({ actor, input, info, signal: info.signal ?? new AbortController().signal, transaction })
    } catch (error) {
      if (claim) await transaction((tx) => tx.delete(idempotencyKeys).where(eq(idempotencyKeys.id, claim.id)))
      throw error
    }
    const audit = spec.audit?.({ actor, input, output })
    if (claim) {
      await transaction(async (tx) => {
        await writeAudit(tx, actor, info, audit)
        await keepAnswer(tx, claim.id, output)
      })
    } else if (audit) await inOneTrip(actor.organizationId, { statement: auditEntry, values: auditValues(actor, info, audit) })
    return output
  }
  return Object.assign(operation, { permission: spec.permission })
}
