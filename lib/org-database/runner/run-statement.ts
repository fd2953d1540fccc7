import { passGate } from '../gate.ts'
import { limits } from '../limits.ts'
import { errorOf, renderRows, rowCountOf, timedOut, tooLarge, unknownOutcome } from '../render.ts'
import type { Outcome, RunRequest } from '../runner-messages.ts'
import type { StatementError, StatementResult } from '../statement-result.ts'
import type { Sessions } from './sessions.ts'
import { type Session, TooMuchData } from './session.ts'

type Gate = { kind: string; mode: 'read' | 'write' }
type Ended = { outcome: Outcome; poisoned: boolean }

/** These free space, or need none. */
const shrinking = new Set(['delete', 'drop', 'truncate', 'comment', 'explain', 'select'])

function refused(error: StatementError, gate: Gate | null = null): StatementResult {
  return { json: JSON.stringify({ error }), kind: gate?.kind ?? null, mode: gate?.mode ?? null, rowCount: null, errorCode: error.code }
}

/** What a server that we cannot talk to means: a sentence for the caller, with nothing of the address or the password. */
function unavailable(error: unknown): Outcome {
  const { code } = error as { code?: string }
  const why: Record<string, string> = {
    '28P01': 'it refused the user or the password',
    '28000': 'it refused the user',
    '3D000': 'it has no database of that name',
    '53300': 'too many of its sessions are in use',
    '57P03': 'it is starting',
    ECONNREFUSED: 'nothing listens there',
    ENOTFOUND: 'its name is unknown',
  }
  return { unavailable: `The database cannot be used now (${(code && why[code]) ?? 'it did not answer as a Postgres does'}).`, begun: false }
}

/**
 * Runs one statement: gate, session, transaction, answer. Whatever a customer's statement does ends as a value. `onSession` is told the server's process
 * before the statement begins; `signal` ends it by cutting the connection.
 */
export async function runStatement(request: RunRequest, sessions: Sessions, signal: AbortSignal, onSession: (pid: number, mode: 'read' | 'write') => void): Promise<Ended> {
  const { target, query, params, arrayMode, readOnly, statementMs } = request
  const gate = await passGate(query)
  if (!gate.ok) return { outcome: refused(gate.error), poisoned: gate.poisoned === true }
  const ended = (outcome: Outcome): Ended => ({ outcome, poisoned: false })

  let session: Session
  try {
    session = await sessions.take(target, statementMs)
  } catch (error) {
    return ended(unavailable(error))
  }
  const mode = readOnly ? 'read' : gate.mode
  onSession(session.pid, mode)
  const cut = () => session.destroy()
  const deadline = setTimeout(cut, statementMs + limits.watchdogGraceMs)
  signal.addEventListener('abort', cut, { once: true })
  if (signal.aborted) cut()
  try {
    const grows = target.schema !== null && mode === 'write' && !shrinking.has(gate.kind)
    const { command, rendered: json } = await session.run(query, params, { mode, grows }, (answer) => renderRows(answer, rowCountOf(answer.command), arrayMode))
    sessions.giveBack(session, target, statementMs)
    if (json === undefined) return ended(refused(tooLarge, gate))
    return ended({ json, kind: gate.kind, mode: gate.mode, rowCount: rowCountOf(command), errorCode: null })
  } catch (error) {
    if (error instanceof TooMuchData) return ended(refused(tooLarge, gate))
    const said = errorOf(error)
    if (!said || !session.usable) {
      session.destroy()
      // Cut by us or ended by the watchdog; 57P01 is its word for it.
      return ended(refused(session.committing ? unknownOutcome : timedOut(statementMs), gate))
    }
    sessions.giveBack(session, target, statementMs)
    return ended(refused(said.code === '57014' ? timedOut(statementMs) : said, gate))
  } finally {
    clearTimeout(deadline)
    signal.removeEventListener('abort', cut)
  }
}
