import type { RunPage } from '#lib/contracts/runs'
import { requirePermission, type Operation } from '../define-operation.ts'
import { readRun } from './read-run.ts'

const permission = 'runs:read'

/** A run, whole. It is read often, so it has a way of its own to the database (`readRun`), which also writes the audit entry. */
export const getRun: Operation<{ id: string }, RunPage> = Object.assign(
  async (...[actor, { id }, info = {}]: Parameters<Operation<{ id: string }, RunPage>>) => {
    requirePermission(actor, permission)
    return await readRun(actor, id, info)
  },
  { permission } as const,
)
