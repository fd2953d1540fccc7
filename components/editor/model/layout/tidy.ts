import ELK from 'elkjs/lib/elk-api.js'
import { elkGraphOf, placesOf } from './elk-graph.ts'
import type { LayoutInput, Positions } from './layout.ts'

const deadlineMs = 20_000
/** Who tidies up often does so again. */
const keptForMs = 60_000

/** `elkjs` is 1.6 MB: it is loaded when somebody tidies up, and works beside the page. */
const inBrowser = (): Worker =>
  new Worker(new URL('elkjs/lib/elk-worker.min.js', import.meta.url), { type: 'module' })

/** ELK in its worker; `failed` never resolves. */
function startElk(createWorker: () => Worker) {
  const { promise: failed, reject } = Promise.withResolvers<never>()
  failed.catch(() => undefined)
  const elk = new ELK({
    workerFactory: () => {
      const worker = createWorker()
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- elkjs sets the other handler
      worker.onerror = () => reject(new Error('The layout failed.'))
      return worker
    },
  })
  return { elk, failed, reject }
}

type Layouts = {
  /**
   * Lays out the whole workflow so that few lines cross, branches keep their order, and nothing else
   * lies in a loop's frame. The last layout is kept: the same workflow is not laid out again.
   * Rejects after 20 s, or when the worker fails.
   */
  tidy(input: LayoutInput): Promise<Positions>
  /** Somebody is about to tidy up. */
  warmUp(): void
  /** Starts the worker, which stays until what this answers is called. */
  hold(): () => void
}

/** A layout that is there or under way, and what it is of. */
type Kept = { of: string; places: Promise<Positions> }

/**
 * Layouts by one worker, which is kept for a minute after each: starting it takes a third of the
 * first layout of a large workflow, and the code of later ones has been compiled.
 */
export function createLayouts(createWorker: () => Worker, keptMs = keptForMs): Layouts {
  let kept: ReturnType<typeof startElk> | undefined
  /** Layouts under way, and who holds the worker. */
  let needed = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let last: Kept | undefined
  const end = (started: ReturnType<typeof startElk>): void => {
    if (kept === started) kept = undefined
    started.elk.terminateWorker()
  }
  const start = () => {
    clearTimeout(timer)
    kept ??= startElk(createWorker)
    return kept
  }
  const rest = (started: ReturnType<typeof startElk>): void => {
    if (needed > 0) return
    clearTimeout(timer)
    timer = setTimeout(() => end(started), keptMs)
  }
  const layOut = async (input: LayoutInput): Promise<Positions> => {
    const started = start()
    const { elk, failed, reject } = started
    const deadline = setTimeout(() => reject(new Error('The layout took too long.')), deadlineMs)
    needed += 1
    try {
      return placesOf(await Promise.race([elk.layout(elkGraphOf(input)), failed]))
    } catch (error) {
      end(started)
      throw error
    } finally {
      needed -= 1
      clearTimeout(deadline)
      if (kept === started) rest(started)
    }
  }
  return {
    warmUp: () => rest(start()),
    hold() {
      start()
      needed += 1
      return () => {
        needed -= 1
        if (kept) rest(kept)
      }
    },
    async tidy(input) {
      const of = JSON.stringify(input)
      if (last?.of === of) return await last.places
      const places = layOut(input)
      const mine = { of, places }
      last = mine
      try {
        return await places
      } catch (error) {
        if (last === mine) last = undefined
        throw error
      }
    },
  }
}

export const { tidy, warmUp, hold } = createLayouts(inBrowser)
