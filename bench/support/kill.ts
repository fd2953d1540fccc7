import type { ProcessSeen } from './processes.ts'
import type { Product } from './product.ts'

/** How often each is drawn, of the sum. */
const weights = {
  /** One worker, as the kernel does when memory is short. What it started must end by itself. */
  worker: 5,
  /** One worker with all that it started, as a container is ended. */
  container: 4,
  web: 4,
  /** One process of a pool, where code, expressions and statements of customers are computed. */
  pool: 4,
  /** The process that plays the runs of dead workers apart, and nothing else. */
  isolated: 2,
  /** A connection's process of Postgres: all others end too, and Postgres recovers by itself. */
  connection: 2,
  /** Postgres with its first process, as a lost power supply does. */
  postgres: 2,
  /** Every process but the first one of `npm start`, and Postgres, in one moment. */
  everything: 2,
}
export type Target = keyof typeof weights
export const targets = Object.keys(weights) as Target[]

type Killed = Pick<Product, 'processes' | 'killConnection'> & {
  killPostgres(target: Target): Promise<void>
}

const isWorker = ({ command }: ProcessSeen): boolean => command.includes('lib/server/worker.ts')
const isWeb = ({ command }: ProcessSeen): boolean => command.includes('lib/server/web.ts')
const isIsolated = ({ command }: ProcessSeen): boolean => command.includes('lib/server/isolated.ts')
const isPool = (one: ProcessSeen): boolean => !isWorker(one) && !isWeb(one) && !isIsolated(one)

const drawn = <T>(all: T[]): T | undefined => all[Math.floor(Math.random() * all.length)]

/** `kill -9`. One that has ended meanwhile is not missed. */
function kill(victims: ProcessSeen[]): void {
  for (const { pid } of victims) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

/** The process and all below it, among these. */
function withAllBelow(top: ProcessSeen, all: ProcessSeen[]): ProcessSeen[] {
  const below = all.filter(({ parent }) => parent === top.pid)
  return [top, ...below.flatMap((one) => withAllBelow(one, all))]
}

async function strike(product: Killed, target: Target): Promise<boolean> {
  const all = product.processes()
  const one = (fits: (seen: ProcessSeen) => boolean): ProcessSeen[] => {
    const victim = drawn(all.filter(fits))
    return victim ? [victim] : []
  }
  if (target === 'postgres' || target === 'everything') {
    if (target === 'everything') kill(all)
    await product.killPostgres(target)
    return true
  }
  if (target === 'connection') return product.killConnection()
  const victims: Record<
    Exclude<Target, 'postgres' | 'everything' | 'connection'>,
    () => ProcessSeen[]
  > = {
    worker: () => one(isWorker),
    container: () => one(isWorker).flatMap((top) => withAllBelow(top, all)),
    web: () => one(isWeb),
    pool: () => one(isPool),
    isolated: () => one(isIsolated),
  }
  const chosen = victims[target]()
  kill(chosen)
  return chosen.length > 0
}

/** Kills one of `among` drawn by chance; answers what, or undefined when there was none of it. */
export async function killSomething(product: Killed, among: Target[]): Promise<Target | undefined> {
  const urn = among.flatMap((one) => Array.from({ length: weights[one] }, () => one))
  const target = drawn(urn) ?? 'worker'
  return (await strike(product, target)) ? target : undefined
}
