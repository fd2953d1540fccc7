/**
 * Loaded first into a process of another program (`node --import`): the process ends when the
 * channel to ours does, so that a killed start leaves nothing behind. Its own children get the same
 * argument by NODE_OPTIONS and must ignore it: they live by their channels.
 */
if (String(process.ppid) === process.env['ROUNDS_PARENT_PID']) {
  process.on('disconnect', () => process.exit(1))
  process.channel?.unref()
}
