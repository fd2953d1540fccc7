import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { limits } from '../limits.ts'
import type { Target } from '../target.ts'
import { retryOn } from '../../retry-on.ts'
import { Session } from './session.ts'

/** SQLSTATE of a server, or a role, without room for another session. */
const tooManyConnections = '53300'

/**
 * The key of a session. The password is part of it, because a session must not outlive its
 * credential; so is the time limit, which is set at the start.
 */
const keyOf = (target: Target, statementMs: number): string =>
  createHash('sha256')
    .update(JSON.stringify([target, statementMs]))
    .digest('hex')

/**
 * Idle sessions by their owner. They are never shared between organizations, cleaned before they
 * are used again, and closed after some seconds.
 */
export class Sessions {
  readonly #idle = new Map<string, { session: Session; timer: NodeJS.Timeout }[]>()

  async take(target: Target, statementMs: number): Promise<Session> {
    const waiting = this.#idle.get(keyOf(target, statementMs)) ?? []
    for (let entry = waiting.pop(); entry; entry = waiting.pop()) {
      clearTimeout(entry.timer)
      if (entry.session.usable) return entry.session
    }
    // Postgres may still be ending a session that was cut: its place becomes free in a moment.
    return await retryOn([tooManyConnections], () => Session.open(target, statementMs), {
      attempts: 6,
      beforeRetry: async (failed) => await pause(25 * 2 ** failed),
    })
  }

  /**
   * After the answer was sent: cleans the session and leaves it open for a while. One with a scope
   * is never used again: the scope is that of one statement.
   */
  giveBack(session: Session, target: Target, statementMs: number): void {
    if (target.scope !== undefined) return void session.end()
    void session.clean().then(
      () => this.#keep(session, keyOf(target, statementMs)),
      () => session.destroy(),
    )
  }

  async end(): Promise<void> {
    const all = [...this.#idle.values()].flat()
    this.#idle.clear()
    await Promise.all(
      all.map(async ({ session, timer }) => {
        clearTimeout(timer)
        await session.end()
      }),
    )
  }

  #keep(session: Session, key: string): void {
    const list = this.#idle.get(key) ?? []
    const entry = {
      session,
      timer: setTimeout(() => {
        const left = (this.#idle.get(key) ?? []).filter((other) => other !== entry)
        if (left.length > 0) this.#idle.set(key, left)
        else this.#idle.delete(key)
        void session.end()
      }, limits.idleSessionMs),
    }
    this.#idle.set(key, [...list, entry])
  }
}
