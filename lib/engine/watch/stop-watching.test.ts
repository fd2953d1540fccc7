import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { closeDatabase, configureDatabase } from '#db/client'
import { roleUrls } from '#db/role-url'
import { stopWatchingRuns, watchRuns } from './watch.ts'

test('it ends also while a server that is away has not answered its connection', async () => {
  const sockets: Socket[] = []
  const silent = createServer((socket) => void sockets.push(socket.on('error', () => undefined)))
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  configureDatabase(roleUrls(`postgresql://nobody@127.0.0.1:${port}/none`))
  const connected = once(silent, 'connection')
  watchRuns().subscribe('a run', () => undefined)
  await connected
  await stopWatchingRuns()
  expect(sockets).toHaveLength(1)
  await closeDatabase()
  for (const socket of sockets) socket.destroy()
  silent.close()
  await once(silent, 'close')
})
