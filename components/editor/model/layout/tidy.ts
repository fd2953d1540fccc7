import { layered, type LayoutInput, type Positions } from './layout.ts'

/** Steps that are laid out without a worker. */
const maxSync = 150
const deadlineMs = 20_000

/**
 * A layout that does not freeze the page: small graphs at once, large ones in a worker. Rejects
 * after 20 s, or when the worker fails.
 */
export function tidy(input: LayoutInput): Promise<Positions> {
  if (input.steps.length <= maxSync) return Promise.resolve(layered(input))
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' })
    const deadline = setTimeout(
      () => end(() => reject(new Error('The layout took too long.'))),
      deadlineMs,
    )
    const end = (how: () => void) => {
      clearTimeout(deadline)
      worker.terminate()
      how()
    }
    worker.addEventListener('message', (event: MessageEvent<Positions>) =>
      end(() => resolve(event.data)),
    )
    worker.addEventListener('error', () => end(() => reject(new Error('The layout failed.'))))
    worker.postMessage(input)
  })
}
