/**
 * Calls `stop` once when this process is told to end (Ctrl-C, SIGTERM, SIGHUP) or its parent
 * process has ended, then exits. Exits at once on a second request, or when `stop` takes longer
 * than `limitMs`.
 */
export function onShutdown(limitMs: number, stop: () => Promise<void>): void {
  let stopping = false
  const start = (deliberate: boolean) => {
    if (stopping) {
      if (deliberate) process.exit(1)
      return
    }
    stopping = true
    setTimeout(() => process.exit(1), limitMs).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`)
        process.exit(1)
      },
    )
  }
  // npm and the terminal may both send the same signal: only a person's second one is later than
  // this. The first one never forces the end, even when the parent process has already started to
  // stop.
  let last = 0
  const onSignal = () => {
    const repeated = Date.now() - last < 500
    const isFirst = last === 0
    last = Date.now()
    if (!repeated) start(!isFirst)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  process.on('disconnect', () => start(false))
  // The parent process may have ended while this one started; then no event comes.
  if (process.connected === false) start(false)
  // The listener must not keep a process alive that has nothing else to do.
  process.channel?.unref()
}
