import type { CDPSession, Page } from '@playwright/test'
import { quantile, round } from './report.ts'

/** Milliseconds that a page's main thread has computed so far, however busy the machine is. */
async function cpuOf(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

/** What the page itself notes; written as text, since it runs in the browser. */
const notes = `{
  const noted = { frames: [], keys: [], longest: 0 }
  window.benchNotes = noted
  let last = 0
  let counts = false
  const frame = (now) => {
    if (last) noted.frames.push(now - last)
    last = now
    if (counts) requestAnimationFrame(frame)
  }
  window.benchFrames = (begin) => {
    counts = begin
    if (!begin) return
    noted.frames.length = last = 0
    requestAnimationFrame(frame)
  }
  // From a key to the frame that shows it, as the browser counts it (Event Timing, to 8 ms). A key
  // that took less than 16 ms is not told. A message sent after the frame would wait behind the next
  // key, which the browser serves first.
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries())
      if (name === 'keydown') noted.keys.push(duration)
  }).observe({ type: 'event', durationThreshold: 16 })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      noted.longest = Math.max(noted.longest, startTime + duration)
  }).observe({ type: 'longtask', buffered: true })
}`

type Notes = { frames: number[]; keys: number[]; longest: number }

/** A page with what a benchmark reads of it. */
export class MeasuredPage {
  readonly page: Page
  readonly #devtools: CDPSession

  private constructor(page: Page, devtools: CDPSession) {
    this.page = page
    this.#devtools = devtools
  }

  static async of(page: Page): Promise<MeasuredPage> {
    await page.addInitScript(notes)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
    await devtools.send('HeapProfiler.enable')
    return new MeasuredPage(page, devtools)
  }

  async notes(): Promise<Notes> {
    return (await this.page.evaluate('window.benchNotes')) as Notes
  }

  /** Until nothing has kept the page busy for half a second; the instant when that began. */
  async idleSince(): Promise<number> {
    return (await this.page.evaluate(`new Promise((resolve) => {
      const look = () => {
        const since = Math.max(window.benchNotes.longest, window.benchReady ?? 0)
        if (performance.now() - since > 500) resolve(since)
        else setTimeout(look, 50)
      }
      requestIdleCallback(look)
    })`)) as number
  }

  /** Frames between acts that follow each other as fast as the page takes them, with their CPU. */
  async frames(act: (turn: number) => Promise<void>, turns: number) {
    const cpuBefore = await cpuOf(this.#devtools)
    await this.page.evaluate('window.benchFrames(true)')
    for (let turn = 0; turn < turns; turn += 1) await act(turn)
    await this.page.evaluate('window.benchFrames(false)')
    const { frames } = await this.notes()
    const cpu = (await cpuOf(this.#devtools)) - cpuBefore
    return {
      p50: quantile(frames, 0.5),
      p95: quantile(frames, 0.95),
      cpuAFrame: round(cpu / Math.max(1, frames.length)),
    }
  }

  /** Presses keys one after the other: from the key to its frame (at least 16 ms), and CPU a key. */
  async keys(keys: readonly string[]) {
    await this.page.evaluate('window.benchNotes.keys.length = 0')
    const cpuBefore = await cpuOf(this.#devtools)
    for (const key of keys) {
      await this.page.keyboard.press(key)
      await this.#frame()
    }
    const cpu = (await cpuOf(this.#devtools)) - cpuBefore
    // The last ones are told after their frame.
    await this.page.waitForTimeout(200)
    const { keys: told } = await this.notes()
    const took = [...told, ...Array<number>(Math.max(0, keys.length - told.length)).fill(16)]
    return {
      p50: quantile(took, 0.5),
      p95: quantile(took, 0.95),
      cpuAKey: round(cpu / keys.length),
    }
  }

  async #frame(): Promise<void> {
    await this.page.evaluate('new Promise((done) => requestAnimationFrame(() => done()))')
  }

  /** An act until what it leads to is there: milliseconds and CPU. */
  async until(act: () => Promise<void>, there: () => Promise<void>) {
    const cpuBefore = await cpuOf(this.#devtools)
    const from = performance.now()
    await act()
    await there()
    const ms = round(performance.now() - from, 0)
    return { ms, cpu: round((await cpuOf(this.#devtools)) - cpuBefore, 0) }
  }

  async cpu(): Promise<number> {
    return await cpuOf(this.#devtools)
  }

  async elements(): Promise<number> {
    return await this.page.evaluate(() => document.querySelectorAll('*').length)
  }

  /** What is left after everything that nobody holds was thrown away. */
  async held() {
    for (let turn = 0; turn < 3; turn += 1) await this.#devtools.send('HeapProfiler.collectGarbage')
    const { usedSize } = await this.#devtools.send('Runtime.getHeapUsage')
    const { nodes, jsEventListeners } = await this.#devtools.send('Memory.getDOMCounters')
    return { mb: round(usedSize / 2 ** 20), nodes, listeners: jsEventListeners }
  }
}
