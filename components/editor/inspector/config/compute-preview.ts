import { contextOf, type Sample } from '../../model/sample.ts'
import type { PreviewAnswer, PreviewQuestion } from './preview-worker.ts'

export type Computed = { value: unknown } | { message: string }

/** The time limit of an expression. */
const computeMs = 500
/** The worker stops most expressions itself; after this further time it is terminated. */
const graceMs = 1000

type Started = { worker: Worker; ready: Promise<unknown> }

let started: Started | undefined
let lastId = 0
/** Expressions are computed one after the other, so that each has its full time. */
let last: Promise<unknown> = Promise.resolve()

function start(): Started {
  const worker = new Worker(new URL('./preview-worker.ts', import.meta.url), { type: 'module' })
  const { promise: ready, resolve } = Promise.withResolvers<unknown>()
  // The first message; one whose code cannot be loaded ends by its error.
  worker.addEventListener('message', resolve, { once: true })
  return { worker, ready }
}

async function ask(text: string, sample: unknown): Promise<Computed> {
  const { worker, ready } = (started ??= start())
  const id = ++lastId
  const { promise, resolve } = Promise.withResolvers<Computed>()
  const onMessage = ({ data }: MessageEvent<PreviewAnswer>) => data.id === id && resolve(data)
  const giveUp = (message: string) => {
    worker.terminate()
    started = undefined
    resolve({ message })
  }
  const broken = () => giveUp('The preview cannot be computed here.')
  worker.addEventListener('message', onMessage)
  worker.addEventListener('error', broken)
  const tooLong = () => giveUp('This takes too long to be shown here.')
  let timer: number | undefined
  // However long its code takes to arrive: that says nothing about the expression.
  void ready.then(() => {
    timer = window.setTimeout(tooLong, computeMs + graceMs)
    const question: PreviewQuestion = { id, text, sample, timeoutMs: computeMs }
    worker.postMessage(question)
  })
  try {
    return await promise
  } finally {
    window.clearTimeout(timer)
    worker.removeEventListener('message', onMessage)
    worker.removeEventListener('error', broken)
  }
}

/**
 * Computes an expression for a sample in a worker, which is terminated when it takes too long: the
 * page never freezes.
 */
export async function computePreview(text: string, sample: Sample): Promise<Computed> {
  const computed = last.then(() => ask(text, contextOf(sample)))
  last = computed.catch(() => undefined)
  return await computed
}
