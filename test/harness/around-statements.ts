import pg from 'pg'
import { vi } from 'vitest'

type Callback = (error: Error | undefined, result?: unknown) => void

/**
 * Wraps every statement that this process sends by a pool or a connection in `around`, by its name
 * (empty without one) and text, until `vi.restoreAllMocks`. `send` sends it; the sender gets the
 * result or error of `around`.
 */
export function aroundStatements(
  around: (name: string, send: () => Promise<unknown>, text: string) => Promise<unknown>,
): void {
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const first = args[0]
    const callback = args.at(-1)
    // A statement that sends itself, such as a cursor, reports its end in another way.
    if (typeof first === 'object' && first !== null && 'submit' in first)
      return query.apply(this, args)
    const { name = '', text = String(first) } = (first ?? {}) as { name?: string; text?: string }
    if (typeof callback !== 'function')
      return around(name, async () => await query.apply(this, args), text)
    const tell = callback as Callback
    const sent = async (): Promise<unknown> =>
      await new Promise(
        (resolve, reject) =>
          void query.apply(this, [
            ...args.slice(0, -1),
            (error: Error | undefined, result: unknown) =>
              error ? reject(error) : resolve(result),
          ]),
      )
    return void around(name, sent, text).then(
      (result) => tell(undefined, result),
      (error: unknown) => tell(error as Error),
    )
  } as never)
}

/**
 * Loses the answer to one commit: the first after a statement like this. What it wrote is written,
 * and who sent it gets an error. Until `vi.restoreAllMocks`.
 */
export function loseCommitAfter(statement: RegExp): void {
  let next: 'statement' | 'commit' | 'nothing' = 'statement'
  aroundStatements(async (_name, send, text) => {
    const result = await send()
    if (next === 'statement' && statement.test(text)) next = 'commit'
    else if (next === 'commit' && text === 'commit') {
      next = 'nothing'
      throw new Error('the connection was lost')
    }
    return result
  })
}
