/**
 * Loaded first into a process of another program (`node --import`): the process ends when its
 * channel to ours closes, so that a killed start leaves no process behind. Its own children get the
 * same argument by NODE_OPTIONS and must ignore it, because they depend on their own channels.
 */
if (String(process.ppid) === process.env['ROUNDS_PARENT_PID']) {
  process.on('disconnect', () => process.exit(1))
  process.channel?.unref()
}
