import { isMissing } from './missing.ts'
import type { FileBytes, OldPayloadFile, PayloadBytes, Store } from './port.ts'

/**
 * Two stores as one, while an installation moves from one to the other. What is new goes into
 * `main`, what is not there is read from `also`, and a deletion deletes in both. Names that a sweep
 * finds in `also` carry a prefix, so that they lead back there.
 */
const ofAlso = 'also:'

/** The second look at `main` finds what was moved between the first look and the one at `also`. */
async function inEither<T>(main: () => Promise<T>, also: () => Promise<T>): Promise<T> {
  try {
    return await main()
  } catch (missing) {
    if (!isMissing(missing)) throw missing
    return await also().catch(async (error: unknown) => {
      if (!isMissing(error)) throw error
      return await main()
    })
  }
}

/**
 * The parts of uploads lie in `parts`, one of the two, whichever is `main`: so an upload goes on
 * while the processes are restarted with the stores exchanged.
 */
function filesOf(main: FileBytes, also: FileBytes, parts: FileBytes): FileBytes {
  return {
    put: async (...given) => await main.put(...given),
    copyIn: async (...given) => await main.copyIn(...given),
    require: async (key) =>
      await inEither(
        async () => await main.require(key),
        async () => await also.require(key),
      ),
    open: async (...given) =>
      await inEither(
        async () => await main.open(...given),
        async () => await also.open(...given),
      ),
    // Nobody knows in which of them it lies when the address is used.
    link: async () => undefined,
    async remove(key) {
      await also.remove(key)
      await main.remove(key)
    },
    async *old(before) {
      yield* main.old(before)
      for await (const { keys, remains } of also.old(before))
        yield { keys, remains: remains.map((name) => ofAlso + name) }
    },
    async removeRemains(name) {
      if (name.startsWith(ofAlso)) await also.removeRemains(name.slice(ofAlso.length))
      else await main.removeRemains(name)
    },
    writePart: async (...given) => await parts.writePart(...given),
    joinParts: async (...given) => await parts.joinParts(...given),
    removeParts: async (key) => await parts.removeParts(key),
  }
}

function payloadsOf(main: PayloadBytes, also: PayloadBytes): PayloadBytes {
  const read: PayloadBytes['read'] = async (...given) =>
    await inEither(
      async () => await main.read(...given),
      async () => await also.read(...given),
    )
  return {
    write: async (...given) => await main.write(...given),
    async copy(from, to, hash) {
      await main.write(to, hash, Buffer.from(await read(from, hash)).toString('utf8'))
    },
    read,
    async removeRun(runId) {
      await also.removeRun(runId)
      await main.removeRun(runId)
    },
    async *old(before) {
      yield* main.old(before)
      for await (const found of also.old(before))
        yield found.map((file) => ({ ...file, location: ofAlso + file.location }))
    },
    async sweep(file, ...given) {
      const location = file.location.startsWith(ofAlso) && file.location.slice(ofAlso.length)
      if (location === false) return await main.sweep(file, ...given)
      return await also.sweep({ ...file, location } satisfies OldPayloadFile, ...given)
    },
  }
}

/** `parts` is the one of the two that keeps the parts of uploads. */
export function twoStores(main: Store, also: Store, parts: Store): Store {
  return {
    files: filesOf(main.files, also.files, parts.files),
    payloads: payloadsOf(main.payloads, also.payloads),
    place: `${main.place}, and as long as not everything is moved ${also.place}`,
    probe: async () => await main.probe(),
    readMark: async (mark) => await main.readMark(mark),
    writeMark: async (...given) => await main.writeMark(...given),
  }
}
