import { z } from 'zod'
import type { AsyncResultView } from '#lib/domain/run/async-result'
import type { RetryPolicy } from '#lib/domain/workflow/definition'
import type { OcrLanguage } from '#lib/domain/document/ocr-languages'
import type { DocumentPage } from '#lib/domain/document/page'
import type { FoundPassage } from '#lib/domain/document/passage'
import type { ExpressionSite } from '#lib/domain/expressions/expressions'
import type { HieRequest } from '#lib/domain/provider/hie'
import type { MailStatus } from '#lib/domain/mail/status'
import type { FaxCover, FaxRetry } from '#lib/domain/provider/fax'
import type { PdfChange } from '#lib/domain/pdf-change'
import type { AddressCheck, AddressPolicy } from '#lib/domain/provider/address-check'
import type { LetterAddress } from '#lib/domain/provider/letter'
import type { LetterService, LetterStatus } from '#lib/domain/provider/letter-words'
import type { TextMessageStatus } from '#lib/domain/provider/text-message'
import type { WorkingTime } from '#lib/domain/calendar/working-time'
import type { CaseName } from '#lib/domain/run/case-name'
import type { Failure, LogLine } from '#lib/domain/run/run'
import type { DocumentAnswer } from '#lib/domain/ask/answer'
import type { AskedDocuments } from '#lib/domain/ask/asked-documents'
import type { ScreenState } from '#lib/domain/run/screen-state'
import type { TemplateKind } from '#lib/domain/template/template-words'
import type { RowRun, StoredTable } from '#lib/domain/tables/chunk'
import type { Cell } from '#lib/domain/tables/columns'
import type { FoundTable } from '#lib/domain/tables/found'
import type { CsvReadOptions, CsvWriteOptions, ExcelReadOptions } from '#lib/domain/tables/options'
import type { MailContent, MailFile } from '#lib/domain/received-mail'
import type { NewRecipient } from '#lib/domain/secure-message'
import type { ConnectionKind, Effect } from '../domain/statuses.ts'
import type { Branches, StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import type { FileBody, FormBody } from '../integrations/outbound/file-body.ts'
import type { PortOf } from '../integrations/ports.ts'

/**
 * The values that expressions and code of a run can read. `steps` has only the steps that are
 * named.
 */
export type RunContext = {
  start: unknown
  steps: Record<string, { output: unknown }>
  run: {
    id: string
    /** What people quote of the run. */
    reference?: string
    workflowId: string
    workflowName: string
    startedAt: string
    /** The instant that a schedule planned it for; otherwise when it started. */
    plannedAt?: string
    trigger: string
    timeZone: string
  }
  item?: unknown
  error?: Failure
}

/** How the pages of documents are read. */
export type DocumentReading = {
  /** Recognizes the text of pages that are pictures. */
  ocr: boolean
  languages: OcrLanguage[]
  signal: AbortSignal
  /** After each few pages of a file. */
  onProgress?(progress: { read: number; total: number }): void
}
/** Rows of a list, or those of a stored table; the columns in `columnOrder` come first. */
export type RowsToWrite = {
  rows: Record<string, unknown>[] | { tableFileId: string }
  columnOrder: string[]
}
/** Widths are in characters and formats such as `0.00`, both by column. */
export type SheetToWrite = RowsToWrite & {
  name: string
  header: boolean
  widths: Record<string, number>
  formats: Record<string, string>
}

/**
 * The services of the product for steps. Built once per process in lib/server/services.ts; each
 * call names the organization.
 */
export type StepServices = {
  /** Runs customers' code in the sandbox; `source` is TypeScript as the customer wrote it. */
  runCode(input: {
    organizationId: string
    /** The sandbox shares its time among the workflows of an organization. */
    workflowId: string
    source: string
    input: Record<string, unknown>
    timeoutMs: number
    seed: string
    now: Date
    signal: AbortSignal
  }): Promise<{ value: unknown; logs: LogLine[] }>
  /**
   * Computes expressions by JSONata, one after the other over the same context, in a process that
   * may be stopped at any time. The same `seed` and `now` give the same values. Throws
   * ExpressionError, whose `path` is that of the expression at fault when it is known, and a
   * StepError when no process can compute them. With `forEachItem` the context's `item` is a list,
   * and they are computed for each of its entries, those of the first one first.
   */
  computeExpressions(input: {
    organizationId: string
    workflowId: string
    expressions: ExpressionSite[]
    context: Record<string, unknown>
    now: Date
    seed: string
    forEachItem?: boolean
    signal?: AbortSignal
  }): Promise<unknown[]>
  /**
   * Puts one mail into the organization's outbox. The same `key` never creates a second mail. With
   * `wait` the async result ends when the mail is sent or delivered, is stopped on the way, or after
   * that time. Throws ApiError `invalid_request` for addresses or attachments, and `not_found`.
   */
  sendMail(
    organizationId: string,
    mail: {
      key: string
      to: string[]
      cc?: string[]
      bcc?: string[]
      replyTo?: string
      subject: string
      text: string
      html?: string
      /** The ids of stored files. */
      attachments?: string[]
      onSuppressed?: 'skip' | 'refuse'
      wait?: { for: 'sent' | 'delivered'; seconds: number }
      runId: string
      taskId: string
    },
  ): Promise<{
    mailId: string
    status: MailStatus
    suppressed: string[]
    asyncResultId: string | null
  }>
  /** How far a mail has got, and why it got no further. Throws ApiError `not_found`. */
  mailStatus(
    organizationId: string,
    mailId: string,
  ): Promise<{ status: MailStatus; error: string | null }>
  /**
   * When people work: by the calendar with this slug, or else by that of the first of these groups
   * that has one, or else by the organization's default one. Throws 404.
   */
  workingTime(
    organizationId: string,
    calendar: string | undefined,
    groups?: readonly string[],
  ): Promise<WorkingTime>
  /**
   * Who else may do a screen whose step chose these people (`person:<id>`, `mail:<address>`): those
   * who stand in for who of them is away now, named in the same way.
   */
  standIns(organizationId: string, chosen: readonly string[]): Promise<string[]>
  /**
   * Reads a published workflow for a child run: the version with this number or the newest, and the
   * start data validated by its schema. Throws `not_found`, `conflict` when nothing is published,
   * and `invalid_request` with the fields that do not fit.
   */
  childWorkflow(
    organizationId: string,
    child: {
      /** The run of the step. */
      runId: string
      workflow: string
      version: number | undefined
      startData: unknown
      signal: AbortSignal
    },
  ): Promise<{ workflowId: string; versionId: string; startData: unknown; name: CaseName }>
  policyText(
    organizationId: string,
    policyId: string,
  ): Promise<{ policyId: string; title: string; text: string }>
  /** Reads an async result; undefined when there is none with this id. */
  asyncResult(organizationId: string, id: string): Promise<AsyncResultView | undefined>
  /**
   * Asks a health information exchange; the answer becomes the async result. The same `key` asks
   * once. Throws `unknown_connection`.
   */
  requestHie(
    organizationId: string,
    request: {
      connection: string
      request: HieRequest
      key: string
      timeoutSeconds?: number | undefined
    },
  ): Promise<{ asyncResultId: string }>
  /**
   * Converts a JSON document to sanitized HTML. Throws ApiError `invalid_request` when it cannot be
   * converted.
   */
  documentToHtml(document: unknown): Promise<string>
  /**
   * Fills a template with data; the version is the newest of when the run began that takes the same
   * data as the one that the workflow was published with. A document becomes a file of the run, and
   * the same `key` never makes a second one. `flatten`: nobody can change a filled PDF form. Throws
   * ApiError `invalid_request` with all that the data lacks, and `not_found`.
   */
  fillTemplate(
    organizationId: string,
    fill: {
      key: string
      run: { id: string; startedAt: Date }
      workflowId: string
      timeZone: string
      template: string
      /** Refuses templates of other kinds. */
      kind?: TemplateKind
      data: Record<string, unknown>
      fileName: string | undefined
      flatten?: boolean
      signal: AbortSignal
    },
  ): Promise<{
    version: number
    file: { id: string; fileName: string } | null
    subject: string | null
    text: string | null
    html: string | null
  }>
  /**
   * Stores a file that the run made, at most 200 MB, which may be a stream; it is deleted with the
   * run. The same `key` never creates a second file.
   */
  storeFile(
    organizationId: string,
    file: {
      key: string
      runId: string
      fileName: string
      mimeType: string
      content: Uint8Array | AsyncIterable<Uint8Array>
      createdBy: string
    },
  ): Promise<{ id: string; fileName: string; mimeType: string; size: number; sha256: string }>
  /**
   * A file of the organization to send; its bytes are read only as they are sent. Throws ApiError
   * `not_found`.
   */
  fileContent(organizationId: string, id: string): Promise<FileBody>
  /**
   * The pages of a file of the organization. What was read once is stored with the file. Throws
   * ApiError `not_found`, and `unprocessable` with a sentence when it cannot be read.
   */
  readDocument(
    organizationId: string,
    request: DocumentReading & { fileId: string },
  ): Promise<{ fileId: string; fileName: string; pages: DocumentPage[] }>
  /** The passages of some files that fit a question, the best first. Throws as `readDocument`. */
  searchDocuments(
    organizationId: string,
    request: DocumentReading & { fileIds: string[]; question: string; limit: number },
  ): Promise<FoundPassage[]>
  /**
   * Reads a table of a CSV or Excel file in a process of its own. `as: 'table'` stores its rows as a
   * file of the run; the same `key` never creates a second one. Throws ApiError `not_found`, and
   * `invalid_request` with what is wrong with the file.
   */
  readTable(
    organizationId: string,
    table: {
      key: string
      runId: string
      fileId: string
      as: 'list' | 'table'
      read: { do: 'csv'; options: CsvReadOptions } | { do: 'excel'; options: ExcelReadOptions }
      createdBy: string
      signal: AbortSignal
    },
  ): Promise<FoundTable & { file: { id: string; fileName: string }; table: StoredTable | null }>
  /** What a stored table knows of itself, without its rows. */
  tableIndex(
    organizationId: string,
    fileId: string,
  ): Promise<Omit<StoredTable, 'tableFileId'> & { runs: RowRun[] }>
  /** Rows of a stored table, counted from 0. */
  tableRows(
    organizationId: string,
    fileId: string,
    part: { from: number; count: number },
  ): Promise<Cell[][]>
  /**
   * Writes rows to a CSV or Excel file of the run, in pieces. The same `key` never creates a second
   * file. Throws ApiError `invalid_request` for rows that the format cannot hold.
   */
  writeTable(
    organizationId: string,
    file: {
      key: string
      runId: string
      fileName: string
      createdBy: string
      signal: AbortSignal
      write:
        | { do: 'csv'; table: RowsToWrite; options: CsvWriteOptions }
        | { do: 'excel'; sheets: SheetToWrite[] }
    },
  ): Promise<{ id: string; fileName: string; mimeType: string; size: number; sha256: string }>
  /**
   * Makes PDFs of stored PDFs, as files of the run. The same `key` never creates them again. Throws
   * ApiError `not_found`, and `invalid_request` with what is wrong with a PDF.
   */
  changePdfs(
    organizationId: string,
    pdfs: {
      key: string
      runId: string
      files: string[]
      change: PdfChange
      fileName: string | undefined
      createdBy: string
      signal: AbortSignal
    },
  ): Promise<{ file: { id: string; fileName: string }; pages: number }[]>
  /**
   * Sends a stored PDF as a letter through a letters connection. The same `key` never creates a
   * second letter. With the policy `ask` it answers a doubtful check of the address instead, and
   * sends when the call is repeated `confirmed`. `waits` makes an async result that ends with the
   * letter. Errors are ApiErrors; `details.outcome` is `unknown` when the provider may have
   * taken it.
   */
  sendLetter(
    organizationId: string,
    letter: {
      key: string
      runId: string
      connection: string
      fileId: string
      to: LetterAddress
      from: LetterAddress
      metadata: Record<string, string>
      color: boolean
      doubleSided: boolean
      extraService: LetterService
      addressPolicy: AddressPolicy
      confirmed: boolean
      waits: boolean
      createdBy: string
      signal: AbortSignal
    },
  ): Promise<
    | {
        trackingId: string
        status: LetterStatus
        expectedDeliveryDate: string | null
        trackingNumber: string | null
        asyncResultId: string | null
      }
    | { undecided: AddressCheck }
  >
  /**
   * Sends a text message. A call with the key of a message that was sent answers that one; any
   * other sends it. Errors are ApiErrors; `details.outcome` is `unknown` when it may have been sent.
   */
  sendTextMessage(
    organizationId: string,
    message: {
      key: string
      runId: string
      connection: string
      to: string
      text: string
      createdBy: string
      takeOver: boolean
      signal: AbortSignal
    },
  ): Promise<{ messageId: string; status: TextMessageStatus }>
  /**
   * The mail address at which a person answers the run; the async result ends with the first answer.
   * The same `key` always has the same address.
   */
  mailReplyAddress(
    organizationId: string,
    waiting: { key: string; runId: string; taskId: string; workflowId: string },
  ): Promise<{ address: string; asyncResultId: string }>
  /** A mail that answered the run, with its files. Throws ApiError `not_found`. */
  receivedMail(
    organizationId: string,
    id: string,
  ): Promise<{ content: MailContent; files: MailFile[] }>
  /**
   * Sends stored PDFs as a fax, after a cover page where there is one; the async result ends when the
   * provider says how that went. A call with the key of a fax that was taken answers that one; any
   * other sends it. Errors are ApiErrors;
   * `details.outcome` is `unknown` when the provider may have taken it.
   */
  sendFax(
    organizationId: string,
    fax: {
      key: string
      runId: string
      connection: string
      to: string
      files: string[]
      cover: FaxCover | undefined
      timeZone: string
      createdBy: string
      takeOver: boolean
      tries: { series: string; number: number; retry: FaxRetry }
      signal: AbortSignal
    },
  ): Promise<{ faxId: string; asyncResultId: string }>
  /**
   * Sends an encrypted mail: a link to a page that a one-time code opens. The same `key` never makes
   * a second one. With `waitFor` the async result ends with the event; it holds no content.
   */
  sendSecureMessage(
    organizationId: string,
    message: {
      key: string
      runId: string
      taskId: string
      recipients: NewRecipient[]
      subject: string
      text: string
      fileIds: string[]
      validDays: number
      waitFor: 'read' | 'replied' | undefined
      withdrawOnCancel: boolean
      signal: AbortSignal
    },
  ): Promise<{ messageId: string; asyncResultId: string | null }>
  /**
   * What a recipient did; the files of a reply become files of the run. Throws ApiError `conflict`
   * when the message has ended meanwhile.
   */
  secureMessageAnswer(
    organizationId: string,
    answer: {
      messageId: string
      recipientId: string
      replyId: string | null
      key: string
      runId: string
    },
  ): Promise<{
    email: string
    readAt: string | null
    reply: {
      text: string
      at: string
      files: { id: string; fileName: string; mimeType: string; size: number }[]
    } | null
  }>
  /**
   * Reads files and asks a model about them within the organization's budget; a connection without
   * a model searches words and known forms. Each quote of the answer is looked for in the files.
   * With `replace` names and numbers go out as marks, first those of these values.
   */
  askDocuments(organizationId: string, asked: AskedDocuments): Promise<DocumentAnswer>
  /**
   * Runs one SQL statement as the organization. Refusals by Postgres are answered as `error`;
   * throws ApiError `unavailable` (`details.begun`: it may have been written) or `rate_limited`.
   */
  runSql(
    organizationId: string,
    statement: {
      /** The run of the step: it decides whose tasks the statement may read. */
      runId: string
      query: string
      params: unknown[]
      database: 'built-in' | 'outside'
      readOnly: boolean
      signal: AbortSignal
    },
  ): Promise<
    | { rows: Record<string, unknown>[]; rowCount: number | null }
    | { error: { message: string; code: string; position: number | null; hint: string | null } }
  >
  /**
   * Fetches like `fetch`, but refuses internal addresses (also after redirects and DNS changes) and
   * limits time and size. A file is sent as it is read from the disk. The taker that `receive`
   * answers takes the content as it arrives, and `body` is then empty; without a taker the content
   * is text of at most `maxBytes`.
   */
  fetchPublic(request: {
    url: string
    method: string
    headers: Record<string, string>
    body?: string | FileBody | FormBody
    receive?(answer: {
      status: number
      headers: Record<string, string>
    }): ((content: AsyncIterable<Uint8Array>) => Promise<void>) | undefined
    timeoutMs: number
    maxBytes: number
    signal: AbortSignal
  }): Promise<{ status: number; headers: Record<string, string>; body: string }>
}

export type StepExecution<Config, Kind extends ConnectionKind | undefined> = {
  /** Its expressions are computed, and the step's schema has parsed it. */
  config: Config
  context: RunContext
  /** `depth` counts the sub-workflows around this run. */
  run: { id: string; organizationId: string; startedAt: Date; depth: number }
  task: { id: string; stepId: string; attempt: number }
  /** `run:task`, the same for every attempt; providers that support idempotency keys get it. */
  idempotencyKey: string
  /** An earlier attempt with this key ended without an answer: its call may have happened. */
  mayHaveHappened: boolean
  /** Aborted on cancel, on the step's timeout and at shutdown. */
  signal: AbortSignal
  /** Undefined also where an optional one is not named. */
  connection: Kind extends ConnectionKind ? PortOf<Kind> : undefined
  services: StepServices
  log(line: LogLine): void
}

/**
 * A run that a step starts and waits for: of a published version, or of the body of this loop over
 * some of its items.
 */
export type ChildRun =
  | {
      kind: 'workflow'
      workflowId: string
      versionId: string
      startData: unknown
      name: CaseName
    }
  | { kind: 'body'; items: unknown[]; from: number; parallel: number; stopAtFailure: boolean }

/**
 * How a child run ended. `from` is the number of its first item. The output of a loop's body is
 * `BodyOutput`.
 */
export type ChildEnd = {
  runId: string
  from: number
  status: 'completed' | 'failed' | 'cancelled'
  output: unknown
  error: Failure | null
}

/**
 * The result of a loop's body over the items of one run: an output for each item, null for one that
 * failed or did not start, and why they failed.
 */
export type BodyOutput = {
  results: unknown[]
  failures: { item: number; stepId?: string; code: string; message: string }[]
}

/** What a suspended task waits for. */
export type Suspension =
  | { reason: 'until'; until: Date; state?: Record<string, unknown> }
  | { reason: 'screen'; screen: ScreenState; state?: Record<string, unknown> }
  /**
   * The task goes on when all child runs have ended, or with `stopAtFailure` as soon as one failed;
   * `answer` is then `ChildEnd[]` in their order.
   */
  | {
      reason: 'child-run'
      children: ChildRun[]
      stopAtFailure?: boolean
      state?: Record<string, unknown>
    }
  /**
   * `what` tells people what the task waits for. At the deadline the task fails with `timed_out`.
   */
  | {
      reason: 'async-result'
      asyncResultId: string
      what?: string
      deadline?: Date
      state?: Record<string, unknown>
    }

export type StepResult<Output> =
  | { kind: 'done'; output: Output; via?: string; named?: CaseName }
  | { kind: 'suspended'; suspension: Suspension }

/** The step is finished; `via` names the branch that is taken when the step branches. */
export function done<Output>(output: Output, via?: string): StepResult<Output> {
  return via === undefined ? { kind: 'done', output } : { kind: 'done', output, via }
}

/** The step is finished and gave the run its name; its output is that name. */
export function doneNaming(named: CaseName): StepResult<CaseName> {
  return { kind: 'done', output: named, named }
}

/** The step waits for something outside. The step type must declare `resume`. */
export function suspend(suspension: Suspension): StepResult<never> {
  return { kind: 'suspended', suspension }
}

/** A failure that may not happen again; retried by the step's policy. */
export class StepError extends Error {
  readonly code: string
  readonly details: Record<string, unknown>
  /**
   * The earliest time of the next attempt in seconds, when the provider named it (`Retry-After`).
   */
  readonly retryAfterSeconds: number | undefined
  /**
   * Lines printed before the failure that were not sent to `execution.log`; stored with the task.
   */
  logs: LogLine[] = []
  constructor(
    code: string,
    message: string,
    details: Record<string, unknown> = {},
    retryAfterSeconds?: number,
  ) {
    super(message)
    this.name = 'StepError'
    this.code = code
    this.details = details
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** A failure that no retry can change (invalid input, refused by a rule). */
export class PermanentStepError extends StepError {
  constructor(code: string, message: string, details: Record<string, unknown> = {}) {
    super(code, message, details)
    this.name = 'PermanentStepError'
  }
}

type StepSpec<C extends z.ZodType, O extends z.ZodType, Kind extends ConnectionKind | undefined> = {
  type: string
  version: number
  title: string
  description: string
  category: StepTypeInfo['category']
  icon: string
  /**
   * What a step does, in words with its settings, for the second line of its box: the first whose
   * settings are known (`lib/domain/workflow/says.ts`). Left out where the type's title says it.
   */
  says?: string[]
  effect: Effect
  /**
   * For step types whose effect depends on the config (an HTTP GET only reads); `effect` is then
   * the worst case.
   */
  effectOf?(config: z.output<C>): Effect
  /**
   * Whether an execution that is an effect changes only what a backup of this installation has. Then
   * a restore takes it back, too, and it runs again without a question.
   */
  isInside?(config: z.output<C>): boolean
  config: C
  output: O
  /** Hints for the generated form (rjsf uiSchema): widgets, order, help. */
  uiSchema?: Record<string, unknown>
  /** The config must then have a string field `connection` with its slug. */
  connection?: Kind
  /** Without a slug the step is executed without a connection. */
  connectionOptional?: true
  branches?: Branches
  /**
   * Config fields that the step computes itself, perhaps often: `execute` gets their expressions
   * uncomputed, and they may read `item`.
   */
  deferred?: (keyof z.output<C> & string)[]
  retry?: RetryPolicy
  /**
   * For a step that is not `pure`: all its failures are permanent. Those of pure steps always are.
   */
  retryable?: false
  /** For work of many minutes: the maximum time of one attempt where the author says none. */
  timeoutSeconds?: number
  screen?: true
  /**
   * `execute` only computes from its config, in an instant: it calls no service and waits for
   * nothing.
   */
  immediate?: true
  examples: { title: string; config: Record<string, unknown> }[]
  execute(execution: StepExecution<z.output<C>, Kind>): Promise<StepResult<z.output<O>>>
  /**
   * Goes on when the step has what it waited for. `answer` is the screen's output, how child runs
   * ended, or undefined for a time or an async result.
   */
  resume?(
    execution: StepExecution<z.output<C>, Kind> & {
      answer: unknown
      state: Record<string, unknown>
    },
  ): Promise<StepResult<z.output<O>>>
}

/** A step type without its generic types, as the registry and the engine use it. */
export type StepType = {
  info: StepTypeInfo
  config: z.ZodType
  output: z.ZodType
  /** It only computes from its config, in an instant. */
  immediate: boolean
  /**
   * The effect of one execution by its computed config; without it, `info.effect` applies. The
   * engine calls it before `execute`.
   */
  effectOf?(config: unknown): Effect
  /** Whether the effect of one execution stays in this installation; never when left out. */
  isInside?(config: unknown): boolean
  execute(execution: StepExecution<unknown, undefined>): Promise<StepResult<unknown>>
  resume?(
    execution: StepExecution<unknown, undefined> & {
      answer: unknown
      state: Record<string, unknown>
    },
  ): Promise<StepResult<unknown>>
}

/**
 * Declares a step type: data for the editor plus the function that does the work. One file under
 * lib/steps has one call.
 * @see lib/steps/README.md
 */
export function defineStep<
  C extends z.ZodType,
  O extends z.ZodType,
  Kind extends ConnectionKind | undefined = undefined,
>(spec: StepSpec<C, O, Kind>): StepType {
  const schemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
    z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>
  const info: StepTypeInfo = {
    type: spec.type,
    version: spec.version,
    title: spec.title,
    description: spec.description,
    category: spec.category,
    icon: spec.icon,
    effect: spec.effect,
    configSchema: schemaOf(spec.config, 'input'),
    uiSchema: spec.uiSchema ?? {},
    outputSchema: schemaOf(spec.output, 'output'),
    screen: spec.screen ?? false,
    examples: spec.examples,
    ...(spec.says ? { says: spec.says } : {}),
    ...(spec.connection ? { connection: spec.connection } : {}),
    ...(spec.connectionOptional ? { connectionOptional: spec.connectionOptional } : {}),
    ...(spec.branches ? { branches: spec.branches } : {}),
    ...(spec.deferred ? { deferred: spec.deferred } : {}),
    ...(spec.retry ? { retry: spec.retry } : {}),
    ...(spec.timeoutSeconds ? { timeoutSeconds: spec.timeoutSeconds } : {}),
    ...(spec.effect === 'pure' || spec.retryable === false ? { retryable: false } : {}),
  }
  // The engine parses the config with spec.config before the call, so the erased function receives
  // what the typed one expects.
  return {
    info,
    config: spec.config,
    output: spec.output,
    immediate: spec.immediate ?? false,
    execute: spec.execute as unknown as StepType['execute'],
    ...(spec.effectOf
      ? { effectOf: spec.effectOf as unknown as NonNullable<StepType['effectOf']> }
      : {}),
    ...(spec.isInside
      ? { isInside: spec.isInside as unknown as NonNullable<StepType['isInside']> }
      : {}),
    ...(spec.resume ? { resume: spec.resume as unknown as NonNullable<StepType['resume']> } : {}),
  }
}
