import { workerData } from 'node:worker_threads'

/**
 * A thread that ends its own process when a call overruns. Normally the service does that from outside; this is for the runner whose
 * service was killed while the engine was inside one long built-in, where it neither asks for interrupts nor notices the closed pipe.
 *
 * Shared words: [0] number of the call under way or 0, [1] its budget in milliseconds.
 */
const words = new Int32Array(workerData as SharedArrayBuffer)

for (;;) {
  const call = Atomics.load(words, 0)
  if (call === 0) Atomics.wait(words, 0, 0)
  else if (Atomics.wait(words, 0, call, Atomics.load(words, 1)) === 'timed-out') process.kill(process.pid, 'SIGKILL')
}
