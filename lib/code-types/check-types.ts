import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { TypeFault } from './messages.ts'
import { typesPool, type TypesAnswer, type TypesPool } from './types-kind.ts'

/** CPU time of one check; most take some milliseconds. */
const checkMs = 3000

/** By organization, code and scope: a process that met one's code says nothing of another's. */
const known = new LRUCache<string, TypeFault[]>({ max: 5000 })

const whole = (message: string): TypeFault[] => [{ line: 1, column: 1, message }]

const tooDeep = 'The code is nested too deeply, so its types were not checked. Make it simpler.'

/** Why there is no answer. The first three would be the same again. */
const lasting: Partial<Record<TypesAnswer['type'], string>> = {
  deadline:
    `Its types take longer than ${checkMs / 1000} seconds to check, so they were not checked. ` +
    'Write them simpler, or leave them out.',
  memory:
    'Its types need more memory than there is, so they were not checked. ' +
    'Write them simpler, or leave them out.',
  died: tooDeep,
}
const passing = 'Its types could not be checked just now. Change the draft to check them again.'

/**
 * Where the types of a code do not agree with what it gets and with what the sandbox has. `scope`
 * declares its argument (`CodeScopes`). What cannot be checked is said as a fault of the whole code.
 */
export async function checkTypes(
  { code, scope }: { code: string; scope: string },
  organizationId: string,
  pool: TypesPool = typesPool(),
): Promise<TypeFault[]> {
  const key = createHash('sha256').update(JSON.stringify([organizationId, code, scope]))
  const digest = key.digest('base64')
  const before = known.get(digest)
  if (before) return before
  const request = { code, scope }
  const answer = await pool.ask({ request, organizationId, timeoutMs: checkMs })
  const faults = faultsOf(answer)
  if (!faults) return whole(passing)
  known.set(digest, faults)
  return faults
}

function faultsOf(answer: TypesAnswer): TypeFault[] | undefined {
  if (answer.type === 'reply') return answer.reply.ok ? answer.reply.faults : whole(tooDeep)
  const message = lasting[answer.type]
  return message === undefined ? undefined : whole(message)
}
