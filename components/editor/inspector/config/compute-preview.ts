import type { PreviewAnswer, PreviewQuestion } from './preview-worker.ts'

export type Computed = { value: unknown } | { message: string }

/** Milliseconds that an expression of the preview may compute. */
const computeMs = 500
/** The worker ends most by itself; this long after its time it is ended. */
const graceMs = 1000

let worker: Worker | undefined
let lastId = 0
/** Questions are asked one after the other, so that each has its own time. */
let before: Promise<unknown> = Promise.resolve()

const start = (): Worker =>
  new Worker(new URL('./preview-worker.ts', import.meta.url), { type: 'module' })

async function ask(text: string, sample: unknown): Promise<Computed> {
  const asked = (worker ??= start())
  const id = ++lastId
  const { promise, resolve } = Promise.withResolvers<Computed>()
  const onMessage = ({ data }: MessageEvent<PreviewAnswer>) => data.id === id && resolve(data)
  const giveUp = (message: string) => {
    asked.terminate()
    worker = undefined
    resolve({ message })
  }
  const broken = () => giveUp('The preview cannot be computed here.')
  asked.addEventListener('message', onMessage)
  asked.addEventListener('error', broken)
  const tooLong = () => giveUp('This takes too long to be shown here.')
  const timer = window.setTimeout(tooLong, computeMs + graceMs)
  const question: PreviewQuestion = { id, text, sample, timeoutMs: computeMs }
  asked.postMessage(question)
  try {
    return await promise
  } finally {
    window.clearTimeout(timer)
    asked.removeEventListener('message', onMessage)
    asked.removeEventListener('error', broken)
  }
}

/**
 * Computes an expression over a sample in a worker beside the page, which is ended when it takes
 * too long, so the page never freezes.
 */
export async function computePreview(text: string, sample: unknown): Promise<Computed> {
  const computed = before.then(() => ask(text, sample))
  before = computed.catch(() => undefined)
  return await computed
}
