import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import pg from 'pg'
import { limits } from '../limits.ts'
import { Portal, type Field } from '../portal.ts'
import { applicationName, startupOptions, type Target } from '../target.ts'
import { isCustom, type CustomTypes } from '../values.ts'

type Answer = { fields: Field[]; rows: (string | null)[][]; command: string; custom: CustomTypes }

/** The socket delivered more than any answer may have; the session has been closed. */
export class TooMuchData extends Error {}

type Item = { oid: number; name: string; item: number | null }

/**
 * A session of one organization's login role. It serves one statement at a time, and stays open for
 * the organization's next one for some seconds.
 */
export class Session {
  readonly #client: pg.Client
  readonly #role: string | undefined
  readonly pid: number
  #received = 0
  #usable = true
  #tooMuch = false
  /** The commit of a write has been sent: its outcome is unknown until Postgres has answered. */
  committing = false

  private constructor(client: pg.Client, role: string | undefined) {
    this.#client = client
    this.#role = role
    this.pid = (client as unknown as { processID: number }).processID
    client.on('error', () => {
      this.#usable = false
    })
    client.on('end', () => {
      this.#usable = false
    })
    this.#stream.on('data', (chunk: Buffer) => {
      this.#received += chunk.byteLength
      if (this.#received <= limits.socketBytes || this.#tooMuch) return
      this.#tooMuch = true
      this.destroy()
    })
  }

  /** Throws the error of `pg` when the server cannot be reached or refuses. */
  static async open(target: Target, statementMs: number): Promise<Session> {
    const { host, port, database, user, password, tls, scope } = target
    const client = new pg.Client({
      host,
      port,
      database,
      user,
      password,
      application_name: scope === undefined ? applicationName : `${applicationName} ${scope}`,
      connectionTimeoutMillis: limits.connectMs,
      keepAlive: true,
      options: startupOptions(target, statementMs),
      // A name for TLS may not be an address (RFC 6066); then the certificate is checked against
      // the address.
      ssl:
        tls === null
          ? false
          : {
              rejectUnauthorized: tls.verify,
              ...(isIP(tls.servername) ? {} : { servername: tls.servername }),
              ...(tls.ca === null ? {} : { ca: tls.ca }),
            },
    })
    client.on('error', () => {})
    await client.connect()
    return new Session(client, target.role)
  }

  get usable(): boolean {
    return this.#usable
  }

  /**
   * Runs one statement in its own transaction, read-only when it only reads, and writes its answer
   * before the transaction ends: when that is too large (`rendered` is undefined) nothing was
   * written. Throws Postgres' error, or TooMuchData.
   */
  async run(
    query: string,
    params: readonly unknown[],
    mode: 'read' | 'write',
    render: (answer: Answer) => string | undefined,
  ): Promise<{ command: string; rendered: string | undefined }> {
    this.#received = 0
    try {
      // The SELECT takes a snapshot, after which a transaction can no longer become read-write.
      await this.#client.query(mode === 'read' ? 'begin read only; select 1' : 'begin')
      const portal = new Portal(query, params)
      this.#client.query(portal)
      const outcome = await portal.done
      const rendered = outcome.tooLarge
        ? undefined
        : render({ ...outcome, custom: await this.#customTypes(outcome.fields) })
      this.committing = mode === 'write' && rendered !== undefined
      await this.#client.query(rendered === undefined ? 'rollback' : 'commit')
      this.committing = false
      return { command: outcome.command, rendered }
    } catch (error) {
      if (this.#tooMuch) throw new TooMuchData()
      // Postgres answered: the transaction failed as a whole.
      if (this.#usable) this.committing = false
      throw error
    }
  }

  /** Restores the initial state of the session. */
  async clean(): Promise<void> {
    if (this.#client.getTransactionStatus() !== 'I') await this.#client.query('rollback')
    await this.#client.query('discard all')
    // This makes the session act as its login role.
    if (this.#role !== undefined)
      await this.#client.query(`set role ${pg.escapeIdentifier(this.#role)}`)
  }

  destroy(): void {
    this.#usable = false
    this.#stream.destroy()
  }

  async end(): Promise<void> {
    this.#usable = false
    await this.#client.end().catch(() => undefined)
  }

  get #stream(): Duplex {
    return (this.#client as unknown as { connection: { stream: Duplex } }).connection.stream
  }

  async #customTypes(fields: Field[]): Promise<CustomTypes> {
    const wanted = [...new Set(fields.map(({ dataTypeID }) => dataTypeID))].filter(isCustom)
    if (wanted.length === 0) return new Map()
    const { rows } = await this.#client.query<Item>(
      `select t.oid::int8::float8 as oid, format_type(t.oid, null) as name,
         case when t.typcategory = 'A'
           then coalesce(nullif(e.typbasetype, 0), e.oid)::int8::float8 end as item
       from pg_type t left join pg_type e on e.oid = t.typelem where t.oid = any($1::oid[])`,
      [wanted],
    )
    return new Map(rows.map(({ oid, name, item }) => [oid, { name, itemType: item }]))
  }
}
