import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Sample } from '../../model/sample.ts'
import { computePreview } from './compute-preview.ts'
import type { PreviewQuestion } from './preview-worker.ts'

const loadMs = 20_000
const sample: Sample = { start: {}, isWhole: true, steps: {}, run: {} }

/** A worker whose code takes long to arrive; it answers at once, or never. */
class SlowWorker extends EventTarget {
  private isReady = false

  constructor() {
    super()
    setTimeout(() => {
      this.isReady = true
      this.say('ready')
    }, loadMs)
  }

  postMessage({ id, text }: PreviewQuestion): void {
    if (this.isReady && text !== 'endless') this.say({ id, value: text })
  }

  terminate(): void {}

  private say(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('Worker', SlowWorker)
  vi.stubGlobal('window', globalThis)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what a value is comes late, but is not said to take too long', async () => {
  const computed = computePreview('start.name', sample)
  await vi.advanceTimersByTimeAsync(loadMs)
  expect(await computed).toMatchObject({ value: 'start.name' })
})

test('an expression that takes too long is given up when the worker is there', async () => {
  const computed = computePreview('endless', sample)
  await vi.advanceTimersByTimeAsync(loadMs + 2000)
  expect(await computed).toEqual({ message: 'This takes too long to be shown here.' })
})
