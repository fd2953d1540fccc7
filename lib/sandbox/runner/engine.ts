import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Intrinsics, QuickJS } from 'quickjs-wasi'
import type { JSValueHandle, Snapshot } from 'quickjs-wasi'
import { limits } from '../limits.ts'
import { guestPrelude } from './guest-prelude.ts'

/** What a call plugs into its instance. */
export type Hooks = {
  /** True ends the call; the engine asks every few thousand steps. */
  interrupt: () => boolean
  /** Milliseconds since 1970. */
  clock: () => number
  /** A message of the prelude, texts only; answers whether more output is welcome. */
  message: (kind: string, ...texts: string[]) => boolean
}

/** One engine for one call. */
export type Instance = { vm: QuickJS; hooks: Hooks; run: JSValueHandle; seed: JSValueHandle }

// Left out: performance, WeakRef and FinalizationRegistry (would tell when memory is collected, so a replay could differ), DOMException, atob.
const intrinsics =
  Intrinsics.DATE | Intrinsics.EVAL | Intrinsics.REGEXP | Intrinsics.JSON | Intrinsics.PROXY |
  Intrinsics.MAP_SET | Intrinsics.TYPED_ARRAYS | Intrinsics.PROMISE | Intrinsics.BIG_INT // prettier-ignore

/** Modules do not exist for customers' code. No stack: the engine would copy it, with our paths, into the error the code sees. */
function refuseModule(): never {
  const error = new Error('Imports are not available: the code must stand alone.')
  delete error.stack
  throw error
}

function options(module: WebAssembly.Module, hooks: Hooks) {
  return {
    wasm: module,
    intrinsics,
    memoryLimit: limits.heapBytes,
    maxStackSize: limits.stackBytes,
    timezoneOffset: 0,
    interruptHandler: () => hooks.interrupt(),
    moduleLoader: { load: refuseModule },
    wasi: (memory: WebAssembly.Memory) => ({
      clock_time_get(_clock: number, _precision: bigint, result: number) {
        new DataView(memory.buffer).setBigUint64(result, BigInt(Math.trunc(hooks.clock())) * 1_000_000n, true)
        return 0
      },
      // The engine prints nothing that anybody should read, and stdout carries our replies.
      fd_write: () => 8,
      random_get: () => 52,
    }),
  }
}

const idleHooks = (): Hooks => ({ interrupt: () => false, clock: () => Date.now(), message: () => false })

/** Called by the engine, so it never throws: an exception would enter the sandbox with our stack. */
function bridge(vm: QuickJS, hooks: Hooks) {
  return (...handles: JSValueHandle[]): JSValueHandle => {
    const [kind = '', ...texts] = handles.filter((handle) => handle.isString).map((handle) => handle.toString())
    return hooks.message(kind, ...texts) ? vm.true : vm.false
  }
}

/**
 * Makes engines for single calls. The prelude runs once; each instance is restored from the memory image it left behind, so that
 * nothing a call does can be seen by another.
 */
export class EngineFactory {
  readonly #module: WebAssembly.Module
  readonly #snapshot: Snapshot
  readonly #tokens: { run: number; seed: number }
  #ready: Promise<Instance>

  private constructor(module: WebAssembly.Module, snapshot: Snapshot, tokens: { run: number; seed: number }) {
    this.#module = module
    this.#snapshot = snapshot
    this.#tokens = tokens
    this.#ready = this.#restore()
  }

  static async create(): Promise<EngineFactory> {
    const wasm = readFileSync(fileURLToPath(import.meta.resolve('quickjs-wasi/quickjs.wasm')))
    const module = await WebAssembly.compile(wasm)
    const hooks = idleHooks()
    const vm = await QuickJS.create(options(module, hooks))
    const host = vm.newFunction('host', bridge(vm, hooks))
    const prelude = vm.evalCode(`(${guestPrelude.toString()})`, 'prelude')
    const sizes = [limits.resultBytes, limits.detailsBytes, limits.logBytes].map((size) => vm.newNumber(size))
    const made = vm.callFunction(prelude, vm.undefined, host, ...sizes)
    const tokens = { run: vm.exportHandle(made.getProp('run')), seed: vm.exportHandle(made.getProp('seed')) }
    vm.runGC()
    return new EngineFactory(module, vm.snapshot(), tokens)
  }

  /** An instance nobody has used. The next one is made ready in the quiet after this call. */
  async take(): Promise<Instance> {
    return this.#ready
  }

  /** To be called after each `take`, when the answer is on its way. */
  refill(): void {
    this.#ready = this.#restore()
  }

  async #restore(): Promise<Instance> {
    const hooks = idleHooks()
    const vm = await QuickJS.restore(this.#snapshot, options(this.#module, hooks))
    vm.registerHostCallback('host', bridge(vm, hooks))
    return { vm, hooks, run: vm.importHandle(this.#tokens.run), seed: vm.importHandle(this.#tokens.seed) }
  }
}
