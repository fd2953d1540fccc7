import { keepRunning } from '#lib/server/child'
import { onShutdown } from '#lib/server/on-shutdown'

/**
 * One machine of several: keeps the programs running that its arguments name (web, worker), as
 * systemd or Kubernetes do. Its environment is theirs.
 */
const stopWithinMs = 10_000
const children = process.argv
  .slice(2)
  .map((name) => keepRunning({ name, args: [`lib/server/${name}.ts`] }))
onShutdown(stopWithinMs + 1000, async () => {
  await Promise.all(children.map(async (child) => await child.stop(stopWithinMs)))
})
await Promise.all(children.map(async (child) => await child.ready))
process.stdout.write('The machine is running.\n')
