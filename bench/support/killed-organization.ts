import { setTimeout as delay } from 'node:timers/promises'
import { letterPdf } from '#test/samples/letter-pdf'
import { all, ask, publish, type Json, type Reached } from './careful-caller.ts'
import { callSteps, killedWork, smallWork, type Outside } from './killed-work.ts'

/** When a start was acknowledged. */
export type Started = { id: string; at: number }

const terminal = ['completed', 'failed', 'cancelled']
const isTerminal = ({ status }: Json): boolean => terminal.includes(String(status))

/** An organization that works while everything is killed, and what is wrong with it at the end. */
export class KilledOrganization {
  readonly wrong: string[] = []
  /** Acknowledged starts of the small workflow. */
  readonly probes: Started[] = []
  readonly #started: string[] = []
  readonly #reached: Reached
  readonly #outside: Outside
  #fileId = ''
  #workflowId = ''
  #smallId = ''

  constructor(reached: Reached, outside: Outside) {
    this.#reached = reached
    this.#outside = outside
  }

  async prepare(): Promise<void> {
    const form = new FormData()
    const pdf = new Blob([Buffer.from(await letterPdf())], { type: 'application/pdf' })
    form.set('file', pdf, 'a.pdf')
    const { id } = await ask(this.#reached, 'POST', '/files', { body: form })
    this.#fileId = String(id)
    const { port } = this.#outside
    this.#workflowId = await publish(this.#reached, 'Kill everything', killedWork(port))
    this.#smallId = await publish(this.#reached, 'Start again and again', smallWork)
  }

  /** Starts so many runs, spread until then. */
  async startRuns(count: number, until: number): Promise<void> {
    for (let index = 0; index < count; index++) {
      const asked = { body: { startData: { fileId: this.#fileId } }, key: `run-${index}` }
      const { id } = await ask(this.#reached, 'POST', `/workflows/${this.#workflowId}/runs`, asked)
      this.#started.push(String(id))
      await delay(Math.max(0, (until - Date.now()) / (count - index) - 50))
    }
  }

  /** Starts a small workflow again and again until then. */
  async probe(until: number): Promise<void> {
    for (let index = 0; Date.now() < until; index++) {
      const asked = { body: { startData: {} }, key: `probe-${index}` }
      const { id } = await ask(this.#reached, 'POST', `/workflows/${this.#smallId}/runs`, asked)
      this.probes.push({ id: String(id), at: Date.now() })
      await delay(50)
    }
  }

  /** Waits until every run and mail has ended, at most until then, and checks all of them. */
  async check(until: number): Promise<void> {
    const runs = await this.#endedRuns(this.#workflowId, until)
    const small = await this.#endedRuns(this.#smallId, until)
    this.#compare(
      small,
      this.probes.map(({ id }) => id),
    )
    this.#compare(runs, this.#started)
    for (const { id, status } of small)
      if (status !== 'completed') this.wrong.push(`the start ${String(id)} is ${String(status)}`)
    const unknown = await all(this.#reached, '/unknown-outcomes?')
    if (unknown.length > 0) this.wrong.push(`${unknown.length} calls wait for a person`)
    const letters = Map.groupBy(
      await all(this.#reached, '/communication/letters?'),
      (one) => one['runId'],
    )
    const mails = Map.groupBy(await this.#endedMails(until), (one) => one['runId'])
    for (const id of this.#started) {
      await this.#checkRun(id)
      this.#checkSent(id, letters.get(id) ?? [], mails.get(id) ?? [])
    }
  }

  /** Every acknowledged start is one run, and there is no other. */
  #compare(runs: Json[], started: string[]): void {
    const ids = new Set(started)
    const isSame = ids.size === started.length && runs.length === started.length
    if (!isSame || runs.some(({ id }) => !ids.has(String(id))))
      this.wrong.push(`${started.length} starts: ${ids.size} ids, ${runs.length} runs`)
  }

  async #endedRuns(workflowId: string, until: number): Promise<Json[]> {
    for (;;) {
      const runs = await all(this.#reached, `/runs?workflow=${workflowId}&`)
      if (runs.every(isTerminal) || Date.now() > until) return runs
      await delay(500)
    }
  }

  /** A mail is sent after its run has ended; if its sender was killed, when the lease is over. */
  async #endedMails(until: number): Promise<Json[]> {
    for (;;) {
      const mails = await all(this.#reached, '/mails?')
      if (!mails.some(({ status }) => status === 'queued') || Date.now() > until) return mails
      await delay(1000)
    }
  }

  async #checkRun(id: string): Promise<void> {
    const run = await ask(this.#reached, 'GET', `/runs/${id}`)
    if (run['status'] !== 'completed') {
      this.wrong.push(`run ${id} is ${String(run['status'])}: ${JSON.stringify(run['error'])}`)
      return
    }
    const { end } = run['output'] as { end: Json }
    const isComputed = end['sum'] === 10_101 && end['n'] === 7
    if (!isComputed) this.wrong.push(`run ${id} computed ${JSON.stringify(end)}`)
    for (const name of callSteps) {
      const own = this.#outside.calls.filter((one) => one.run === id && one.step === name)
      const keys = new Set(own.map(({ key }) => key))
      if (keys.size !== 1)
        this.wrong.push(`step ${name} of run ${id} called under ${keys.size} keys`)
      if (own[0]?.receipt !== end[name])
        this.wrong.push(`step ${name} of run ${id} has another answer`)
    }
  }

  #checkSent(id: string, letters: Json[], mails: Json[]): void {
    const isSent =
      letters.length === 1 && !['unknown', 'not_sent'].includes(String(letters[0]?.['status']))
    if (!isSent)
      this.wrong.push(`run ${id} sent ${letters.length} letters: ${String(letters[0]?.['status'])}`)
    const { received } = this.#outside.mailServer
    const arrived = received.filter((one) => one.mail.subject === `Run ${id}`)
    const messages = new Set(arrived.map((one) => one.mail.messageId))
    const isMailed = mails.length === 1 && messages.size === 1
    if (!isMailed) this.wrong.push(`run ${id} made ${mails.length} mails, ${messages.size} arrived`)
  }
}
