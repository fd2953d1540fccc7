import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Intrinsics, QuickJS } from 'quickjs-wasi'
import type { JSValueHandle, Snapshot } from 'quickjs-wasi'
import { limits } from '../limits.ts'
import { guestPrelude } from './guest-prelude.ts'
import { MemoryImage } from './memory-image.ts'

/** The functions that a call gives its instance. */
export type Hooks = {
  /** True ends the call; the engine asks every few thousand steps. */
  interrupt: () => boolean
  /** Milliseconds since 1970. */
  clock: () => number
  /** A message of the prelude, texts only; returns whether more output is accepted. */
  message: (kind: string, ...texts: string[]) => boolean
}

/**
 * One engine for one call. `broken`: its wrapper retains data of this call, or the engine trapped,
 * so it cannot be reset.
 */
export type Instance = {
  vm: QuickJS
  hooks: Hooks
  run: JSValueHandle
  seed: JSValueHandle
  broken: boolean
}

// Excluded: performance, WeakRef and FinalizationRegistry (they reveal when memory is collected, so
// a replay could differ), DOMException, atob.
const intrinsics =
  Intrinsics.DATE | Intrinsics.EVAL | Intrinsics.REGEXP | Intrinsics.JSON | Intrinsics.PROXY |
  Intrinsics.MAP_SET | Intrinsics.TYPED_ARRAYS | Intrinsics.PROMISE | Intrinsics.BIG_INT // prettier-ignore

/**
 * Customers' code has no modules. The error has no stack, because the engine would copy it, with
 * our paths, into the error that the code sees.
 */
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
        new DataView(memory.buffer).setBigUint64(
          result,
          BigInt(Math.trunc(hooks.clock())) * 1_000_000n,
          true,
        )
        return 0
      },
      // No output of the engine matters, and stdout carries our replies.
      fd_write: () => 8,
      random_get: () => 52,
    }),
  }
}

const idleHooks = (): Hooks => ({
  interrupt: () => false,
  clock: () => Date.now(),
  message: () => false,
})

/**
 * The engine calls this, so it never throws: an exception would enter the sandbox with our stack.
 */
function bridge(vm: QuickJS, hooks: Hooks) {
  return (...handles: JSValueHandle[]): JSValueHandle => {
    const [kind = '', ...texts] = handles
      .filter((handle) => handle.isString)
      .map((handle) => handle.toString())
    return hooks.message(kind, ...texts) ? vm.true : vm.false
  }
}

/** An instance and its state before any use. */
type Kept = { instance: Instance; image: MemoryImage; memoryBytes: number; stackPointer: number }

/**
 * Creates engines for single calls. The prelude runs once; each engine starts with the memory image
 * that it left.
 *
 * A WebAssembly instance of this engine can only change its memory and one global, the stack
 * pointer (engine.test.ts checks the file). So an instance whose whole memory equals its initial
 * image is a new one: no call can see anything of another. This costs a thirtieth of creating an
 * instance. One that grew its memory, left the stack elsewhere or broke is discarded, because
 * memory cannot shrink.
 */
export class EngineFactory {
  readonly #module: WebAssembly.Module
  readonly #snapshot: Snapshot
  readonly #tokens: { run: number; seed: number }
  #kept: Kept | undefined

  private constructor(
    module: WebAssembly.Module,
    snapshot: Snapshot,
    tokens: { run: number; seed: number },
  ) {
    this.#module = module
    this.#snapshot = snapshot
    this.#tokens = tokens
  }

  static async create(): Promise<EngineFactory> {
    const wasm = readFileSync(fileURLToPath(import.meta.resolve('quickjs-wasi/quickjs.wasm')))
    const module = await WebAssembly.compile(wasm)
    const hooks = idleHooks()
    const vm = await QuickJS.create(options(module, hooks))
    const host = vm.newFunction('host', bridge(vm, hooks))
    const prelude = vm.evalCode(`(${guestPrelude.toString()})`, 'prelude')
    const sizes = [limits.resultBytes, limits.detailsBytes, limits.logBytes].map((size) =>
      vm.newNumber(size),
    )
    const made = vm.callFunction(prelude, vm.undefined, host, ...sizes)
    const tokens = {
      run: vm.exportHandle(made.getProp('run')),
      seed: vm.exportHandle(made.getProp('seed')),
    }
    // Allocates and frees the room that common calls need: otherwise they would grow the memory
    // each time, and cost a new instance.
    vm.newArrayBuffer(new ArrayBuffer(limits.roomBytes)).dispose()
    vm.runGC()
    const factory = new EngineFactory(module, vm.snapshot(), tokens)
    factory.#kept = await factory.#restore()
    return factory
  }

  /** An unused instance. */
  async take(): Promise<Instance> {
    this.#kept ??= await this.#restore()
    return this.#kept.instance
  }

  /**
   * Whether the used instance can be reset; otherwise it is discarded, with its memory, when V8
   * collects it.
   */
  get canRenew(): boolean {
    return this.#kept !== undefined && isWhole(this.#kept)
  }

  /** Call this after each `take`, when the answer has been sent: it prepares an unused instance. */
  async renew(): Promise<void> {
    if (this.#kept && isWhole(this.#kept)) return wipe(this.#kept)
    this.#kept = undefined
    this.#kept = await this.#restore()
  }

  async #restore(): Promise<Kept> {
    const hooks = idleHooks()
    const vm = await QuickJS.restore(this.#snapshot, options(this.#module, hooks))
    vm.registerHostCallback('host', bridge(vm, hooks))
    const instance = {
      vm,
      hooks,
      run: vm.importHandle(this.#tokens.run),
      seed: vm.importHandle(this.#tokens.seed),
      broken: false,
    }
    // The wrapper stores these for good on first access, so the image must contain them.
    for (const handle of [vm.undefined, vm.true, vm.false])
      if (handle.ptr === 0) throw new Error('The engine has no memory left at its start.')
    const { memory, __stack_pointer: stackPointer } = vm._getExports()
    return {
      instance,
      image: new MemoryImage(memory),
      memoryBytes: memory.buffer.byteLength,
      stackPointer: stackPointer.value as number,
    }
  }
}

/** Only the content of its memory can differ from the initial instance. */
function isWhole({ instance, memoryBytes, stackPointer }: Kept): boolean {
  const exports = instance.vm._getExports()
  return (
    !instance.broken &&
    exports.memory.buffer.byteLength === memoryBytes &&
    exports.__stack_pointer.value === stackPointer
  )
}

/** Resets a used instance. */
function wipe({ instance, image }: Kept): void {
  image.restore()
  Object.assign(instance.hooks, idleHooks())
}
