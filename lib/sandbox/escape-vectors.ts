/** The expected result of a vector: a value, or a failure's kind and the fields that matter. */
type Expected =
  | { value: unknown }
  | { kind: string; name?: string; message?: string | RegExp; line?: number | null }

/**
 * One idea for escaping the sandbox, or for harming its process. `code` is the default export,
 * unless it is a whole module.
 */
type Vector = {
  name: string
  code: string
  expected: Expected
  /**
   * The answer of `node:vm` to the same code, where the idea succeeds there: it proves that the
   * vector can fail.
   */
  nodeVm?: unknown
}

const probe = `'return typeof process'`
const none = { value: 'undefined' }
const outOfMemory = { kind: 'memory' }
/** The engine's parsers have no limit of their own and end in a trap. */
const tooDeep = { kind: 'crashed', message: /nesting too deeply/ }
const tooSlow = { kind: 'timeout', message: /^The code did not finish/ }

/** A corpus of known ideas against sandboxes; test data. */
export const escapeVectors: Vector[] = [
  // Constructor chains to a Function of the host
  {
    name: 'constructor of the input',
    code: `(input) => input.constructor.constructor(${probe})()`,
    expected: none,
    nodeVm: 'object',
  },
  {
    name: 'constructor of a nested input',
    code: `(input) => input.list.map.constructor(${probe})()`,
    expected: none,
    nodeVm: 'object',
  },
  {
    name: 'constructor of console.log',
    code: `() => console.log.constructor(${probe})()`,
    expected: none,
    nodeVm: 'object',
  },
  {
    name: 'constructor of ApiError',
    code: `() => ApiError.constructor(${probe})()`,
    expected: none,
    nodeVm: 'object',
  },
  {
    name: 'constructor of a caught error',
    code: `() => { try { null.x } catch (e) { return e.constructor.constructor(${probe})() } }`,
    expected: none,
  },
  {
    name: 'constructor of an error of console',
    code:
      "() => { try { console.log({ get a() { throw new Error('x') } }); " +
      `return 'undefined' } catch (e) { return e.constructor.constructor(${probe})() } }`,
    expected: none,
  },
  {
    name: 'constructor of the error of a stack overflow',
    code:
      '() => { const f = () => f(); try { f() } catch (e) { return ' +
      `e.constructor.constructor(${probe})() } }`,
    expected: none,
  },
  {
    name: 'constructor of an async function',
    code: `async () => (async () => {}).constructor(${probe})()`,
    expected: none,
  },
  {
    name: 'constructor of a generator',
    code: `() => (function* () {}).constructor('yield typeof process')().next().value`,
    expected: none,
  },
  {
    name: 'constructor of the global object',
    code: `() => globalThis.constructor.constructor(${probe})()`,
    expected: none,
  },
  {
    name: 'Reflect.construct of Function',
    code: `() => Reflect.construct(Reflect.getPrototypeOf(() => 1).constructor, [${probe}])()`,
    expected: none,
  },
  {
    name: 'indirect eval',
    code: `() => (0, eval)('typeof process + typeof require + typeof module')`,
    expected: { value: 'undefinedundefinedundefined' },
  },
  {
    name: 'this of a sloppy function',
    code: `() => Function('return typeof this.process + (this === globalThis)')()`,
    expected: { value: 'undefinedtrue' },
  },
  {
    name: 'with and unscopables',
    code:
      "() => Function('o', 'with (o) { return typeof process }')({ get [Symbol.unscopables]() { " +
      'return {} } })',
    expected: none,
  },
  {
    name: 'arguments.callee',
    code: `(function () { return arguments.callee.caller })`,
    expected: { kind: 'thrown', name: 'TypeError', line: 1 },
  },
  {
    name: 'caller of a sloppy function',
    code: `() => String(Function('return function f() { return f.caller }')()())`,
    expected: none,
  },
  {
    name: 'resolve handed to a thenable',
    code: `() => ({ then(resolve) { resolve(resolve.constructor(${probe})()) } })`,
    expected: none,
  },
  {
    name: 'species of a promise',
    code:
      'async () => { class P extends Promise { static get [Symbol.species]() { return function ' +
      `(f) { f(() => {}, () => {}); globalThis.seen = f.constructor(${probe})() } } } try { new ` +
      'P((r) => r()).then(() => {}) } catch {} return globalThis.seen }',
    expected: none,
  },
  {
    name: 'error of import()',
    code: `() => import('fs').then(() => 'loaded', (e) => e.constructor.constructor(${probe})())`,
    expected: none,
    nodeVm: 'object',
  },

  // // Names that do not exist
  {
    name: 'globals of hosts',
    code:
      '() => ' +
      "['process','require','module','global','Buffer','fetch','XMLHttpRequest','WebSocket','setTimeout','setInterval','setImmediate','queueMicrotask','WebAssembly','Atomics','SharedArrayBuffer','WeakRef','FinalizationRegistry','performance','structuredClone','postMessage','navigator','Worker','host','std','os','bjson','gc','print','scriptArgs','crypto','atob','DOMException'].filter((name) " +
      '=> name in globalThis)',
    expected: { value: [] },
  },
  {
    name: 'what we add, not enumerable',
    code: `() => [Object.keys(globalThis), typeof ApiError, Object.keys(console).join()]`,
    expected: { value: [[], 'function', 'log,info,warn,error'] },
  },
  {
    name: 'dynamic import of a built-in',
    code: `() => import('node:fs')`,
    expected: { kind: 'thrown', message: /^Imports are not available/ },
  },
  {
    name: 'dynamic import of a file',
    code: `() => import('/etc/passwd')`,
    expected: { kind: 'thrown', message: /^Imports are not available/ },
  },
  {
    name: 'dynamic import of the prelude',
    code: `() => import('prelude')`,
    expected: { kind: 'thrown', message: /^Imports are not available/ },
  },
  {
    name: 'dynamic import by data address',
    code: `() => import('data:text/javascript,export default 1')`,
    expected: { kind: 'thrown', message: /^Imports are not available/ },
  },
  {
    name: 'dynamic import inside Function',
    code: `() => Function('return import("fs")')()`,
    expected: { kind: 'thrown', message: /^Imports are not available/ },
  },
  {
    name: 'the error of an import shows no path of ours',
    code:
      "() => import('fs').catch((e) => " +
      '/node_modules|file:|\\/lib\\/|engine\\.ts/.test(e.stack + e.message))',
    expected: { value: false },
  },
  {
    name: 'static import',
    code: `import fs from 'node:fs'\nexport default () => fs`,
    expected: { kind: 'thrown', message: /^Imports are not available/ },
  },
  { name: 'import.meta', code: `() => Reflect.ownKeys(import.meta)`, expected: { value: [] } },

  // Error stacks
  {
    name: 'prepareStackTrace is inert',
    code:
      "() => { Error.prepareStackTrace = () => 'taken'; return typeof new Error('x').stack + " +
      "new Error('x').stack.includes('taken') }",
    expected: { value: 'stringfalse' },
  },
  {
    name: 'call sites give no functions',
    code:
      "() => { Error.prepareStackTrace = (e, sites) => sites; const s = new Error('x').stack; " +
      "return typeof s === 'string' ? 'undefined' : " +
      `typeof s.at(-1).getFunction().constructor(${probe})() }`,
    expected: none,
  },
  {
    name: 'captureStackTrace shows no path',
    code:
      '() => { const o = {}; Error.captureStackTrace(o); ' +
      'return /node_modules|file:|\\/lib\\//.test(o.stack) }',
    expected: { value: false },
  },
  {
    name: 'a stack without frames',
    code: `() => { Error.stackTraceLimit = 0; throw new Error('x') }`,
    expected: { kind: 'thrown', message: 'x', line: null },
  },
  {
    name: 'a forged stack',
    code: `() => { throw Object.assign(new Error('x'), { stack: 'at f (code.ts:99999:1)' }) }`,
    expected: { kind: 'thrown', message: 'x', line: null },
  },
  {
    name: 'a stack that is an object',
    code:
      "() => { throw Object.defineProperty(new Error('x'), 'stack', { value: { toString: " +
      '() => { throw 1 } } }) }',
    expected: { kind: 'thrown', message: 'The code threw a value that cannot be read.' },
  },

  // Traps in what is returned or thrown
  {
    name: 'toJSON gets nothing of the host',
    code: `() => ({ toJSON(key) { return key.constructor.constructor(${probe})() } })`,
    expected: none,
  },
  {
    name: 'a getter gets nothing of the host',
    code: `() => ({ get a() { return this.constructor.constructor(${probe})() } })`,
    expected: { value: { a: 'undefined' } },
  },
  {
    name: 'a Proxy is read inside',
    code:
      "() => new Proxy({}, { ownKeys: () => ['a'], getOwnPropertyDescriptor: () => ({ value: " +
      "1, enumerable: true, configurable: true }), get: (t, k, r) => k === 'a' ? (() => " +
      `{}).constructor(${probe})() : undefined })`,
    expected: { value: { a: 'undefined' } },
  },
  {
    name: 'a Proxy that refuses',
    code: `() => new Proxy({}, { ownKeys() { throw new Error('no') } })`,
    expected: { kind: 'thrown', message: 'no', line: 1 },
  },
  {
    name: 'a revoked Proxy',
    code: `() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy }`,
    expected: { kind: 'thrown', name: 'TypeError' },
  },
  {
    name: 'a thrown Proxy',
    code: `() => { throw new Proxy({}, { get() { throw 1 }, getPrototypeOf() { throw 2 } }) }`,
    expected: { kind: 'thrown', message: 'The code threw a value that cannot be read.' },
  },
  {
    name: 'a thrown endless message',
    code: `() => { throw Object.defineProperty(new Error(), 'message', { get() { for (;;); } }) }`,
    expected: tooSlow,
  },
  { name: 'an endless toJSON', code: `() => ({ toJSON() { for (;;); } })`, expected: tooSlow },
  {
    name: 'a cycle',
    code: `() => { const a = {}; a.a = a; return a }`,
    expected: { kind: 'thrown', name: 'TypeError', message: /circular/ },
  },
  { name: 'a BigInt', code: `() => 1n`, expected: { kind: 'thrown', name: 'TypeError' } },
  { name: 'a function', code: `() => () => 1`, expected: { value: null } },
  { name: 'a symbol', code: `() => Symbol.iterator`, expected: { value: null } },
  {
    name: '__proto__ in the result',
    code: `() => JSON.parse('{"a":1,"__proto__":{"polluted":true},"b":[{"__proto__":1}]}')`,
    expected: { value: { a: 1, b: [{}] } },
  },
  {
    name: '__proto__ in the input',
    code:
      '(input) => [input.polluted, ({}).polluted, Object.keys(input.evil), ' +
      'Object.getPrototypeOf(input.evil) === Object.prototype]',
    expected: { value: [null, null, ['__proto__'], true] },
  },
  {
    name: 'raw JSON',
    code: `() => typeof JSON.rawJSON === 'function' ? JSON.rawJSON('"x"') : 'x'`,
    expected: { value: 'x' },
  },
  { name: 'a lone surrogate', code: `() => '\\ud800'`, expected: { value: '\ud800' } },
  {
    name: 'a thrown null',
    code: `() => { throw null }`,
    expected: { kind: 'thrown', name: 'Error', message: 'null' },
  },

  // Spoiling the tools that make the answer
  {
    name: 'JSON.stringify replaced',
    code: `() => { JSON.stringify = () => '"forged"'; return 'true' }`,
    expected: { value: 'true' },
  },
  {
    name: 'JSON.parse replaced before the call',
    code: `JSON.parse = () => 'forged'\nexport default (input) => typeof input`,
    expected: { value: 'object' },
  },
  {
    name: 'String and Reflect replaced',
    code:
      "() => { globalThis.String = () => 'forged'; Reflect.apply = () => 'forged'; " +
      "Function.prototype.call = Function.prototype.apply = () => 'forged'; " +
      "''.__proto__.slice = () => 'forged'; throw new Error('true') }",
    expected: { kind: 'thrown', message: 'true', line: 1 },
  },
  {
    name: 'then of promises replaced',
    code: `async () => { Promise.prototype.then = () => { throw 1 }; return 'true' }`,
    expected: { value: 'true' },
  },
  {
    name: 'iterators of arrays replaced',
    code:
      "() => { Array.prototype[Symbol.iterator] = function* () { yield 'forged' }; " +
      "console.log('a', 'b'); return 'true' }",
    expected: { value: 'true' },
  },
  {
    name: 'setters on Object.prototype',
    code:
      "() => { for (const key of ['kind', 'outcome', 'value', 'ok', '0', " +
      "'then']) Object.defineProperty(Object.prototype, key, { __proto__: " +
      "null, set() {}, get() {}, configurable: true }); return 'true' }",
    expected: { value: 'true' },
  },
  {
    name: 'toJSON on every prototype',
    code: `() => { Object.prototype.toJSON = String.prototype.toJSON = () => 'own'; return { a: 1 } }`,
    expected: { value: 'own' },
  },
  {
    name: 'instanceof of Error forged',
    code:
      '() => { Object.defineProperty(Error, Symbol.hasInstance, { value: () => true }); ' +
      "throw { name: 'ApiError', statusCode: 200, message: 'x' } }",
    expected: { kind: 'thrown', name: 'Error' },
  },
  {
    name: 'an object that looks like an ApiError',
    code:
      "() => { throw Object.assign(new Error('x'), { name: 'ApiError', statusCode: " +
      '401, details: {} }) }',
    expected: { kind: 'thrown', name: 'ApiError', message: 'x' },
  },
  {
    name: 'an ApiError with a changed status',
    code: `() => { throw Object.assign(new ApiError(422, 'x'), { statusCode: 200 }) }`,
    expected: { kind: 'thrown', name: 'ApiError', message: 'x' },
  },
  {
    name: 'an ApiError with a status that is no failure',
    code: `() => { throw new ApiError(302, 'x') }`,
    expected: { kind: 'thrown', name: 'TypeError', message: /400 to 599/, line: 1 },
  },
  {
    name: 'an ApiError with endless details',
    code: `() => { throw new ApiError(422, 'x', { toJSON() { for (;;); } }) }`,
    expected: tooSlow,
  },
  {
    name: 'an ApiError with large details',
    code: `() => { throw new ApiError(422, 'x', { a: 'x'.repeat(1e5) }) }`,
    expected: { kind: 'result_too_large' },
  },
  {
    name: 'a forged out of memory',
    code: `() => { throw new InternalError('out of memory') }`,
    expected: outOfMemory,
  },
  {
    name: 'a module that is a thenable',
    code: `export default () => 1\nexport function then() {}`,
    expected: { kind: 'timeout', message: /never comes/ },
  },
  {
    name: 'no default export',
    code: `export const a = 1`,
    expected: {
      kind: 'thrown',
      message: 'The code must have a default export that is a function.',
      line: null,
    },
  },

  // Time
  { name: 'a loop', code: `() => { for (;;); }`, expected: tooSlow },
  {
    name: 'a loop that catches everything',
    code: `async () => { for (;;) try { for (;;); } catch {} finally { for (;;); } }`,
    expected: tooSlow,
  },
  { name: 'a loop at the top', code: `for (;;);\nexport default () => 1`, expected: tooSlow },
  { name: 'endless microtasks', code: `async () => { for (;;) await 0 }`, expected: tooSlow },
  {
    name: 'microtasks left behind',
    code: `() => { const f = () => Promise.resolve().then(f); f(); return 1 }`,
    expected: tooSlow,
  },
  {
    name: 'a regular expression that backtracks',
    code: `() => /(a+)+$/.test('a'.repeat(50) + 'b')`,
    expected: tooSlow,
  },
  {
    name: 'a sort that never ends',
    code: `() => { for (;;) [3, 1, 2].sort(() => { for (;;); }) }`,
    expected: tooSlow,
  },
  {
    name: 'a long built-in, again and again',
    code: `() => { const s = 'x'.repeat(3e7); for (;;) s.indexOf('xy') }`,
    expected: tooSlow,
  },
  {
    name: 'a wide sparse array',
    code: `() => { const a = []; a.length = 4294967295; return a.indexOf(1) }`,
    expected: tooSlow,
  },
  {
    name: 'an endless iterator',
    code:
      '() => Array.from({ [Symbol.iterator]: () => ({ next: () => ({ done: false, value: ' +
      "{ a: 'x'.repeat(1e5) } }) }) })",
    expected: outOfMemory,
  },
  {
    name: 'await at the top of nothing',
    code: `await new Promise(() => {})\nexport default () => 1`,
    expected: { kind: 'timeout', message: /never comes/ },
  },

  // Space
  { name: 'a huge string', code: `() => 'x'.repeat(2 ** 29)`, expected: outOfMemory },
  {
    name: 'strings that double',
    code: `() => { let s = 'x'; for (;;) s += s }`,
    expected: { kind: 'thrown', name: 'InternalError', message: 'string too long' },
  },
  { name: 'padStart', code: `() => 'x'.padStart(1e9)`, expected: outOfMemory },
  {
    name: 'a huge buffer',
    code: `() => new ArrayBuffer(2 ** 31).byteLength`,
    expected: { kind: 'thrown', name: 'RangeError' },
  },
  {
    name: 'a buffer that grows',
    code:
      '() => { const b = new ArrayBuffer(1, { maxByteLength: 2 ** 30 }); ' +
      'b.resize(2 ** 30); return b.byteLength }',
    expected: outOfMemory,
  },
  {
    name: 'a huge BigInt',
    code: `() => String(2n ** (2n ** 24n)).length`,
    expected: { kind: 'thrown', name: 'RangeError' },
  },
  {
    name: 'objects without end',
    code:
      '() => { const a = []; for (;;) a.push(Array.from({ length: 100 }, () => ({ a: ' +
      'new Uint8Array(1e4) }))) }',
    expected: outOfMemory,
  },
  {
    name: 'memory errors that are caught',
    code: `() => { const a = []; for (;;) try { for (;;) a.push(new Uint8Array(1e6)) } catch {} }`,
    expected: tooSlow,
  },
  {
    name: 'endless recursion',
    code: `() => {\n const f = (n) => f(n + 1) + 1\n return f(0) }`,
    expected: { kind: 'thrown', name: 'RangeError', message: /call stack/, line: 2 },
  },
  {
    name: 'recursion through a getter',
    code: `() => { const o = { get a() { return this.a } }; return o.a }`,
    expected: { kind: 'thrown', name: 'RangeError', message: /call stack/ },
  },
  {
    name: 'a result nested very deeply',
    code: `() => { let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return a }`,
    expected: tooDeep,
  },
  { name: 'JSON nested very deeply', code: `() => JSON.parse('['.repeat(1e5))`, expected: tooDeep },
  {
    name: 'source nested very deeply',
    code: `() => Function('return ' + '('.repeat(1e5))`,
    expected: tooDeep,
  },
  {
    name: 'reads past the end of a buffer',
    code:
      '() => { const b = new ArrayBuffer(8, { maxByteLength: 64 }); ' +
      'const v = new Uint8Array(b); b.resize(0); return [v[0] ?? null, v.length, (() => { try { ' +
      'return new DataView(b).getUint8(1e6) } catch (e) { return e.name } })()] }',
    expected: { value: [null, 0, 'RangeError'] },
  },
  {
    name: 'sort that shrinks its own array',
    code:
      '() => { const a = Array.from({ length: 1000 }, (_, i) => i); a.sort(() => { a.length = ' +
      '0; return -1 }); return typeof a.length }',
    expected: { value: 'number' },
  },
]
