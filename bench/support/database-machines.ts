import { ReplicatedPostgres } from '#test/chaos/replicated-postgres'

/**
 * The machines of the database, in a process of their own: deleting and copying clusters makes a
 * process wait for seconds, in which the one that measures would see nothing and think that nothing
 * was answered.
 */
export type Order = 'start' | 'addStandby' | 'failOver' | 'stop'

let postgres: ReplicatedPostgres | undefined

async function obey(order: Order): Promise<void> {
  if (order === 'start') postgres = await ReplicatedPostgres.start(process.argv[2] ?? '')
  else await postgres?.[order]()
}

process.on('message', (order: Order) => {
  void obey(order).then(
    () => {
      const { places = [], failovers = [] } = postgres ?? {}
      const url = order === 'stop' ? '' : (postgres?.url ?? '')
      process.send?.({ url, places, failovers })
      if (order === 'stop') process.disconnect()
    },
    (error: unknown) => process.send?.({ failed: String((error as Error).stack) }),
  )
})
process.on('disconnect', () => process.exit())
// Ctrl-C reaches this process, too: the one that measures ends it when nothing needs it any more.
process.on('SIGINT', () => undefined)
