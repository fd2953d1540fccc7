/**
 * A thread that ends its own process when a request overruns or takes too much memory, or the
 * service is gone. Normally the pool does that from outside. The thread is for a process whose
 * service was killed or is stuck while the program is inside one long built-in, where it does not
 * notice the closed pipe.
 *
 * The thread gets this function as text, because a thread that has to read TypeScript first costs
 * as much as the rest of a start. So it may use nothing but its argument and globals. The words:
 * [0] number of the request under way or 0, [1] its time in milliseconds, [2] 1 while the thread
 * sleeps until a request begins, [4] its memory limit in KiB, [5] its longest time by the clock, in
 * milliseconds (deadline.ts). It looks twenty times a second while requests come, and is not woken
 * for each of them.
 */
export function watchdog(words: Int32Array): never {
  const service = process.ppid
  let seen = 0
  let since = 0
  let cpuBefore = 0
  const usedCpuMs = (): number => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
  for (;;) {
    const call = Atomics.load(words, 0)
    if (call === 0) {
      Atomics.store(words, 2, 1)
      Atomics.wait(words, 0, 0)
      continue
    }
    if (call !== seen) {
      since = performance.now()
      cpuBefore = usedCpuMs()
    }
    seen = call
    const ageMs = performance.now() - since
    const timeMs = Atomics.load(words, 1)
    const late =
      ageMs > timeMs && (usedCpuMs() - cpuBefore > timeMs || ageMs > Atomics.load(words, 5))
    if (late || process.ppid !== service) process.kill(process.pid, 'SIGKILL')
    // The pool knows that this signal means memory.
    const limit = Atomics.load(words, 4) * 1024
    if (process.memoryUsage.rss() > limit) process.kill(process.pid, 'SIGUSR2')
    Atomics.wait(words, 3, 0, 50)
  }
}
