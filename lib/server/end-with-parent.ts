/**
 * Loaded first into a process of another's making (`node --import`): it ends when the channel to us
 * does, so that a killed start leaves nothing behind. Its own children get the same argument by
 * NODE_OPTIONS and must not heed it: they live by their channels.
 */
if (String(process.ppid) === process.env['ROUNDS_PARENT_PID']) {
  process.on('disconnect', () => process.exit(1))
  process.channel?.unref()
}
