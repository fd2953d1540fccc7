import ts from 'typescript-js'
import { inputType } from '#lib/domain/code-types/code-scope'
import { isIgnored, messageOf } from './message-of.ts'
import { sandboxGlobals } from './sandbox-globals.ts'
import { sandboxLib, sandboxModules } from './sandbox-lib.gen.ts'
import { maxProblems, type TypeProblem } from './type-problem.ts'
import { typedSource, type TypedSource } from './typed-source.ts'

const libFile = '/lib.d.ts'

const base: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  strict: true,
  // What is not said here is no mistake: code runs as JavaScript.
  useUnknownInCatchVariables: false,
  noImplicitThis: false,
  strictPropertyInitialization: false,
  allowUnreachableCode: true,
  allowUnusedLabels: true,
  allowJs: true,
  checkJs: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
}

const snapshotOf = (text: string) => ts.ScriptSnapshot.fromString(text)
/** What is the same for every code. */
const fixed = new Map([
  [libFile, snapshotOf(sandboxLib + sandboxGlobals)],
  ...sandboxModules.map((text, at) => [`/more-${at}.d.ts`, snapshotOf(text)] as const),
])

/**
 * The declarations of the sandbox are read once, for all codes of a process. It knows files by their
 * names, so those of each code are in a folder of their own.
 */
const registry = ts.createDocumentRegistry(true, '/', ts.JSDocParsingMode.ParseAll)
let folders = 0

/**
 * The types of one code at a time: the same in the editor's worker and, when a draft is saved or
 * published, on the server. `scope` declares the code's argument (`CodeScopes`). What TypeScript
 * takes for wrong but runs right in most code is not reported.
 */
export class CodeTypes {
  readonly service: ts.LanguageService
  readonly #folder = `/${++folders}`
  readonly #scopeFile = `${this.#folder}/scope.d.ts`
  /** The author's own text, for what only asks how it is written. */
  readonly #plainFile = `${this.#folder}/plain.ts`
  #code = ''
  #scope = ''
  #typed: TypedSource = typedSource('', inputType)
  #version = 0

  constructor() {
    this.service = ts.createLanguageService(this.#host(), registry)
  }

  /** The code that is asked about from now on. */
  open(code: string, scope: string): void {
    if (code === this.#code && scope === this.#scope) return
    this.#code = code
    this.#scope = scope
    this.#typed = typedSource(code, inputType)
    this.#version += 1
  }

  get code(): string {
    return this.#code
  }

  get typed(): TypedSource {
    return this.#typed
  }

  /** The file to ask the service about; its text is that of `typed`. */
  get file(): string {
    return `${this.#folder}/code.${this.#typed.isTypeScript ? 'ts' : 'js'}`
  }

  /** What does not agree, the first of it, in the order of the text. */
  problems(): TypeProblem[] {
    const syntax = this.service
      .getSyntacticDiagnostics(this.file)
      .filter((each) => this.#isReported(each))
    if (syntax.length > 0) return syntax.slice(0, 3).map((each) => this.#problem('syntax', each))
    return this.service
      .getSemanticDiagnostics(this.file)
      .filter((each) => this.#isReported(each))
      .map((each) => this.#problem('type', each))
      .sort((one, other) => one.from - other.from)
      .slice(0, maxProblems)
  }

  /** The changes that bring the author's text into shape. */
  formatting(): { from: number; to: number; insert: string }[] {
    const edits = this.service.getFormattingEditsForDocument(this.#plainFile, formatSettings)
    return edits.map(({ span, newText }) => ({
      from: span.start,
      to: span.start + span.length,
      insert: newText,
    }))
  }

  #isReported({ code, category }: ts.Diagnostic): boolean {
    const isError = category === ts.DiagnosticCategory.Error
    return isError && !isIgnored(code, this.#typed.isTypeScript)
  }

  #problem(kind: TypeProblem['kind'], diagnostic: ts.Diagnostic): TypeProblem {
    const { start = 0, length = 1 } = diagnostic
    const from = Math.min(this.#typed.toSource(start), this.#code.length)
    const to = Math.min(this.#typed.toSource(start + length), this.#code.length)
    const before = this.#code.slice(0, from).split('\n')
    return {
      kind,
      from,
      to: Math.max(to, from),
      line: before.length,
      column: (before.at(-1)?.length ?? 0) + 1,
      message: messageOf(diagnostic),
    }
  }

  #textOf(file: string): ts.IScriptSnapshot | undefined {
    const known = fixed.get(file)
    if (known) return known
    if (file === this.#scopeFile) return snapshotOf(this.#scope)
    if (file === this.#plainFile) return snapshotOf(this.#code)
    return file === this.file ? snapshotOf(this.#typed.text) : undefined
  }

  #host(): ts.LanguageServiceHost {
    return {
      // In TypeScript a list that begins empty gets its type by what is added, with this only.
      getCompilationSettings: () => ({ ...base, noImplicitAny: this.#typed.isTypeScript }),
      getScriptFileNames: () => [...fixed.keys(), this.#scopeFile, this.file],
      getScriptVersion: (file) => (fixed.has(file) ? '1' : String(this.#version)),
      getScriptSnapshot: (file) => this.#textOf(file),
      getCurrentDirectory: () => '/',
      // Else titles and descriptions of schemas would be left out.
      jsDocParsingMode: ts.JSDocParsingMode.ParseAll,
      getDefaultLibFileName: () => libFile,
      fileExists: (file) => this.#textOf(file) !== undefined,
      readFile: (file) => {
        const snapshot = this.#textOf(file)
        return snapshot?.getText(0, snapshot.getLength())
      },
      directoryExists: () => false,
      getDirectories: () => [],
    }
  }
}

const formatSettings: ts.FormatCodeSettings = {
  ...ts.getDefaultFormatCodeSettings('\n'),
  indentSize: 2,
  tabSize: 2,
  convertTabsToSpaces: true,
  trimTrailingWhitespace: true,
}
