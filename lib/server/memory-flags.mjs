/**
 * V8's sizes for a web or worker process, in MB. By default V8 uses what the machine has: with 24 GB
 * the young generation is 134 MB, and the old one is hardly ever collected. Pages that the heap once
 * had stay with the process, so what counts is the most that it ever had. bench/README.md has what
 * each is worth.
 *
 * - Halves of the young generation: 8 rather than the 16 of before, for the sake of memory; 4 costs
 *   a tenth more CPU, since more gets into the old generation.
 * - First collection of the old generation: V8 would wait for 140 MB of garbage at the start.
 * - Growth of the old generation until its next collection, in percent of what lives; by default it
 *   doubles.
 * - The limit leaves room for values of 50 MB, which are several times as large while they are read.
 *
 * Plain JavaScript, because scripts/bootstrap.mjs needs it before anything is installed.
 */
const defaults = {
  'max-semi-space-size': 8,
  'initial-old-space-size': 32,
  'heap-growing-percent': 30,
  'max-old-space-size': 1024,
}

/**
 * What goes with the flags in the environment: the C library keeps one heap per processor and
 * thread otherwise, each with its own garbage, mostly of V8's compilers. Other libraries ignore it.
 * @returns {{ MALLOC_ARENA_MAX: string }}
 */
export const memoryEnvironment = () => ({
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
})

/**
 * The flags for Node's command line. What NODE_OPTIONS sets is left to it, since these would win.
 * @param {string} nodeOptions
 * @returns {string[]}
 */
export function memoryFlags(nodeOptions = process.env.NODE_OPTIONS ?? '') {
  const options = nodeOptions.replaceAll('_', '-')
  const wanted = Object.entries(defaults).filter(([name]) => !options.includes(`--${name}`))
  return wanted.map(([name, size]) => `--${name}=${size}`)
}
