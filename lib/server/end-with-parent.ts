/** Loaded first into a process of another's making (`node --import`): it ends when the channel to us does, so that a killed start leaves nothing behind. */
process.on('disconnect', () => process.exit(1))
process.channel?.unref()
