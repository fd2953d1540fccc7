import { passGate } from '../gate.ts'
import { limits } from '../limits.ts'
import {
  databaseFull,
  errorOf,
  renderRows,
  rowCountOf,
  timedOut,
  tooLarge,
  unknownOutcome,
} from '../render.ts'
import type { Outcome, RunRequest } from '../runner-messages.ts'
import type { StatementError, StatementResult } from '../statement-result.ts'
import type { Sessions } from './sessions.ts'
import { type Session, TooMuchData } from './session.ts'

type Gate = { kind: string; mode: 'read' | 'write' }
type Ended = { outcome: Outcome; poisoned: boolean }

/** Postgres ended it at its time limit, or the watchdog did and its last message arrived. */
const endedCodes = new Set(['57014', '57P01'])

function refused(error: StatementError, gate: Gate | null = null): StatementResult {
  return {
    json: JSON.stringify({ error }),
    kind: gate?.kind ?? null,
    mode: gate?.mode ?? null,
    rowCount: null,
    errorCode: error.code,
  }
}

/**
 * Describes a server that we cannot use, as a sentence for the caller without the address or the
 * password.
 */
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
  return {
    unavailable:
      'The database cannot be used now ' +
      `(${(code && why[code]) ?? 'it did not answer like Postgres'}).`,
    begun: false,
  }
}

/**
 * Runs one statement: gate, session, transaction, answer. Any behaviour of a customer's statement
 * ends as a value. `onSession` receives the id of the server's process before the statement starts;
 * `signal` ends the statement by cutting the connection.
 */
export async function runStatement(
  request: RunRequest,
  sessions: Sessions,
  signal: AbortSignal,
  onSession: (pid: number, grows: boolean) => void,
): Promise<Ended> {
  const { target, query, params, arrayMode, readOnly, statementMs, overBytes } = request
  const gate = await passGate(query)
  if (!gate.ok) return { outcome: refused(gate.error), poisoned: gate.poisoned === true }
  const ended = (outcome: Outcome): Ended => ({ outcome, poisoned: false })

  let session: Session
  try {
    session = await sessions.take(target, statementMs)
  } catch (error) {
    return ended(unavailable(error))
  }
  // Above the size limit only statements that free room may write; Postgres reports what that
  // forbids.
  const noRoom = overBytes !== null && gate.grows && !readOnly
  const mode = readOnly || noRoom ? 'read' : gate.mode
  onSession(session.pid, gate.grows && mode === 'write')
  const cut = () => session.destroy()
  const deadline = setTimeout(cut, statementMs + limits.watchdogGraceMs)
  signal.addEventListener('abort', cut, { once: true })
  if (signal.aborted) cut()
  try {
    const { command, rendered: json } = await session.run(query, params, mode, (answer) =>
      renderRows(answer, rowCountOf(answer.command), arrayMode),
    )
    sessions.giveBack(session, target, statementMs)
    if (json === undefined) return ended(refused(tooLarge, gate))
    return ended({
      json,
      kind: gate.kind,
      mode: gate.mode,
      rowCount: rowCountOf(command),
      errorCode: null,
    })
  } catch (error) {
    if (error instanceof TooMuchData) return ended(refused(tooLarge, gate))
    const said = errorOf(error)
    if (!said || !session.usable) {
      session.destroy()
      // We cut it or the watchdog ended it; Postgres reports that as 57P01.
      return ended(refused(session.committing ? unknownOutcome : timedOut(statementMs), gate))
    }
    sessions.giveBack(session, target, statementMs)
    if (noRoom && said.code === '25006') return ended(refused(databaseFull(overBytes), gate))
    return ended(refused(endedCodes.has(said.code) ? timedOut(statementMs) : said, gate))
  } finally {
    clearTimeout(deadline)
    signal.removeEventListener('abort', cut)
  }
}
