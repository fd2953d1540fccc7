/**
 * A thread that ends its own process when a request overruns or takes too much memory, or the
 * service is gone. Normally the pool does that from outside. The thread is for a process whose
 * service was killed or is stuck while the program is inside one long built-in, where it does not
 * notice the closed pipe.
 *
 * The thread gets this function as text, because a thread that has to read TypeScript first costs
 * as much as the rest of a start. So it may use nothing but its argument and globals. The words:
 * [0] number of the request under way or 0, [1] its time in milliseconds, [2] 1 while the thread
 * sleeps until a request begins, [4] its memory limit in KiB. It looks twenty times a second while
 * requests come, and is not woken for each of them.
 */
export function watchdog(words: Int32Array): never {
  const service = process.ppid
  let seen = 0
  let since = 0
  for (;;) {
    const call = Atomics.load(words, 0)
    if (call === 0) {
      Atomics.store(words, 2, 1)
      Atomics.wait(words, 0, 0)
      continue
    }
    if (call !== seen) since = performance.now()
    seen = call
    const late = performance.now() - since > Atomics.load(words, 1)
    if (late || process.ppid !== service) process.kill(process.pid, 'SIGKILL')
    // The pool knows this signal: it means memory.
    const limit = Atomics.load(words, 4) * 1024
    if (process.memoryUsage.rss() > limit) process.kill(process.pid, 'SIGUSR2')
    Atomics.wait(words, 3, 0, 50)
  }
}
