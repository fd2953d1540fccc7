/**
 * V8's sizes for a web or worker process. By default V8 uses what the machine has: with 24 GB the
 * young generation is 134 MB, and the old one is hardly ever collected. 16 MB for each half of the
 * young generation and a near limit keep a process small for the same CPU. The limit leaves room
 * for values of 50 MB, which are several times as large while they are read. Plain JavaScript,
 * because scripts/bootstrap.mjs needs it before anything is installed.
 */
const defaults = { 'max-semi-space-size': 16, 'max-old-space-size': 1024 }

/**
 * The flags for Node's command line. What NODE_OPTIONS sets is left to it, since these would win.
 * @param {string} nodeOptions
 * @returns {string[]}
 */
export function memoryFlags(nodeOptions = process.env.NODE_OPTIONS ?? '') {
  const options = nodeOptions.replaceAll('_', '-')
  const wanted = Object.entries(defaults).filter(([name]) => !options.includes(`--${name}`))
  return wanted.map(([name, megabytes]) => `--${name}=${megabytes}`)
}
