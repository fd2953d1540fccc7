import ELK from 'elkjs/lib/elk-api.js'
import { elkGraphOf, placesOf } from './elk-graph.ts'
import type { LayoutInput, Positions } from './layout.ts'

const deadlineMs = 20_000

/** `elkjs` is 1.6 MB: it is loaded when somebody tidies up, and works beside the page. */
const inBrowser = (): Worker =>
  new Worker(new URL('elkjs/lib/elk-worker.min.js', import.meta.url), { type: 'module' })

/**
 * Lays out the whole workflow so that few lines cross, branches keep their order, and nothing else
 * lies in a loop's frame. Rejects after 20 s, or when the worker fails.
 */
export async function tidy(
  input: LayoutInput,
  createWorker: () => Worker = inBrowser,
): Promise<Positions> {
  const { promise: failed, reject } = Promise.withResolvers<never>()
  const elk = new ELK({
    workerFactory: () => {
      const worker = createWorker()
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- elkjs sets the other handler
      worker.onerror = () => reject(new Error('The layout failed.'))
      return worker
    },
  })
  const deadline = setTimeout(() => reject(new Error('The layout took too long.')), deadlineMs)
  try {
    return placesOf(await Promise.race([elk.layout(elkGraphOf(input)), failed]))
  } finally {
    clearTimeout(deadline)
    elk.terminateWorker()
  }
}
