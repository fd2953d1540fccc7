import type { Connection, Submittable } from 'pg'
import { limits } from './limits.ts'
import { paramToText } from './values.ts'

export type Field = { name: string; dataTypeID: number }
type Outcome = { fields: Field[]; rows: (string | null)[][]; command: string; tooLarge: boolean }
type Parameters = { dataTypeIDs: number[] }

/** The methods by which `pg` sends our messages; its published types are older than them. */
type Wire = {
  readonly stream: { writable: boolean }
  once(event: 'parameterDescription', listener: (message: Parameters) => void): void
  removeAllListeners(event: 'parameterDescription'): void
  parse(statement: { text: string }): void
  describe(what: { type: 'S' }): void
  bind(values: { values: (string | null)[] }): void
  execute(portal: { rows: number }): void
  sendCopyFail(reason: string): void
  flush(): void
  sync(): void
}
const wireOf = (connection: Connection): Wire => connection as unknown as Wire

/**
 * Runs one statement over the extended protocol, step by step: parse, read the types of its
 * parameters, bind, read at most one row too many, close. Postgres itself refuses a second
 * statement here (42601), which `client.query` allows when there are no parameters. Values stay as
 * Postgres wrote them.
 */
export class Portal implements Submittable {
  readonly done: Promise<Outcome>
  readonly #text: string
  readonly #params: readonly unknown[]
  readonly #settle: PromiseWithResolvers<Outcome>
  readonly #outcome: Outcome = { fields: [], rows: [], command: '', tooLarge: false }
  #bytes = 0
  #synced = false
  #error: unknown

  constructor(text: string, params: readonly unknown[]) {
    this.#text = text
    this.#params = params
    this.#settle = Promise.withResolvers()
    this.done = this.#settle.promise
  }

  submit(connection: Connection): void {
    const wire = wireOf(connection)
    wire.once('parameterDescription', ({ dataTypeIDs }) => {
      if (dataTypeIDs.length === this.#params.length) {
        wire.bind({
          values: this.#params.map((value, index) => paramToText(value, dataTypeIDs[index] ?? 0)),
        })
        wire.execute({ rows: limits.rows + 1 })
      } else this.#error = wrongCount(dataTypeIDs.length, this.#params.length)
      this.#sync(wire)
    })
    wire.parse({ text: this.#text })
    wire.describe({ type: 'S' })
    wire.flush()
  }

  handleRowDescription(message: { fields: Field[] }): void {
    this.#outcome.fields = message.fields
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const outcome = this.#outcome
    if (outcome.tooLarge) return
    for (const field of fields) this.#bytes += field === null ? 4 : Buffer.byteLength(field)
    if (outcome.rows.length >= limits.rows || this.#bytes > limits.resultBytes) {
      outcome.tooLarge = true
      outcome.rows = []
      return
    }
    outcome.rows.push(fields)
  }

  /**
   * Postgres has more rows than we requested, which is too many. Sync has been sent with the
   * request and ends the portal.
   */
  handlePortalSuspended(): void {
    this.#outcome.tooLarge = true
  }

  handleCommandComplete(message: { text: string }): void {
    this.#outcome.command = message.text
  }

  handleEmptyQuery(): void {
    this.#error = new Error('there is no statement')
  }

  /** The gate refuses COPY. */
  handleCopyInResponse(connection: Connection): void {
    wireOf(connection).sendCopyFail('COPY is not available here')
  }

  handleReadyForQuery(): void {
    if (this.#error === undefined) this.#settle.resolve(this.#outcome)
    else this.#settle.reject(this.#error)
  }

  handleError(error: unknown, connection: Connection): void {
    const wire = wireOf(connection)
    wire.removeAllListeners('parameterDescription')
    // After an error Postgres waits for a Sync, and answers each one: a second would be mistaken
    // for the end of the next statement.
    if (!this.#synced && wire.stream.writable) this.#sync(wire)
    this.#settle.reject(error)
  }

  #sync(wire: Wire): void {
    this.#synced = true
    wire.sync()
  }
}

function wrongCount(wanted: number, given: number): Error {
  // Not by `countOf`: the process that runs statements may read nothing of lib/domain.
  const message =
    `The statement has ${wanted} parameter${wanted === 1 ? '' : 's'} ($1 …) and ${given} ` +
    `${given === 1 ? 'was' : 'were'} given in params.`
  return Object.assign(new Error(message), { code: '08P01' })
}
