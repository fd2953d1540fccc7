/**
 * A thread that ends its own process when a call overruns. Normally the service does that from outside; this is for the runner whose
 * service was killed while the engine was inside one long built-in, where it neither asks for interrupts nor notices the closed pipe.
 *
 * The thread gets this function as text, since a thread that has to read TypeScript first costs as much as the rest of a runner's start. So it may use
 * nothing but its argument and globals. The words: [0] number of the call under way or 0, [1] its budget in milliseconds, [2] 1 while the thread sleeps
 * until a call begins. It looks twice a second while calls come, rather than being woken for each.
 */
export function watchdog(words: Int32Array): never {
  let seen = 0
  let since = 0
  for (;;) {
    const call = Atomics.load(words, 0)
    if (call === 0) {
      Atomics.store(words, 2, 1)
      Atomics.wait(words, 0, 0)
    } else if (call === seen && performance.now() - since > Atomics.load(words, 1)) process.kill(process.pid, 'SIGKILL')
    else {
      if (call !== seen) since = performance.now()
      seen = call
      Atomics.wait(words, 3, 0, 500)
    }
  }
}
