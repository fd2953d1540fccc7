/**
 * Rounds API
 * 2
 * DO NOT MODIFY - This file has been generated using oazapfts.
 * See https://www.npmjs.com/package/oazapfts
 */
import * as Oazapfts from "@oazapfts/runtime";
import * as QS from "@oazapfts/runtime/query";
export const defaults: Oazapfts.Defaults<Oazapfts.CustomHeaders> = {
    headers: {},
    baseUrl: "http://localhost:3000"
};
const oazapfts = Oazapfts.runtime(defaults);
export const servers = {
    server1: "http://localhost:3000"
};
export type WorkflowSummary = {
    id: string;
    slug: string;
    name: string;
    description: string;
    /** The folder that it lies in; null at the top. */
    folderId: string | null;
    /** Words by which people find it, in small letters. */
    tags: string[];
    published: {
        id: string;
        "number": number;
        publishedAt: string;
        publishedBy: string | null;
    } | null;
    hasUnpublishedChanges: boolean;
    formPublic: boolean;
    /** What the caller may not do with it, by their role and the access rules, with the reason in words. An act that is not here is allowed. */
    mayNot: {
        edit?: string;
        publish?: string;
        run?: string;
        pause?: string;
        cancelRuns?: string;
        schedule?: string;
        duplicate?: string;
        "delete"?: string;
    };
    /** Since when, and by whom, the workflow is paused: no run of it starts, and its runs wait before their next step. */
    paused: {
        at: string;
        by: string | null;
    } | null;
    createdAt: string;
    createdBy: string | null;
    /** When the draft was last saved. */
    updatedAt: string;
    updatedBy: string | null;
    lastRun: {
        id: string;
        status: "running" | "suspended" | "completed" | "failed" | "cancelled";
        createdAt: string;
    } | null;
    /** The last 14 days in the time zone of the organization, oldest first, including days without runs. */
    runsByDay: {
        date: string;
        total: number;
        failed: number;
    }[];
};
export type ErrorA = {
    /** A stable code: `invalid_request` (400), `query_failed` (400), `result_too_large` (400), `unauthorized` (401), `forbidden` (403), `sandbox_only` (403), `confirmation_required` (403), `not_found` (404), `unknown_connection` (404), `method_not_allowed` (405), `conflict` (409), `address_suppressed` (409), `version_conflict` (409), `draft_conflict` (409), `other_worker` (409), `in_use` (409), `idempotency_in_progress` (409), `idempotency_outcome_unknown` (409), `idempotency_key_reused` (409), `idempotency_answer_withheld` (409), `workflow_paused` (409), `workflow_busy` (409), `precondition_failed` (412), `payload_too_large` (413), `unsupported_media_type` (415), `unprocessable` (422), `hook_refused` (422), `session_locked` (423), `precondition_required` (428), `rate_limited` (429), `connection_limited` (429), `model_budget` (409), `code_quota` (429), `storage_quota` (409), `internal_error` (500), `hook_failed` (500), `provider_error` (502), `provider_unavailable` (502), `unavailable` (503), `provider_timeout` (504); a hook of a workflow may have its own. */
    error: string;
    /** A sentence that says what to do. */
    message: string;
    statusCode: number;
    /** More for programs; for invalid_request: issues, a list of {path, message}. */
    details: {
        [key: string]: unknown;
    };
};
export type RetryPolicyInput = {
    maxAttempts: number;
    delaySeconds?: number;
    factor?: number;
    maxDelaySeconds?: number;
};
export type StepInput = {
    id: string;
    "type": string;
    typeVersion?: number;
    title: string;
    after?: {
        step: string;
        via?: string;
    }[];
    config?: {
        [key: string]: unknown;
    };
    branchLabels?: {
        [key: string]: string;
    };
    priority?: number;
    before_complete?: string;
    on_failure?: {
        step: string;
        then: "continue" | "fail";
    };
    retry?: RetryPolicyInput;
    timeoutSeconds?: number;
    position?: {
        x: number;
        y: number;
    };
    group?: string;
};
export type DefinitionInput = {
    startData?: {
        [key: string]: unknown;
    };
    steps: StepInput[];
    settings?: {
        failureEmails?: string[];
        timeZone?: string;
        concurrency?: {
            limit: number;
            whenFull?: "queue" | "skip" | "cancel-oldest";
        };
        timeoutSeconds?: number;
        workerLabel?: string;
        retentionDays?: number;
        runTitle?: string;
        runSubtitle?: string;
        runColumns?: {
            label: string;
            value: string;
        }[];
        runPatient?: string;
        form?: {
            language?: string;
            privacyNote?: string;
            translations?: {
                [key: string]: {
                    [key: string]: string;
                };
            };
        };
    };
    notes?: {
        [key: string]: {
            text: string;
            kind: "explanation" | "caution" | "todo" | "agreed";
            position: {
                x: number;
                y: number;
            };
            size: {
                width: number;
                height: number;
            };
        };
    };
    groups?: {
        [key: string]: {
            name: string;
            colour: "blue" | "green" | "amber" | "violet" | "rose" | "grey";
        };
    };
};
export type RetryPolicy = {
    maxAttempts: number;
    delaySeconds: number;
    factor: number;
    maxDelaySeconds: number;
};
export type Step = {
    id: string;
    "type": string;
    typeVersion?: number;
    title: string;
    after: {
        step: string;
        via?: string;
    }[];
    config: {
        [key: string]: unknown;
    };
    branchLabels?: {
        [key: string]: string;
    };
    priority?: number;
    before_complete?: string;
    on_failure?: {
        step: string;
        then: "continue" | "fail";
    };
    retry?: RetryPolicy;
    timeoutSeconds?: number;
    position?: {
        x: number;
        y: number;
    };
    group?: string;
};
export type Definition = {
    startData: {
        [key: string]: unknown;
    };
    steps: Step[];
    settings: {
        failureEmails?: string[];
        timeZone?: string;
        concurrency?: {
            limit: number;
            whenFull: "queue" | "skip" | "cancel-oldest";
        };
        timeoutSeconds?: number;
        workerLabel?: string;
        retentionDays?: number;
        runTitle?: string;
        runSubtitle?: string;
        runColumns?: {
            label: string;
            value: string;
        }[];
        runPatient?: string;
        form?: {
            language?: string;
            privacyNote?: string;
            translations?: {
                [key: string]: {
                    [key: string]: string;
                };
            };
        };
    };
    notes?: {
        [key: string]: {
            text: string;
            kind: "explanation" | "caution" | "todo" | "agreed";
            position: {
                x: number;
                y: number;
            };
            size: {
                width: number;
                height: number;
            };
        };
    };
    groups?: {
        [key: string]: {
            name: string;
            colour: "blue" | "green" | "amber" | "violet" | "rose" | "grey";
        };
    };
};
export type Problem = {
    code: "no_steps" | "duplicate_step_id" | "unknown_step_type" | "unknown_edge_step" | "self_edge" | "duplicate_edge" | "cycle" | "unreachable_step" | "unconnected_step" | "unknown_branch" | "missing_branch" | "not_branching" | "invalid_expression" | "invalid_config" | "unknown_step_reference" | "reference_not_before" | "unknown_start_field" | "unknown_output_field" | "unknown_run_field" | "unknown_name" | "error_outside_handler" | "item_outside_loop" | "loop_without_body" | "loop_body_crossed" | "loop_names_case" | "unknown_workflow" | "missing_connection" | "unknown_connection" | "unknown_template" | "missing_placeholder" | "unknown_placeholder" | "wrong_placeholder_value" | "template_changed" | "unknown_handler" | "handler_has_after" | "handler_of_itself" | "handler_followed" | "screen_only_field" | "invalid_deadline" | "unknown_in_deadline" | "retry_without_use" | "invalid_code" | "mistyped_code" | "invalid_start_data" | "unknown_time_zone" | "label_unserved";
    severity: "error" | "warning";
    message: string;
    stepId?: string;
    path?: string;
};
export type Workflow = {
    id: string;
    slug: string;
    name: string;
    description: string;
    /** The folder that it lies in; null at the top. */
    folderId: string | null;
    /** Words by which people find it, in small letters. */
    tags: string[];
    published: {
        id: string;
        "number": number;
        publishedAt: string;
        publishedBy: string | null;
    } | null;
    hasUnpublishedChanges: boolean;
    formPublic: boolean;
    /** What the caller may not do with it, by their role and the access rules, with the reason in words. An act that is not here is allowed. */
    mayNot: {
        edit?: string;
        publish?: string;
        run?: string;
        pause?: string;
        cancelRuns?: string;
        schedule?: string;
        duplicate?: string;
        "delete"?: string;
    };
    /** Since when, and by whom, the workflow is paused: no run of it starts, and its runs wait before their next step. */
    paused: {
        at: string;
        by: string | null;
    } | null;
    createdAt: string;
    createdBy: string | null;
    /** When the draft was last saved. */
    updatedAt: string;
    updatedBy: string | null;
    /** From then on the shared form takes no answers. */
    formClosesAt: string | null;
    /** The shared form takes so many; null: any number. */
    formMaxAnswers: number | null;
    /** The shared form was closed by hand. */
    formClosed: boolean;
    /** How many answers came by the shared link. */
    formAnswers: number;
    /** When browsers must solve a puzzle before they send the shared form. */
    formProtection: "off" | "auto" | "always";
    /** How many sendings were asked for a solved puzzle. */
    formProofsAsked: number;
    /** How many came back with it. */
    formProofsGiven: number;
    /** For so many days visitors may go on with the form later; 0: not at all. */
    formSaveDays: number;
    /** The secret part of the shared form link /f/{token}; works while formPublic is true. Null for callers who may not edit workflows. */
    formToken: string | null;
    draft: Definition;
    /** The revision to send as If-Match with the next save. */
    draftRevision: number;
    /** The problems of the draft. */
    problems: Problem[];
};
export type WorkflowVersionSummary = {
    id: string;
    "number": number;
    note: string;
    publishedAt: string;
    publishedBy: string | null;
    /** Whether new runs start with this version. */
    current: boolean;
    /** With what it was published; null for versions from before this was kept. */
    proof: {
        tests: {
            passed: number;
            failed: number;
            /** Names of the first twenty that fail; older proofs have none. */
            failing?: string[];
        };
        /** The newest back-test of that very draft. */
        backTest: {
            id: string;
            same: number;
            different: number;
            "unknown": number;
            failing: number;
        } | null;
        /** The differences that the publisher accepted, by name. */
        accepted: string[];
    } | null;
    /** Who approved it; null where publishing needed no approval. */
    approval: {
        /** Null: nobody approved it. */
        requestId: string | null;
        askedBy: string | null;
        approvedBy: string | null;
        approvedAt: string | null;
        /** Of the approver. */
        note: string;
        /** The reason for which an owner published without an approval. */
        without: string | null;
    } | null;
};
export type WorkflowVersion = {
    id: string;
    "number": number;
    note: string;
    publishedAt: string;
    publishedBy: string | null;
    /** Whether new runs start with this version. */
    current: boolean;
    /** With what it was published; null for versions from before this was kept. */
    proof: {
        tests: {
            passed: number;
            failed: number;
            /** Names of the first twenty that fail; older proofs have none. */
            failing?: string[];
        };
        /** The newest back-test of that very draft. */
        backTest: {
            id: string;
            same: number;
            different: number;
            "unknown": number;
            failing: number;
        } | null;
        /** The differences that the publisher accepted, by name. */
        accepted: string[];
    } | null;
    /** Who approved it; null where publishing needed no approval. */
    approval: {
        /** Null: nobody approved it. */
        requestId: string | null;
        askedBy: string | null;
        approvedBy: string | null;
        approvedAt: string | null;
        /** Of the approver. */
        note: string;
        /** The reason for which an owner published without an approval. */
        without: string | null;
    } | null;
    definition: Definition;
};
export type WorkflowExport = {
    format: "rounds.workflow";
    version: 1;
    name: string;
    slug: string;
    description: string;
    tags: string[];
    definition: Definition;
};
export type WorkflowExportInput = {
    format: "rounds.workflow";
    version: 1;
    name: string;
    slug: string;
    description?: string;
    tags?: string[];
    definition: DefinitionInput;
};
export type StepType = {
    "type": string;
    version: number;
    title: string;
    description: string;
    category: "Flow" | "People" | "Data" | "Documents" | "Healthcare" | "Communication" | "Code";
    says?: string[];
    icon: string;
    effect: "pure" | "read" | "idempotent" | "unsafe";
    configSchema: {
        [key: string]: unknown;
    };
    uiSchema: {
        [key: string]: unknown;
    };
    outputSchema: {
        [key: string]: unknown;
    };
    connection?: "emr" | "homecare" | "billing" | "bank" | "directory" | "warehouse" | "clearinghouse" | "hie" | "payer-docs" | "letters" | "model" | "sms" | "fax" | "web";
    connectionOptional?: true;
    branches?: {
        fixed: string[];
    } | {
        "from": string;
        key: string;
        also: string[];
    };
    deferred?: string[];
    retry?: RetryPolicy;
    retryable?: boolean;
    timeoutSeconds?: number;
    screen: boolean;
    examples: {
        title: string;
        config: {
            [key: string]: unknown;
        };
    }[];
};
export type Failure = {
    code: string;
    message: string;
    details?: {
        [key: string]: unknown;
    };
    stepId?: string;
    attempt?: number;
};
export type RunTask = {
    id: string;
    status: "waiting-dependencies" | "pending" | "running" | "suspended" | "completed" | "failed" | "skipped" | "cancelled";
    output: unknown;
    state: unknown;
    workflowRunId: string;
    stepId: string;
    stepType: string;
    attempt: number;
    error: Failure | null;
    logs: {
        level: "log" | "info" | "warn" | "error";
        message: string;
    }[];
    startedAt: string | null;
    finishedAt: string | null;
    title: string;
    input: unknown;
    via: string | null;
    createdAt: string;
    key: string;
    handlesStepId: string | null;
    priority: number;
    dueAt: string | null;
    completedBy: string | null;
    outputTruncated: boolean;
};
export type Run = {
    id: string;
    status: "running" | "suspended" | "completed" | "failed" | "cancelled";
    holds: ("workflow-paused" | "turn") | null;
    trigger: "manual" | "form" | "api" | "schedule" | "retry" | "parent" | "mail" | "fax" | "webhook";
    workflow: {
        id: string;
        slug: string;
        name: string;
    };
    version: number | null;
    title: string | null;
    subtitle: string | null;
    caseColumns: {
        label: string;
        value: string;
    }[] | null;
    patientKey: string | null;
    startedBy: string | null;
    sandbox: boolean;
    error: Failure | null;
    retriedAs: string | null;
    createdAt: string;
    finishedAt: string | null;
    startData: unknown;
    output: unknown;
    definition: unknown;
    retriedFromRunId: string | null;
    tasks: RunTask[];
    revision: number;
    /** Start data and output together are larger than 5 MB, so there is no large output here. Each task has its own, at /api/v2/task/{taskId}. */
    truncated: boolean;
    /** The start data alone is larger than 5 MB: only its short fields are here. */
    startDataTruncated: boolean;
    parent: {
        runId: string;
        taskId: string;
        workflowName: string;
    } | null;
    loop: {
        stepId: string;
        "from": number;
        items: number;
    } | null;
    children: {
        id: string;
        taskId: string;
        status: "running" | "suspended" | "completed" | "failed" | "cancelled";
        workflowName: string;
        "from": number;
        items: number | null;
        createdAt: string;
        finishedAt: string | null;
    }[];
};
export type StartedRun = {
    id: string;
    status: "running" | "suspended" | "completed" | "failed" | "cancelled";
};
export type RunSummary = {
    id: string;
    status: "running" | "suspended" | "completed" | "failed" | "cancelled";
    holds: ("workflow-paused" | "turn") | null;
    trigger: "manual" | "form" | "api" | "schedule" | "retry" | "parent" | "mail" | "fax" | "webhook";
    workflow: {
        id: string;
        slug: string;
        name: string;
    };
    version: number | null;
    title: string | null;
    subtitle: string | null;
    caseColumns: {
        label: string;
        value: string;
    }[] | null;
    patientKey: string | null;
    startedBy: string | null;
    sandbox: boolean;
    error: Failure | null;
    retriedAs: string | null;
    createdAt: string;
    finishedAt: string | null;
};
export type Schema0 = string | number | boolean | null | Schema0[] | {
    [key: string]: Schema0;
};
export type Schema0Input = string | number | boolean | null | Schema0Input[] | {
    [key: string]: Schema0Input;
};
export type Task = {
    id: string;
    status: "waiting-dependencies" | "pending" | "running" | "suspended" | "completed" | "failed" | "skipped" | "cancelled";
    output: unknown;
    state: unknown;
    workflowRunId: string;
    stepId: string;
    stepType: string;
    attempt: number;
    error: Failure | null;
    logs: {
        level: "log" | "info" | "warn" | "error";
        message: string;
    }[];
    startedAt: string | null;
    finishedAt: string | null;
};
export type File = {
    id: string;
    fileName: string;
    mimeType: string;
    size: number;
    sha256: string;
    createdBy: string | null;
    createdAt: string;
};
export type ErrorB = {
    /** A sentence that says what to do. */
    error: string;
};
export type ErrorC = {
    /** A sentence that says what to do. */
    message: string;
};
/**
 * List workflows
 */
export function listWorkflows({ limit, cursor, search, folder, tag }: {
    limit?: number;
    cursor?: string;
    search?: string;
    folder?: string | "none";
    tag?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: WorkflowSummary[];
            nextCursor: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows${QS.query(QS.explode({
        limit,
        cursor,
        search,
        folder,
        tag
    }))}`, {
        ...opts
    });
}
/**
 * Create a workflow
 */
export function createWorkflow(body: {
    name: string;
    slug?: string;
    description?: string;
    definition?: DefinitionInput;
    /** The folder for it; null or left out: the top. */
    folderId?: string | null;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: Workflow;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/workflows", oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * List the tags of the workflows that you see, by name
 */
export function listWorkflowTags(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                tag: string;
                workflows: number;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/workflow-tags", {
        ...opts
    });
}
/**
 * Read a workflow and its draft
 */
export function readWorkflow(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Workflow;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}`, {
        ...opts
    });
}
/**
 * Change name, slug, description, tags or the shared form link
 */
export function updateWorkflow(id: string, body: {
    name?: string;
    slug?: string;
    replace?: boolean;
    description?: string;
    tags?: string[];
    formPublic?: boolean;
    formClosesAt?: string | null;
    formMaxAnswers?: number | null;
    formClosed?: boolean;
    formProtection?: "off" | "auto" | "always";
    formSaveDays?: number;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Workflow;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body
    }));
}
/**
 * Delete a workflow with its versions and runs
 */
export function deleteWorkflow(id: string, { replaceWith, confirm }: {
    replaceWith?: string;
    confirm?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}${QS.query(QS.explode({
        replaceWith,
        confirm
    }))}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Read what starts a workflow
 */
export function getWorkflowStarts(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            /** The next one first; at most 50. Empty for callers who may not read schedules. */
            schedules: {
                id: string;
                name: string;
                timeZone: string;
                paused: boolean;
                /** Null while it is paused, and when no further one is. */
                nextAt: string | null;
                /** Why the last start failed. */
                problem: string | null;
            }[];
            /** The mail address that starts it, without the address; null: it has none. */
            mail: {
                enabled: boolean;
                /** Whether this installation receives mails at all. */
                receiving: boolean;
            } | null;
            /** The webhook that starts it, without its address; null: it has none. */
            webhook: {
                name: string;
                enabled: boolean;
            } | null;
            /** Empty for callers who may not read schedules. */
            faxLines: {
                connection: string;
                /** Empty: every number without a line of its own. */
                "number": string;
                enabled: boolean;
            }[];
            /** The workflows that name it, in their published version or their draft. A name that a workflow computes cannot be known. */
            usedBy: {
                id: string;
                name: string;
                published: boolean;
                draft: boolean;
                steps: {
                    id: string;
                    title: string;
                }[];
            }[];
            /** How many more workflows name it that the access rules do not show to you. */
            usedByOthers: number;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/starts`, {
        ...opts
    });
}
/**
 * Read the webhook that starts a workflow
 */
export function getWebhookTrigger(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            /** Null for a workflow without one. */
            address: string | null;
            enabled: boolean;
            /** Who posts, as runs and the audit log name it. */
            name: string;
            signature: {
                scheme: "none" | "body" | "timestamp" | "standard";
                header: string | null;
            };
            /** The secret itself is never answered. */
            hasSecret: boolean;
            idHeader: string | null;
            fields: {
                [key: string]: string;
            };
            /** What bodies had so far: names and types, no values. */
            bodyFields: {
                path: string;
                "type": "text" | "number" | "yes or no" | "nothing" | "list";
            }[];
            /** Until when the address before this one works. */
            previousUntil: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/webhook-trigger`, {
        ...opts
    });
}
/**
 * Give a workflow a webhook, or change it
 */
export function setWebhookTrigger(id: string, body: {
    enabled?: boolean;
    name?: string;
    signature?: {
        scheme?: "none" | "body" | "timestamp" | "standard";
        header?: string | null;
    };
    /** Left out: the one that is there stays, as long as the way of signing does. */
    secret?: string;
    /** The header with the id of a delivery, such as X-GitHub-Delivery. */
    idHeader?: string | null;
    /** Where in the body the value of a start field is: its keys, joined by dots. */
    fields?: {
        [key: string]: string;
    };
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            /** Null for a workflow without one. */
            address: string | null;
            enabled: boolean;
            /** Who posts, as runs and the audit log name it. */
            name: string;
            signature: {
                scheme: "none" | "body" | "timestamp" | "standard";
                header: string | null;
            };
            /** The secret itself is never answered. */
            hasSecret: boolean;
            idHeader: string | null;
            fields: {
                [key: string]: string;
            };
            /** What bodies had so far: names and types, no values. */
            bodyFields: {
                path: string;
                "type": "text" | "number" | "yes or no" | "nothing" | "list";
            }[];
            /** Until when the address before this one works. */
            previousUntil: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/webhook-trigger`, oazapfts.json({
        ...opts,
        method: "PUT",
        body
    }));
}
/**
 * Give a workflow another webhook address
 */
export function rotateWebhookTrigger(id: string, body?: {
    keepOld?: boolean;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            /** Null for a workflow without one. */
            address: string | null;
            enabled: boolean;
            /** Who posts, as runs and the audit log name it. */
            name: string;
            signature: {
                scheme: "none" | "body" | "timestamp" | "standard";
                header: string | null;
            };
            /** The secret itself is never answered. */
            hasSecret: boolean;
            idHeader: string | null;
            fields: {
                [key: string]: string;
            };
            /** What bodies had so far: names and types, no values. */
            bodyFields: {
                path: string;
                "type": "text" | "number" | "yes or no" | "nothing" | "list";
            }[];
            /** Until when the address before this one works. */
            previousUntil: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/webhook-trigger/rotate`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * List what was posted to the webhook of a workflow, newest first
 */
export function listWebhookDeliveries(id: string, { limit, cursor }: {
    limit?: number;
    cursor?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                receivedAt: string;
                /** The HTTP status of the answer. */
                status: number;
                /** Why it started nothing. */
                reason: {
                    code: string;
                    message: string;
                    issues?: {
                        path: string;
                        message: string;
                    }[];
                } | null;
                runId: string | null;
                /** Bytes of the body. */
                size: number;
                /** How often the same delivery came again and was answered the same. */
                repeats: number;
                repeatedAt: string | null;
            }[];
            nextCursor: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/webhook-trigger/deliveries${QS.query(QS.explode({
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * For other systems: start a workflow by its webhook
 */
export function receiveWebhook(token: string, { validationToken, idempotencyKey, webhookId }: {
    validationToken?: string;
    idempotencyKey?: string;
    webhookId?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 202;
        data: {
            runId: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 422;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    } | {
        status: 503;
        data: ErrorA;
    }>(`/api/v2/hooks/workflows/${encodeURIComponent(token)}${QS.query(QS.explode({
        validationToken
    }))}`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey,
            "webhook-id": webhookId
        })
    });
}
/**
 * For other systems: look whether an address is that of a webhook
 */
export function checkWebhookAddress(token: string, { hubChallenge, hubMode, hubTopic, hubLeaseSeconds, hubVerifyToken }: {
    hubChallenge?: string;
    hubMode?: string;
    hubTopic?: string;
    hubLeaseSeconds?: string;
    hubVerifyToken?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            message: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/hooks/workflows/${encodeURIComponent(token)}${QS.query(QS.explode({
        "hub.challenge": hubChallenge,
        "hub.mode": hubMode,
        "hub.topic": hubTopic,
        "hub.lease_seconds": hubLeaseSeconds,
        "hub.verify_token": hubVerifyToken
    }))}`, {
        ...opts
    });
}
/**
 * Save the draft
 */
export function saveDraft(id: string, ifMatch: string, body: {
    definition: DefinitionInput;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            draftRevision: number;
            problems: Problem[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 428;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/draft`, oazapfts.json({
        ...opts,
        method: "PUT",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "If-Match": ifMatch
        })
    }));
}
/**
 * Change parts of the draft
 */
export function changeDraft(id: string, body: {
    messageId: string;
    base: number;
    changes: ({
        kind: "set";
        path: string[];
        to: unknown;
        behind?: string | null;
    } | {
        kind: "remove";
        path: string[];
    } | {
        kind: "lines";
        path: string[];
        at: number;
        remove: number;
        insert: string[];
    } | {
        kind: "move";
        step: string;
        behind: string | null;
    })[];
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            draftRevision: number;
            /** What other people changed after `base` and before this. */
            missed: {
                /** The revision to which they led. */
                revision: number;
                /** As the editor that sent them named them. */
                messageId: string | null;
                by: string;
                at: string;
                changes: ({
                    kind: "set";
                    path: string[];
                    to: unknown;
                    behind?: string | null;
                } | {
                    kind: "remove";
                    path: string[];
                } | {
                    kind: "lines";
                    path: string[];
                    at: number;
                    remove: number;
                    insert: string[];
                } | {
                    kind: "move";
                    step: string;
                    behind: string | null;
                })[];
            }[];
            problems: Problem[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/draft/changes`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * List the changes of the draft after a revision
 */
export function listDraftChanges(id: string, since: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            draftRevision: number;
            items: {
                /** The revision to which they led. */
                revision: number;
                /** As the editor that sent them named them. */
                messageId: string | null;
                by: string;
                at: string;
                changes: ({
                    kind: "set";
                    path: string[];
                    to: unknown;
                    behind?: string | null;
                } | {
                    kind: "remove";
                    path: string[];
                } | {
                    kind: "lines";
                    path: string[];
                    at: number;
                    remove: number;
                    insert: string[];
                } | {
                    kind: "move";
                    step: string;
                    behind: string | null;
                })[];
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/draft/changes${QS.query(QS.explode({
        since
    }))}`, {
        ...opts
    });
}
/**
 * List the steps of a draft that people wrote about
 */
export function listStepThreads(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                stepId: string;
                /** All of them. */
                comments: number;
                /** Those that are not resolved; 0: the thread is resolved. */
                open: number;
                /** When something of it was last written, changed or resolved. */
                changedAt: string;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/threads`, {
        ...opts
    });
}
/**
 * List what people wrote about a step of a draft, the newest first
 */
export function listStepComments(id: string, stepId: string, { limit, cursor }: {
    limit?: number;
    cursor?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                author: {
                    userId: string;
                    name: string;
                };
                text: string;
                mentions: {
                    userId: string;
                    name: string;
                }[];
                createdAt: string;
                editedAt: string | null;
                changeableUntil: string | null;
                deletable: boolean;
                /** Null: it is open. */
                resolvedAt: string | null;
                resolvedBy: string | null;
            }[];
            nextCursor: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/steps/${encodeURIComponent(stepId)}/comments${QS.query(QS.explode({
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * Write a comment about a step of a draft
 */
export function addStepComment(id: string, stepId: string, body: {
    text: string;
    mentions?: string[];
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            comment: {
                id: string;
                author: {
                    userId: string;
                    name: string;
                };
                text: string;
                mentions: {
                    userId: string;
                    name: string;
                }[];
                createdAt: string;
                editedAt: string | null;
                changeableUntil: string | null;
                deletable: boolean;
                /** Null: it is open. */
                resolvedAt: string | null;
                resolvedBy: string | null;
            };
            notTold: {
                userId: string;
                name: string;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/steps/${encodeURIComponent(stepId)}/comments`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Change your own comment about a step, within an hour
 */
export function changeStepComment(id: string, stepId: string, commentId: string, body: {
    text: string;
    mentions?: string[];
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            comment: {
                id: string;
                author: {
                    userId: string;
                    name: string;
                };
                text: string;
                mentions: {
                    userId: string;
                    name: string;
                }[];
                createdAt: string;
                editedAt: string | null;
                changeableUntil: string | null;
                deletable: boolean;
                /** Null: it is open. */
                resolvedAt: string | null;
                resolvedBy: string | null;
            };
            notTold: {
                userId: string;
                name: string;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/steps/${encodeURIComponent(stepId)}/comments/${encodeURIComponent(commentId)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body
    }));
}
/**
 * Delete your own comment within an hour; who edits the workflow deletes any at any time
 */
export function deleteStepComment(id: string, stepId: string, commentId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            stepId: string;
            /** All of them. */
            comments: number;
            /** Those that are not resolved; 0: the thread is resolved. */
            open: number;
            /** When something of it was last written, changed or resolved. */
            changedAt: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/steps/${encodeURIComponent(stepId)}/comments/${encodeURIComponent(commentId)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Resolve what people wrote about a step, or open it again
 */
export function resolveStepThread(id: string, stepId: string, body: {
    resolved: boolean;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            stepId: string;
            /** All of them. */
            comments: number;
            /** Those that are not resolved; 0: the thread is resolved. */
            open: number;
            /** When something of it was last written, changed or resolved. */
            changedAt: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/steps/${encodeURIComponent(stepId)}/thread`, oazapfts.json({
        ...opts,
        method: "PUT",
        body
    }));
}
/**
 * List members whom a comment about a step can mention
 */
export function listWorkflowPeople(id: string, { q }: {
    q?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                userId: string;
                name: string;
                awayUntil: string | null;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/people${QS.query(QS.explode({
        q
    }))}`, {
        ...opts
    });
}
/**
 * Watch a draft live (server-sent events)
 */
export function draftEvents(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: string;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/draft/events`, {
        ...opts
    });
}
/**
 * Say that the draft is open in a tab
 */
export function announceDraftReader(id: string, tab: string, body: {
    stepIds: string[];
    leaves?: boolean;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/draft/readers/${encodeURIComponent(tab)}`, oazapfts.json({
        ...opts,
        method: "PUT",
        body
    }));
}
/**
 * Find the problems of a definition without saving it
 */
export function checkDefinition(id: string, body: {
    definition: DefinitionInput;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            problems: Problem[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/problems`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * Publish the draft as the next version
 */
export function publishWorkflow(id: string, body: {
    revision: number;
    note?: string;
    /** Differences of the back-test that are accepted, by their `name`. */
    accept?: string[];
    /** The reason for which an owner publishes without the approval that is needed. It is in the audit log, and those who may approve are told. */
    withoutApproval?: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: WorkflowVersionSummary;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 422;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/publish`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Read whether publishing needs an approval, and whose
 */
export function getApproval(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            /** Publishing needs the approval of another person. */
            needed: boolean;
            /** Where the access rule stands that asks for it. */
            "from": {
                kind: "workflow" | "folder" | "organization";
                id: string;
                name: string | null;
            } | null;
            /** Whom that rule names, in words, without those whose role may not approve; owners may as well. */
            approvers: string[];
            /** Why the caller may not approve this draft; null: they may. */
            mayNotApprove: string | null;
            /** The caller may publish without an approval, with a reason. */
            mayPublishWithout: boolean;
            /** The newest one. */
            request: {
                id: string;
                /** open: it waits; approved: the draft may be published; sent-back: with a note; void: what the draft does was changed; withdrawn; published. Only one that is open or approved stands. */
                status: "open" | "approved" | "sent-back" | "void" | "withdrawn" | "published";
                /** The revision of the draft that it is about. */
                revision: number;
                /** SHA-256 of the content that it is about, without the places of steps, groups and notes. */
                contentHash: string;
                /** The version that it would replace. */
                baseVersion: number | null;
                note: string;
                /** The differences of the back-test that are accepted with it, by name. */
                accept: string[];
                proof: {
                    tests: {
                        passed: number;
                        failed: number;
                        /** Names of the first twenty that fail; older proofs have none. */
                        failing?: string[];
                    };
                    /** The newest back-test of that very draft. */
                    backTest: {
                        id: string;
                        same: number;
                        different: number;
                        "unknown": number;
                        failing: number;
                    } | null;
                    /** The differences that the publisher accepted, by name. */
                    accepted: string[];
                };
                askedBy: string;
                askedAt: string;
                decidedBy: string | null;
                decidedAt: string | null;
                decisionNote: string;
                /** Who changed the draft, withdrew the request, or published. */
                endedBy: string | null;
                endedAt: string | null;
            } | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/approval`, {
        ...opts
    });
}
/**
 * Ask for the approval of a draft
 */
export function requestApproval(id: string, body: {
    revision: number;
    note?: string;
    /** Differences of the back-test that are accepted, by their `name`. */
    accept?: string[];
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            id: string;
            /** open: it waits; approved: the draft may be published; sent-back: with a note; void: what the draft does was changed; withdrawn; published. Only one that is open or approved stands. */
            status: "open" | "approved" | "sent-back" | "void" | "withdrawn" | "published";
            /** The revision of the draft that it is about. */
            revision: number;
            /** SHA-256 of the content that it is about, without the places of steps, groups and notes. */
            contentHash: string;
            /** The version that it would replace. */
            baseVersion: number | null;
            note: string;
            /** The differences of the back-test that are accepted with it, by name. */
            accept: string[];
            proof: {
                tests: {
                    passed: number;
                    failed: number;
                    /** Names of the first twenty that fail; older proofs have none. */
                    failing?: string[];
                };
                /** The newest back-test of that very draft. */
                backTest: {
                    id: string;
                    same: number;
                    different: number;
                    "unknown": number;
                    failing: number;
                } | null;
                /** The differences that the publisher accepted, by name. */
                accepted: string[];
            };
            askedBy: string;
            askedAt: string;
            decidedBy: string | null;
            decidedAt: string | null;
            decisionNote: string;
            /** Who changed the draft, withdrew the request, or published. */
            endedBy: string | null;
            endedAt: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 422;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/approval-requests`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Read a request for approval with what it is about
 */
export function getApprovalRequest(id: string, requestId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            /** open: it waits; approved: the draft may be published; sent-back: with a note; void: what the draft does was changed; withdrawn; published. Only one that is open or approved stands. */
            status: "open" | "approved" | "sent-back" | "void" | "withdrawn" | "published";
            /** The revision of the draft that it is about. */
            revision: number;
            /** SHA-256 of the content that it is about, without the places of steps, groups and notes. */
            contentHash: string;
            /** The version that it would replace. */
            baseVersion: number | null;
            note: string;
            /** The differences of the back-test that are accepted with it, by name. */
            accept: string[];
            proof: {
                tests: {
                    passed: number;
                    failed: number;
                    /** Names of the first twenty that fail; older proofs have none. */
                    failing?: string[];
                };
                /** The newest back-test of that very draft. */
                backTest: {
                    id: string;
                    same: number;
                    different: number;
                    "unknown": number;
                    failing: number;
                } | null;
                /** The differences that the publisher accepted, by name. */
                accepted: string[];
            };
            askedBy: string;
            askedAt: string;
            decidedBy: string | null;
            decidedAt: string | null;
            decisionNote: string;
            /** Who changed the draft, withdrew the request, or published. */
            endedBy: string | null;
            endedAt: string | null;
            /** What is to be published. */
            definition: Definition;
            /** The version that it would replace. */
            before: Definition | null;
            /** What its back-test found: names, and no values of runs. */
            differences: {
                /** branch: it is left by another branch; output: it computes something else; input: it would ask, show or send something else (nothing is sent); answer: what a person filled in does not fit the form any more; failed, mended: it fails now, or does not any more; new, gone: it runs now, or does not any more; slower: three times as long and 50 ms more, measured in a few runs, which stay the same. */
                kind: "branch" | "output" | "input" | "answer" | "failed" | "mended" | "new" | "gone" | "slower";
                stepId: string;
                effect: "pure" | "read" | "idempotent" | "unsafe";
                /** Names of changed fields, never values. */
                fields: string[];
                /** The branch, or the code of the error. */
                before: string | null;
                after: string | null;
                /** How many runs have it. */
                runs: number;
                /** Some of these runs. */
                examples: string[];
                /** In how many runs it is the first: the cause of the rest. */
                first: number;
                /** For `group` or `unknown` of its runs. */
                "number": number;
                /** By which publishing accepts the difference, such as `choose branch true > false`. */
                name: string;
                /** Of the step. */
                title: string;
                /** Of the branch, as people named it; null: no branch. */
                beforeTitle: string | null;
                /** Of the branch, as people named it; null: no branch. */
                afterTitle: string | null;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/approval-requests/${encodeURIComponent(requestId)}`, {
        ...opts
    });
}
/**
 * Approve a draft, or send it back
 */
export function decideApproval(id: string, requestId: string, body: {
    decision: "approve" | "send-back";
    note?: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            /** open: it waits; approved: the draft may be published; sent-back: with a note; void: what the draft does was changed; withdrawn; published. Only one that is open or approved stands. */
            status: "open" | "approved" | "sent-back" | "void" | "withdrawn" | "published";
            /** The revision of the draft that it is about. */
            revision: number;
            /** SHA-256 of the content that it is about, without the places of steps, groups and notes. */
            contentHash: string;
            /** The version that it would replace. */
            baseVersion: number | null;
            note: string;
            /** The differences of the back-test that are accepted with it, by name. */
            accept: string[];
            proof: {
                tests: {
                    passed: number;
                    failed: number;
                    /** Names of the first twenty that fail; older proofs have none. */
                    failing?: string[];
                };
                /** The newest back-test of that very draft. */
                backTest: {
                    id: string;
                    same: number;
                    different: number;
                    "unknown": number;
                    failing: number;
                } | null;
                /** The differences that the publisher accepted, by name. */
                accepted: string[];
            };
            askedBy: string;
            askedAt: string;
            decidedBy: string | null;
            decidedAt: string | null;
            decisionNote: string;
            /** Who changed the draft, withdrew the request, or published. */
            endedBy: string | null;
            endedAt: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/approval-requests/${encodeURIComponent(requestId)}/decision`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Withdraw a request for approval
 */
export function withdrawApproval(id: string, requestId: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            /** open: it waits; approved: the draft may be published; sent-back: with a note; void: what the draft does was changed; withdrawn; published. Only one that is open or approved stands. */
            status: "open" | "approved" | "sent-back" | "void" | "withdrawn" | "published";
            /** The revision of the draft that it is about. */
            revision: number;
            /** SHA-256 of the content that it is about, without the places of steps, groups and notes. */
            contentHash: string;
            /** The version that it would replace. */
            baseVersion: number | null;
            note: string;
            /** The differences of the back-test that are accepted with it, by name. */
            accept: string[];
            proof: {
                tests: {
                    passed: number;
                    failed: number;
                    /** Names of the first twenty that fail; older proofs have none. */
                    failing?: string[];
                };
                /** The newest back-test of that very draft. */
                backTest: {
                    id: string;
                    same: number;
                    different: number;
                    "unknown": number;
                    failing: number;
                } | null;
                /** The differences that the publisher accepted, by name. */
                accepted: string[];
            };
            askedBy: string;
            askedAt: string;
            decidedBy: string | null;
            decidedAt: string | null;
            decisionNote: string;
            /** Who changed the draft, withdrew the request, or published. */
            endedBy: string | null;
            endedAt: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/approval-requests/${encodeURIComponent(requestId)}/withdrawal`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * Pause a workflow
 */
export function pauseWorkflow(id: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Workflow;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/pause`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * Resume a paused workflow
 */
export function resumeWorkflow(id: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Workflow;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/resume`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * List the published versions, newest first
 */
export function listVersions(id: string, { limit, cursor }: {
    limit?: number;
    cursor?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: WorkflowVersionSummary[];
            nextCursor: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/versions${QS.query(QS.explode({
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * Read one published version
 */
export function readVersion(id: string, $number: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: WorkflowVersion;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/versions/${encodeURIComponent($number)}`, {
        ...opts
    });
}
/**
 * Put a published version back into the draft
 */
export function restoreVersion(id: string, $number: number, ifMatch: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Workflow;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 428;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/versions/${encodeURIComponent($number)}/restore`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey,
            "If-Match": ifMatch
        })
    });
}
/**
 * Copy a workflow
 */
export function duplicateWorkflow(id: string, body?: {
    name?: string;
    slug?: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: Workflow;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/duplicate`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Export a workflow as JSON
 */
export function exportWorkflow(id: string, { version }: {
    version?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: WorkflowExport;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/export${QS.query(QS.explode({
        version
    }))}`, {
        ...opts
    });
}
/**
 * Import an exported workflow
 */
export function importWorkflow(workflowExportInput: WorkflowExportInput, { folderId, idempotencyKey }: {
    folderId?: string;
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: Workflow;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/import${QS.query(QS.explode({
        folderId
    }))}`, oazapfts.json({
        ...opts,
        method: "POST",
        body: workflowExportInput,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Search inside of all workflows
 */
export function searchWorkflows({ limit, cursor, text, stepType, connection, policy, template, workflow, group, tag, field }: {
    limit?: number;
    cursor?: string;
    text?: string;
    stepType?: string;
    connection?: string;
    policy?: string;
    template?: string;
    workflow?: string;
    group?: string;
    tag?: string;
    field?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                slug: string;
                name: string;
                folderId: string | null;
                hits: {
                    /** The step; null for the workflow itself and its start form. */
                    step: {
                        id: string;
                        title: string;
                        typeTitle: string;
                    } | null;
                    /** What of it, in words: “Title”, “Text”, “Start form: Patient”. */
                    where: string;
                    /** The path of the field in the step, for its address. */
                    field: string | null;
                    /** The place with a few words around; null where the place says it all. */
                    excerpt: {
                        before: string;
                        match: string;
                        after: string;
                    } | null;
                    /** Whether the draft says it. */
                    draft: boolean;
                    /** Whether the published version says it. */
                    published: boolean;
                }[];
                /** How many more places of this workflow are not listed. */
                moreHits: number;
            }[];
            nextCursor: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflow-search${QS.query(QS.explode({
        limit,
        cursor,
        text,
        stepType,
        connection,
        policy,
        template,
        workflow,
        group,
        tag,
        field
    }))}`, {
        ...opts
    });
}
/**
 * List the ready workflows of the gallery
 */
export function listGallery(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                name: string;
                area: "Intake" | "Authorizations" | "Billing" | "Records" | "Compliance";
                summary: string;
                /** The roles of the people who get screens. */
                people: string[];
                /** The kinds of connections that it uses. */
                needs: {
                    kind: "emr" | "homecare" | "billing" | "bank" | "directory" | "warehouse" | "clearinghouse" | "hie" | "payer-docs" | "letters" | "model" | "sms" | "fax" | "web";
                    title: string;
                }[];
                /** How many cases it can be tried with. */
                samples: number;
                drawing: {
                    boxes: {
                        id: string;
                        title: string;
                        typeTitle: string;
                        category: string;
                        icon: string;
                        branches: string[];
                        /** What people read for each branch. */
                        branchLabels: string[];
                        x: number;
                        y: number;
                    }[];
                    lines: {
                        "from": string;
                        to: string;
                        via: string | null;
                    }[];
                };
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/workflow-gallery", {
        ...opts
    });
}
/**
 * Read a workflow of the gallery
 */
export function getGalleryWorkflow(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            name: string;
            area: "Intake" | "Authorizations" | "Billing" | "Records" | "Compliance";
            summary: string;
            /** The roles of the people who get screens. */
            people: string[];
            drawing: {
                boxes: {
                    id: string;
                    title: string;
                    typeTitle: string;
                    category: string;
                    icon: string;
                    branches: string[];
                    /** What people read for each branch. */
                    branchLabels: string[];
                    x: number;
                    y: number;
                }[];
                lines: {
                    "from": string;
                    to: string;
                    via: string | null;
                }[];
            };
            /** The explanation, a paragraph each. */
            about: string[];
            needs: {
                kind: "emr" | "homecare" | "billing" | "bank" | "directory" | "warehouse" | "clearinghouse" | "hie" | "payer-docs" | "letters" | "model" | "sms" | "fax" | "web";
                title: string;
                why: string;
                /** The connections of this kind, by slug. */
                choices: {
                    value: string;
                    title: string;
                }[];
            }[];
            policies: {
                /** The policy that the definition names. */
                placeholder: string;
                why: string;
                /** The policies of the organization, by id. */
                choices: {
                    value: string;
                    title: string;
                }[];
            }[];
            templates: {
                slug: string;
                name: string;
                /** Whether the organization has it already. */
                exists: boolean;
            }[];
            samples: {
                name: string;
                explains: string;
                startData: {
                    [key: string]: unknown;
                };
            }[];
            definition: Definition;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflow-gallery/${encodeURIComponent(id)}`, {
        ...opts
    });
}
/**
 * Create a workflow from the gallery
 */
export function createFromGallery(id: string, body?: {
    name?: string;
    /** The folder for it; null or left out: the top. */
    folderId?: string | null;
    /** The slug of the connection for each kind. One that is left out is taken when the organization has just one. */
    connections?: {
        [key: string]: string;
    };
    /** The id of the policy for each policy that the definition names. One that is left out is taken when the organization has just one. */
    policies?: {
        [key: string]: string;
    };
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: Workflow;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflow-gallery/${encodeURIComponent(id)}/use`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Move a workflow into a folder
 */
export function moveWorkflow(id: string, body: {
    folderId: string | null;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            name: string;
            folderId: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/folder`, oazapfts.json({
        ...opts,
        method: "PUT",
        body
    }));
}
/**
 * List the folders of workflows
 */
export function listFolders(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                name: string;
                parentId: string | null;
                workflows: number;
                /** Whether you may create workflows and folders in it. */
                canCreate: boolean;
                createdAt: string;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/workflow-folders", {
        ...opts
    });
}
/**
 * Create a folder of workflows
 */
export function createFolder(body: {
    name: string;
    parentId?: string | null;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            id: string;
            name: string;
            parentId: string | null;
            workflows: number;
            /** Whether you may create workflows and folders in it. */
            canCreate: boolean;
            createdAt: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/workflow-folders", oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Rename a folder, or move it into another
 */
export function changeFolder(id: string, body: {
    name?: string;
    parentId?: string | null;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            name: string;
            parentId: string | null;
            workflows: number;
            /** Whether you may create workflows and folders in it. */
            canCreate: boolean;
            createdAt: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflow-folders/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body
    }));
}
/**
 * Delete a folder
 */
export function deleteFolder(id: string, { contents }: {
    contents?: "refuse" | "move-up";
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflow-folders/${encodeURIComponent(id)}${QS.query(QS.explode({
        contents
    }))}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Read the access rules of the organization
 */
export function getAccess(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            level: "workflow" | "folder" | "organization";
            id: string;
            name: string | null;
            rules: {
                run?: ({
                    group: string;
                } | {
                    person: string;
                } | {
                    role: string;
                })[];
                edit?: ({
                    group: string;
                } | {
                    person: string;
                } | {
                    role: string;
                })[];
                publish?: ({
                    group: string;
                } | {
                    person: string;
                } | {
                    role: string;
                })[];
                approve?: ({
                    group: string;
                } | {
                    person: string;
                } | {
                    role: string;
                })[];
                seeRuns?: ({
                    group: string;
                } | {
                    person: string;
                } | {
                    role: string;
                })[];
                screens?: {
                    [key: string]: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                create?: ({
                    group: string;
                } | {
                    person: string;
                } | {
                    role: string;
                })[];
            };
            /** Send it with the next change, which then replaces nothing that you have not seen. */
            revision: number;
            /** What is in force here. Absent: the role decides. */
            inForce: {
                run?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                edit?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                publish?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                approve?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                seeRuns?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                screens?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                create?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
            };
            /** What would be in force without the rules of this level. */
            inherited: {
                run?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                edit?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                publish?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                approve?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                seeRuns?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                screens?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                create?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
            };
            /** The names of the people, groups and roles above; who is gone is not here. */
            names: {
                [key: string]: string;
            };
            changedBy: string | null;
            changedAt: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/access", {
        ...opts
    });
}
/**
 * Set the access rules of the organization
 */
export function setAccess(body: {
    rules: {
        run?: ({
            group: string;
        } | {
            person: string;
        } | {
            role: string;
        })[];
        edit?: ({
            group: string;
        } | {
            person: string;
        } | {
            role: string;
        })[];
        publish?: ({
            group: string;
        } | {
            person: string;
        } | {
            role: string;
        })[];
        approve?: ({
            group: string;
        } | {
            person: string;
        } | {
            role: string;
        })[];
        seeRuns?: ({
            group: string;
        } | {
            person: string;
        } | {
            role: string;
        })[];
        screens?: {
            [key: string]: ({
                group: string;
            } | {
                person: string;
            } | {
                role: string;
            })[];
        };
        create?: ({
            group: string;
        } | {
            person: string;
        } | {
            role: string;
        })[];
    };
    /** Of the rules that the change is based on. */
    revision?: number;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            level: "workflow" | "folder" | "organization";
            id: string;
            name: string | null;
            rules: {
                run?: ({
                    group: string;
                } | {
                    person: string;
                } | {
                    role: string;
                })[];
                edit?: ({
                    group: string;
                } | {
                    person: string;
                } | {
                    role: string;
                })[];
                publish?: ({
                    group: string;
                } | {
                    person: string;
                } | {
                    role: string;
                })[];
                approve?: ({
                    group: string;
                } | {
                    person: string;
                } | {
                    role: string;
                })[];
                seeRuns?: ({
                    group: string;
                } | {
                    person: string;
                } | {
                    role: string;
                })[];
                screens?: {
                    [key: string]: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                create?: ({
                    group: string;
                } | {
                    person: string;
                } | {
                    role: string;
                })[];
            };
            /** Send it with the next change, which then replaces nothing that you have not seen. */
            revision: number;
            /** What is in force here. Absent: the role decides. */
            inForce: {
                run?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                edit?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                publish?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                approve?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                seeRuns?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                screens?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                create?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
            };
            /** What would be in force without the rules of this level. */
            inherited: {
                run?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                edit?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                publish?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                approve?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                seeRuns?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                screens?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                create?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
            };
            /** The names of the people, groups and roles above; who is gone is not here. */
            names: {
                [key: string]: string;
            };
            changedBy: string | null;
            changedAt: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/access", oazapfts.json({
        ...opts,
        method: "PUT",
        body
    }));
}
/**
 * Read the access rules of a workflow
 */
export function getWorkflowAccess(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            level: "workflow" | "folder" | "organization";
            id: string;
            name: string | null;
            rules: {
                run?: ({
                    group: string;
                } | {
                    person: string;
                } | {
                    role: string;
                })[];
                edit?: ({
                    group: string;
                } | {
                    person: string;
                } | {
                    role: string;
                })[];
                publish?: ({
                    group: string;
                } | {
                    person: string;
                } | {
                    role: string;
                })[];
                approve?: ({
                    group: string;
                } | {
                    person: string;
                } | {
                    role: string;
                })[];
                seeRuns?: ({
                    group: string;
                } | {
                    person: string;
                } | {
                    role: string;
                })[];
                screens?: {
                    [key: string]: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                create?: ({
                    group: string;
                } | {
                    person: string;
                } | {
                    role: string;
                })[];
            };
            /** Send it with the next change, which then replaces nothing that you have not seen. */
            revision: number;
            /** What is in force here. Absent: the role decides. */
            inForce: {
                run?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                edit?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                publish?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                approve?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                seeRuns?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                screens?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                create?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
            };
            /** What would be in force without the rules of this level. */
            inherited: {
                run?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                edit?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                publish?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                approve?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                seeRuns?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                screens?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                create?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
            };
            /** The names of the people, groups and roles above; who is gone is not here. */
            names: {
                [key: string]: string;
            };
            changedBy: string | null;
            changedAt: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/access`, {
        ...opts
    });
}
/**
 * Set the access rules of a workflow
 */
export function setWorkflowAccess(id: string, body: {
    rules: {
        run?: ({
            group: string;
        } | {
            person: string;
        } | {
            role: string;
        })[];
        edit?: ({
            group: string;
        } | {
            person: string;
        } | {
            role: string;
        })[];
        publish?: ({
            group: string;
        } | {
            person: string;
        } | {
            role: string;
        })[];
        approve?: ({
            group: string;
        } | {
            person: string;
        } | {
            role: string;
        })[];
        seeRuns?: ({
            group: string;
        } | {
            person: string;
        } | {
            role: string;
        })[];
        screens?: {
            [key: string]: ({
                group: string;
            } | {
                person: string;
            } | {
                role: string;
            })[];
        };
        create?: ({
            group: string;
        } | {
            person: string;
        } | {
            role: string;
        })[];
    };
    /** Of the rules that the change is based on. */
    revision?: number;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            level: "workflow" | "folder" | "organization";
            id: string;
            name: string | null;
            rules: {
                run?: ({
                    group: string;
                } | {
                    person: string;
                } | {
                    role: string;
                })[];
                edit?: ({
                    group: string;
                } | {
                    person: string;
                } | {
                    role: string;
                })[];
                publish?: ({
                    group: string;
                } | {
                    person: string;
                } | {
                    role: string;
                })[];
                approve?: ({
                    group: string;
                } | {
                    person: string;
                } | {
                    role: string;
                })[];
                seeRuns?: ({
                    group: string;
                } | {
                    person: string;
                } | {
                    role: string;
                })[];
                screens?: {
                    [key: string]: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                create?: ({
                    group: string;
                } | {
                    person: string;
                } | {
                    role: string;
                })[];
            };
            /** Send it with the next change, which then replaces nothing that you have not seen. */
            revision: number;
            /** What is in force here. Absent: the role decides. */
            inForce: {
                run?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                edit?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                publish?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                approve?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                seeRuns?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                screens?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                create?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
            };
            /** What would be in force without the rules of this level. */
            inherited: {
                run?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                edit?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                publish?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                approve?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                seeRuns?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                screens?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                create?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
            };
            /** The names of the people, groups and roles above; who is gone is not here. */
            names: {
                [key: string]: string;
            };
            changedBy: string | null;
            changedAt: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/access`, oazapfts.json({
        ...opts,
        method: "PUT",
        body
    }));
}
/**
 * Read the access rules of a folder
 */
export function getFolderAccess(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            level: "workflow" | "folder" | "organization";
            id: string;
            name: string | null;
            rules: {
                run?: ({
                    group: string;
                } | {
                    person: string;
                } | {
                    role: string;
                })[];
                edit?: ({
                    group: string;
                } | {
                    person: string;
                } | {
                    role: string;
                })[];
                publish?: ({
                    group: string;
                } | {
                    person: string;
                } | {
                    role: string;
                })[];
                approve?: ({
                    group: string;
                } | {
                    person: string;
                } | {
                    role: string;
                })[];
                seeRuns?: ({
                    group: string;
                } | {
                    person: string;
                } | {
                    role: string;
                })[];
                screens?: {
                    [key: string]: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                create?: ({
                    group: string;
                } | {
                    person: string;
                } | {
                    role: string;
                })[];
            };
            /** Send it with the next change, which then replaces nothing that you have not seen. */
            revision: number;
            /** What is in force here. Absent: the role decides. */
            inForce: {
                run?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                edit?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                publish?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                approve?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                seeRuns?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                screens?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                create?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
            };
            /** What would be in force without the rules of this level. */
            inherited: {
                run?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                edit?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                publish?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                approve?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                seeRuns?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                screens?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                create?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
            };
            /** The names of the people, groups and roles above; who is gone is not here. */
            names: {
                [key: string]: string;
            };
            changedBy: string | null;
            changedAt: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflow-folders/${encodeURIComponent(id)}/access`, {
        ...opts
    });
}
/**
 * Set the access rules of a folder
 */
export function setFolderAccess(id: string, body: {
    rules: {
        run?: ({
            group: string;
        } | {
            person: string;
        } | {
            role: string;
        })[];
        edit?: ({
            group: string;
        } | {
            person: string;
        } | {
            role: string;
        })[];
        publish?: ({
            group: string;
        } | {
            person: string;
        } | {
            role: string;
        })[];
        approve?: ({
            group: string;
        } | {
            person: string;
        } | {
            role: string;
        })[];
        seeRuns?: ({
            group: string;
        } | {
            person: string;
        } | {
            role: string;
        })[];
        screens?: {
            [key: string]: ({
                group: string;
            } | {
                person: string;
            } | {
                role: string;
            })[];
        };
        create?: ({
            group: string;
        } | {
            person: string;
        } | {
            role: string;
        })[];
    };
    /** Of the rules that the change is based on. */
    revision?: number;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            level: "workflow" | "folder" | "organization";
            id: string;
            name: string | null;
            rules: {
                run?: ({
                    group: string;
                } | {
                    person: string;
                } | {
                    role: string;
                })[];
                edit?: ({
                    group: string;
                } | {
                    person: string;
                } | {
                    role: string;
                })[];
                publish?: ({
                    group: string;
                } | {
                    person: string;
                } | {
                    role: string;
                })[];
                approve?: ({
                    group: string;
                } | {
                    person: string;
                } | {
                    role: string;
                })[];
                seeRuns?: ({
                    group: string;
                } | {
                    person: string;
                } | {
                    role: string;
                })[];
                screens?: {
                    [key: string]: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                create?: ({
                    group: string;
                } | {
                    person: string;
                } | {
                    role: string;
                })[];
            };
            /** Send it with the next change, which then replaces nothing that you have not seen. */
            revision: number;
            /** What is in force here. Absent: the role decides. */
            inForce: {
                run?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                edit?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                publish?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                approve?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                seeRuns?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                screens?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                create?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
            };
            /** What would be in force without the rules of this level. */
            inherited: {
                run?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                edit?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                publish?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                approve?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                seeRuns?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                screens?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
                create?: {
                    "from": "workflow" | "folder" | "organization";
                    id: string;
                    name: string | null;
                    entries: ({
                        group: string;
                    } | {
                        person: string;
                    } | {
                        role: string;
                    })[];
                };
            };
            /** The names of the people, groups and roles above; who is gone is not here. */
            names: {
                [key: string]: string;
            };
            changedBy: string | null;
            changedAt: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflow-folders/${encodeURIComponent(id)}/access`, oazapfts.json({
        ...opts,
        method: "PUT",
        body
    }));
}
/**
 * Find people, groups and roles that a rule can name
 */
export function listAccessSubjects({ search, kind }: {
    search?: string;
    kind?: "person" | "group" | "role";
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                kind: "person" | "group" | "role";
                id: string;
                name: string;
                detail: string;
                /** What the role of a person does not allow, or a role itself: no rule gives it. */
                mayNot: ("run" | "edit" | "publish" | "approve" | "seeRuns" | "screens" | "create")[];
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/access/subjects${QS.query(QS.explode({
        search,
        kind
    }))}`, {
        ...opts
    });
}
/**
 * Explain why a person may or may not do something
 */
export function explainAccess(person: string, act: string, { workflow, folder, step }: {
    workflow?: string;
    folder?: string;
    step?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            ok: boolean;
            by: ("owner" | "default" | "none") | ({
                group: string;
            } | {
                person: string;
            } | {
                role: string;
            });
            "from": {
                kind: "workflow" | "folder" | "organization";
                id: string;
                name: string | null;
            } | null;
            missing: string | null;
            sentence: string;
            reasons: string[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/access/explanation${QS.query(QS.explode({
        person,
        act,
        workflow,
        folder,
        step
    }))}`, {
        ...opts
    });
}
/**
 * List roles
 */
export function listRoles(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                slug: string;
                name: string;
                description: string;
                builtIn: boolean;
                permissions: string[];
                members: number;
                /** Send it with the next change, which then replaces nothing that you have not seen. */
                revision: number;
                changedBy: string | null;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/roles", {
        ...opts
    });
}
/**
 * Create a role
 */
export function createRole(body: {
    name: string;
    description?: string;
    permissions: string[];
    slug: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            slug: string;
            name: string;
            description: string;
            builtIn: boolean;
            permissions: string[];
            members: number;
            /** Send it with the next change, which then replaces nothing that you have not seen. */
            revision: number;
            changedBy: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/roles", oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Change a role
 */
export function changeRole(slug: string, body: {
    name: string;
    description?: string;
    permissions: string[];
    /** Of the role that the change is based on. */
    revision?: number;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            slug: string;
            name: string;
            description: string;
            builtIn: boolean;
            permissions: string[];
            members: number;
            /** Send it with the next change, which then replaces nothing that you have not seen. */
            revision: number;
            changedBy: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/roles/${encodeURIComponent(slug)}`, oazapfts.json({
        ...opts,
        method: "PUT",
        body
    }));
}
/**
 * Delete a role
 */
export function deleteRole(slug: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/roles/${encodeURIComponent(slug)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * List the step types that a workflow can be built from
 */
export function listStepTypes(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: StepType[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/step-types", {
        ...opts
    });
}
/**
 * Start a run of a workflow
 */
export function startRun(id: string, body?: {
    startData?: unknown;
    idempotencyKey?: string;
    draft?: boolean;
}, { idempotencyKey, prefer }: {
    idempotencyKey?: string;
    prefer?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Run;
    } | {
        status: 202;
        data: StartedRun;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/runs`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey,
            Prefer: prefer
        })
    }));
}
/**
 * List runs, newest first
 */
export function listRuns({ limit, cursor, workflow, status, failing, trigger, $from, to, q, patient }: {
    limit?: number;
    cursor?: string;
    workflow?: string;
    status?: "running" | "suspended" | "completed" | "failed" | "cancelled";
    failing?: "true";
    trigger?: "manual" | "form" | "api" | "schedule" | "retry" | "parent" | "mail" | "fax" | "webhook";
    $from?: string;
    to?: string;
    q?: string;
    patient?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: RunSummary[];
            nextCursor: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/runs${QS.query(QS.explode({
        limit,
        cursor,
        workflow,
        status,
        failing,
        trigger,
        "from": $from,
        to,
        q,
        patient
    }))}`, {
        ...opts
    });
}
/**
 * Read a run with its tasks and the definition it runs
 */
export function getRun(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Run;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/runs/${encodeURIComponent(id)}`, {
        ...opts
    });
}
/**
 * Read a run as a PDF: what it is about, its data, decisions, documents and history
 */
export function readCasePdf(id: string, { comments }: {
    comments?: "true" | "false";
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: string;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 422;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/runs/${encodeURIComponent(id)}/pdf${QS.query(QS.explode({
        comments
    }))}`, {
        ...opts
    });
}
/**
 * List the other runs about the patient of a run, the newest first
 */
export function listPatientRuns(id: string, { limit, cursor }: {
    limit?: number;
    cursor?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                status: "running" | "suspended" | "completed" | "failed" | "cancelled";
                workflow: {
                    id: string;
                    slug: string;
                    name: string;
                };
                title: string | null;
                subtitle: string | null;
                createdAt: string;
                finishedAt: string | null;
                retriedAs: string | null;
                decisions: {
                    title: string;
                    by: string | null;
                    at: string | null;
                }[];
                documents: {
                    id: string;
                    fileName: string;
                    mimeType: string;
                }[];
            }[];
            nextCursor: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/runs/${encodeURIComponent(id)}/patient-runs${QS.query(QS.explode({
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * Cancel a run with all its unfinished tasks
 */
export function cancelRun(id: string, body?: {
    reason?: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            status: "running" | "suspended" | "completed" | "failed" | "cancelled";
            cancelled: string[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/runs/${encodeURIComponent(id)}/cancel`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Cancel all tasks of all runs of a workflow
 */
export function cancelWorkflowRuns(id: string, body?: {
    reason?: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            cancelled: number;
            remaining: number;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/cancel-runs`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * List the steps at which runs of a workflow failed that nobody has retried
 */
export function listFailedSteps(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                stepId: string;
                /** As the newest of these runs names it. */
                title: string;
                /** Failed runs that nobody has retried. */
                runs: number;
                newestRunId: string;
                newestAt: string;
                published: boolean;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/failed-steps`, {
        ...opts
    });
}
/**
 * Retry all runs of a workflow that failed at a step, from that step
 */
export function retryFailedRuns(id: string, body: {
    stepId: string;
    version?: "same" | "newest";
    /** Begins with the runs after this one, oldest first. */
    after?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            retried: number;
            refused: {
                runId: string;
                message: string;
            }[];
            next: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/retry-failed`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * Run a run again as a new run, whole or from one of its steps
 */
export function retryRun(id: string, body: {
    stepId?: string;
    version?: "same" | "newest";
    startData?: unknown;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 202;
        data: StartedRun;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/runs/${encodeURIComponent(id)}/retry`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Watch a run live (server-sent events)
 */
export function runEvents(id: string, { lastEventId }: {
    lastEventId?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: string;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/runs/${encodeURIComponent(id)}/events`, {
        ...opts,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Last-Event-ID": lastEventId
        })
    });
}
/**
 * Try the draft, or a part of it, without doing anything outside
 */
export function tryDraft(id: string, body: {
    /** A run that has ended, whose data and answers are taken. */
    runId?: string;
    /** Replaces the start data of the run; needed without one. */
    startData?: {
        [key: string]: unknown;
    };
    /** All steps; `step` alone, with what was recorded before it; all up to it; or all from it on, with what was recorded before it. */
    part?: "all" | "step" | "to" | "from";
    step?: string;
    /** Answers of steps, which are then not played. */
    pins?: {
        [key: string]: {
            output: unknown;
            via?: string;
        };
    };
    /** Steps that do nothing. What follows them goes on, except by a branch. */
    disabled?: string[];
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            /** The revision of the draft that was tried. */
            revision: number;
            /** How the run would end; null when only a part was tried. */
            status: ("completed" | "failed" | "cancelled") | null;
            steps: {
                stepId: string;
                title: string;
                /** The numbers of the items in the loops around the step, from the outside in. */
                items: number[];
                status: "waiting-dependencies" | "pending" | "running" | "suspended" | "completed" | "failed" | "skipped" | "cancelled";
                /** The branch by which the step was left. */
                via: string | null;
                error: {
                    code: string;
                    message: string;
                } | null;
                answered: "computed" | "record" | "example" | "pinned" | "disabled";
                /** The fields in which the step would ask or send something else than was recorded; its answer is that of the record all the same. */
                askedOther: string[];
                /** Its settings, computed. */
                given: unknown;
                gave: unknown;
                /** A value was too large and is left out. */
                tooLarge: boolean;
            }[];
            /** There are more steps than are listed. */
            more: boolean;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 422;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/draft/try`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * Really do a step of the draft, or a part of it, in a test run
 */
export function doDraftPart(id: string, body: {
    /** The step alone, all up to it, or all from it on. */
    part: "step" | "to" | "from";
    step: string;
    /** An ended run, whose data and answers are taken. */
    runId?: string;
    /** Replaces the start data of the run; needed without one. */
    startData?: {
        [key: string]: unknown;
    };
    /** Answers of steps, which are then not executed. */
    pins?: {
        [key: string]: {
            output: unknown;
            via?: string;
        };
    };
    disabled?: string[];
    /** The steps that may really act. */
    effects: string[];
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 202;
        data: {
            id: string;
            status: "running" | "suspended" | "completed" | "failed" | "cancelled";
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 422;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/draft/test-runs`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Replay recorded runs with the draft or a version
 */
export function startBackTest(id: string, body: {
    /** Without it, the draft. */
    version?: number;
    /** How many runs. */
    last?: number;
    status?: "completed" | "failed";
    /** Runs that began at or after this instant. */
    "from"?: string;
    to?: string;
    runIds?: string[];
    /** Steps that have another id than in the runs, and are answered from the record. */
    renames?: {
        /** Its id in the recorded runs. */
        "from": string;
        /** Its id in what is tested. */
        to: string;
    }[];
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 202;
        data: {
            id: string;
            status: "running" | "completed" | "failed" | "stopped";
            /** The version that is tested; null: the draft. */
            version: number | null;
            /** The revision of the draft. */
            revision: number | null;
            done: number;
            /** Of its runs. */
            total: number;
            same: number;
            different: number;
            "unknown": number;
            /** Runs that fail now and did not. */
            failing: number;
            /** Why it could not go on, for people. */
            problem: string | null;
            startedBy: string;
            startedAt: string;
            endedAt: string | null;
            /** Runs that were deleted before they were replayed. */
            skipped: number;
            groups: {
                /** branch: it is left by another branch; output: it computes something else; input: it would ask, show or send something else (nothing is sent); answer: what a person filled in does not fit the form any more; failed, mended: it fails now, or does not any more; new, gone: it runs now, or does not any more; slower: three times as long and 50 ms more, measured in a few runs, which stay the same. */
                kind: "branch" | "output" | "input" | "answer" | "failed" | "mended" | "new" | "gone" | "slower";
                stepId: string;
                effect: "pure" | "read" | "idempotent" | "unsafe";
                /** Names of changed fields, never values. */
                fields: string[];
                /** The branch, or the code of the error. */
                before: string | null;
                after: string | null;
                /** How many runs have it. */
                runs: number;
                /** Some of these runs. */
                examples: string[];
                /** In how many runs it is the first: the cause of the rest. */
                first: number;
                /** For `group` or `unknown` of its runs. */
                "number": number;
                /** By which publishing accepts the difference, such as `choose branch true > false`. */
                name: string;
                /** Of the step. */
                title: string;
                /** Of the branch, as people named it; null: no branch. */
                beforeTitle: string | null;
                /** Of the branch, as people named it; null: no branch. */
                afterTitle: string | null;
            }[];
            unknowns: {
                stepId: string;
                /** not-recorded: it would ask the outside, and the run has no answer; other-question: it would ask something else; reads-unknown: it reads what is not known; comes-after: it comes after a step of which it is not known whether it ends; unstable: the same code gives another value each time. */
                why: "not-recorded" | "other-question" | "reads-unknown" | "comes-after" | "unstable";
                /** The step that is to blame. */
                because: string;
                /** How many runs have it. */
                runs: number;
                /** Some of these runs. */
                examples: string[];
                /** For `group` or `unknown` of its runs. */
                "number": number;
                /** Of the step. */
                title: string;
                /** Of the step. */
                becauseTitle: string;
            }[];
            /** How many differences are in no group. */
            moreGroups: number;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 422;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/back-tests`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * List the back-tests of a workflow
 */
export function listBackTests(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                status: "running" | "completed" | "failed" | "stopped";
                /** The version that is tested; null: the draft. */
                version: number | null;
                /** The revision of the draft. */
                revision: number | null;
                done: number;
                /** Of its runs. */
                total: number;
                same: number;
                different: number;
                "unknown": number;
                /** Runs that fail now and did not. */
                failing: number;
                /** Why it could not go on, for people. */
                problem: string | null;
                startedBy: string;
                startedAt: string;
                endedAt: string | null;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/back-tests`, {
        ...opts
    });
}
/**
 * Read how far a back-test is, and what it found
 */
export function getBackTest(id: string, backTestId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            status: "running" | "completed" | "failed" | "stopped";
            /** The version that is tested; null: the draft. */
            version: number | null;
            /** The revision of the draft. */
            revision: number | null;
            done: number;
            /** Of its runs. */
            total: number;
            same: number;
            different: number;
            "unknown": number;
            /** Runs that fail now and did not. */
            failing: number;
            /** Why it could not go on, for people. */
            problem: string | null;
            startedBy: string;
            startedAt: string;
            endedAt: string | null;
            /** Runs that were deleted before they were replayed. */
            skipped: number;
            groups: {
                /** branch: it is left by another branch; output: it computes something else; input: it would ask, show or send something else (nothing is sent); answer: what a person filled in does not fit the form any more; failed, mended: it fails now, or does not any more; new, gone: it runs now, or does not any more; slower: three times as long and 50 ms more, measured in a few runs, which stay the same. */
                kind: "branch" | "output" | "input" | "answer" | "failed" | "mended" | "new" | "gone" | "slower";
                stepId: string;
                effect: "pure" | "read" | "idempotent" | "unsafe";
                /** Names of changed fields, never values. */
                fields: string[];
                /** The branch, or the code of the error. */
                before: string | null;
                after: string | null;
                /** How many runs have it. */
                runs: number;
                /** Some of these runs. */
                examples: string[];
                /** In how many runs it is the first: the cause of the rest. */
                first: number;
                /** For `group` or `unknown` of its runs. */
                "number": number;
                /** By which publishing accepts the difference, such as `choose branch true > false`. */
                name: string;
                /** Of the step. */
                title: string;
                /** Of the branch, as people named it; null: no branch. */
                beforeTitle: string | null;
                /** Of the branch, as people named it; null: no branch. */
                afterTitle: string | null;
            }[];
            unknowns: {
                stepId: string;
                /** not-recorded: it would ask the outside, and the run has no answer; other-question: it would ask something else; reads-unknown: it reads what is not known; comes-after: it comes after a step of which it is not known whether it ends; unstable: the same code gives another value each time. */
                why: "not-recorded" | "other-question" | "reads-unknown" | "comes-after" | "unstable";
                /** The step that is to blame. */
                because: string;
                /** How many runs have it. */
                runs: number;
                /** Some of these runs. */
                examples: string[];
                /** For `group` or `unknown` of its runs. */
                "number": number;
                /** Of the step. */
                title: string;
                /** Of the step. */
                becauseTitle: string;
            }[];
            /** How many differences are in no group. */
            moreGroups: number;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/back-tests/${encodeURIComponent(backTestId)}`, {
        ...opts
    });
}
/**
 * Stop a back-test
 */
export function stopBackTest(id: string, backTestId: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            status: "running" | "completed" | "failed" | "stopped";
            /** The version that is tested; null: the draft. */
            version: number | null;
            /** The revision of the draft. */
            revision: number | null;
            done: number;
            /** Of its runs. */
            total: number;
            same: number;
            different: number;
            "unknown": number;
            /** Runs that fail now and did not. */
            failing: number;
            /** Why it could not go on, for people. */
            problem: string | null;
            startedBy: string;
            startedAt: string;
            endedAt: string | null;
            /** Runs that were deleted before they were replayed. */
            skipped: number;
            groups: {
                /** branch: it is left by another branch; output: it computes something else; input: it would ask, show or send something else (nothing is sent); answer: what a person filled in does not fit the form any more; failed, mended: it fails now, or does not any more; new, gone: it runs now, or does not any more; slower: three times as long and 50 ms more, measured in a few runs, which stay the same. */
                kind: "branch" | "output" | "input" | "answer" | "failed" | "mended" | "new" | "gone" | "slower";
                stepId: string;
                effect: "pure" | "read" | "idempotent" | "unsafe";
                /** Names of changed fields, never values. */
                fields: string[];
                /** The branch, or the code of the error. */
                before: string | null;
                after: string | null;
                /** How many runs have it. */
                runs: number;
                /** Some of these runs. */
                examples: string[];
                /** In how many runs it is the first: the cause of the rest. */
                first: number;
                /** For `group` or `unknown` of its runs. */
                "number": number;
                /** By which publishing accepts the difference, such as `choose branch true > false`. */
                name: string;
                /** Of the step. */
                title: string;
                /** Of the branch, as people named it; null: no branch. */
                beforeTitle: string | null;
                /** Of the branch, as people named it; null: no branch. */
                afterTitle: string | null;
            }[];
            unknowns: {
                stepId: string;
                /** not-recorded: it would ask the outside, and the run has no answer; other-question: it would ask something else; reads-unknown: it reads what is not known; comes-after: it comes after a step of which it is not known whether it ends; unstable: the same code gives another value each time. */
                why: "not-recorded" | "other-question" | "reads-unknown" | "comes-after" | "unstable";
                /** The step that is to blame. */
                because: string;
                /** How many runs have it. */
                runs: number;
                /** Some of these runs. */
                examples: string[];
                /** For `group` or `unknown` of its runs. */
                "number": number;
                /** Of the step. */
                title: string;
                /** Of the step. */
                becauseTitle: string;
            }[];
            /** How many differences are in no group. */
            moreGroups: number;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/back-tests/${encodeURIComponent(backTestId)}/stop`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * List what a back-test says of each run
 */
export function listBackTestRuns(id: string, backTestId: string, { limit, cursor, verdict, group, $unknown }: {
    limit?: number;
    cursor?: string;
    verdict?: "same" | "different" | "unknown";
    group?: number;
    $unknown?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                runId: string;
                /** Of the run. */
                title: string | null;
                /** When the run began. */
                startedAt: string;
                verdict: "same" | "different" | "unknown";
                failing: boolean;
                differences: {
                    /** branch: it is left by another branch; output: it computes something else; input: it would ask, show or send something else (nothing is sent); answer: what a person filled in does not fit the form any more; failed, mended: it fails now, or does not any more; new, gone: it runs now, or does not any more; slower: three times as long and 50 ms more, measured in a few runs, which stay the same. */
                    kind: "branch" | "output" | "input" | "answer" | "failed" | "mended" | "new" | "gone" | "slower";
                    stepId: string;
                    effect: "pure" | "read" | "idempotent" | "unsafe";
                    /** Names of changed fields, never values. */
                    fields: string[];
                    /** The branch, or the code of the error. */
                    before: string | null;
                    after: string | null;
                    /** In how many items of loops. */
                    count: number;
                    /** The first of these, from the outside in. */
                    items: number[];
                }[];
                "unknown": {
                    stepId: string;
                    /** not-recorded: it would ask the outside, and the run has no answer; other-question: it would ask something else; reads-unknown: it reads what is not known; comes-after: it comes after a step of which it is not known whether it ends; unstable: the same code gives another value each time. */
                    why: "not-recorded" | "other-question" | "reads-unknown" | "comes-after" | "unstable";
                    /** The step that is to blame. */
                    because: string;
                }[];
            }[];
            nextCursor: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/back-tests/${encodeURIComponent(backTestId)}/runs${QS.query(QS.explode({
        limit,
        cursor,
        verdict,
        group,
        "unknown": $unknown
    }))}`, {
        ...opts
    });
}
/**
 * Compare a run with what it would have been
 */
export function compareBackTestRun(id: string, backTestId: string, runId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            runId: string;
            title: string | null;
            startedAt: string;
            /** How the run ended. */
            before: "running" | "suspended" | "completed" | "failed" | "cancelled";
            /** How it would end; null: not known. */
            after: ("running" | "suspended" | "completed" | "failed" | "cancelled") | null;
            steps: {
                stepId: string;
                title: string;
                /** Numbers of items, from the outside in. */
                items: number[];
                /** Whether it computes, asks, or sends. */
                effect: "pure" | "read" | "idempotent" | "unsafe";
                /** Null: it did not run. */
                before: {
                    status: "waiting-dependencies" | "pending" | "running" | "suspended" | "completed" | "failed" | "skipped" | "cancelled";
                    /** The branch by which it is left. */
                    via: string | null;
                    /** The branch, as people named it. */
                    viaTitle: string | null;
                    error: {
                        code: string;
                        message: string;
                    } | null;
                } | null;
                /** Null: it would not run, or is not known. */
                after: {
                    status: "waiting-dependencies" | "pending" | "running" | "suspended" | "completed" | "failed" | "skipped" | "cancelled";
                    /** The branch by which it is left. */
                    via: string | null;
                    /** The branch, as people named it. */
                    viaTitle: string | null;
                    error: {
                        code: string;
                        message: string;
                    } | null;
                } | null;
                /** Its answer was taken from the run. */
                fromRecord: boolean;
                /** Why it is not known, and the step that is to blame. */
                "unknown": {
                    why: "not-recorded" | "other-question" | "reads-unknown" | "comes-after" | "unstable";
                    because: string;
                } | null;
                /** In what it differs. */
                kinds: ("branch" | "output" | "input" | "answer" | "failed" | "mended" | "new" | "gone" | "slower")[];
                changes: {
                    "of": "input" | "output";
                    before: unknown;
                    after: unknown;
                    /** Values of more than 256 kB are left out. */
                    tooLarge: boolean;
                }[];
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    } | {
        status: 503;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/back-tests/${encodeURIComponent(backTestId)}/runs/${encodeURIComponent(runId)}`, {
        ...opts
    });
}
/**
 * List the tests of a workflow
 */
export function listWorkflowTests(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                name: string;
                expected: {
                    /** How it ends. */
                    status: "completed" | "failed";
                    path: {
                        stepId: string;
                        /** Whether the step runs. */
                        runs: boolean;
                        /** The branch by which it is left. */
                        via?: string | null;
                    }[];
                    values: {
                        stepId: string;
                        /** input: what it asks, shows or sends; output: what it gives. */
                        "of": "input" | "output";
                        /** The place in the value, `items.0.code`; empty: the whole value. */
                        path: string;
                        equals: Schema0;
                    }[];
                };
                createdBy: string;
                createdAt: string;
                updatedAt: string;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/tests`, {
        ...opts
    });
}
/**
 * Make a test of a run
 */
export function addWorkflowTest(id: string, body: {
    name: string;
    runId: string;
    expected?: {
        /** How it ends. */
        status: "completed" | "failed";
        path?: {
            stepId: string;
            /** Whether the step runs. */
            runs: boolean;
            /** The branch by which it is left. */
            via?: string | null;
        }[];
        values?: {
            stepId: string;
            /** input: what it asks, shows or sends; output: what it gives. */
            "of": "input" | "output";
            /** The place in the value, `items.0.code`; empty: the whole value. */
            path?: string;
            equals: Schema0Input;
        }[];
    };
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            id: string;
            name: string;
            expected: {
                /** How it ends. */
                status: "completed" | "failed";
                path: {
                    stepId: string;
                    /** Whether the step runs. */
                    runs: boolean;
                    /** The branch by which it is left. */
                    via?: string | null;
                }[];
                values: {
                    stepId: string;
                    /** input: what it asks, shows or sends; output: what it gives. */
                    "of": "input" | "output";
                    /** The place in the value, `items.0.code`; empty: the whole value. */
                    path: string;
                    equals: Schema0;
                }[];
            };
            createdBy: string;
            createdAt: string;
            updatedAt: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 422;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/tests`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Run the tests of a workflow
 */
export function runWorkflowTests(id: string, body?: {
    /** Without it, the draft. */
    version?: number;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            /** Null: the draft. */
            version: number | null;
            /** The revision of the draft. */
            revision: number | null;
            passed: number;
            failed: number;
            results: {
                id: string;
                name: string;
                passed: boolean;
                /** What is not as expected, without values. */
                unmet: string[];
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    } | {
        status: 503;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/tests/run`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Read a test, with what was recorded of its steps
 */
export function getWorkflowTest(id: string, testId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            name: string;
            expected: {
                /** How it ends. */
                status: "completed" | "failed";
                path: {
                    stepId: string;
                    /** Whether the step runs. */
                    runs: boolean;
                    /** The branch by which it is left. */
                    via?: string | null;
                }[];
                values: {
                    stepId: string;
                    /** input: what it asks, shows or sends; output: what it gives. */
                    "of": "input" | "output";
                    /** The place in the value, `items.0.code`; empty: the whole value. */
                    path: string;
                    equals: Schema0;
                }[];
            };
            createdBy: string;
            createdAt: string;
            updatedAt: string;
            /** Of the draft, then those that only the run had; without the bodies of loops. */
            steps: {
                stepId: string;
                title: string;
                /** Whether it ran in the recorded run. */
                ran: boolean;
                /** The branch by which the run left it. */
                via: string | null;
                /** The branches of the draft’s step, as people named them. */
                branches: {
                    via: string;
                    title: string;
                }[];
                /** Whether it computes, asks, or sends. */
                effect: "pure" | "read" | "idempotent" | "unsafe";
                /** What it asked, showed or sent; null: nothing. */
                input: unknown;
                /** What it gave; null: nothing. */
                output: unknown;
                /** Values of more than 64 kB are left out. */
                tooLarge: boolean;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/tests/${encodeURIComponent(testId)}`, {
        ...opts
    });
}
/**
 * Change the name of a test, or what it expects
 */
export function changeWorkflowTest(id: string, testId: string, body: {
    name?: string;
    expected?: {
        /** How it ends. */
        status: "completed" | "failed";
        path?: {
            stepId: string;
            /** Whether the step runs. */
            runs: boolean;
            /** The branch by which it is left. */
            via?: string | null;
        }[];
        values?: {
            stepId: string;
            /** input: what it asks, shows or sends; output: what it gives. */
            "of": "input" | "output";
            /** The place in the value, `items.0.code`; empty: the whole value. */
            path?: string;
            equals: Schema0Input;
        }[];
    };
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            name: string;
            expected: {
                /** How it ends. */
                status: "completed" | "failed";
                path: {
                    stepId: string;
                    /** Whether the step runs. */
                    runs: boolean;
                    /** The branch by which it is left. */
                    via?: string | null;
                }[];
                values: {
                    stepId: string;
                    /** input: what it asks, shows or sends; output: what it gives. */
                    "of": "input" | "output";
                    /** The place in the value, `items.0.code`; empty: the whole value. */
                    path: string;
                    equals: Schema0;
                }[];
            };
            createdBy: string;
            createdAt: string;
            updatedAt: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/tests/${encodeURIComponent(testId)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body
    }));
}
/**
 * Delete a test
 */
export function deleteWorkflowTest(id: string, testId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/tests/${encodeURIComponent(testId)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Read what a draft must prove before it is published
 */
export function getPublishNeeds(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            /** All tests of the workflow pass. */
            tests: boolean;
            /** no-new-failure: a back-test of this very draft found no step that fails newly, or each such difference is accepted by name; accepted: every difference is accepted by name. */
            backTest: "none" | "no-new-failure" | "accepted";
            /** The fewest runs of that back-test, where the workflow has so many. */
            runs: number;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/publish-needs`, {
        ...opts
    });
}
/**
 * Say what a draft must prove before it is published
 */
export function setPublishNeeds(id: string, body: {
    /** All tests of the workflow pass. */
    tests: boolean;
    /** no-new-failure: a back-test of this very draft found no step that fails newly, or each such difference is accepted by name; accepted: every difference is accepted by name. */
    backTest: "none" | "no-new-failure" | "accepted";
    /** The fewest runs of that back-test, where the workflow has so many. */
    runs?: number;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            /** All tests of the workflow pass. */
            tests: boolean;
            /** no-new-failure: a back-test of this very draft found no step that fails newly, or each such difference is accepted by name; accepted: every difference is accepted by name. */
            backTest: "none" | "no-new-failure" | "accepted";
            /** The fewest runs of that back-test, where the workflow has so many. */
            runs: number;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/publish-needs`, oazapfts.json({
        ...opts,
        method: "PUT",
        body
    }));
}
/**
 * Read the test set of a step “Ask documents” and its scores
 */
export function getTestSet(id: string, stepId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            cases: {
                id: string;
                name: string;
                files: {
                    id: string;
                    fileName: string;
                }[];
                expected: {
                    [key: string]: unknown;
                };
                createdBy: string;
                updatedAt: string;
            }[];
            problem: string | null;
            form: {
                [key: string]: unknown;
            };
            changed: ("question" | "model" | "prompt" | "cases")[] | null;
            latest: {
                id: string;
                status: "running" | "completed" | "failed" | "stopped";
                done: number;
                total: number;
                score: number | null;
                model: string | null;
                prompt: string | null;
                used: {
                    calls: number;
                    tokens: number;
                    dollars: number;
                    unpriced: number;
                };
                problem: string | null;
                changed: ("question" | "model" | "prompt" | "cases")[] | null;
                startedBy: string;
                startedAt: string;
                endedAt: string | null;
                byField: {
                    name: string;
                    title: string;
                    score: number;
                }[];
                results: {
                    fields: {
                        name: string;
                        title: string;
                        expected: unknown;
                        given: unknown;
                        score: number;
                        note: string | null;
                    }[];
                    error: string | null;
                    model: string | null;
                    prompt: string | null;
                    caseId: string;
                }[];
            } | null;
            comparison: {
                cases: number;
                before: number;
                now: number;
                byField: {
                    name: string;
                    before: number;
                    now: number;
                }[];
                moves: {
                    caseId: string;
                    name: string;
                    before: number;
                    now: number;
                    gaveBefore: unknown;
                }[];
            } | null;
            trials: {
                id: string;
                status: "running" | "completed" | "failed" | "stopped";
                done: number;
                total: number;
                score: number | null;
                model: string | null;
                prompt: string | null;
                used: {
                    calls: number;
                    tokens: number;
                    dollars: number;
                    unpriced: number;
                };
                problem: string | null;
                changed: ("question" | "model" | "prompt" | "cases")[] | null;
                startedBy: string;
                startedAt: string;
                endedAt: string | null;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 422;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/steps/${encodeURIComponent(stepId)}/test-set`, {
        ...opts
    });
}
/**
 * Delete the test set of a step with its files and scores
 */
export function deleteTestSet(id: string, stepId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            cases: number;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/steps/${encodeURIComponent(stepId)}/test-set`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Read how far the newest trial of a test set is
 */
export function getTrialProgress(id: string, stepId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            latest: {
                id: string;
                status: "running" | "completed" | "failed" | "stopped";
                done: number;
                total: number;
            } | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/steps/${encodeURIComponent(stepId)}/test-set/progress`, {
        ...opts
    });
}
/**
 * Add a case to the test set of a step
 */
export function addTestCase(id: string, stepId: string, body: {
    name: string;
    fileIds: string[];
    expected: {
        [key: string]: unknown;
    };
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            id: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 422;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/steps/${encodeURIComponent(stepId)}/test-set/cases`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Add a case of what a run asked and was answered
 */
export function addTestCaseFromRun(id: string, stepId: string, body: {
    runId: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            id: string;
            checked: boolean;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 422;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/steps/${encodeURIComponent(stepId)}/test-set/cases-from-run`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Change a case of a test set
 */
export function changeTestCase(id: string, stepId: string, caseId: string, body: {
    name: string;
    fileIds: string[];
    expected: {
        [key: string]: unknown;
    };
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 422;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/steps/${encodeURIComponent(stepId)}/test-set/cases/${encodeURIComponent(caseId)}`, oazapfts.json({
        ...opts,
        method: "PUT",
        body
    }));
}
/**
 * Delete a case of a test set with its files and results
 */
export function deleteTestCase(id: string, stepId: string, caseId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 422;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/steps/${encodeURIComponent(stepId)}/test-set/cases/${encodeURIComponent(caseId)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Run the test set of a step with its draft
 */
export function startTrial(id: string, stepId: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 202;
        data: {
            id: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 422;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/steps/${encodeURIComponent(stepId)}/test-set/trials`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * Stop the running trial of a test set
 */
export function stopTrial(id: string, stepId: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            stopped: number;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/steps/${encodeURIComponent(stepId)}/test-set/stop`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * List the schedules of all workflows, newest first
 */
export function listSchedules({ limit, cursor }: {
    limit?: number;
    cursor?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                workflow: {
                    id: string;
                    slug: string;
                    name: string;
                    paused: boolean;
                };
                name: string;
                cron: string;
                timeZone: string;
                startData: {
                    [key: string]: unknown;
                };
                /** Occurrences that were due while the service was down: `skip` leaves them out, `latest` starts the last one, `all` the last `missedLimit`. */
                missedPolicy: "skip" | "latest" | "all";
                missedLimit: number;
                /** When a run of this schedule is not finished at the next occurrence: `allow` both, `skip` the new one, or `queue` it. */
                overlapPolicy: "allow" | "skip" | "queue";
                /** An occurrence on a day on which nobody works, by `calendar`: it comes all the same (`run`), is left out (`skip`), or moves to the `next` working day or to the `previous` one, at the same time of day. What moves to a time that comes anyway comes once. */
                daysOff: "run" | "skip" | "next" | "previous";
                /** The slug of the business calendar; null: the one that counts where none is named. */
                calendar: string | null;
                paused: boolean;
                nextAt: string | null;
                /** The next ten occurrences, those of days off as `daysOff` says; none while it is paused. */
                next: string[];
                /** Why the last start failed; null when it succeeded. */
                problem: string | null;
                /** The outcome of the last occurrence. */
                last: {
                    plannedAt: string;
                    status: "planned" | "queued" | "started" | "skipped" | "missed" | "failed" | "cancelled";
                    reason: string | null;
                    /** Null, too, for callers who do not see the run. */
                    runId: string | null;
                    runStatus: ("running" | "suspended" | "completed" | "failed" | "cancelled") | null;
                } | null;
                createdBy: string | null;
                createdAt: string;
                updatedBy: string | null;
                updatedAt: string;
            }[];
            nextCursor: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/schedules${QS.query(QS.explode({
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * List the schedules of a workflow, newest first
 */
export function listWorkflowSchedules(id: string, { limit, cursor }: {
    limit?: number;
    cursor?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                workflow: {
                    id: string;
                    slug: string;
                    name: string;
                    paused: boolean;
                };
                name: string;
                cron: string;
                timeZone: string;
                startData: {
                    [key: string]: unknown;
                };
                /** Occurrences that were due while the service was down: `skip` leaves them out, `latest` starts the last one, `all` the last `missedLimit`. */
                missedPolicy: "skip" | "latest" | "all";
                missedLimit: number;
                /** When a run of this schedule is not finished at the next occurrence: `allow` both, `skip` the new one, or `queue` it. */
                overlapPolicy: "allow" | "skip" | "queue";
                /** An occurrence on a day on which nobody works, by `calendar`: it comes all the same (`run`), is left out (`skip`), or moves to the `next` working day or to the `previous` one, at the same time of day. What moves to a time that comes anyway comes once. */
                daysOff: "run" | "skip" | "next" | "previous";
                /** The slug of the business calendar; null: the one that counts where none is named. */
                calendar: string | null;
                paused: boolean;
                nextAt: string | null;
                /** The next ten occurrences, those of days off as `daysOff` says; none while it is paused. */
                next: string[];
                /** Why the last start failed; null when it succeeded. */
                problem: string | null;
                /** The outcome of the last occurrence. */
                last: {
                    plannedAt: string;
                    status: "planned" | "queued" | "started" | "skipped" | "missed" | "failed" | "cancelled";
                    reason: string | null;
                    /** Null, too, for callers who do not see the run. */
                    runId: string | null;
                    runStatus: ("running" | "suspended" | "completed" | "failed" | "cancelled") | null;
                } | null;
                createdBy: string | null;
                createdAt: string;
                updatedBy: string | null;
                updatedAt: string;
            }[];
            nextCursor: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/schedules${QS.query(QS.explode({
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * Schedule a workflow
 */
export function createSchedule(id: string, body: {
    name: string;
    /** Five fields: minute, hour, day of the month, month, day of the week. `0 7 * * 1-5` is 7:00 from Monday to Friday. */
    cron: string;
    timeZone: string;
    /** The start data of each run; validated by the workflow’s start form now and at each start. */
    startData?: {
        [key: string]: unknown;
    };
    /** Occurrences that were due while the service was down: `skip` leaves them out, `latest` starts the last one, `all` the last `missedLimit`. */
    missedPolicy?: "skip" | "latest" | "all";
    missedLimit?: number;
    /** When a run of this schedule is not finished at the next occurrence: `allow` both, `skip` the new one, or `queue` it. */
    overlapPolicy?: "allow" | "skip" | "queue";
    /** An occurrence on a day on which nobody works, by `calendar`: it comes all the same (`run`), is left out (`skip`), or moves to the `next` working day or to the `previous` one, at the same time of day. What moves to a time that comes anyway comes once. */
    daysOff?: "run" | "skip" | "next" | "previous";
    /** The slug of the business calendar; null: the one that counts where none is named. */
    calendar?: string | null;
    paused?: boolean;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            id: string;
            workflow: {
                id: string;
                slug: string;
                name: string;
                paused: boolean;
            };
            name: string;
            cron: string;
            timeZone: string;
            startData: {
                [key: string]: unknown;
            };
            /** Occurrences that were due while the service was down: `skip` leaves them out, `latest` starts the last one, `all` the last `missedLimit`. */
            missedPolicy: "skip" | "latest" | "all";
            missedLimit: number;
            /** When a run of this schedule is not finished at the next occurrence: `allow` both, `skip` the new one, or `queue` it. */
            overlapPolicy: "allow" | "skip" | "queue";
            /** An occurrence on a day on which nobody works, by `calendar`: it comes all the same (`run`), is left out (`skip`), or moves to the `next` working day or to the `previous` one, at the same time of day. What moves to a time that comes anyway comes once. */
            daysOff: "run" | "skip" | "next" | "previous";
            /** The slug of the business calendar; null: the one that counts where none is named. */
            calendar: string | null;
            paused: boolean;
            nextAt: string | null;
            /** The next ten occurrences, those of days off as `daysOff` says; none while it is paused. */
            next: string[];
            /** Why the last start failed; null when it succeeded. */
            problem: string | null;
            /** The outcome of the last occurrence. */
            last: {
                plannedAt: string;
                status: "planned" | "queued" | "started" | "skipped" | "missed" | "failed" | "cancelled";
                reason: string | null;
                /** Null, too, for callers who do not see the run. */
                runId: string | null;
                runStatus: ("running" | "suspended" | "completed" | "failed" | "cancelled") | null;
            } | null;
            createdBy: string | null;
            createdAt: string;
            updatedBy: string | null;
            updatedAt: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/schedules`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Read a schedule with its next ten occurrences
 */
export function getSchedule(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            workflow: {
                id: string;
                slug: string;
                name: string;
                paused: boolean;
            };
            name: string;
            cron: string;
            timeZone: string;
            startData: {
                [key: string]: unknown;
            };
            /** Occurrences that were due while the service was down: `skip` leaves them out, `latest` starts the last one, `all` the last `missedLimit`. */
            missedPolicy: "skip" | "latest" | "all";
            missedLimit: number;
            /** When a run of this schedule is not finished at the next occurrence: `allow` both, `skip` the new one, or `queue` it. */
            overlapPolicy: "allow" | "skip" | "queue";
            /** An occurrence on a day on which nobody works, by `calendar`: it comes all the same (`run`), is left out (`skip`), or moves to the `next` working day or to the `previous` one, at the same time of day. What moves to a time that comes anyway comes once. */
            daysOff: "run" | "skip" | "next" | "previous";
            /** The slug of the business calendar; null: the one that counts where none is named. */
            calendar: string | null;
            paused: boolean;
            nextAt: string | null;
            /** The next ten occurrences, those of days off as `daysOff` says; none while it is paused. */
            next: string[];
            /** Why the last start failed; null when it succeeded. */
            problem: string | null;
            /** The outcome of the last occurrence. */
            last: {
                plannedAt: string;
                status: "planned" | "queued" | "started" | "skipped" | "missed" | "failed" | "cancelled";
                reason: string | null;
                /** Null, too, for callers who do not see the run. */
                runId: string | null;
                runStatus: ("running" | "suspended" | "completed" | "failed" | "cancelled") | null;
            } | null;
            createdBy: string | null;
            createdAt: string;
            updatedBy: string | null;
            updatedAt: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/schedules/${encodeURIComponent(id)}`, {
        ...opts
    });
}
/**
 * Change a schedule; absent fields keep their values
 */
export function updateSchedule(id: string, body: {
    name?: string;
    /** Five fields: minute, hour, day of the month, month, day of the week. `0 7 * * 1-5` is 7:00 from Monday to Friday. */
    cron?: string;
    timeZone?: string;
    /** The start data of each run; validated by the workflow’s start form now and at each start. */
    startData?: {
        [key: string]: unknown;
    };
    /** Occurrences that were due while the service was down: `skip` leaves them out, `latest` starts the last one, `all` the last `missedLimit`. */
    missedPolicy?: "skip" | "latest" | "all";
    missedLimit?: number;
    /** When a run of this schedule is not finished at the next occurrence: `allow` both, `skip` the new one, or `queue` it. */
    overlapPolicy?: "allow" | "skip" | "queue";
    /** An occurrence on a day on which nobody works, by `calendar`: it comes all the same (`run`), is left out (`skip`), or moves to the `next` working day or to the `previous` one, at the same time of day. What moves to a time that comes anyway comes once. */
    daysOff?: "run" | "skip" | "next" | "previous";
    /** The slug of the business calendar; null: the one that counts where none is named. */
    calendar?: string | null;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            workflow: {
                id: string;
                slug: string;
                name: string;
                paused: boolean;
            };
            name: string;
            cron: string;
            timeZone: string;
            startData: {
                [key: string]: unknown;
            };
            /** Occurrences that were due while the service was down: `skip` leaves them out, `latest` starts the last one, `all` the last `missedLimit`. */
            missedPolicy: "skip" | "latest" | "all";
            missedLimit: number;
            /** When a run of this schedule is not finished at the next occurrence: `allow` both, `skip` the new one, or `queue` it. */
            overlapPolicy: "allow" | "skip" | "queue";
            /** An occurrence on a day on which nobody works, by `calendar`: it comes all the same (`run`), is left out (`skip`), or moves to the `next` working day or to the `previous` one, at the same time of day. What moves to a time that comes anyway comes once. */
            daysOff: "run" | "skip" | "next" | "previous";
            /** The slug of the business calendar; null: the one that counts where none is named. */
            calendar: string | null;
            paused: boolean;
            nextAt: string | null;
            /** The next ten occurrences, those of days off as `daysOff` says; none while it is paused. */
            next: string[];
            /** Why the last start failed; null when it succeeded. */
            problem: string | null;
            /** The outcome of the last occurrence. */
            last: {
                plannedAt: string;
                status: "planned" | "queued" | "started" | "skipped" | "missed" | "failed" | "cancelled";
                reason: string | null;
                /** Null, too, for callers who do not see the run. */
                runId: string | null;
                runStatus: ("running" | "suspended" | "completed" | "failed" | "cancelled") | null;
            } | null;
            createdBy: string | null;
            createdAt: string;
            updatedBy: string | null;
            updatedAt: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/schedules/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body
    }));
}
/**
 * Delete a schedule with its history, but not its runs
 */
export function deleteSchedule(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/schedules/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Start a run of a schedule now
 */
export function runScheduleNow(id: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            runId: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/schedules/${encodeURIComponent(id)}/run-now`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * Pause a schedule
 */
export function pauseSchedule(id: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            workflow: {
                id: string;
                slug: string;
                name: string;
                paused: boolean;
            };
            name: string;
            cron: string;
            timeZone: string;
            startData: {
                [key: string]: unknown;
            };
            /** Occurrences that were due while the service was down: `skip` leaves them out, `latest` starts the last one, `all` the last `missedLimit`. */
            missedPolicy: "skip" | "latest" | "all";
            missedLimit: number;
            /** When a run of this schedule is not finished at the next occurrence: `allow` both, `skip` the new one, or `queue` it. */
            overlapPolicy: "allow" | "skip" | "queue";
            /** An occurrence on a day on which nobody works, by `calendar`: it comes all the same (`run`), is left out (`skip`), or moves to the `next` working day or to the `previous` one, at the same time of day. What moves to a time that comes anyway comes once. */
            daysOff: "run" | "skip" | "next" | "previous";
            /** The slug of the business calendar; null: the one that counts where none is named. */
            calendar: string | null;
            paused: boolean;
            nextAt: string | null;
            /** The next ten occurrences, those of days off as `daysOff` says; none while it is paused. */
            next: string[];
            /** Why the last start failed; null when it succeeded. */
            problem: string | null;
            /** The outcome of the last occurrence. */
            last: {
                plannedAt: string;
                status: "planned" | "queued" | "started" | "skipped" | "missed" | "failed" | "cancelled";
                reason: string | null;
                /** Null, too, for callers who do not see the run. */
                runId: string | null;
                runStatus: ("running" | "suspended" | "completed" | "failed" | "cancelled") | null;
            } | null;
            createdBy: string | null;
            createdAt: string;
            updatedBy: string | null;
            updatedAt: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/schedules/${encodeURIComponent(id)}/pause`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * Resume a paused schedule with its next occurrence
 */
export function resumeSchedule(id: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            workflow: {
                id: string;
                slug: string;
                name: string;
                paused: boolean;
            };
            name: string;
            cron: string;
            timeZone: string;
            startData: {
                [key: string]: unknown;
            };
            /** Occurrences that were due while the service was down: `skip` leaves them out, `latest` starts the last one, `all` the last `missedLimit`. */
            missedPolicy: "skip" | "latest" | "all";
            missedLimit: number;
            /** When a run of this schedule is not finished at the next occurrence: `allow` both, `skip` the new one, or `queue` it. */
            overlapPolicy: "allow" | "skip" | "queue";
            /** An occurrence on a day on which nobody works, by `calendar`: it comes all the same (`run`), is left out (`skip`), or moves to the `next` working day or to the `previous` one, at the same time of day. What moves to a time that comes anyway comes once. */
            daysOff: "run" | "skip" | "next" | "previous";
            /** The slug of the business calendar; null: the one that counts where none is named. */
            calendar: string | null;
            paused: boolean;
            nextAt: string | null;
            /** The next ten occurrences, those of days off as `daysOff` says; none while it is paused. */
            next: string[];
            /** Why the last start failed; null when it succeeded. */
            problem: string | null;
            /** The outcome of the last occurrence. */
            last: {
                plannedAt: string;
                status: "planned" | "queued" | "started" | "skipped" | "missed" | "failed" | "cancelled";
                reason: string | null;
                /** Null, too, for callers who do not see the run. */
                runId: string | null;
                runStatus: ("running" | "suspended" | "completed" | "failed" | "cancelled") | null;
            } | null;
            createdBy: string | null;
            createdAt: string;
            updatedBy: string | null;
            updatedAt: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/schedules/${encodeURIComponent(id)}/resume`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * List the occurrences of a schedule and their outcomes, latest first
 */
export function listScheduleOccurrences(id: string, { limit, cursor }: {
    limit?: number;
    cursor?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                plannedAt: string;
                status: "planned" | "queued" | "started" | "skipped" | "missed" | "failed" | "cancelled";
                reason: string | null;
                /** Null, too, for callers who do not see the run. */
                runId: string | null;
                runStatus: ("running" | "suspended" | "completed" | "failed" | "cancelled") | null;
                id: string;
                kind: "scheduled" | "run-now" | "backfill";
                createdAt: string;
            }[];
            nextCursor: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/schedules/${encodeURIComponent(id)}/occurrences${QS.query(QS.explode({
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * List the backfills of a schedule, newest first, with their progress
 */
export function listBackfills(id: string, { limit, cursor }: {
    limit?: number;
    cursor?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                "from": string;
                to: string;
                status: "running" | "completed" | "cancelled";
                total: number;
                /** Null for callers who do not see the runs of the workflow. */
                progress: {
                    /** Still to be started. */
                    planned: number;
                    /** Started and not finished. */
                    running: number;
                    completed: number;
                    /** Runs that failed, and occurrences that could not start. */
                    failed: number;
                    cancelled: number;
                    /** Ended runs that were deleted since, so that their status is unknown. */
                    deleted: number;
                } | null;
                createdBy: string | null;
                createdAt: string;
                finishedAt: string | null;
            }[];
            nextCursor: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/schedules/${encodeURIComponent(id)}/backfills${QS.query(QS.explode({
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * Start the occurrences of a past period (backfill)
 */
export function createBackfill(id: string, body: {
    "from": string;
    to: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            id: string;
            "from": string;
            to: string;
            status: "running" | "completed" | "cancelled";
            total: number;
            /** Null for callers who do not see the runs of the workflow. */
            progress: {
                /** Still to be started. */
                planned: number;
                /** Started and not finished. */
                running: number;
                completed: number;
                /** Runs that failed, and occurrences that could not start. */
                failed: number;
                cancelled: number;
                /** Ended runs that were deleted since, so that their status is unknown. */
                deleted: number;
            } | null;
            createdBy: string | null;
            createdAt: string;
            finishedAt: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/schedules/${encodeURIComponent(id)}/backfills`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Stop a backfill: it starts no more runs; its started runs go on
 */
export function cancelBackfill(id: string, backfillId: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            "from": string;
            to: string;
            status: "running" | "completed" | "cancelled";
            total: number;
            /** Null for callers who do not see the runs of the workflow. */
            progress: {
                /** Still to be started. */
                planned: number;
                /** Started and not finished. */
                running: number;
                completed: number;
                /** Runs that failed, and occurrences that could not start. */
                failed: number;
                cancelled: number;
                /** Ended runs that were deleted since, so that their status is unknown. */
                deleted: number;
            } | null;
            createdBy: string | null;
            createdAt: string;
            finishedAt: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/schedules/${encodeURIComponent(id)}/backfills/${encodeURIComponent(backfillId)}/cancel`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * Read a task
 */
export function getTask(taskId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Task;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/task/${encodeURIComponent(taskId)}`, {
        ...opts
    });
}
/**
 * Read how far a task is that reads documents
 */
export function getTaskProgress(taskId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            progress: {
                /** Of the file that is read now. */
                pages: number;
                /** How many of them are read. */
                readPages: number;
                /** Which file it is, from 1. */
                file: number;
                /** How many files are read. */
                files: number;
            } | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/task/${encodeURIComponent(taskId)}/progress`, {
        ...opts
    });
}
/**
 * Cancel a task and all steps that can follow only it
 */
export function cancelTask(taskId: string, body?: {
    reason?: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            status: "cancelled";
            halted: string[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/task/${encodeURIComponent(taskId)}/cancel`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * List the calls with an unknown outcome, oldest first
 */
export function listUnknownOutcomes({ limit, cursor }: {
    limit?: number;
    cursor?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                taskId: string;
                runId: string;
                stepId: string;
                stepType: string;
                title: string;
                workflow: {
                    id: string;
                    slug: string;
                    name: string;
                };
                calledAt: string;
                reason: string;
            }[];
            nextCursor: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/unknown-outcomes${QS.query(QS.explode({
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * Answer whether a call with an unknown outcome happened
 */
export function answerUnknownOutcome(taskId: string, body: {
    answer: "happened";
    output: unknown;
} | {
    answer: "try-again";
} | {
    answer: "give-up";
    reason?: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Task;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/task/${encodeURIComponent(taskId)}/outcome`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Create an async result that an outside system completes later
 */
export function createAsyncResult(body?: {
    description?: string;
    timeoutSeconds?: number;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            id: string;
            status: "pending" | "completed" | "failed";
            result: unknown;
            error: Failure | null;
            createdAt: string;
            completedAt: string | null;
            kind: string;
            description: string | null;
            dueAt: string | null;
            expiresAt: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/async-result", oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Read an async result
 */
export function getAsyncResult(id: string, { wait }: {
    wait?: number;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            status: "pending" | "completed" | "failed";
            result: unknown;
            error: Failure | null;
            createdAt: string;
            completedAt: string | null;
            kind: string;
            description: string | null;
            dueAt: string | null;
            expiresAt: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/async-result/${encodeURIComponent(id)}${QS.query(QS.explode({
        wait
    }))}`, {
        ...opts
    });
}
/**
 * Complete an async result with a result or an error
 */
export function completeAsyncResult(id: string, body: {
    result?: unknown;
    error?: {
        code?: string;
        message: string;
        details?: {
            [key: string]: unknown;
        };
    };
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            status: "pending" | "completed" | "failed";
            result: unknown;
            error: Failure | null;
            createdAt: string;
            completedAt: string | null;
            kind: string;
            description: string | null;
            dueAt: string | null;
            expiresAt: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/async-result/${encodeURIComponent(id)}/complete`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Complete async results after a delay, or at a given time
 */
export function sleepAsyncResults(body: {
    delaySeconds?: number;
    at?: string;
    asyncResultIds?: string[];
    result?: unknown;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 202;
        data: {
            asyncResults: {
                id: string;
                status: "pending" | "completed" | "failed";
                dueAt: string;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/async-result/sleep", oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * List what people wrote about a run, the newest first
 */
export function listComments(id: string, { limit, cursor }: {
    limit?: number;
    cursor?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                author: {
                    userId: string;
                    name: string;
                };
                text: string;
                mentions: {
                    userId: string;
                    name: string;
                }[];
                createdAt: string;
                editedAt: string | null;
                changeableUntil: string | null;
                deletable: boolean;
            }[];
            nextCursor: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/runs/${encodeURIComponent(id)}/comments${QS.query(QS.explode({
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * Write a comment about a run
 */
export function addComment(id: string, body: {
    text: string;
    mentions?: string[];
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            comment: {
                id: string;
                author: {
                    userId: string;
                    name: string;
                };
                text: string;
                mentions: {
                    userId: string;
                    name: string;
                }[];
                createdAt: string;
                editedAt: string | null;
                changeableUntil: string | null;
                deletable: boolean;
            };
            notTold: {
                userId: string;
                name: string;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/runs/${encodeURIComponent(id)}/comments`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Change your own comment, within an hour
 */
export function changeComment(id: string, commentId: string, body: {
    text: string;
    mentions?: string[];
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            comment: {
                id: string;
                author: {
                    userId: string;
                    name: string;
                };
                text: string;
                mentions: {
                    userId: string;
                    name: string;
                }[];
                createdAt: string;
                editedAt: string | null;
                changeableUntil: string | null;
                deletable: boolean;
            };
            notTold: {
                userId: string;
                name: string;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/runs/${encodeURIComponent(id)}/comments/${encodeURIComponent(commentId)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body
    }));
}
/**
 * Delete your own comment within an hour; who controls runs deletes any at any time
 */
export function deleteComment(id: string, commentId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {};
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/runs/${encodeURIComponent(id)}/comments/${encodeURIComponent(commentId)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * List members whom a comment about a run can mention
 */
export function listRunPeople(id: string, { q }: {
    q?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                userId: string;
                name: string;
                awayUntil: string | null;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/runs/${encodeURIComponent(id)}/people${QS.query(QS.explode({
        q
    }))}`, {
        ...opts
    });
}
/**
 * List the files that people added to a run, the newest first
 */
export function listRunFiles(id: string, { limit, cursor }: {
    limit?: number;
    cursor?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                fileName: string;
                mimeType: string;
                size: number;
                sha256: string;
                createdBy: string | null;
                createdAt: string;
                removable: boolean;
            }[];
            nextCursor: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/runs/${encodeURIComponent(id)}/files${QS.query(QS.explode({
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * Add an uploaded file to a run
 */
export function addRunFile(id: string, body: {
    fileId: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            id: string;
            fileName: string;
            mimeType: string;
            size: number;
            sha256: string;
            createdBy: string | null;
            createdAt: string;
            removable: boolean;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/runs/${encodeURIComponent(id)}/files`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Remove a file that somebody added to a run
 */
export function removeRunFile(id: string, fileId: string, body: {
    reason: "other-case" | "wrong-file" | "duplicate" | "unreadable" | "not-needed";
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {};
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/runs/${encodeURIComponent(id)}/files/${encodeURIComponent(fileId)}/remove`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Read who did what with a run and its screens, the newest first
 */
export function getRunHistory(id: string, { limit, cursor }: {
    limit?: number;
    cursor?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                at: string;
                action: "run.started" | "run.read" | "run.cancelled" | "run.retried" | "screen.read" | "screen.claimed" | "screen.released" | "screen.prioritized" | "screen.assigned" | "screen.handed-over" | "screen.returned" | "screen.completed" | "task.cancelled" | "task.outcome-answered" | "comment.added" | "comment.changed" | "comment.deleted" | "run.file-added" | "run.file-removed" | "run.printed" | "patient.read";
                by: string;
                to: string | null;
                "for": string | null;
                reason: ("other-case" | "wrong-file" | "duplicate" | "unreadable" | "not-needed") | null;
                task: {
                    id: string;
                    title: string;
                } | null;
            }[];
            nextCursor: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/runs/${encodeURIComponent(id)}/history${QS.query(QS.explode({
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * Read who has which work, how old it is, and what was done
 */
export function getWorkload({ workflow, group, days }: {
    workflow?: string;
    group?: string;
    days?: "14" | "30" | "90";
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            timeZone: string;
            today: string;
            total: {
                open: number;
                overdue: number;
                dueToday: number;
                oldestAt: string | null;
            };
            people: {
                open: number;
                overdue: number;
                dueToday: number;
                oldestAt: string | null;
                person: {
                    userId: string;
                    name: string;
                } | null;
                away: {
                    until: string;
                    delegate: string | null;
                } | null;
            }[];
            groups: {
                open: number;
                overdue: number;
                dueToday: number;
                oldestAt: string | null;
                groupId: string;
                name: string;
                unclaimed: number;
            }[];
            ages: {
                "from": number;
                to: number | null;
                openedFrom: string | null;
                openedBefore: string | null;
                count: number;
            }[];
            done: {
                days: {
                    day: string;
                    completed: number;
                }[];
                completed: number;
                untilClaimed: {
                    known: number;
                    medianSeconds: number | null;
                    p90Seconds: number | null;
                };
                untilCompleted: {
                    known: number;
                    medianSeconds: number | null;
                    p90Seconds: number | null;
                };
                withDueDate: number;
                onTime: number;
            };
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/screens/workload${QS.query(QS.explode({
        workflow,
        group,
        days
    }))}`, {
        ...opts
    });
}
/**
 * Read when you are away, and for whom you stand in
 */
export function getOwnAbsences({ delegateId }: {
    delegateId?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            userId: string;
            items: {
                id: string;
                firstDay: string;
                lastDay: string;
                state: "coming" | "now";
                note: string | null;
                delegate: {
                    userId: string;
                    name: string;
                    away: {
                        firstDay: string;
                        lastDay: string;
                    } | null;
                } | null;
                heldCases: "keep" | "pass" | "release";
                begunAt: string | null;
                passed: number;
                released: number;
                setBy: string;
                revision: number;
            }[];
            timeZone: string;
            today: string;
            openCases: number;
            passable: number | null;
            standsInFor: {
                userId: string;
                name: string;
                firstDay: string;
                lastDay: string;
                note: string | null;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/absences/own${QS.query(QS.explode({
        delegateId
    }))}`, {
        ...opts
    });
}
/**
 * Say when you are away, and who stands in for you
 */
export function addOwnAbsence(body: {
    firstDay: string;
    lastDay: string;
    note?: string;
    delegateId?: string | null;
    heldCases?: "keep" | "pass" | "release";
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            userId: string;
            items: {
                id: string;
                firstDay: string;
                lastDay: string;
                state: "coming" | "now";
                note: string | null;
                delegate: {
                    userId: string;
                    name: string;
                    away: {
                        firstDay: string;
                        lastDay: string;
                    } | null;
                } | null;
                heldCases: "keep" | "pass" | "release";
                begunAt: string | null;
                passed: number;
                released: number;
                setBy: string;
                revision: number;
            }[];
            timeZone: string;
            today: string;
            openCases: number;
            passable: number | null;
            standsInFor: {
                userId: string;
                name: string;
                firstDay: string;
                lastDay: string;
                note: string | null;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/absences/own", oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Change an absence of yours
 */
export function changeOwnAbsence(absenceId: string, body: {
    firstDay: string;
    lastDay: string;
    note?: string;
    delegateId?: string | null;
    heldCases?: "keep" | "pass" | "release";
    revision: number;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            userId: string;
            items: {
                id: string;
                firstDay: string;
                lastDay: string;
                state: "coming" | "now";
                note: string | null;
                delegate: {
                    userId: string;
                    name: string;
                    away: {
                        firstDay: string;
                        lastDay: string;
                    } | null;
                } | null;
                heldCases: "keep" | "pass" | "release";
                begunAt: string | null;
                passed: number;
                released: number;
                setBy: string;
                revision: number;
            }[];
            timeZone: string;
            today: string;
            openCases: number;
            passable: number | null;
            standsInFor: {
                userId: string;
                name: string;
                firstDay: string;
                lastDay: string;
                note: string | null;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/absences/own/${encodeURIComponent(absenceId)}`, oazapfts.json({
        ...opts,
        method: "PUT",
        body
    }));
}
/**
 * Say that you are back, or that you will not be away
 */
export function endOwnAbsence(absenceId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            userId: string;
            items: {
                id: string;
                firstDay: string;
                lastDay: string;
                state: "coming" | "now";
                note: string | null;
                delegate: {
                    userId: string;
                    name: string;
                    away: {
                        firstDay: string;
                        lastDay: string;
                    } | null;
                } | null;
                heldCases: "keep" | "pass" | "release";
                begunAt: string | null;
                passed: number;
                released: number;
                setBy: string;
                revision: number;
            }[];
            timeZone: string;
            today: string;
            openCases: number;
            passable: number | null;
            standsInFor: {
                userId: string;
                name: string;
                firstDay: string;
                lastDay: string;
                note: string | null;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/absences/own/${encodeURIComponent(absenceId)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Read when a member is away, and for whom they stand in
 */
export function getMemberAbsences(id: string, { delegateId }: {
    delegateId?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            userId: string;
            items: {
                id: string;
                firstDay: string;
                lastDay: string;
                state: "coming" | "now";
                note: string | null;
                delegate: {
                    userId: string;
                    name: string;
                    away: {
                        firstDay: string;
                        lastDay: string;
                    } | null;
                } | null;
                heldCases: "keep" | "pass" | "release";
                begunAt: string | null;
                passed: number;
                released: number;
                setBy: string;
                revision: number;
            }[];
            timeZone: string;
            today: string;
            openCases: number;
            passable: number | null;
            standsInFor: {
                userId: string;
                name: string;
                firstDay: string;
                lastDay: string;
                note: string | null;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/members/${encodeURIComponent(id)}/absences${QS.query(QS.explode({
        delegateId
    }))}`, {
        ...opts
    });
}
/**
 * Say when a member is away, who fell ill for instance
 */
export function addMemberAbsence(id: string, body: {
    firstDay: string;
    lastDay: string;
    note?: string;
    delegateId?: string | null;
    heldCases?: "keep" | "pass" | "release";
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            userId: string;
            items: {
                id: string;
                firstDay: string;
                lastDay: string;
                state: "coming" | "now";
                note: string | null;
                delegate: {
                    userId: string;
                    name: string;
                    away: {
                        firstDay: string;
                        lastDay: string;
                    } | null;
                } | null;
                heldCases: "keep" | "pass" | "release";
                begunAt: string | null;
                passed: number;
                released: number;
                setBy: string;
                revision: number;
            }[];
            timeZone: string;
            today: string;
            openCases: number;
            passable: number | null;
            standsInFor: {
                userId: string;
                name: string;
                firstDay: string;
                lastDay: string;
                note: string | null;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/members/${encodeURIComponent(id)}/absences`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Change an absence of a member
 */
export function changeMemberAbsence(id: string, absenceId: string, body: {
    firstDay: string;
    lastDay: string;
    note?: string;
    delegateId?: string | null;
    heldCases?: "keep" | "pass" | "release";
    revision: number;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            userId: string;
            items: {
                id: string;
                firstDay: string;
                lastDay: string;
                state: "coming" | "now";
                note: string | null;
                delegate: {
                    userId: string;
                    name: string;
                    away: {
                        firstDay: string;
                        lastDay: string;
                    } | null;
                } | null;
                heldCases: "keep" | "pass" | "release";
                begunAt: string | null;
                passed: number;
                released: number;
                setBy: string;
                revision: number;
            }[];
            timeZone: string;
            today: string;
            openCases: number;
            passable: number | null;
            standsInFor: {
                userId: string;
                name: string;
                firstDay: string;
                lastDay: string;
                note: string | null;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/members/${encodeURIComponent(id)}/absences/${encodeURIComponent(absenceId)}`, oazapfts.json({
        ...opts,
        method: "PUT",
        body
    }));
}
/**
 * End an absence of a member, or cancel one to come
 */
export function endMemberAbsence(id: string, absenceId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            userId: string;
            items: {
                id: string;
                firstDay: string;
                lastDay: string;
                state: "coming" | "now";
                note: string | null;
                delegate: {
                    userId: string;
                    name: string;
                    away: {
                        firstDay: string;
                        lastDay: string;
                    } | null;
                } | null;
                heldCases: "keep" | "pass" | "release";
                begunAt: string | null;
                passed: number;
                released: number;
                setBy: string;
                revision: number;
            }[];
            timeZone: string;
            today: string;
            openCases: number;
            passable: number | null;
            standsInFor: {
                userId: string;
                name: string;
                firstDay: string;
                lastDay: string;
                note: string | null;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/members/${encodeURIComponent(id)}/absences/${encodeURIComponent(absenceId)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * List your own notifications, the newest first
 */
export function listNotifications({ limit, cursor }: {
    limit?: number;
    cursor?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                kind: "assigned" | "handed-over" | "returned" | "stand-in" | "reminder" | "overdue" | "escalated" | "mentioned" | "commented" | "approval-asked" | "approval-decided" | "published-unapproved";
                /** Null: it is about a draft, a step of it, or an absence. */
                runId: string | null;
                taskId: string | null;
                /** The workflow whose draft it is about. */
                workflowId: string | null;
                /** Its step; null: it is about publishing the draft. */
                stepId: string | null;
                /** The absence in which the reader stands in. */
                absenceId: string | null;
                createdAt: string;
                readAt: string | null;
                standIn: {
                    name: string;
                    firstDay: string;
                    lastDay: string;
                } | null;
                about: {
                    workflow: string;
                    "case": {
                        title: string | null;
                        subtitle: string | null;
                        caseColumns: {
                            label: string;
                            value: string;
                        }[] | null;
                        patientKey: string | null;
                    } | null;
                    screen: string | null;
                    /** The title of the step; null when it is gone. */
                    step: string | null;
                    "for": string | null;
                } | null;
            }[];
            nextCursor: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/notifications${QS.query(QS.explode({
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * Count your unread notifications
 */
export function countNotifications(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            unread: number;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/notifications/unread", {
        ...opts
    });
}
/**
 * Mark your notifications as read: some, those of a run or of a step, or all
 */
export function readNotifications(body?: {
    ids?: string[];
    runId?: string;
    workflowId?: string;
    /** With `workflowId`. */
    stepId?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            unread: number;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/notifications/read", oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * Read how you want to be told of things
 */
export function getNotificationChoices(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            choices: {
                kinds: {
                    assigned: {
                        inProduct: boolean;
                        push: boolean;
                        mail: "at-once" | "daily" | "none";
                    };
                    "handed-over": {
                        inProduct: boolean;
                        push: boolean;
                        mail: "at-once" | "daily" | "none";
                    };
                    returned: {
                        inProduct: boolean;
                        push: boolean;
                        mail: "at-once" | "daily" | "none";
                    };
                    "stand-in": {
                        inProduct: boolean;
                        push: boolean;
                        mail: "at-once" | "daily" | "none";
                    };
                    reminder: {
                        inProduct: boolean;
                        push: boolean;
                        mail: "at-once" | "daily" | "none";
                    };
                    overdue: {
                        inProduct: boolean;
                        push: boolean;
                        mail: "at-once" | "daily" | "none";
                    };
                    escalated: {
                        inProduct: boolean;
                        push: boolean;
                        mail: "at-once" | "daily" | "none";
                    };
                    mentioned: {
                        inProduct: boolean;
                        push: boolean;
                        mail: "at-once" | "daily" | "none";
                    };
                    commented: {
                        inProduct: boolean;
                        push: boolean;
                        mail: "at-once" | "daily" | "none";
                    };
                    "approval-asked": {
                        inProduct: boolean;
                        push: boolean;
                        mail: "at-once" | "daily" | "none";
                    };
                    "approval-decided": {
                        inProduct: boolean;
                        push: boolean;
                        mail: "at-once" | "daily" | "none";
                    };
                    "published-unapproved": {
                        inProduct: boolean;
                        push: boolean;
                        mail: "at-once" | "daily" | "none";
                    };
                };
                quietHours: {
                    "from": string;
                    until: string;
                } | null;
                dailyAt: string;
            };
            revision: number;
            timeZone: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/notifications/choices", {
        ...opts
    });
}
/**
 * Choose how you want to be told of things
 */
export function setNotificationChoices(body: {
    choices: {
        kinds: {
            assigned: {
                inProduct: boolean;
                push: boolean;
                mail: "at-once" | "daily" | "none";
            };
            "handed-over": {
                inProduct: boolean;
                push: boolean;
                mail: "at-once" | "daily" | "none";
            };
            returned: {
                inProduct: boolean;
                push: boolean;
                mail: "at-once" | "daily" | "none";
            };
            "stand-in": {
                inProduct: boolean;
                push: boolean;
                mail: "at-once" | "daily" | "none";
            };
            reminder: {
                inProduct: boolean;
                push: boolean;
                mail: "at-once" | "daily" | "none";
            };
            overdue: {
                inProduct: boolean;
                push: boolean;
                mail: "at-once" | "daily" | "none";
            };
            escalated: {
                inProduct: boolean;
                push: boolean;
                mail: "at-once" | "daily" | "none";
            };
            mentioned: {
                inProduct: boolean;
                push: boolean;
                mail: "at-once" | "daily" | "none";
            };
            commented: {
                inProduct: boolean;
                push: boolean;
                mail: "at-once" | "daily" | "none";
            };
            "approval-asked": {
                inProduct: boolean;
                push: boolean;
                mail: "at-once" | "daily" | "none";
            };
            "approval-decided": {
                inProduct: boolean;
                push: boolean;
                mail: "at-once" | "daily" | "none";
            };
            "published-unapproved": {
                inProduct: boolean;
                push: boolean;
                mail: "at-once" | "daily" | "none";
            };
        };
        quietHours: {
            "from": string;
            until: string;
        } | null;
        dailyAt: string;
    };
    revision: number;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            choices: {
                kinds: {
                    assigned: {
                        inProduct: boolean;
                        push: boolean;
                        mail: "at-once" | "daily" | "none";
                    };
                    "handed-over": {
                        inProduct: boolean;
                        push: boolean;
                        mail: "at-once" | "daily" | "none";
                    };
                    returned: {
                        inProduct: boolean;
                        push: boolean;
                        mail: "at-once" | "daily" | "none";
                    };
                    "stand-in": {
                        inProduct: boolean;
                        push: boolean;
                        mail: "at-once" | "daily" | "none";
                    };
                    reminder: {
                        inProduct: boolean;
                        push: boolean;
                        mail: "at-once" | "daily" | "none";
                    };
                    overdue: {
                        inProduct: boolean;
                        push: boolean;
                        mail: "at-once" | "daily" | "none";
                    };
                    escalated: {
                        inProduct: boolean;
                        push: boolean;
                        mail: "at-once" | "daily" | "none";
                    };
                    mentioned: {
                        inProduct: boolean;
                        push: boolean;
                        mail: "at-once" | "daily" | "none";
                    };
                    commented: {
                        inProduct: boolean;
                        push: boolean;
                        mail: "at-once" | "daily" | "none";
                    };
                    "approval-asked": {
                        inProduct: boolean;
                        push: boolean;
                        mail: "at-once" | "daily" | "none";
                    };
                    "approval-decided": {
                        inProduct: boolean;
                        push: boolean;
                        mail: "at-once" | "daily" | "none";
                    };
                    "published-unapproved": {
                        inProduct: boolean;
                        push: boolean;
                        mail: "at-once" | "daily" | "none";
                    };
                };
                quietHours: {
                    "from": string;
                    until: string;
                } | null;
                dailyAt: string;
            };
            revision: number;
            timeZone: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/notifications/choices", oazapfts.json({
        ...opts,
        method: "PUT",
        body
    }));
}
/**
 * Read the key of push messages, and how many of your browsers get them
 */
export function getBrowsers(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            publicKey: string;
            browsers: number;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/notifications/browsers", {
        ...opts
    });
}
/**
 * Turn on push messages for your browser
 */
export function addBrowser(body: {
    endpoint: string;
    keys: {
        p256dh: string;
        auth: string;
    };
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            publicKey: string;
            browsers: number;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/notifications/browsers", oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * Turn off push messages for your browser
 */
export function removeBrowser(body: {
    endpoint: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            publicKey: string;
            browsers: number;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/notifications/browsers/off", oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * For mail programs: stop the mails of notifications with one click (RFC 8058)
 */
export function stopNotificationMails(token: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            stopped: true;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/notifications/stop/${encodeURIComponent(token)}`, {
        ...opts,
        method: "POST"
    });
}
/**
 * List the inbox: screens that wait for a person, by priority, then oldest first
 */
export function listScreens({ limit, cursor, workflow, step, group, assignee, minPriority, due, openedFrom, openedBefore, followUp, patient, q, sort, direction, claim }: {
    limit?: number;
    cursor?: string;
    workflow?: string;
    step?: string;
    group?: string;
    assignee?: ("me" | "nobody" | "others") | string;
    minPriority?: number;
    due?: "overdue" | "today" | "week" | "none";
    openedFrom?: string;
    openedBefore?: string;
    followUp?: "now" | "later" | "none";
    patient?: string;
    q?: string;
    sort?: "priority" | "due" | "opened" | "case";
    direction?: "asc" | "desc";
    claim?: "mine" | "unclaimed" | "others" | "any";
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                taskId: string;
                runId: string;
                stepId: string;
                title: string;
                workflow: {
                    id: string;
                    slug: string;
                    name: string;
                };
                "case": {
                    title: string | null;
                    subtitle: string | null;
                    caseColumns: {
                        label: string;
                        value: string;
                    }[] | null;
                    patientKey: string | null;
                };
                priority: number;
                openedAt: string;
                claim: {
                    userId: string;
                    name: string;
                    at: string;
                    mine: boolean;
                } | null;
                sender: {
                    userId: string;
                    name: string;
                    note: string | null;
                } | null;
                assignedFor: {
                    userId: string;
                    name: string;
                    until: string;
                } | null;
                dueAt: string | null;
                dueIn: {
                    minutes: number;
                    days: number;
                    timeZone: string;
                } | null;
                nextAction: {
                    at: string;
                    "do": "remind" | "assign" | "return" | "priority" | "start";
                    when: "before-due" | "after-due" | "after-opening" | "unassigned" | "follow-up" | "opening";
                    to?: "assignee" | "group" | "people";
                    people?: string[];
                    priority?: number;
                    workflow?: string;
                } | null;
                followUpAt: string | null;
                hasDraft: boolean;
            }[];
            nextCursor: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/screens${QS.query(QS.explode({
        limit,
        cursor,
        workflow,
        step,
        group,
        assignee,
        minPriority,
        due,
        openedFrom,
        openedBefore,
        followUp,
        patient,
        q,
        sort,
        direction,
        claim
    }))}`, {
        ...opts
    });
}
/**
 * Count the screens of the inbox that match
 */
export function countScreens({ workflow, step, group, assignee, minPriority, due, openedFrom, openedBefore, followUp, patient, q }: {
    workflow?: string;
    step?: string;
    group?: string;
    assignee?: ("me" | "nobody" | "others") | string;
    minPriority?: number;
    due?: "overdue" | "today" | "week" | "none";
    openedFrom?: string;
    openedBefore?: string;
    followUp?: "now" | "later" | "none";
    patient?: string;
    q?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            count: number;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/screens/count${QS.query(QS.explode({
        workflow,
        step,
        group,
        assignee,
        minPriority,
        due,
        openedFrom,
        openedBefore,
        followUp,
        patient,
        q
    }))}`, {
        ...opts
    });
}
/**
 * List the views of the inbox that the caller sees, with how many screens each has
 */
export function listInboxViews(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                name: string;
                sharing: {
                    "with": "nobody";
                } | {
                    "with": "group";
                    groupId: string;
                } | {
                    "with": "organization";
                };
                groupName: string | null;
                settings: {
                    filters: {
                        workflow?: string;
                        step?: string;
                        group?: string;
                        assignee?: ("me" | "nobody" | "others") | string;
                        minPriority?: number;
                        due?: "overdue" | "today" | "week" | "none";
                        openedFrom?: string;
                        openedBefore?: string;
                        followUp?: "now" | "later" | "none";
                        /** The number of a patient as the workflow has it, such as that of the EMR; `MRN` before it may be left out. `run:<id>` means the patient of that run. */
                        patient?: string;
                        q?: string;
                    };
                    sort?: "priority" | "due" | "opened" | "case";
                    direction?: "asc" | "desc";
                    hidden?: ("screen" | "priority" | "due" | "with" | "waiting")[];
                };
                mine: boolean;
                canChange: boolean;
                revision: number;
                count: number | null;
            }[];
            total: number;
            canShare: boolean;
            groups: {
                id: string;
                name: string;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/inbox-views", {
        ...opts
    });
}
/**
 * Save a view of the inbox
 */
export function createInboxView(body: {
    name: string;
    sharing?: {
        "with": "nobody";
    } | {
        "with": "group";
        groupId: string;
    } | {
        "with": "organization";
    };
    settings: {
        filters?: {
            workflow?: string;
            step?: string;
            group?: string;
            assignee?: ("me" | "nobody" | "others") | string;
            minPriority?: number;
            due?: "overdue" | "today" | "week" | "none";
            openedFrom?: string;
            openedBefore?: string;
            followUp?: "now" | "later" | "none";
            /** The number of a patient as the workflow has it, such as that of the EMR; `MRN` before it may be left out. `run:<id>` means the patient of that run. */
            patient?: string;
            q?: string;
        };
        sort?: "priority" | "due" | "opened" | "case";
        direction?: "asc" | "desc";
        hidden?: ("screen" | "priority" | "due" | "with" | "waiting")[];
    };
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            id: string;
            name: string;
            sharing: {
                "with": "nobody";
            } | {
                "with": "group";
                groupId: string;
            } | {
                "with": "organization";
            };
            groupName: string | null;
            settings: {
                filters: {
                    workflow?: string;
                    step?: string;
                    group?: string;
                    assignee?: ("me" | "nobody" | "others") | string;
                    minPriority?: number;
                    due?: "overdue" | "today" | "week" | "none";
                    openedFrom?: string;
                    openedBefore?: string;
                    followUp?: "now" | "later" | "none";
                    /** The number of a patient as the workflow has it, such as that of the EMR; `MRN` before it may be left out. `run:<id>` means the patient of that run. */
                    patient?: string;
                    q?: string;
                };
                sort?: "priority" | "due" | "opened" | "case";
                direction?: "asc" | "desc";
                hidden?: ("screen" | "priority" | "due" | "with" | "waiting")[];
            };
            mine: boolean;
            canChange: boolean;
            revision: number;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/inbox-views", oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Change a view of the inbox
 */
export function changeInboxView(id: string, body: {
    revision: number;
    name?: string;
    sharing?: {
        "with": "nobody";
    } | {
        "with": "group";
        groupId: string;
    } | {
        "with": "organization";
    };
    settings?: {
        filters?: {
            workflow?: string;
            step?: string;
            group?: string;
            assignee?: ("me" | "nobody" | "others") | string;
            minPriority?: number;
            due?: "overdue" | "today" | "week" | "none";
            openedFrom?: string;
            openedBefore?: string;
            followUp?: "now" | "later" | "none";
            /** The number of a patient as the workflow has it, such as that of the EMR; `MRN` before it may be left out. `run:<id>` means the patient of that run. */
            patient?: string;
            q?: string;
        };
        sort?: "priority" | "due" | "opened" | "case";
        direction?: "asc" | "desc";
        hidden?: ("screen" | "priority" | "due" | "with" | "waiting")[];
    };
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            name: string;
            sharing: {
                "with": "nobody";
            } | {
                "with": "group";
                groupId: string;
            } | {
                "with": "organization";
            };
            groupName: string | null;
            settings: {
                filters: {
                    workflow?: string;
                    step?: string;
                    group?: string;
                    assignee?: ("me" | "nobody" | "others") | string;
                    minPriority?: number;
                    due?: "overdue" | "today" | "week" | "none";
                    openedFrom?: string;
                    openedBefore?: string;
                    followUp?: "now" | "later" | "none";
                    /** The number of a patient as the workflow has it, such as that of the EMR; `MRN` before it may be left out. `run:<id>` means the patient of that run. */
                    patient?: string;
                    q?: string;
                };
                sort?: "priority" | "due" | "opened" | "case";
                direction?: "asc" | "desc";
                hidden?: ("screen" | "priority" | "due" | "with" | "waiting")[];
            };
            mine: boolean;
            canChange: boolean;
            revision: number;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/inbox-views/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body
    }));
}
/**
 * Delete a view of the inbox
 */
export function deleteInboxView(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/inbox-views/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Read how the caller wants the pages to be
 */
export function getPersonalSettings(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            letterKeys: boolean;
            inboxViewId: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/personal-settings", {
        ...opts
    });
}
/**
 * Change how the caller wants the pages to be
 */
export function changePersonalSettings(body: {
    letterKeys?: boolean;
    inboxViewId?: string | null;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            letterKeys: boolean;
            inboxViewId: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/personal-settings", oazapfts.json({
        ...opts,
        method: "PATCH",
        body
    }));
}
/**
 * List people to whom screens can be given, at most twenty
 */
export function listAssignees({ taskId, q }: {
    taskId?: string;
    q?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                userId: string;
                name: string;
                email: string;
                away: {
                    until: string;
                    delegate: string | null;
                } | null;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/screens/assignees${QS.query(QS.explode({
        taskId,
        q
    }))}`, {
        ...opts
    });
}
/**
 * Assign, release or reprioritize many screens, or set their dates
 */
export function changeScreens(body: {
    change: {
        act: "assign";
        userId: string;
        note?: string;
    } | {
        act: "release";
    } | {
        act: "prioritize";
        priority: number;
    } | {
        act: "dates";
        dueAt?: string | null;
        /** When whoever has them looks again; null removes the date. */
        followUpAt?: string | null;
    };
    taskIds?: string[];
    filters?: {
        workflow?: string;
        step?: string;
        group?: string;
        assignee?: ("me" | "nobody" | "others") | string;
        minPriority?: number;
        due?: "overdue" | "today" | "week" | "none";
        openedFrom?: string;
        openedBefore?: string;
        followUp?: "now" | "later" | "none";
        /** The number of a patient as the workflow has it, such as that of the EMR; `MRN` before it may be left out. `run:<id>` means the patient of that run. */
        patient?: string;
        q?: string;
    };
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            changed: number;
            skipped: {
                reason: "closed" | "of-somebody-else" | "assignee-may-not" | "unchanged" | "changed-since" | "failed";
                count: number;
            }[];
            remaining: number;
            away: {
                userId: string;
                name: string;
                until: string;
                delegate: {
                    userId: string;
                    name: string;
                } | null;
                passed: number;
                released: number;
            } | null;
            undo: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/screens/bulk", oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Undo a change of many screens
 */
export function undoScreenChanges(body: {
    /** Of the answer to the change. */
    undo: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            changed: number;
            skipped: {
                reason: "closed" | "of-somebody-else" | "assignee-may-not" | "unchanged" | "changed-since" | "failed";
                count: number;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/screens/bulk/undo", oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Give a screen to a person
 */
export function assignScreen(taskId: string, body: {
    userId: string;
    note?: string;
    claimedAt?: string | null;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            claim: {
                userId: string;
                name: string;
                at: string;
                mine: boolean;
            } | null;
            away: {
                userId: string;
                name: string;
                until: string;
                delegate: {
                    userId: string;
                    name: string;
                } | null;
                passed: number;
                released: number;
            } | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/screens/${encodeURIComponent(taskId)}/assign`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Give a screen back to the person who sent it
 */
export function returnScreen(taskId: string, body?: {
    note?: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            claim: {
                userId: string;
                name: string;
                at: string;
                mine: boolean;
            } | null;
            away: {
                userId: string;
                name: string;
                until: string;
                delegate: {
                    userId: string;
                    name: string;
                } | null;
                passed: number;
                released: number;
            } | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/screens/${encodeURIComponent(taskId)}/return`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Read a screen with the draft of the caller
 */
export function getScreen(taskId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            taskId: string;
            runId: string;
            stepId: string;
            title: string;
            workflow: {
                id: string;
                slug: string;
                name: string;
            };
            "case": {
                title: string | null;
                subtitle: string | null;
                caseColumns: {
                    label: string;
                    value: string;
                }[] | null;
                patientKey: string | null;
            };
            priority: number;
            openedAt: string;
            claim: {
                userId: string;
                name: string;
                at: string;
                mine: boolean;
            } | null;
            sender: {
                userId: string;
                name: string;
                note: string | null;
            } | null;
            assignedFor: {
                userId: string;
                name: string;
                until: string;
            } | null;
            dueAt: string | null;
            followUpAt: string | null;
            status: "waiting-dependencies" | "pending" | "running" | "suspended" | "completed" | "failed" | "skipped" | "cancelled";
            screen: {
                title: string;
                instructions: string;
                show: {
                    label: string;
                    value?: unknown;
                    format?: "text" | "markdown" | "table" | "json" | "answer";
                    schema?: {
                        [key: string]: unknown;
                    };
                }[];
                review?: {
                    /** By field, of those whose quotes stand in the documents; others are empty. */
                    values: {
                        [key: string]: unknown;
                    };
                    /** Each with its places, for a screen that shows them as “Answer with places”. */
                    fields: {
                        name: string;
                        title: string;
                        /** As it was proposed. */
                        value: unknown;
                        /** How far it may be trusted. */
                        state: "supported" | "unsupported" | "invalid" | "missing" | "found";
                        /** Why it must be looked at, in words. */
                        problem: string | null;
                        /** From 0 to 1; 0 when a quote is not there. */
                        confidence: number;
                        /** Where it stands. */
                        places: {
                            fileId: string;
                            page: number;
                            start: number;
                            end: number;
                            text: string;
                            boxes: {
                                x: number;
                                y: number;
                                width: number;
                                height: number;
                            }[];
                            cells?: {
                                sheet: string;
                                range: string;
                            };
                            fileName: string;
                        }[];
                        /** What its value is like, for a form. */
                        schema?: {
                            [key: string]: unknown;
                        };
                        /** Whether a person must fill it in. */
                        required?: boolean;
                    }[];
                    /** What a reader must know about the answer, such as that no model was asked. */
                    note: string | null;
                    /** How many pages each has, and how many of them were asked about. */
                    files: {
                        id: string;
                        fileName: string;
                        pages: number;
                        readPages: number;
                    }[];
                    /** Empty when none was asked. */
                    model: string | null;
                    /** Which version of our words. */
                    prompt: string;
                    /** As the provider counts them. */
                    usage: {
                        inputTokens: number;
                        outputTokens: number;
                    };
                    /** Dollars; empty when the connection has no prices. */
                    dollars: number | null;
                    /** Whether marks went out for names and numbers. */
                    replaced: boolean;
                };
                schema: {
                    [key: string]: unknown;
                };
                uiSchema: {
                    [key: string]: unknown;
                };
                data: {
                    [key: string]: unknown;
                };
                candidates?: string[];
                dueAt?: string;
                calendar?: string;
                actions?: ({
                    at: string;
                    when: "before-due" | "after-due" | "after-opening" | "unassigned" | "follow-up" | "opening";
                    length?: {
                        workingDays?: number;
                        workingHours?: number;
                        at?: string;
                    };
                    tries?: number;
                    "do": "remind";
                    to: "assignee" | "group" | "people";
                    people?: string[];
                } | {
                    at: string;
                    when: "before-due" | "after-due" | "after-opening" | "unassigned" | "follow-up" | "opening";
                    length?: {
                        workingDays?: number;
                        workingHours?: number;
                        at?: string;
                    };
                    tries?: number;
                    "do": "assign";
                    person: string;
                } | {
                    at: string;
                    when: "before-due" | "after-due" | "after-opening" | "unassigned" | "follow-up" | "opening";
                    length?: {
                        workingDays?: number;
                        workingHours?: number;
                        at?: string;
                    };
                    tries?: number;
                    "do": "return";
                } | {
                    at: string;
                    when: "before-due" | "after-due" | "after-opening" | "unassigned" | "follow-up" | "opening";
                    length?: {
                        workingDays?: number;
                        workingHours?: number;
                        at?: string;
                    };
                    tries?: number;
                    "do": "priority";
                    priority: number;
                } | {
                    at: string;
                    when: "before-due" | "after-due" | "after-opening" | "unassigned" | "follow-up" | "opening";
                    length?: {
                        workingDays?: number;
                        workingHours?: number;
                        at?: string;
                    };
                    tries?: number;
                    "do": "start";
                    workflow: string;
                    startData: {
                        [key: string]: unknown;
                    };
                })[];
            } | null;
            documents: {
                id: string;
                fileName: string;
                mimeType: string;
                size: number;
            }[];
            draft: {
                data: unknown;
                savedAt: string;
                revision: number;
            } | null;
            run: {
                createdAt: string;
                startedBy: string | null;
                trigger: "manual" | "form" | "api" | "schedule" | "retry" | "parent" | "mail" | "fax" | "webhook";
                version: number | null;
            };
            completedBy: string | null;
            finishedAt: string | null;
            cancelled: string | null;
            filesRevision: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/screens/${encodeURIComponent(taskId)}`, {
        ...opts
    });
}
/**
 * Watch a screen live (server-sent events)
 */
export function screenEvents(taskId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: string;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/screens/${encodeURIComponent(taskId)}/events`, {
        ...opts
    });
}
/**
 * Save the caller’s draft of a screen
 */
export function saveScreenDraft(taskId: string, body: {
    data: unknown;
    basedOn?: number | null;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            savedAt: string;
            revision: number;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/screens/${encodeURIComponent(taskId)}/draft`, oazapfts.json({
        ...opts,
        method: "PUT",
        body
    }));
}
/**
 * Claim the next screen of the inbox
 */
export function claimNextScreen(body?: {
    workflow?: string;
    step?: string;
    group?: string;
    assignee?: ("me" | "nobody" | "others") | string;
    minPriority?: number;
    due?: "overdue" | "today" | "week" | "none";
    openedFrom?: string;
    openedBefore?: string;
    followUp?: "now" | "later" | "none";
    /** The number of a patient as the workflow has it, such as that of the EMR; `MRN` before it may be left out. `run:<id>` means the patient of that run. */
    patient?: string;
    q?: string;
    sort?: "priority" | "due" | "opened" | "case";
    direction?: "asc" | "desc";
    except?: string[];
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            screen: {
                taskId: string;
                title: string;
            } | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/screens/next", oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Claim a screen; owners and builders may take it from another person
 */
export function claimScreen(taskId: string, body?: {
    takeOver?: boolean;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            claim: {
                userId: string;
                name: string;
                at: string;
                mine: boolean;
            };
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/screens/${encodeURIComponent(taskId)}/claim`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Give a claimed screen back
 */
export function releaseScreen(taskId: string, body?: {
    claimedAt?: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            claim: null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/screens/${encodeURIComponent(taskId)}/release`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Complete a screen
 */
export function completeScreen(taskId: string, body: {
    output: unknown;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            taskId: string;
            runId: string;
            next: {
                taskId: string;
                title: string;
            } | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 422;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/screens/${encodeURIComponent(taskId)}/complete`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Read when an open screen is due, and which reminders and escalations are planned
 */
export function getScreenDeadlines(taskId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            dueAt: string | null;
            followUpAt: string | null;
            planned: {
                at: string;
                "do": "remind" | "assign" | "return" | "priority" | "start";
                when: "before-due" | "after-due" | "after-opening" | "unassigned" | "follow-up" | "opening";
                to?: "assignee" | "group" | "people";
                people?: string[];
                priority?: number;
                workflow?: string;
            }[];
            past: {
                at: string;
                happenedAt: string;
                "do": "remind" | "assign" | "return" | "priority" | "start";
                when: "before-due" | "after-due" | "after-opening" | "unassigned" | "follow-up" | "opening";
                outcome: "done" | "dropped" | "failed";
                reason?: string;
                person?: string;
                "for"?: string;
                told?: number;
                priority?: number;
                runId?: string;
            }[];
            mayChange: boolean;
            timeZone: string;
            workingDays: string[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/screens/${encodeURIComponent(taskId)}/deadlines`, {
        ...opts
    });
}
/**
 * Change when an open screen is due, or when its assignee looks at it again
 */
export function changeScreenDates(taskId: string, body: {
    dueAt?: string | null;
    followUpAt?: string | null;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            dueAt: string | null;
            followUpAt: string | null;
            planned: {
                at: string;
                "do": "remind" | "assign" | "return" | "priority" | "start";
                when: "before-due" | "after-due" | "after-opening" | "unassigned" | "follow-up" | "opening";
                to?: "assignee" | "group" | "people";
                people?: string[];
                priority?: number;
                workflow?: string;
            }[];
            past: {
                at: string;
                happenedAt: string;
                "do": "remind" | "assign" | "return" | "priority" | "start";
                when: "before-due" | "after-due" | "after-opening" | "unassigned" | "follow-up" | "opening";
                outcome: "done" | "dropped" | "failed";
                reason?: string;
                person?: string;
                "for"?: string;
                told?: number;
                priority?: number;
                runId?: string;
            }[];
            mayChange: boolean;
            timeZone: string;
            workingDays: string[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/screens/${encodeURIComponent(taskId)}/dates`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * List the manual forms: published workflows that a person can start
 */
export function listForms({ limit, cursor }: {
    limit?: number;
    cursor?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                slug: string;
                workflowId: string;
                title: string;
                description: string;
                "public": boolean;
            }[];
            nextCursor: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/forms${QS.query(QS.explode({
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * Read a manual form
 */
export function getForm(slug: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            title: string;
            description: string;
            schema: {
                [key: string]: unknown;
            };
            uiSchema: {
                [key: string]: unknown;
            };
            slug: string;
            workflowId: string;
            version: number;
            "public": boolean;
            publicToken: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/forms/${encodeURIComponent(slug)}`, {
        ...opts
    });
}
/**
 * Submit a manual form and start a run
 */
export function submitForm(slug: string, body: {
    data: unknown;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 202;
        data: {
            runId: string;
            status: "running" | "suspended" | "completed" | "failed" | "cancelled";
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/forms/${encodeURIComponent(slug)}/submissions`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Read a shared form by its link
 */
export function getPublicForm(token: string, { language }: {
    language?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            title: string;
            description: string;
            schema: {
                [key: string]: unknown;
            };
            uiSchema: {
                [key: string]: unknown;
            };
            organization: {
                name: string;
                logo: {
                    path: string;
                    width: number;
                    height: number;
                } | null;
            };
            closed: boolean;
            language: string;
            languages: string[];
            texts: {
                [key: string]: string;
            };
            privacyNote: string | null;
            saveDays: number;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/public/forms/${encodeURIComponent(token)}${QS.query(QS.explode({
        language
    }))}`, {
        ...opts
    });
}
/**
 * Submit a shared form
 */
export function submitPublicForm(token: string, body: {
    data: unknown;
    /** Of `savePublicForm`: what was saved is deleted. */
    saved?: string;
}, { language, idempotencyKey, formProof, formSigns }: {
    language?: string;
    idempotencyKey?: string;
    formProof?: string;
    formSigns?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 202;
        data: {
            reference: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/public/forms/${encodeURIComponent(token)}${QS.query(QS.explode({
        language
    }))}`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey,
            "form-proof": formProof,
            "form-signs": formSigns
        })
    }));
}
/**
 * Save what was typed into a shared form for later
 */
export function savePublicForm(token: string, body: {
    data: {
        [key: string]: unknown;
    };
    /** The page that is shown, from 0. */
    page?: number;
    /** Of an earlier saving, which this one replaces. */
    secret?: string;
    /** Gets the link, and nothing of what was typed. */
    email?: string;
}, { language }: {
    language?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            secret: string;
            endsAt: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/public/forms/${encodeURIComponent(token)}/saved${QS.query(QS.explode({
        language
    }))}`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * Open what was saved of a shared form
 */
export function openSavedForm(token: string, body: {
    secret: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            data: {
                [key: string]: unknown;
            };
            page: number;
            endsAt: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/public/forms/${encodeURIComponent(token)}/saved/open`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * Upload a file for a shared form
 */
export function uploadPublicFormFile(token: string, body: {
    /** The file. */
    file: Blob;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            id: string;
            fileName: string;
            mimeType: string;
            size: number;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/public/forms/${encodeURIComponent(token)}/files`, oazapfts.multipart({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Start to upload a file for a shared form in parts
 */
export function beginPublicFormUpload(token: string, body: {
    fileName: string;
    mimeType?: string;
    size: number;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            id: string;
            size: number;
            received: number;
            file: {
                id: string;
                fileName: string;
                mimeType: string;
                size: number;
            } | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/public/forms/${encodeURIComponent(token)}/uploads`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Read how far an upload for a shared form is
 */
export function getPublicFormUpload(token: string, id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            size: number;
            received: number;
            file: {
                id: string;
                fileName: string;
                mimeType: string;
                size: number;
            } | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/public/forms/${encodeURIComponent(token)}/uploads/${encodeURIComponent(id)}`, {
        ...opts
    });
}
/**
 * Send the next part of an upload for a shared form
 */
export function sendPublicFormPart(token: string, id: string, offset: number, body: Blob, { contentDigest }: {
    contentDigest?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            size: number;
            received: number;
            file: {
                id: string;
                fileName: string;
                mimeType: string;
                size: number;
            } | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/public/forms/${encodeURIComponent(token)}/uploads/${encodeURIComponent(id)}/content${QS.query(QS.explode({
        offset
    }))}`, {
        ...opts,
        method: "PUT",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Content-Digest": contentDigest
        })
    });
}
/**
 * Upload one file (multipart/form-data, field `file`), at most 200 MB
 */
export function uploadFile(body: {
    /** The file. */
    file: Blob;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: File;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/files", oazapfts.multipart({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Read the name, type and size of a file
 */
export function getFile(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: File;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/files/${encodeURIComponent(id)}`, {
        ...opts
    });
}
/**
 * Download a file
 */
export function getFileContent(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: string;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/files/${encodeURIComponent(id)}/content`, {
        ...opts
    });
}
/**
 * Get an address to download a file from
 */
export function getFileLink(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            url: string;
            direct: boolean;
            expiresAt: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/files/${encodeURIComponent(id)}/link`, {
        ...opts
    });
}
/**
 * List the pages of a document
 */
export function listFilePages(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            fileId: string;
            fileName: string;
            drawn: boolean;
            pages: {
                page: number;
                width: number;
                height: number;
                how: "text" | "ocr";
                confidence: number;
                cells?: {
                    sheet: string;
                    range: string;
                };
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 422;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    } | {
        status: 503;
        data: ErrorA;
    }>(`/api/v2/files/${encodeURIComponent(id)}/pages`, {
        ...opts
    });
}
/**
 * Read the text of a page of a document
 */
export function getFilePage(id: string, page: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            page: number;
            text: string;
            /** The cells, of a CSV or Excel file. */
            table?: {
                columns: string[];
                rows: {
                    "number": number;
                    header: boolean;
                    cells: string[];
                }[];
            };
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 422;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    } | {
        status: 503;
        data: ErrorA;
    }>(`/api/v2/files/${encodeURIComponent(id)}/pages/${encodeURIComponent(page)}`, {
        ...opts
    });
}
/**
 * Find words in a document
 */
export function searchFile(id: string, q: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            places: {
                fileId: string;
                page: number;
                start: number;
                end: number;
                text: string;
                boxes: {
                    x: number;
                    y: number;
                    width: number;
                    height: number;
                }[];
                cells?: {
                    sheet: string;
                    range: string;
                };
            }[];
            more: boolean;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 422;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    } | {
        status: 503;
        data: ErrorA;
    }>(`/api/v2/files/${encodeURIComponent(id)}/search${QS.query(QS.explode({
        q
    }))}`, {
        ...opts
    });
}
/**
 * Draw a page of a PDF or picture
 */
export function getFilePagePicture(id: string, page: number, { resolution }: {
    resolution?: "small" | "normal" | "fine";
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: string;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 422;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    } | {
        status: 503;
        data: ErrorA;
    }>(`/api/v2/files/${encodeURIComponent(id)}/pages/${encodeURIComponent(page)}/picture${QS.query(QS.explode({
        resolution
    }))}`, {
        ...opts
    });
}
/**
 * Start to upload a file in parts, at most 200 MB
 */
export function beginUpload(body: {
    fileName: string;
    mimeType?: string;
    size: number;
    temporary?: boolean;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            id: string;
            size: number;
            received: number;
            file: File | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/uploads", oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Read how far an upload is
 */
export function getUpload(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            size: number;
            received: number;
            file: File | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/uploads/${encodeURIComponent(id)}`, {
        ...opts
    });
}
/**
 * Send the next part of an upload, at most 8 MB; the last one makes the file
 */
export function sendPart(id: string, offset: number, body: Blob, { contentDigest }: {
    contentDigest?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            size: number;
            received: number;
            file: File | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/uploads/${encodeURIComponent(id)}/content${QS.query(QS.explode({
        offset
    }))}`, {
        ...opts,
        method: "PUT",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Content-Digest": contentDigest
        })
    });
}
/**
 * File a text note in a patient’s chart
 */
export function createTextNote(slug: string, body: {
    /** The patient’s id in the EMR, for example EMR-1001. */
    patientId: string;
    /** The heading of the document. */
    title: string;
    /** The content: plain text, or HTML (which is sanitized before it is sent). */
    body: string;
    /** The document category in the EMR. */
    category?: string;
    /** M/D/YYYY without leading zeros; left out: today in the organization’s time zone. */
    date?: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            success: true;
            documentHistoryId: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorB;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    } | {
        status: 502;
        data: ErrorB;
    } | {
        status: 504;
        data: ErrorB;
    }>(`/api/v2/integrations/emr/${encodeURIComponent(slug)}/text-notes`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Search patients of a home-care system
 */
export function searchHomecarePatients(slug: string, { name, facilityId, dispositionFilter, prospectFlag, nonProspectFlag, deleteFlag, sort }: {
    name?: string;
    facilityId?: string;
    dispositionFilter?: string;
    prospectFlag?: "Y" | "N";
    nonProspectFlag?: "Y" | "N";
    deleteFlag?: "Y" | "N";
    sort?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            name: string;
            birthDate: string | null;
            disposition: string | null;
            facilityId: string | null;
            prospect: boolean;
            deleted: boolean;
            [key: string]: unknown;
        }[];
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorB;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    } | {
        status: 502;
        data: ErrorB;
    } | {
        status: 504;
        data: ErrorB;
    }>(`/api/v2/integrations/homecare/${encodeURIComponent(slug)}/patients${QS.query(QS.explode({
        name,
        facilityId,
        dispositionFilter,
        prospectFlag,
        nonProspectFlag,
        deleteFlag,
        sort
    }))}`, {
        ...opts
    });
}
/**
 * Calculate what a patient and each payer owe
 */
export function calculatePatientCost(body: {
    /** The services in the order in which they are billed, for each uses up deductibles for the next: id and chargeAmount, and what is known of procedureCode, serviceTypeCode, allowedAmount, network, place, units. */
    lineItems: {
        /** Yours; the answer speaks of the line by it. */
        id: string;
        /** CPT, HCPCS, CDT or NDC. */
        procedureCode?: string;
        /** X12 service type code, e.g. 98 (office visit). Left out, it follows from the procedure where that is certain; else 30, the whole plan. */
        serviceTypeCode?: string;
        /** For information: the charge is for all units together. */
        units?: number;
        /** What the provider charges for the line, all units together. */
        chargeAmount: number;
        /** The contracted price of the line; the charge when left out. */
        allowedAmount?: number;
        /** CMS place of service code, e.g. 11 (office), 10 (telehealth at home), 21 (hospital). */
        place?: string;
        /** Whether this provider is in the plan’s network. No eligibility answer says so; without it, in network is assumed. */
        network?: "in" | "out";
    }[];
    /** YYYY-MM-DD; today when left out. Coverage, plan year and benefits are those of this day. */
    dateOfService?: string;
    /** In order of responsibility, primary first: id and eligibility (the clearinghouse’s answer), and what is to be added in coordination, overrides and member. */
    payers: {
        /** Yours; the answer speaks of the payer by it. */
        id: string;
        /** Shown in the steps; the payer’s own name when left out. */
        name?: string;
        /** The answer as the clearinghouse gave it: version 3 JSON (benefitsInformation[]), 2026-06-01 JSON (plans[]), or a raw X12 271 as a string. */
        eligibility?: unknown;
        /** How this plan pays after the ones before it. Left out: standard, or what Medicare and Medicaid prescribe. The first payer needs none. */
        coordination?: "standard" | "naic" | "washington" | "lower-of-allowables" | "non-duplication" | "carve-out" | "maintenance-of-benefits" | "medicaid" | "medicare-fee-schedule" | "medicare-reasonable-charge" | "benefit-reserve";
        /** Values that win over the eligibility answer. */
        overrides?: {
            /** What this plan allows for the line: its contract’s price. */
            allowedAmount?: number;
            /** Whether this provider is in the plan’s network. No eligibility answer says so; without it, in network is assumed. */
            network?: "in" | "out";
            /** False: the plan does not cover it. */
            covered?: boolean;
            /** How copay and deductible follow each other (Da Vinci US Drug Formulary). */
            costShareOrder?: "after-deductible" | "before-deductible" | "no-charge" | "no-charge-after-deductible" | "deductible-waived";
            /** The copay of a line. */
            copay?: number;
            /** The patient’s share: 0.2 is 20 %. */
            coinsurance?: number;
            /** Of several statements that fit, take the one whose text contains this, e.g. "Specialist". */
            benefitMessage?: string;
            /** Whether an out-of-network provider bills the patient what the plan does not allow. True unless a law or agreement forbids it. In network it cannot be true. */
            balanceBilling?: boolean;
            /** False: an allowed amount above the charge stands, as for case rates and per diems. True unless said otherwise. */
            capAtCharge?: boolean;
            /** Whether the provider writes off what a plan that pays later does not allow. False unless said otherwise: only the contract of the plan that pays first binds. Medicare and Medicaid have rules of their own. */
            contractualWriteOff?: boolean;
            /** What the provider must accept as full payment: the patient owes at most what is left of it, and Medicare as a later payer pays at most that (42 CFR 411.33). */
            obligatedToAccept?: number;
            /** Whether the coverage is active. */
            active?: boolean;
            /** Individual. */
            deductibleRemaining?: number;
            /** Family. */
            familyDeductibleRemaining?: number;
            /** Individual: what the patient still pays at most. */
            outOfPocketRemaining?: number;
            /** Family. */
            familyOutOfPocketRemaining?: number;
            /** All three unless the plan says otherwise. */
            outOfPocketIncludes?: ("deductible" | "copay" | "coinsurance")[];
            /** What the plan still pays at most: an annual or lifetime maximum. */
            benefitRemaining?: number;
            /** Embedded: the individual amount counts as well. Aggregate: the family amount alone. */
            familyAccumulation?: "embedded" | "aggregate";
            /** visit: all lines are one visit with one copay. Default line. */
            copayPer?: "line" | "visit";
            /** lesser: this plan pays the lesser of its own benefit and the balance. above-own-deductible: only the balance above its own deductible. */
            deductibleReading?: "lesser" | "above-own-deductible";
            /** Savings that this plan has banked before (benefit-reserve, washington). */
            benefitReserve?: number;
            /** Values for single lines; they win over those of the plan. */
            lines?: {
                /** The line that these values are for. */
                lineItemId: string;
                /** What this plan allows for the line: its contract’s price. */
                allowedAmount?: number;
                /** Whether this provider is in the plan’s network. No eligibility answer says so; without it, in network is assumed. */
                network?: "in" | "out";
                /** False: the plan does not cover it. */
                covered?: boolean;
                /** How copay and deductible follow each other (Da Vinci US Drug Formulary). */
                costShareOrder?: "after-deductible" | "before-deductible" | "no-charge" | "no-charge-after-deductible" | "deductible-waived";
                /** The copay of a line. */
                copay?: number;
                /** The patient’s share: 0.2 is 20 %. */
                coinsurance?: number;
                /** Of several statements that fit, take the one whose text contains this, e.g. "Specialist". */
                benefitMessage?: string;
                /** Whether an out-of-network provider bills the patient what the plan does not allow. True unless a law or agreement forbids it. In network it cannot be true. */
                balanceBilling?: boolean;
                /** False: an allowed amount above the charge stands, as for case rates and per diems. True unless said otherwise. */
                capAtCharge?: boolean;
                /** Whether the provider writes off what a plan that pays later does not allow. False unless said otherwise: only the contract of the plan that pays first binds. Medicare and Medicaid have rules of their own. */
                contractualWriteOff?: boolean;
                /** What the provider must accept as full payment: the patient owes at most what is left of it, and Medicare as a later payer pays at most that (42 CFR 411.33). */
                obligatedToAccept?: number;
            }[];
        };
        /** Facts for the order-of-benefit rules; the answer then says whether the payers stand in the right order, and why. */
        member?: {
            /** Who runs the plan. */
            programme?: "commercial" | "medicare" | "medicaid" | "tricare";
            /** The patient’s relationship to the subscriber. */
            relationship?: "self" | "spouse" | "child" | "other";
            /** Of the subscriber. */
            employment?: "active" | "retired" | "cobra" | "none";
            /** MM-DD, for the birthday rule of children. */
            subscriberBirthday?: string;
            /** A court made this parent responsible for the child’s care. */
            courtOrdered?: boolean;
            /** YYYY-MM-DD; the longer coverage comes first when nothing else decides. */
            coveredSince?: string;
            /** Employees; decides between a group plan and Medicare. */
            employerSize?: number;
            /** Age, disability, or end-stage renal disease. */
            medicareReason?: "age" | "disability" | "esrd";
            /** Months since Medicare eligibility because of ESRD; the group plan comes first for 30. */
            esrdMonths?: number;
        };
    }[];
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            /** What the patient owes. Empty: not known. */
            totalPatientCost: number | null;
            /** What all payers pay together. Empty: not known. */
            totalPayerCost: number | null;
            /** What nobody pays: contracted and other write-offs. Patient, payers and adjustment together are the charges. Below 0 where a rate above the charge stands (capAtCharge). Empty: not known. */
            totalAdjustment: number | null;
            /** The charges of all lines. */
            totalCharge: number;
            /** The date that coverage, plan year and benefits were looked up for. */
            dateOfService: string;
            /** How far the patient’s amount can be relied on. high: the payer states it. medium: by usual assumptions. low: another reading is about as likely. none: not known. */
            confidence: "high" | "medium" | "low" | "none";
            /** What the patient owes if every open point is decided for and against the patient, in dollars: no estimate by itself. The same twice where nothing is open. */
            range: {
                low: number;
                high: number;
            };
            /** What has to be found out before the amounts are known, and how to give it. */
            missing: {
                /** The same for every one of its kind. */
                code: string;
                /** A sentence: what was assumed, and what to do about it. */
                message: string;
                /** Which payer it is about. */
                payerId: string | null;
                /** Which line it is about. */
                lineItemId: string | null;
            }[];
            /** What the amounts rest on beyond what the payers state. */
            assumptions: {
                /** The same for every one of its kind. */
                code: string;
                /** A sentence: what was assumed, and what to do about it. */
                message: string;
                /** Which payer it is about. */
                payerId: string | null;
                /** Which line it is about. */
                lineItemId: string | null;
            }[];
            /** Each line: who bears what. */
            lineItems: {
                id: string;
                chargeAmount: number;
                allowedAmount: number | null;
                patientCost: number | null;
                payerCost: number | null;
                adjustment: number | null;
                payments: {
                    payerId: string;
                    amount: number | null;
                }[];
                /** How far the patient’s amount can be relied on. high: the payer states it. medium: by usual assumptions. low: another reading is about as likely. none: not known. */
                confidence: "high" | "medium" | "low" | "none";
                /** What the patient owes if every open point is decided for and against the patient, in dollars: no estimate by itself. The same twice where nothing is open. */
                range: {
                    low: number;
                    high: number;
                };
            }[];
            /** The calculation plan by plan. */
            plans: {
                payerId: string;
                name: string;
                position: number;
                coordination: "primary" | "standard" | "naic" | "washington" | "lower-of-allowables" | "non-duplication" | "carve-out" | "maintenance-of-benefits" | "medicaid" | "medicare-fee-schedule" | "medicare-reasonable-charge" | "benefit-reserve";
                active: boolean;
                /** What this plan pays. Empty: not known. */
                totalPaid: number | null;
                /** What it would pay if it were the only plan. Empty: not known. */
                totalAlone: number | null;
                deductible: number | null;
                copay: number | null;
                coinsurance: number | null;
                noncovered: number | null;
                /** Deductibles, out-of-pocket maximums and limits: before these lines, used by them, and what remains. */
                benefitBalance: {
                    name: string;
                    level: "individual" | "family";
                    before: number | null;
                    used: number | null;
                    remaining: number | null;
                    source: string;
                }[];
                /** In the order computed. */
                steps: {
                    /** The line. */
                    lineItemId: string;
                    /** Which rule was applied. */
                    rule: "submitted" | "inactive" | "eligible" | "noncovered" | "spend-down" | "deductible" | "copay" | "coinsurance" | "out-of-pocket-limit" | "benefit-limit" | "benefit" | "coordination" | "balance" | "unknown";
                    /** The step in words. */
                    description: string;
                    /** What the step moved, in dollars. Empty: not known. */
                    amount: number | null;
                    /** What was still open of the line before the step. Empty: not known. */
                    before: number | null;
                    /** What is still open of the line after it. Empty: not known. */
                    after: number | null;
                    /** The statement of the eligibility answer, or the override, that the value comes from. */
                    source: string | null;
                }[];
                warnings: {
                    /** The same for every one of its kind. */
                    code: string;
                    /** A sentence: what was assumed, and what to do about it. */
                    message: string;
                    /** Which payer it is about. */
                    payerId: string | null;
                    /** Which line it is about. */
                    lineItemId: string | null;
                }[];
            }[];
            /** The order that the rules ask for, when every payer has `member`. */
            orderOfBenefits: {
                expected: string[];
                asGiven: boolean;
                explanation: string[];
            } | null;
            /** Everything that was said: what is missing, assumptions and notices. */
            warnings: {
                /** The same for every one of its kind. */
                code: string;
                /** A sentence: what was assumed, and what to do about it. */
                message: string;
                /** Which payer it is about. */
                payerId: string | null;
                /** Which line it is about. */
                lineItemId: string | null;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/clearinghouse/patient-cost", oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * Ask a payer about a patient’s coverage
 */
export function checkEligibility(slug: string, body: {
    /** As the clearinghouse knows the payer. */
    payerId: string;
    /** Who asks. */
    provider: {
        /** National provider identifier, ten digits. */
        npi: string;
        /** The provider’s name, when it is an organization. */
        organizationName?: string;
        /** The provider’s, when it is a person. */
        firstName?: string;
        /** The provider’s, when it is a person. */
        lastName?: string;
    };
    /** The person with the policy. */
    subscriber: {
        /** As on the insurance card. */
        memberId: string;
        /** Of the person with the policy. */
        firstName?: string;
        /** Of the person with the policy. */
        lastName?: string;
        /** YYYY-MM-DD. */
        dateOfBirth?: string;
    };
    /** The patient, when another person has the policy. */
    dependent?: {
        /** Of the patient. */
        firstName: string;
        /** Of the patient. */
        lastName: string;
        /** YYYY-MM-DD. */
        dateOfBirth?: string;
        /** To the person with the policy. */
        relationship?: "spouse" | "child" | "other";
    };
    /** X12 service type codes; 30 asks for the whole plan. */
    serviceTypeCodes?: string[];
    /** Asks for one procedure (CPT, HCPCS or CDT) in place of service types. */
    procedureCode?: string;
    /** YYYY-MM-DD; today when left out. */
    dateOfService?: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            /** Whether the coverage is active; empty when the payer does not say. */
            active: boolean | null;
            /** As the payer calls itself. */
            payerName: string | null;
            /** Further coverage that the payer knows of: coordinate benefits. */
            otherPayers: {
                name: string;
                role: string;
            }[];
            /** The whole answer, as patient cost takes it. */
            eligibility: string | {
                [key: string]: unknown;
            };
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    } | {
        status: 502;
        data: ErrorA;
    } | {
        status: 504;
        data: ErrorA;
    }>(`/api/v2/clearinghouse/${encodeURIComponent(slug)}/eligibility`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Update a patient of the billing platform
 */
export function updateBillingPatient(slug: string, patientId: string, version: string, body: {
    [key: string]: unknown;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            [key: string]: unknown;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorC;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    } | {
        status: 502;
        data: ErrorA;
    } | {
        status: 504;
        data: ErrorA;
    }>(`/api/v2/integrations/billing/${encodeURIComponent(slug)}/patients/${encodeURIComponent(patientId)}/${encodeURIComponent(version)}`, oazapfts.json({
        ...opts,
        method: "PUT",
        body
    }));
}
/**
 * Read one page of what changed in a bank feed
 */
export function syncBankTransactions(body: {
    /** The bank connection. */
    slug: string;
    /** The `nextCursor` of an earlier call; left out or empty: from the beginning. */
    cursor?: string | null;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            /** New since the cursor. */
            transactions: {
                [key: string]: unknown;
            }[];
            /** Changed since the cursor, whole. */
            modified: {
                [key: string]: unknown;
            }[];
            /** No longer there: their ids. */
            removed: {
                [key: string]: unknown;
            }[];
            hasMore: boolean;
            nextCursor: string;
            /** not-ready: nothing is collected yet, so an empty answer says nothing; recent: the last days only; complete. Left out where the feed does not say. */
            history?: "not-ready" | "recent" | "complete";
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    } | {
        status: 502;
        data: ErrorA;
    } | {
        status: 504;
        data: ErrorA;
    }>("/api/v2/integrations/bank/transactions/sync", oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * List the users of a single-sign-on directory group
 */
export function listDirectoryGroupUsers(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            group: {
                id: string;
                name: string;
                users: {
                    id: string;
                    name: string;
                    email: string;
                }[];
            };
        };
    } | {
        status: 400;
        data: ErrorB;
    } | {
        status: 401;
        data: ErrorB;
    } | {
        status: 403;
        data: ErrorB;
    } | {
        status: 404;
        data: ErrorB;
    } | {
        status: 409;
        data: ErrorB;
    } | {
        status: 429;
        data: ErrorB;
    } | {
        status: 500;
        data: ErrorB;
    } | {
        status: 502;
        data: ErrorB;
    } | {
        status: 504;
        data: ErrorB;
    }>(`/api/v2/sso/directory-groups/${encodeURIComponent(id)}/users`, {
        ...opts
    });
}
/**
 * List the directories of the organization
 */
export function listDirectories({ limit, cursor }: {
    limit?: number;
    cursor?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                name: string;
                kind: "scim" | "workos" | "sandbox";
                settings: {
                    /** `members`: they become members at once. `matched`: only people who are members already follow the directory. */
                    joiners: "members" | "matched";
                    /** When none of their groups has a role. */
                    defaultRole: "owner" | "builder" | "worker" | "auditor" | "viewer";
                };
                address: string | null;
                tokenPrefix: string | null;
                tokenCreatedAt: string | null;
                formerTokenUntil: string | null;
                lastSyncAt: string | null;
                lastSyncOk: boolean | null;
                lastSyncMessage: string | null;
                lastRefusal: {
                    at: string;
                    message: string;
                } | null;
                read: {
                    connection: {
                        slug: string;
                        name: string;
                    } | null;
                    isDue: boolean;
                    reconciledAt: string | null;
                    webhook: {
                        address: string;
                        isSigned: boolean;
                    };
                } | null;
                people: number;
                active: number;
                groups: number;
                plan: {
                    id: string;
                    createdAt: string;
                    members: number;
                    leavers: number;
                } | null;
                createdAt: string;
            }[];
            nextCursor: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/directories${QS.query(QS.explode({
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * Connect a directory
 */
export function createDirectory(body: {
    name: string;
    kind: "scim" | "workos" | "sandbox";
    connection?: string;
    settings?: {
        /** `members`: they become members at once. `matched`: only people who are members already follow the directory. */
        joiners: "members" | "matched";
        /** When none of their groups has a role. */
        defaultRole: "owner" | "builder" | "worker" | "auditor" | "viewer";
    };
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            id: string;
            name: string;
            kind: "scim" | "workos" | "sandbox";
            settings: {
                /** `members`: they become members at once. `matched`: only people who are members already follow the directory. */
                joiners: "members" | "matched";
                /** When none of their groups has a role. */
                defaultRole: "owner" | "builder" | "worker" | "auditor" | "viewer";
            };
            address: string | null;
            tokenPrefix: string | null;
            tokenCreatedAt: string | null;
            formerTokenUntil: string | null;
            lastSyncAt: string | null;
            lastSyncOk: boolean | null;
            lastSyncMessage: string | null;
            lastRefusal: {
                at: string;
                message: string;
            } | null;
            read: {
                connection: {
                    slug: string;
                    name: string;
                } | null;
                isDue: boolean;
                reconciledAt: string | null;
                webhook: {
                    address: string;
                    isSigned: boolean;
                };
            } | null;
            people: number;
            active: number;
            groups: number;
            plan: {
                id: string;
                createdAt: string;
                members: number;
                leavers: number;
            } | null;
            createdAt: string;
            token: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/directories", oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Read a directory
 */
export function getDirectory(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            name: string;
            kind: "scim" | "workos" | "sandbox";
            settings: {
                /** `members`: they become members at once. `matched`: only people who are members already follow the directory. */
                joiners: "members" | "matched";
                /** When none of their groups has a role. */
                defaultRole: "owner" | "builder" | "worker" | "auditor" | "viewer";
            };
            address: string | null;
            tokenPrefix: string | null;
            tokenCreatedAt: string | null;
            formerTokenUntil: string | null;
            lastSyncAt: string | null;
            lastSyncOk: boolean | null;
            lastSyncMessage: string | null;
            lastRefusal: {
                at: string;
                message: string;
            } | null;
            read: {
                connection: {
                    slug: string;
                    name: string;
                } | null;
                isDue: boolean;
                reconciledAt: string | null;
                webhook: {
                    address: string;
                    isSigned: boolean;
                };
            } | null;
            people: number;
            active: number;
            groups: number;
            plan: {
                id: string;
                createdAt: string;
                members: number;
                leavers: number;
            } | null;
            createdAt: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/directories/${encodeURIComponent(id)}`, {
        ...opts
    });
}
/**
 * Change the name or the settings of a directory
 */
export function changeDirectory(id: string, body: {
    name?: string;
    settings?: {
        /** `members`: they become members at once. `matched`: only people who are members already follow the directory. */
        joiners: "members" | "matched";
        /** When none of their groups has a role. */
        defaultRole: "owner" | "builder" | "worker" | "auditor" | "viewer";
    };
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            name: string;
            kind: "scim" | "workos" | "sandbox";
            settings: {
                /** `members`: they become members at once. `matched`: only people who are members already follow the directory. */
                joiners: "members" | "matched";
                /** When none of their groups has a role. */
                defaultRole: "owner" | "builder" | "worker" | "auditor" | "viewer";
            };
            address: string | null;
            tokenPrefix: string | null;
            tokenCreatedAt: string | null;
            formerTokenUntil: string | null;
            lastSyncAt: string | null;
            lastSyncOk: boolean | null;
            lastSyncMessage: string | null;
            lastRefusal: {
                at: string;
                message: string;
            } | null;
            read: {
                connection: {
                    slug: string;
                    name: string;
                } | null;
                isDue: boolean;
                reconciledAt: string | null;
                webhook: {
                    address: string;
                    isSigned: boolean;
                };
            } | null;
            people: number;
            active: number;
            groups: number;
            plan: {
                id: string;
                createdAt: string;
                members: number;
                leavers: number;
            } | null;
            createdAt: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/directories/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body
    }));
}
/**
 * Disconnect a directory for good
 */
export function deleteDirectory(id: string, confirm: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/directories/${encodeURIComponent(id)}${QS.query(QS.explode({
        confirm
    }))}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Make a new token for a directory that pushes
 */
export function rotateDirectoryToken(id: string, body: {
    overlapHours?: number;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            name: string;
            kind: "scim" | "workos" | "sandbox";
            settings: {
                /** `members`: they become members at once. `matched`: only people who are members already follow the directory. */
                joiners: "members" | "matched";
                /** When none of their groups has a role. */
                defaultRole: "owner" | "builder" | "worker" | "auditor" | "viewer";
            };
            address: string | null;
            tokenPrefix: string | null;
            tokenCreatedAt: string | null;
            formerTokenUntil: string | null;
            lastSyncAt: string | null;
            lastSyncOk: boolean | null;
            lastSyncMessage: string | null;
            lastRefusal: {
                at: string;
                message: string;
            } | null;
            read: {
                connection: {
                    slug: string;
                    name: string;
                } | null;
                isDue: boolean;
                reconciledAt: string | null;
                webhook: {
                    address: string;
                    isSigned: boolean;
                };
            } | null;
            people: number;
            active: number;
            groups: number;
            plan: {
                id: string;
                createdAt: string;
                members: number;
                leavers: number;
            } | null;
            createdAt: string;
            token: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/directories/${encodeURIComponent(id)}/token`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Read a whole directory again
 */
export function requestDirectorySync(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 202;
        data: {
            id: string;
            name: string;
            kind: "scim" | "workos" | "sandbox";
            settings: {
                /** `members`: they become members at once. `matched`: only people who are members already follow the directory. */
                joiners: "members" | "matched";
                /** When none of their groups has a role. */
                defaultRole: "owner" | "builder" | "worker" | "auditor" | "viewer";
            };
            address: string | null;
            tokenPrefix: string | null;
            tokenCreatedAt: string | null;
            formerTokenUntil: string | null;
            lastSyncAt: string | null;
            lastSyncOk: boolean | null;
            lastSyncMessage: string | null;
            lastRefusal: {
                at: string;
                message: string;
            } | null;
            read: {
                connection: {
                    slug: string;
                    name: string;
                } | null;
                isDue: boolean;
                reconciledAt: string | null;
                webhook: {
                    address: string;
                    isSigned: boolean;
                };
            } | null;
            people: number;
            active: number;
            groups: number;
            plan: {
                id: string;
                createdAt: string;
                members: number;
                leavers: number;
            } | null;
            createdAt: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/directories/${encodeURIComponent(id)}/sync`, {
        ...opts,
        method: "POST"
    });
}
/**
 * Store the secret that signs the webhook messages of a directory
 */
export function setDirectoryWebhookSecret(id: string, body: {
    secret: string | null;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            name: string;
            kind: "scim" | "workos" | "sandbox";
            settings: {
                /** `members`: they become members at once. `matched`: only people who are members already follow the directory. */
                joiners: "members" | "matched";
                /** When none of their groups has a role. */
                defaultRole: "owner" | "builder" | "worker" | "auditor" | "viewer";
            };
            address: string | null;
            tokenPrefix: string | null;
            tokenCreatedAt: string | null;
            formerTokenUntil: string | null;
            lastSyncAt: string | null;
            lastSyncOk: boolean | null;
            lastSyncMessage: string | null;
            lastRefusal: {
                at: string;
                message: string;
            } | null;
            read: {
                connection: {
                    slug: string;
                    name: string;
                } | null;
                isDue: boolean;
                reconciledAt: string | null;
                webhook: {
                    address: string;
                    isSigned: boolean;
                };
            } | null;
            people: number;
            active: number;
            groups: number;
            plan: {
                id: string;
                createdAt: string;
                members: number;
                leavers: number;
            } | null;
            createdAt: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/directories/${encodeURIComponent(id)}/webhook-secret`, oazapfts.json({
        ...opts,
        method: "PUT",
        body
    }));
}
/**
 * For WorkOS: webhook of a directory
 */
export function receiveDirectoryWebhook(token: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            [key: string]: unknown;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/hooks/directories/${encodeURIComponent(token)}`, {
        ...opts,
        method: "POST"
    });
}
/**
 * List the people of a directory
 */
export function listDirectoryUsers(id: string, { limit, cursor, waits, search }: {
    limit?: number;
    cursor?: string;
    waits?: "true" | "false";
    search?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                name: string;
                userName: string;
                email: string | null;
                active: boolean;
                memberId: string | null;
                role: string | null;
                /** The name of that role, for people to read. */
                roleName: string | null;
                groups: string[];
                problem: string | null;
                waits: boolean;
            }[];
            nextCursor: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/directories/${encodeURIComponent(id)}/users${QS.query(QS.explode({
        limit,
        cursor,
        waits,
        search
    }))}`, {
        ...opts
    });
}
/**
 * Activate the changes that wait, or keep the people
 */
export function decideDirectoryPlan(id: string, body: {
    plan: string;
    leavers: number;
    decision: "activate" | "keep";
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            name: string;
            kind: "scim" | "workos" | "sandbox";
            settings: {
                /** `members`: they become members at once. `matched`: only people who are members already follow the directory. */
                joiners: "members" | "matched";
                /** When none of their groups has a role. */
                defaultRole: "owner" | "builder" | "worker" | "auditor" | "viewer";
            };
            address: string | null;
            tokenPrefix: string | null;
            tokenCreatedAt: string | null;
            formerTokenUntil: string | null;
            lastSyncAt: string | null;
            lastSyncOk: boolean | null;
            lastSyncMessage: string | null;
            lastRefusal: {
                at: string;
                message: string;
            } | null;
            read: {
                connection: {
                    slug: string;
                    name: string;
                } | null;
                isDue: boolean;
                reconciledAt: string | null;
                webhook: {
                    address: string;
                    isSigned: boolean;
                };
            } | null;
            people: number;
            active: number;
            groups: number;
            plan: {
                id: string;
                createdAt: string;
                members: number;
                leavers: number;
            } | null;
            createdAt: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/directories/${encodeURIComponent(id)}/plan`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Let somebody join, move or leave in a sandbox directory
 */
export function playSandboxDirectory(id: string, body: {
    event: "joiner" | "mover" | "leaver" | "leavers";
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            happened: string;
            directory: {
                id: string;
                name: string;
                kind: "scim" | "workos" | "sandbox";
                settings: {
                    /** `members`: they become members at once. `matched`: only people who are members already follow the directory. */
                    joiners: "members" | "matched";
                    /** When none of their groups has a role. */
                    defaultRole: "owner" | "builder" | "worker" | "auditor" | "viewer";
                };
                address: string | null;
                tokenPrefix: string | null;
                tokenCreatedAt: string | null;
                formerTokenUntil: string | null;
                lastSyncAt: string | null;
                lastSyncOk: boolean | null;
                lastSyncMessage: string | null;
                lastRefusal: {
                    at: string;
                    message: string;
                } | null;
                read: {
                    connection: {
                        slug: string;
                        name: string;
                    } | null;
                    isDue: boolean;
                    reconciledAt: string | null;
                    webhook: {
                        address: string;
                        isSigned: boolean;
                    };
                } | null;
                people: number;
                active: number;
                groups: number;
                plan: {
                    id: string;
                    createdAt: string;
                    members: number;
                    leavers: number;
                } | null;
                createdAt: string;
            };
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/directories/${encodeURIComponent(id)}/sandbox`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * List the groups of all directories, or of one
 */
export function listDirectoryGroups({ limit, cursor, directory }: {
    limit?: number;
    cursor?: string;
    directory?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                name: string;
                externalId: string | null;
                directory: {
                    id: string;
                    name: string;
                };
                people: number;
                role: string | null;
                calendar: string | null;
            }[];
            nextCursor: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/directory-groups${QS.query(QS.explode({
        limit,
        cursor,
        directory
    }))}`, {
        ...opts
    });
}
/**
 * List the directory groups that a member is in
 */
export function listMemberGroups(id: string, { limit, cursor }: {
    limit?: number;
    cursor?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                name: string;
                externalId: string | null;
                directory: {
                    id: string;
                    name: string;
                };
                people: number;
                role: string | null;
                calendar: string | null;
            }[];
            nextCursor: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/members/${encodeURIComponent(id)}/groups${QS.query(QS.explode({
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * Give the people of a group a role
 */
export function setDirectoryGroupRole(id: string, body: {
    role: string | null;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            name: string;
            externalId: string | null;
            directory: {
                id: string;
                name: string;
            };
            people: number;
            role: string | null;
            calendar: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/directory-groups/${encodeURIComponent(id)}/role`, oazapfts.json({
        ...opts,
        method: "PUT",
        body
    }));
}
/**
 * Say by which calendar the screens of a group count working time
 */
export function setDirectoryGroupCalendar(id: string, body: {
    calendar: string | null;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            name: string;
            externalId: string | null;
            directory: {
                id: string;
                name: string;
            };
            people: number;
            role: string | null;
            calendar: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/directory-groups/${encodeURIComponent(id)}/calendar`, oazapfts.json({
        ...opts,
        method: "PUT",
        body
    }));
}
/**
 * Search documents in a payer document archive
 */
export function searchPayerDocuments(slug: string, body: {
    /** What to search by, for example MemberId. */
    Key: string;
    /** What it must be. */
    Value: string;
}[], opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            documentId: string;
            documentType: string | null;
            fileName: string;
            mimeType: string;
            receivedDate: string | null;
            keys: {
                Key: string;
                Value: string;
            }[];
        }[];
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    } | {
        status: 502;
        data: ErrorA;
    } | {
        status: 504;
        data: ErrorA;
    }>(`/api/v2/integrations/payer-docs/${encodeURIComponent(slug)}/archive/searchdocs`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * Download a document of a payer document archive
 */
export function getPayerDocument(slug: string, documentId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: string;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    } | {
        status: 502;
        data: ErrorA;
    } | {
        status: 504;
        data: ErrorA;
    }>(`/api/v2/integrations/payer-docs/${encodeURIComponent(slug)}/archive/documents/${encodeURIComponent(documentId)}`, {
        ...opts
    });
}
/**
 * Run a query in a data warehouse
 */
export function queryWarehouse(slug: string, body: {
    /** SQL as the warehouse understands it. */
    query: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            [key: string]: unknown;
        }[];
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorB;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    } | {
        status: 502;
        data: ErrorB;
    } | {
        status: 504;
        data: ErrorB;
    }>(`/api/v2/integrations/warehouse/${encodeURIComponent(slug)}/query`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * Convert a JSON document to HTML
 */
export function convertJsonToHtml(body: {
    [key: string]: unknown;
} | unknown[], { accept }: {
    accept?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            html: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/document/json-to-html", oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            accept
        })
    }));
}
/**
 * Ask a health information exchange for a patient’s FHIR data
 */
export function requestPatientFhir(patientId: string, body?: {
    connection?: string;
    /** For example Condition and MedicationRequest; left out: all of them. */
    resources?: string[];
    /** First day, YYYY-MM-DD. */
    dateFrom?: string;
    /** Last day, YYYY-MM-DD. */
    dateTo?: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 202;
        data: {
            asyncResultId: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/hie/patient/${encodeURIComponent(patientId)}/fhir`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Ask a health information exchange for a patient’s documents
 */
export function requestPatientDocuments(patientId: string, body?: {
    connection?: string;
    /** For example application/pdf or image/*; left out: all documents. */
    mimeTypes?: string[];
    /** First day, YYYY-MM-DD. */
    dateFrom?: string;
    /** Last day, YYYY-MM-DD. */
    dateTo?: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 202;
        data: {
            asyncResultId: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/hie/patient/${encodeURIComponent(patientId)}/documents`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Read the webhook address of an HIE connection
 */
export function getHieWebhook(slug: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            url: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/hie/connections/${encodeURIComponent(slug)}/webhook`, {
        ...opts
    });
}
/**
 * For providers: webhook of requests to a health information exchange
 */
export function receiveHieWebhook(token: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            [key: string]: unknown;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/hooks/hie/${encodeURIComponent(token)}`, {
        ...opts,
        method: "POST"
    });
}
/**
 * Send a PDF as a physical letter
 */
export function sendLetter(body: {
    fileId: string;
    /** The recipient. */
    to: {
        /** A person. Name or company must be given. */
        name?: string;
        /** An organization. Name or company must be given. */
        company?: string;
        /** Street and number, or PO box. */
        addressLine1: string;
        /** Apartment, suite, floor. */
        addressLine2?: string;
        /** City. */
        city: string;
        /** Two letters within the United States. */
        state: string;
        /** ZIP or ZIP+4 within the United States. */
        postalCode: string;
        /** Two letters (ISO 3166-1). */
        country?: string;
    };
    /** The sender, to whom it returns if it cannot be delivered. */
    "from": {
        /** A person. Name or company must be given. */
        name?: string;
        /** An organization. Name or company must be given. */
        company?: string;
        /** Street and number, or PO box. */
        addressLine1: string;
        /** Apartment, suite, floor. */
        addressLine2?: string;
        /** City. */
        city: string;
        /** Two letters within the United States. */
        state: string;
        /** ZIP or ZIP+4 within the United States. */
        postalCode: string;
        /** Two letters (ISO 3166-1). */
        country?: string;
    };
    /** Up to 20 pairs of names (40 characters) and texts (500 characters), kept with the letter at the provider too. No patient data. */
    metadata?: {
        [key: string]: string;
    };
    /** Print in color; otherwise black and white. */
    color?: boolean;
    /** Print on both sides of the paper. */
    doubleSided?: boolean;
    /** Certified: tracked, with a number of the carrier. With return receipt: with the recipient’s signature besides (Lob: an electronic copy). Both within the United States. Registered: abroad. They cost extra. */
    extraService?: "none" | "certified" | "certified_return_receipt" | "registered";
    /** When the recipient’s address has to be corrected or is doubtful: fail, use the correction, or keep what was given. Nothing is sent to an address that cannot be delivered to, unless the check is off. */
    addressCheck?: "fail" | "use" | "keep" | "off";
    connection?: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            trackingId: string;
            status: "sending" | "not_sent" | "unknown" | "created" | "rendered" | "mailed" | "in_transit" | "in_local_area" | "processed_for_delivery" | "re_routed" | "pickup_available" | "international_exit" | "issue" | "delivered" | "returned_to_sender" | "failed" | "cancelled";
            expectedDeliveryDate: string | null;
            trackingNumber: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    } | {
        status: 502;
        data: ErrorA;
    } | {
        status: 504;
        data: ErrorA;
    }>("/api/v2/communication/letters", oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * List letters, newest first
 */
export function listLetters({ limit, cursor, status, runId }: {
    limit?: number;
    cursor?: string;
    status?: "sending" | "not_sent" | "unknown" | "created" | "rendered" | "mailed" | "in_transit" | "in_local_area" | "processed_for_delivery" | "re_routed" | "pickup_available" | "international_exit" | "issue" | "delivered" | "returned_to_sender" | "failed" | "cancelled";
    runId?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                trackingId: string;
                status: "sending" | "not_sent" | "unknown" | "created" | "rendered" | "mailed" | "in_transit" | "in_local_area" | "processed_for_delivery" | "re_routed" | "pickup_available" | "international_exit" | "issue" | "delivered" | "returned_to_sender" | "failed" | "cancelled";
                expectedDeliveryDate: string | null;
                connection: string;
                provider: string;
                providerId: string | null;
                trackingNumber: string | null;
                extraService: "none" | "certified" | "certified_return_receipt" | "registered";
                pages: number;
                runId: string | null;
                taskId: string | null;
                createdBy: string | null;
                createdAt: string;
            }[];
            nextCursor: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/communication/letters${QS.query(QS.explode({
        limit,
        cursor,
        status,
        runId
    }))}`, {
        ...opts
    });
}
/**
 * Track a letter: its status and events
 */
export function getLetter(trackingId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            trackingId: string;
            status: "sending" | "not_sent" | "unknown" | "created" | "rendered" | "mailed" | "in_transit" | "in_local_area" | "processed_for_delivery" | "re_routed" | "pickup_available" | "international_exit" | "issue" | "delivered" | "returned_to_sender" | "failed" | "cancelled";
            expectedDeliveryDate: string | null;
            connection: string;
            provider: string;
            providerId: string | null;
            trackingNumber: string | null;
            extraService: "none" | "certified" | "certified_return_receipt" | "registered";
            pages: number;
            runId: string | null;
            taskId: string | null;
            createdBy: string | null;
            createdAt: string;
            color: boolean;
            doubleSided: boolean;
            metadata: {
                [key: string]: string;
            };
            fileId: string | null;
            addressCheck: {
                outcome: "deliverable" | "corrected" | "undeliverable" | "not_checked";
                problems: string[];
                corrected: boolean;
            } | null;
            failure: {
                code: string;
                message: string;
            } | null;
            events: {
                "type": "created" | "rendered" | "mailed" | "in_transit" | "in_local_area" | "processed_for_delivery" | "re_routed" | "pickup_available" | "international_exit" | "issue" | "delivered" | "returned_to_sender" | "failed" | "cancelled";
                title: string;
                at: string;
                location: string | null;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/communication/letters/${encodeURIComponent(trackingId)}`, {
        ...opts
    });
}
/**
 * See how a PDF would be printed as a letter
 */
export function previewLetter(body: {
    fileId: string;
    connection?: string;
    to?: {
        /** A person. Name or company must be given. */
        name?: string;
        /** An organization. Name or company must be given. */
        company?: string;
        /** Street and number, or PO box. */
        addressLine1: string;
        /** Apartment, suite, floor. */
        addressLine2?: string;
        /** City. */
        city: string;
        /** Two letters within the United States. */
        state: string;
        /** ZIP or ZIP+4 within the United States. */
        postalCode: string;
        /** Two letters (ISO 3166-1). */
        country?: string;
    };
    "from"?: {
        /** A person. Name or company must be given. */
        name?: string;
        /** An organization. Name or company must be given. */
        company?: string;
        /** Street and number, or PO box. */
        addressLine1: string;
        /** Apartment, suite, floor. */
        addressLine2?: string;
        /** City. */
        city: string;
        /** Two letters within the United States. */
        state: string;
        /** ZIP or ZIP+4 within the United States. */
        postalCode: string;
        /** Two letters (ISO 3166-1). */
        country?: string;
    };
    /** Print in color; otherwise black and white. */
    color?: boolean;
    /** Print on both sides of the paper. */
    doubleSided?: boolean;
    /** Certified: tracked, with a number of the carrier. With return receipt: with the recipient’s signature besides (Lob: an electronic copy). Both within the United States. Registered: abroad. They cost extra. */
    extraService?: "none" | "certified" | "certified_return_receipt" | "registered";
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            fileId: string;
            fileName: string;
            connection: string;
            provider: string;
            pages: number | null;
            sheets: number | null;
            color: boolean;
            doubleSided: boolean;
            extraService: "none" | "certified" | "certified_return_receipt" | "registered";
            template: {
                frontSheet: "none" | "address_page" | "certified_sheet";
                frontSheetCharged: boolean;
                margin: number;
                recipientWindow: {
                    x: number;
                    y: number;
                    width: number;
                    height: number;
                } | null;
                senderWindow: {
                    x: number;
                    y: number;
                    width: number;
                    height: number;
                } | null;
                covered: {
                    x: number;
                    y: number;
                    width: number;
                    height: number;
                } | null;
                published: boolean;
            };
            toLines: string[] | null;
            fromLines: string[] | null;
            coveredWords: {
                x: number;
                y: number;
                width: number;
                height: number;
            }[];
            issues: {
                path: string;
                message: string;
            }[];
            cost: {
                amount: string;
                currency: string;
                note: string;
            } | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    } | {
        status: 503;
        data: ErrorA;
    }>("/api/v2/communication/letters/preview", oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * See how a letter was printed
 */
export function getLetterPreview(trackingId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            fileId: string;
            fileName: string;
            connection: string;
            provider: string;
            pages: number | null;
            sheets: number | null;
            color: boolean;
            doubleSided: boolean;
            extraService: "none" | "certified" | "certified_return_receipt" | "registered";
            template: {
                frontSheet: "none" | "address_page" | "certified_sheet";
                frontSheetCharged: boolean;
                margin: number;
                recipientWindow: {
                    x: number;
                    y: number;
                    width: number;
                    height: number;
                } | null;
                senderWindow: {
                    x: number;
                    y: number;
                    width: number;
                    height: number;
                } | null;
                covered: {
                    x: number;
                    y: number;
                    width: number;
                    height: number;
                } | null;
                published: boolean;
            };
            toLines: string[] | null;
            fromLines: string[] | null;
            coveredWords: {
                x: number;
                y: number;
                width: number;
                height: number;
            }[];
            issues: {
                path: string;
                message: string;
            }[];
            cost: {
                amount: string;
                currency: string;
                note: string;
            } | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    } | {
        status: 503;
        data: ErrorA;
    }>(`/api/v2/communication/letters/${encodeURIComponent(trackingId)}/preview`, {
        ...opts
    });
}
/**
 * Check whether a letter reaches an address
 */
export function checkAddress(body: {
    address: {
        /** A person. Name or company must be given. */
        name?: string;
        /** An organization. Name or company must be given. */
        company?: string;
        /** Street and number, or PO box. */
        addressLine1: string;
        /** Apartment, suite, floor. */
        addressLine2?: string;
        /** City. */
        city: string;
        /** Two letters within the United States. */
        state: string;
        /** ZIP or ZIP+4 within the United States. */
        postalCode: string;
        /** Two letters (ISO 3166-1). */
        country?: string;
    };
    connection?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            outcome: "deliverable" | "corrected" | "undeliverable" | "not_checked";
            suggestion: {
                /** A person. Name or company must be given. */
                name?: string;
                /** An organization. Name or company must be given. */
                company?: string;
                /** Street and number, or PO box. */
                addressLine1: string;
                /** Apartment, suite, floor. */
                addressLine2?: string;
                /** City. */
                city: string;
                /** Two letters within the United States. */
                state: string;
                /** ZIP or ZIP+4 within the United States. */
                postalCode: string;
                /** Two letters (ISO 3166-1). */
                country: unknown;
            } | null;
            problems: string[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    } | {
        status: 502;
        data: ErrorA;
    } | {
        status: 504;
        data: ErrorA;
    }>("/api/v2/communication/addresses/check", oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * Read the webhook address of a letters connection
 */
export function getLettersWebhook(slug: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            url: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/communication/connections/${encodeURIComponent(slug)}/webhook`, {
        ...opts
    });
}
/**
 * For providers: webhook of letters
 */
export function receiveLetterWebhook(token: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            [key: string]: unknown;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/hooks/letters/${encodeURIComponent(token)}`, {
        ...opts,
        method: "POST"
    });
}
/**
 * List faxes, sent and received, newest first
 */
export function listFaxes({ limit, cursor, direction, status, q, runId }: {
    limit?: number;
    cursor?: string;
    direction?: "out" | "in";
    status?: "sending" | "not_sent" | "unknown" | "queued" | "transmitting" | "delivered" | "failed" | "cancelled" | "receiving" | "received" | "refused";
    q?: string;
    runId?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                faxId: string;
                direction: "out" | "in";
                status: "sending" | "not_sent" | "unknown" | "queued" | "transmitting" | "delivered" | "failed" | "cancelled" | "receiving" | "received" | "refused";
                connection: string;
                provider: string;
                providerId: string | null;
                "number": string | null;
                line: string | null;
                pages: number | null;
                fileId: string | null;
                failure: {
                    code: string;
                    message: string;
                    said?: string;
                } | null;
                tryNumber: number;
                tries: number | null;
                runId: string | null;
                createdBy: string;
                createdAt: string;
                endedAt: string | null;
            }[];
            nextCursor: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/communication/faxes${QS.query(QS.explode({
        limit,
        cursor,
        direction,
        status,
        q,
        runId
    }))}`, {
        ...opts
    });
}
/**
 * Read a fax with its pages, its tries and its runs
 */
export function getFax(faxId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            faxId: string;
            direction: "out" | "in";
            status: "sending" | "not_sent" | "unknown" | "queued" | "transmitting" | "delivered" | "failed" | "cancelled" | "receiving" | "received" | "refused";
            connection: string;
            provider: string;
            providerId: string | null;
            "number": string | null;
            line: string | null;
            pages: number | null;
            fileId: string | null;
            failure: {
                code: string;
                message: string;
                said?: string;
            } | null;
            tryNumber: number;
            tries: number | null;
            runId: string | null;
            createdBy: string;
            createdAt: string;
            endedAt: string | null;
            nextTryAt: string | null;
            files: {
                id: string;
                fileName: string;
                isCover: boolean;
            }[];
            cover: {
                recipientName?: string;
                senderName?: string;
                senderPhone?: string;
                subject?: string;
                mark: "none" | "urgent" | "for-review" | "please-reply";
                notes?: string;
                confidential: boolean;
            } | null;
            runs: {
                id: string;
                status: "running" | "suspended" | "completed" | "failed" | "cancelled";
                workflow: string;
                createdAt: string;
            }[];
            others: {
                faxId: string;
                direction: "out" | "in";
                status: "sending" | "not_sent" | "unknown" | "queued" | "transmitting" | "delivered" | "failed" | "cancelled" | "receiving" | "received" | "refused";
                connection: string;
                provider: string;
                providerId: string | null;
                "number": string | null;
                line: string | null;
                pages: number | null;
                fileId: string | null;
                failure: {
                    code: string;
                    message: string;
                    said?: string;
                } | null;
                tryNumber: number;
                tries: number | null;
                runId: string | null;
                createdBy: string;
                createdAt: string;
                endedAt: string | null;
                isAgain: boolean;
            }[];
            mayNotAgain: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/communication/faxes/${encodeURIComponent(faxId)}`, {
        ...opts
    });
}
/**
 * Send a fax again, also to a corrected number
 */
export function sendFaxAgain(faxId: string, body: {
    /** Another number; left out, that of the first fax. */
    to?: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            faxId: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    } | {
        status: 502;
        data: ErrorA;
    } | {
        status: 503;
        data: ErrorA;
    } | {
        status: 504;
        data: ErrorA;
    }>(`/api/v2/communication/faxes/${encodeURIComponent(faxId)}/again`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Start a workflow with a received fax
 */
export function startWithFax(faxId: string, body: {
    /** Its id or slug. */
    workflow: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            runId: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 422;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/communication/faxes/${encodeURIComponent(faxId)}/runs`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Read which received faxes start a workflow
 */
export function getFaxLines(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            lines: {
                connection: string;
                "number": string;
                enabled: boolean;
            }[];
            updatedBy: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/fax-lines`, {
        ...opts
    });
}
/**
 * Set which received faxes start a workflow
 */
export function setFaxLines(id: string, body: {
    lines: {
        /** Its slug. */
        connection: string;
        /** Ours; empty for all others of the connection. */
        "number"?: string;
        enabled?: boolean;
    }[];
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            lines: {
                connection: string;
                "number": string;
                enabled: boolean;
            }[];
            updatedBy: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/fax-lines`, oazapfts.json({
        ...opts,
        method: "PUT",
        body
    }));
}
/**
 * Read the webhook address of a fax connection
 */
export function getFaxWebhook(slug: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            url: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/communication/fax-connections/${encodeURIComponent(slug)}/webhook`, {
        ...opts
    });
}
/**
 * For providers: webhook of faxes
 */
export function receiveFaxWebhook(token: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            [key: string]: unknown;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/hooks/fax/${encodeURIComponent(token)}`, {
        ...opts,
        method: "POST"
    });
}
/**
 * List text messages, newest first
 */
export function listTextMessages({ limit, cursor, status }: {
    limit?: number;
    cursor?: string;
    status?: "sending" | "not_sent" | "unknown" | "accepted" | "sent" | "delivered" | "undelivered" | "failed" | "cancelled";
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                messageId: string;
                status: "sending" | "not_sent" | "unknown" | "accepted" | "sent" | "delivered" | "undelivered" | "failed" | "cancelled";
                connection: string;
                provider: string;
                providerId: string | null;
                segments: number | null;
                failure: {
                    code: string;
                    message: string;
                } | null;
                runId: string | null;
                createdBy: string;
                createdAt: string;
            }[];
            nextCursor: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/communication/text-messages${QS.query(QS.explode({
        limit,
        cursor,
        status
    }))}`, {
        ...opts
    });
}
/**
 * Read whether a text message was delivered
 */
export function getTextMessage(messageId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            messageId: string;
            status: "sending" | "not_sent" | "unknown" | "accepted" | "sent" | "delivered" | "undelivered" | "failed" | "cancelled";
            connection: string;
            provider: string;
            providerId: string | null;
            segments: number | null;
            failure: {
                code: string;
                message: string;
            } | null;
            runId: string | null;
            createdBy: string;
            createdAt: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/communication/text-messages/${encodeURIComponent(messageId)}`, {
        ...opts
    });
}
/**
 * For providers: reports on a text message
 */
export function receiveSmsWebhook(token: string, messageId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            [key: string]: unknown;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/hooks/sms/${encodeURIComponent(token)}/${encodeURIComponent(messageId)}`, {
        ...opts,
        method: "POST"
    });
}
/**
 * Run a SQL statement in the organization’s database
 */
export function runSql(body: {
    /** One SQL statement; `$1`, `$2` … stand for the params. */
    query: string;
    /** Values of `$1`, `$2` …, in order. */
    params?: unknown[];
    /** Each row as an array of values instead of an object. */
    arrayMode?: boolean;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            rows: ({
                [key: string]: unknown;
            } | unknown[])[];
            /** Rows returned or changed; null for statements that count nothing. */
            rowCount: number | null;
            /** The columns, in order. */
            fields: {
                name: string;
                "type": string;
            }[];
        } | {
            error: {
                message: string;
                /** SQLSTATE, or `statement_not_allowed` or `result_too_large`. */
                code: string;
                /** The character of the statement, from 1. */
                position: number | null;
                hint: string | null;
            };
        };
    } | {
        status: 400;
        data: ErrorB;
    } | {
        status: 401;
        data: ErrorB;
    } | {
        status: 403;
        data: ErrorB;
    } | {
        status: 409;
        data: ErrorB;
    } | {
        status: 413;
        data: ErrorB;
    } | {
        status: 415;
        data: ErrorB;
    } | {
        status: 429;
        data: ErrorB;
    } | {
        status: 500;
        data: ErrorB;
    } | {
        status: 503;
        data: ErrorB;
    }>("/api/v1/sql", oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Run a SQL statement that can also read the audit trail and the tasks of workflows
 */
export function runSqlV2(body: {
    /** One SQL statement; `$1`, `$2` … stand for the params. */
    query: string;
    /** Values of `$1`, `$2` …, in order. */
    params?: unknown[];
    /** Each row as an array of values instead of an object. */
    arrayMode?: boolean;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            rows: ({
                [key: string]: unknown;
            } | unknown[])[];
            /** Rows returned or changed; null for statements that count nothing. */
            rowCount: number | null;
            /** The columns, in order. */
            fields: {
                name: string;
                "type": string;
            }[];
        } | {
            error: {
                message: string;
                /** SQLSTATE, or `statement_not_allowed` or `result_too_large`. */
                code: string;
                /** The character of the statement, from 1. */
                position: number | null;
                hint: string | null;
            };
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    } | {
        status: 503;
        data: ErrorA;
    }>("/api/v2/sql", oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * List the tables and columns that SQL can use
 */
export function getSqlSchema({ place }: {
    place?: "built-in" | "outside";
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            place: "built-in" | "outside";
            schema: string | null;
            tables: {
                schema: string;
                name: string;
                kind: "table" | "view" | "service";
                description: string | null;
                columns: {
                    name: string;
                    "type": string;
                    nullable: boolean;
                    description: string | null;
                }[];
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    } | {
        status: 503;
        data: ErrorA;
    }>(`/api/v2/sql/schema${QS.query(QS.explode({
        place
    }))}`, {
        ...opts
    });
}
/**
 * Read which database SQL runs in
 */
export function getSqlSettings(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            builtIn: {
                status: "ready" | "preparing" | "failed" | "unavailable";
                schema: string | null;
                reason: string | null;
                limitBytes: number;
            };
            outside: {
                host: string;
                port: number;
                database: string;
                user: string;
                hasCa: boolean;
                updatedAt: string;
            } | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/sql/settings", {
        ...opts
    });
}
/**
 * Name a Postgres of the organization’s own for SQL v1
 */
export function nameOutsideDatabase(body: {
    host: string;
    port?: number;
    database: string;
    user: string;
    password: string;
    ca?: string | null;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            builtIn: {
                status: "ready" | "preparing" | "failed" | "unavailable";
                schema: string | null;
                reason: string | null;
                limitBytes: number;
            };
            outside: {
                host: string;
                port: number;
                database: string;
                user: string;
                hasCa: boolean;
                updatedAt: string;
            } | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 422;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/sql/outside-database", oazapfts.json({
        ...opts,
        method: "PUT",
        body
    }));
}
/**
 * Go back to the database made here
 */
export function forgetOutsideDatabase(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            builtIn: {
                status: "ready" | "preparing" | "failed" | "unavailable";
                schema: string | null;
                reason: string | null;
                limitBytes: number;
            };
            outside: {
                host: string;
                port: number;
                database: string;
                user: string;
                hasCa: boolean;
                updatedAt: string;
            } | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/sql/outside-database", {
        ...opts,
        method: "DELETE"
    });
}
/**
 * List policies, by id
 */
export function listPolicies({ limit, cursor }: {
    limit?: number;
    cursor?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                title: string;
                length: number;
                fileId: string | null;
                fileName: string | null;
                updatedAt: string;
                createdAt: string;
            }[];
            nextCursor: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/policies${QS.query(QS.explode({
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * Add a policy as text
 */
export function createPolicy(body: {
    id: string;
    title: string;
    text: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            id: string;
            title: string;
            length: number;
            fileId: string | null;
            fileName: string | null;
            updatedAt: string;
            createdAt: string;
            text: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/policies", oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Add or replace a policy by its document (multipart/form-data: `file`, optional `title`)
 */
export function uploadPolicy(policyId: string, body: {
    /** The file. */
    file: Blob;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            title: string;
            length: number;
            fileId: string | null;
            fileName: string | null;
            updatedAt: string;
            createdAt: string;
            text: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/policies/${encodeURIComponent(policyId)}/document`, oazapfts.multipart({
        ...opts,
        method: "PUT",
        body
    }));
}
/**
 * Read a policy, and which workflows use it
 */
export function getPolicy(policyId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            title: string;
            length: number;
            fileId: string | null;
            fileName: string | null;
            updatedAt: string;
            createdAt: string;
            text: string;
            /** The workflows that name it, in their published version or their draft. A name that a workflow computes cannot be known. */
            usedBy: {
                id: string;
                name: string;
                published: boolean;
                draft: boolean;
                steps: {
                    id: string;
                    title: string;
                }[];
            }[];
            /** How many more workflows name it that the access rules do not show to you. */
            usedByOthers: number;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/policies/${encodeURIComponent(policyId)}`, {
        ...opts
    });
}
/**
 * Change a policy’s title or text
 */
export function updatePolicy(policyId: string, body: {
    title?: string;
    text?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            title: string;
            length: number;
            fileId: string | null;
            fileName: string | null;
            updatedAt: string;
            createdAt: string;
            text: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/policies/${encodeURIComponent(policyId)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body
    }));
}
/**
 * Delete a policy, for good
 */
export function deletePolicy(policyId: string, { replaceWith, confirm }: {
    replaceWith?: string;
    confirm?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/policies/${encodeURIComponent(policyId)}${QS.query(QS.explode({
        replaceWith,
        confirm
    }))}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Read the raw text of a policy document
 */
export function getPolicyText(policyId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            text: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorB;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/policies/${encodeURIComponent(policyId)}/text`, {
        ...opts
    });
}
/**
 * List templates, by slug
 */
export function listTemplates({ limit, cursor, search, kind }: {
    limit?: number;
    cursor?: string;
    search?: string;
    kind?: "document" | "pdf" | "mail" | "text";
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                slug: string;
                name: string;
                kind: "document" | "pdf" | "mail" | "text";
                /** The number of its newest version. */
                version: number;
                users: number;
                updatedBy: string | null;
                updatedAt: string;
                createdAt: string;
            }[];
            nextCursor: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/templates${QS.query(QS.explode({
        limit,
        cursor,
        search,
        kind
    }))}`, {
        ...opts
    });
}
/**
 * Add a template that is written here
 */
export function createTemplate(body: {
    name: string;
    /** Made from the name when left out. */
    slug?: string;
    kind: "document" | "pdf" | "mail" | "text";
    source: {
        format: "html";
        /** With placeholders in Liquid. */
        html: string;
        /** Above each page of a PDF. */
        header?: string;
        /** Below each page of a PDF. */
        footer?: string;
        page?: {
            size?: "letter" | "legal" | "a4";
            landscape?: boolean;
            margins?: "normal" | "narrow" | "wide";
        };
        /** Of a PDF, for screen readers: a BCP 47 tag, en-US when left out. */
        language?: string;
    } | {
        format: "mail";
        /** One line, with placeholders in Liquid. */
        subject: string;
        /** Plain text, with placeholders in Liquid. */
        text: string;
        /** The same as HTML; may be empty. */
        html?: string;
    } | {
        format: "text";
        /** With placeholders in Liquid. */
        text: string;
    };
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            id: string;
            slug: string;
            name: string;
            kind: "document" | "pdf" | "mail" | "text";
            /** The number of its newest version. */
            version: number;
            users: number;
            updatedBy: string | null;
            updatedAt: string;
            createdAt: string;
            source: ({
                format: "html";
                /** With placeholders in Liquid. */
                html: string;
                /** Above each page of a PDF. */
                header: string;
                /** Below each page of a PDF. */
                footer: string;
                page: {
                    size: "letter" | "legal" | "a4";
                    landscape: boolean;
                    margins?: "normal" | "narrow" | "wide";
                };
                /** Of a PDF, for screen readers: a BCP 47 tag, en-US when left out. */
                language?: string;
            } | {
                format: "mail";
                /** One line, with placeholders in Liquid. */
                subject: string;
                /** Plain text, with placeholders in Liquid. */
                text: string;
                /** The same as HTML; may be empty. */
                html: string;
            } | {
                format: "text";
                /** With placeholders in Liquid. */
                text: string;
            }) | {
                format: "docx" | "form";
                fileName: string;
                size: number;
                sha256: string;
            };
            /** The placeholders that were found in it. */
            fields: {
                name: string;
                "type": "text" | "yes-no" | "choice" | "rows" | "picture";
                optional: boolean;
                label?: string;
                where: string;
                columns?: {
                    name: string;
                    "type": "text" | "yes-no" | "choice" | "rows" | "picture";
                    optional: boolean;
                }[];
                options?: string[];
                multiple?: boolean;
                multiline?: boolean;
                maxLength?: number;
            }[];
            /** Published workflows whose runs keep an earlier version, because the newest takes other data. They use the newest once they are published again. */
            keptBy: {
                id: string;
                name: string;
                /** The version that its next runs use. */
                version: number;
                /** What the newest version takes otherwise. */
                changes: string[];
                steps: {
                    id: string;
                    title: string;
                    /** The placeholders that the step gives no value, in the draft. */
                    lacks: string[];
                }[];
            }[];
            /** How many more there are that the access rules do not show to you. */
            keptByOthers: number;
            /** Slugs it had before; it is still found by them. */
            formerSlugs: string[];
            /** The workflows that name it, in their published version or their draft. A name that a workflow computes cannot be known. */
            usedBy: {
                id: string;
                name: string;
                published: boolean;
                draft: boolean;
                steps: {
                    id: string;
                    title: string;
                }[];
            }[];
            /** How many more workflows name it that the access rules do not show to you. */
            usedByOthers: number;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    } | {
        status: 503;
        data: ErrorA;
    }>("/api/v2/templates", oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Add a template, or its next version, by its file (multipart/form-data)
 */
export function uploadTemplate(template: string, body: {
    /** The file. */
    file: Blob;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            slug: string;
            name: string;
            kind: "document" | "pdf" | "mail" | "text";
            /** The number of its newest version. */
            version: number;
            users: number;
            updatedBy: string | null;
            updatedAt: string;
            createdAt: string;
            source: ({
                format: "html";
                /** With placeholders in Liquid. */
                html: string;
                /** Above each page of a PDF. */
                header: string;
                /** Below each page of a PDF. */
                footer: string;
                page: {
                    size: "letter" | "legal" | "a4";
                    landscape: boolean;
                    margins?: "normal" | "narrow" | "wide";
                };
                /** Of a PDF, for screen readers: a BCP 47 tag, en-US when left out. */
                language?: string;
            } | {
                format: "mail";
                /** One line, with placeholders in Liquid. */
                subject: string;
                /** Plain text, with placeholders in Liquid. */
                text: string;
                /** The same as HTML; may be empty. */
                html: string;
            } | {
                format: "text";
                /** With placeholders in Liquid. */
                text: string;
            }) | {
                format: "docx" | "form";
                fileName: string;
                size: number;
                sha256: string;
            };
            /** The placeholders that were found in it. */
            fields: {
                name: string;
                "type": "text" | "yes-no" | "choice" | "rows" | "picture";
                optional: boolean;
                label?: string;
                where: string;
                columns?: {
                    name: string;
                    "type": "text" | "yes-no" | "choice" | "rows" | "picture";
                    optional: boolean;
                }[];
                options?: string[];
                multiple?: boolean;
                multiline?: boolean;
                maxLength?: number;
            }[];
            /** Published workflows whose runs keep an earlier version, because the newest takes other data. They use the newest once they are published again. */
            keptBy: {
                id: string;
                name: string;
                /** The version that its next runs use. */
                version: number;
                /** What the newest version takes otherwise. */
                changes: string[];
                steps: {
                    id: string;
                    title: string;
                    /** The placeholders that the step gives no value, in the draft. */
                    lacks: string[];
                }[];
            }[];
            /** How many more there are that the access rules do not show to you. */
            keptByOthers: number;
            /** Slugs it had before; it is still found by them. */
            formerSlugs: string[];
            /** The workflows that name it, in their published version or their draft. A name that a workflow computes cannot be known. */
            usedBy: {
                id: string;
                name: string;
                published: boolean;
                draft: boolean;
                steps: {
                    id: string;
                    title: string;
                }[];
            }[];
            /** How many more workflows name it that the access rules do not show to you. */
            usedByOthers: number;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    } | {
        status: 503;
        data: ErrorA;
    }>(`/api/v2/templates/${encodeURIComponent(template)}/file`, oazapfts.multipart({
        ...opts,
        method: "PUT",
        body
    }));
}
/**
 * Read a template, its placeholders, and which workflows use it
 */
export function getTemplate(template: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            slug: string;
            name: string;
            kind: "document" | "pdf" | "mail" | "text";
            /** The number of its newest version. */
            version: number;
            users: number;
            updatedBy: string | null;
            updatedAt: string;
            createdAt: string;
            source: ({
                format: "html";
                /** With placeholders in Liquid. */
                html: string;
                /** Above each page of a PDF. */
                header: string;
                /** Below each page of a PDF. */
                footer: string;
                page: {
                    size: "letter" | "legal" | "a4";
                    landscape: boolean;
                    margins?: "normal" | "narrow" | "wide";
                };
                /** Of a PDF, for screen readers: a BCP 47 tag, en-US when left out. */
                language?: string;
            } | {
                format: "mail";
                /** One line, with placeholders in Liquid. */
                subject: string;
                /** Plain text, with placeholders in Liquid. */
                text: string;
                /** The same as HTML; may be empty. */
                html: string;
            } | {
                format: "text";
                /** With placeholders in Liquid. */
                text: string;
            }) | {
                format: "docx" | "form";
                fileName: string;
                size: number;
                sha256: string;
            };
            /** The placeholders that were found in it. */
            fields: {
                name: string;
                "type": "text" | "yes-no" | "choice" | "rows" | "picture";
                optional: boolean;
                label?: string;
                where: string;
                columns?: {
                    name: string;
                    "type": "text" | "yes-no" | "choice" | "rows" | "picture";
                    optional: boolean;
                }[];
                options?: string[];
                multiple?: boolean;
                multiline?: boolean;
                maxLength?: number;
            }[];
            /** Published workflows whose runs keep an earlier version, because the newest takes other data. They use the newest once they are published again. */
            keptBy: {
                id: string;
                name: string;
                /** The version that its next runs use. */
                version: number;
                /** What the newest version takes otherwise. */
                changes: string[];
                steps: {
                    id: string;
                    title: string;
                    /** The placeholders that the step gives no value, in the draft. */
                    lacks: string[];
                }[];
            }[];
            /** How many more there are that the access rules do not show to you. */
            keptByOthers: number;
            /** Slugs it had before; it is still found by them. */
            formerSlugs: string[];
            /** The workflows that name it, in their published version or their draft. A name that a workflow computes cannot be known. */
            usedBy: {
                id: string;
                name: string;
                published: boolean;
                draft: boolean;
                steps: {
                    id: string;
                    title: string;
                }[];
            }[];
            /** How many more workflows name it that the access rules do not show to you. */
            usedByOthers: number;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/templates/${encodeURIComponent(template)}`, {
        ...opts
    });
}
/**
 * Rename a template or change its slug
 */
export function updateTemplate(template: string, body: {
    name?: string;
    slug?: string;
    replace?: boolean;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            slug: string;
            name: string;
            kind: "document" | "pdf" | "mail" | "text";
            /** The number of its newest version. */
            version: number;
            users: number;
            updatedBy: string | null;
            updatedAt: string;
            createdAt: string;
            source: ({
                format: "html";
                /** With placeholders in Liquid. */
                html: string;
                /** Above each page of a PDF. */
                header: string;
                /** Below each page of a PDF. */
                footer: string;
                page: {
                    size: "letter" | "legal" | "a4";
                    landscape: boolean;
                    margins?: "normal" | "narrow" | "wide";
                };
                /** Of a PDF, for screen readers: a BCP 47 tag, en-US when left out. */
                language?: string;
            } | {
                format: "mail";
                /** One line, with placeholders in Liquid. */
                subject: string;
                /** Plain text, with placeholders in Liquid. */
                text: string;
                /** The same as HTML; may be empty. */
                html: string;
            } | {
                format: "text";
                /** With placeholders in Liquid. */
                text: string;
            }) | {
                format: "docx" | "form";
                fileName: string;
                size: number;
                sha256: string;
            };
            /** The placeholders that were found in it. */
            fields: {
                name: string;
                "type": "text" | "yes-no" | "choice" | "rows" | "picture";
                optional: boolean;
                label?: string;
                where: string;
                columns?: {
                    name: string;
                    "type": "text" | "yes-no" | "choice" | "rows" | "picture";
                    optional: boolean;
                }[];
                options?: string[];
                multiple?: boolean;
                multiline?: boolean;
                maxLength?: number;
            }[];
            /** Published workflows whose runs keep an earlier version, because the newest takes other data. They use the newest once they are published again. */
            keptBy: {
                id: string;
                name: string;
                /** The version that its next runs use. */
                version: number;
                /** What the newest version takes otherwise. */
                changes: string[];
                steps: {
                    id: string;
                    title: string;
                    /** The placeholders that the step gives no value, in the draft. */
                    lacks: string[];
                }[];
            }[];
            /** How many more there are that the access rules do not show to you. */
            keptByOthers: number;
            /** Slugs it had before; it is still found by them. */
            formerSlugs: string[];
            /** The workflows that name it, in their published version or their draft. A name that a workflow computes cannot be known. */
            usedBy: {
                id: string;
                name: string;
                published: boolean;
                draft: boolean;
                steps: {
                    id: string;
                    title: string;
                }[];
            }[];
            /** How many more workflows name it that the access rules do not show to you. */
            usedByOthers: number;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/templates/${encodeURIComponent(template)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body
    }));
}
/**
 * Delete a template with all its versions, for good
 */
export function deleteTemplate(template: string, { replaceWith, confirm }: {
    replaceWith?: string;
    confirm?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/templates/${encodeURIComponent(template)}${QS.query(QS.explode({
        replaceWith,
        confirm
    }))}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Save what a template says, as its next version
 */
export function saveTemplate(template: string, body: {
    source: {
        format: "html";
        /** With placeholders in Liquid. */
        html: string;
        /** Above each page of a PDF. */
        header?: string;
        /** Below each page of a PDF. */
        footer?: string;
        page?: {
            size?: "letter" | "legal" | "a4";
            landscape?: boolean;
            margins?: "normal" | "narrow" | "wide";
        };
        /** Of a PDF, for screen readers: a BCP 47 tag, en-US when left out. */
        language?: string;
    } | {
        format: "mail";
        /** One line, with placeholders in Liquid. */
        subject: string;
        /** Plain text, with placeholders in Liquid. */
        text: string;
        /** The same as HTML; may be empty. */
        html?: string;
    } | {
        format: "text";
        /** With placeholders in Liquid. */
        text: string;
    };
    /** The number of the version that the change is based on; 409 when there is a newer one. */
    basedOn: number;
    note?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            slug: string;
            name: string;
            kind: "document" | "pdf" | "mail" | "text";
            /** The number of its newest version. */
            version: number;
            users: number;
            updatedBy: string | null;
            updatedAt: string;
            createdAt: string;
            source: ({
                format: "html";
                /** With placeholders in Liquid. */
                html: string;
                /** Above each page of a PDF. */
                header: string;
                /** Below each page of a PDF. */
                footer: string;
                page: {
                    size: "letter" | "legal" | "a4";
                    landscape: boolean;
                    margins?: "normal" | "narrow" | "wide";
                };
                /** Of a PDF, for screen readers: a BCP 47 tag, en-US when left out. */
                language?: string;
            } | {
                format: "mail";
                /** One line, with placeholders in Liquid. */
                subject: string;
                /** Plain text, with placeholders in Liquid. */
                text: string;
                /** The same as HTML; may be empty. */
                html: string;
            } | {
                format: "text";
                /** With placeholders in Liquid. */
                text: string;
            }) | {
                format: "docx" | "form";
                fileName: string;
                size: number;
                sha256: string;
            };
            /** The placeholders that were found in it. */
            fields: {
                name: string;
                "type": "text" | "yes-no" | "choice" | "rows" | "picture";
                optional: boolean;
                label?: string;
                where: string;
                columns?: {
                    name: string;
                    "type": "text" | "yes-no" | "choice" | "rows" | "picture";
                    optional: boolean;
                }[];
                options?: string[];
                multiple?: boolean;
                multiline?: boolean;
                maxLength?: number;
            }[];
            /** Published workflows whose runs keep an earlier version, because the newest takes other data. They use the newest once they are published again. */
            keptBy: {
                id: string;
                name: string;
                /** The version that its next runs use. */
                version: number;
                /** What the newest version takes otherwise. */
                changes: string[];
                steps: {
                    id: string;
                    title: string;
                    /** The placeholders that the step gives no value, in the draft. */
                    lacks: string[];
                }[];
            }[];
            /** How many more there are that the access rules do not show to you. */
            keptByOthers: number;
            /** Slugs it had before; it is still found by them. */
            formerSlugs: string[];
            /** The workflows that name it, in their published version or their draft. A name that a workflow computes cannot be known. */
            usedBy: {
                id: string;
                name: string;
                published: boolean;
                draft: boolean;
                steps: {
                    id: string;
                    title: string;
                }[];
            }[];
            /** How many more workflows name it that the access rules do not show to you. */
            usedByOthers: number;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    } | {
        status: 503;
        data: ErrorA;
    }>(`/api/v2/templates/${encodeURIComponent(template)}/source`, oazapfts.json({
        ...opts,
        method: "PUT",
        body
    }));
}
/**
 * List the versions of a template, the newest first
 */
export function listTemplateVersions(template: string, { limit, cursor }: {
    limit?: number;
    cursor?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                "number": number;
                note: string;
                createdBy: string | null;
                createdAt: string;
            }[];
            nextCursor: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/templates/${encodeURIComponent(template)}/versions${QS.query(QS.explode({
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * Read one version of a template
 */
export function getTemplateVersion(template: string, $number: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            "number": number;
            note: string;
            createdBy: string | null;
            createdAt: string;
            source: ({
                format: "html";
                /** With placeholders in Liquid. */
                html: string;
                /** Above each page of a PDF. */
                header: string;
                /** Below each page of a PDF. */
                footer: string;
                page: {
                    size: "letter" | "legal" | "a4";
                    landscape: boolean;
                    margins?: "normal" | "narrow" | "wide";
                };
                /** Of a PDF, for screen readers: a BCP 47 tag, en-US when left out. */
                language?: string;
            } | {
                format: "mail";
                /** One line, with placeholders in Liquid. */
                subject: string;
                /** Plain text, with placeholders in Liquid. */
                text: string;
                /** The same as HTML; may be empty. */
                html: string;
            } | {
                format: "text";
                /** With placeholders in Liquid. */
                text: string;
            }) | {
                format: "docx" | "form";
                fileName: string;
                size: number;
                sha256: string;
            };
            /** The placeholders that were found in it. */
            fields: {
                name: string;
                "type": "text" | "yes-no" | "choice" | "rows" | "picture";
                optional: boolean;
                label?: string;
                where: string;
                columns?: {
                    name: string;
                    "type": "text" | "yes-no" | "choice" | "rows" | "picture";
                    optional: boolean;
                }[];
                options?: string[];
                multiple?: boolean;
                multiline?: boolean;
                maxLength?: number;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/templates/${encodeURIComponent(template)}/versions/${encodeURIComponent($number)}`, {
        ...opts
    });
}
/**
 * Download the uploaded file of a version
 */
export function getTemplateFile(template: string, $number: number, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: string;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/templates/${encodeURIComponent(template)}/versions/${encodeURIComponent($number)}/file`, {
        ...opts
    });
}
/**
 * Make an earlier version the newest again, as a next version
 */
export function restoreTemplateVersion(template: string, $number: number, body: {
    /** The number of the version that the change is based on; 409 when there is a newer one. */
    basedOn: number;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            slug: string;
            name: string;
            kind: "document" | "pdf" | "mail" | "text";
            /** The number of its newest version. */
            version: number;
            users: number;
            updatedBy: string | null;
            updatedAt: string;
            createdAt: string;
            source: ({
                format: "html";
                /** With placeholders in Liquid. */
                html: string;
                /** Above each page of a PDF. */
                header: string;
                /** Below each page of a PDF. */
                footer: string;
                page: {
                    size: "letter" | "legal" | "a4";
                    landscape: boolean;
                    margins?: "normal" | "narrow" | "wide";
                };
                /** Of a PDF, for screen readers: a BCP 47 tag, en-US when left out. */
                language?: string;
            } | {
                format: "mail";
                /** One line, with placeholders in Liquid. */
                subject: string;
                /** Plain text, with placeholders in Liquid. */
                text: string;
                /** The same as HTML; may be empty. */
                html: string;
            } | {
                format: "text";
                /** With placeholders in Liquid. */
                text: string;
            }) | {
                format: "docx" | "form";
                fileName: string;
                size: number;
                sha256: string;
            };
            /** The placeholders that were found in it. */
            fields: {
                name: string;
                "type": "text" | "yes-no" | "choice" | "rows" | "picture";
                optional: boolean;
                label?: string;
                where: string;
                columns?: {
                    name: string;
                    "type": "text" | "yes-no" | "choice" | "rows" | "picture";
                    optional: boolean;
                }[];
                options?: string[];
                multiple?: boolean;
                multiline?: boolean;
                maxLength?: number;
            }[];
            /** Published workflows whose runs keep an earlier version, because the newest takes other data. They use the newest once they are published again. */
            keptBy: {
                id: string;
                name: string;
                /** The version that its next runs use. */
                version: number;
                /** What the newest version takes otherwise. */
                changes: string[];
                steps: {
                    id: string;
                    title: string;
                    /** The placeholders that the step gives no value, in the draft. */
                    lacks: string[];
                }[];
            }[];
            /** How many more there are that the access rules do not show to you. */
            keptByOthers: number;
            /** Slugs it had before; it is still found by them. */
            formerSlugs: string[];
            /** The workflows that name it, in their published version or their draft. A name that a workflow computes cannot be known. */
            usedBy: {
                id: string;
                name: string;
                published: boolean;
                draft: boolean;
                steps: {
                    id: string;
                    title: string;
                }[];
            }[];
            /** How many more workflows name it that the access rules do not show to you. */
            usedByOthers: number;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/templates/${encodeURIComponent(template)}/versions/${encodeURIComponent($number)}/restore`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Fill a template with data and look at the result; nothing is stored
 */
export function renderTemplate(template: string, body: {
    source?: {
        format: "html";
        /** With placeholders in Liquid. */
        html: string;
        /** Above each page of a PDF. */
        header?: string;
        /** Below each page of a PDF. */
        footer?: string;
        page?: {
            size?: "letter" | "legal" | "a4";
            landscape?: boolean;
            margins?: "normal" | "narrow" | "wide";
        };
        /** Of a PDF, for screen readers: a BCP 47 tag, en-US when left out. */
        language?: string;
    } | {
        format: "mail";
        /** One line, with placeholders in Liquid. */
        subject: string;
        /** Plain text, with placeholders in Liquid. */
        text: string;
        /** The same as HTML; may be empty. */
        html?: string;
    } | {
        format: "text";
        /** With placeholders in Liquid. */
        text: string;
    };
    version?: number;
    data?: {
        [key: string]: unknown;
    };
    runId?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            fields: {
                name: string;
                "type": "text" | "yes-no" | "choice" | "rows" | "picture";
                optional: boolean;
                label?: string;
                where: string;
                columns?: {
                    name: string;
                    "type": "text" | "yes-no" | "choice" | "rows" | "picture";
                    optional: boolean;
                }[];
                options?: string[];
                multiple?: boolean;
                multiline?: boolean;
                maxLength?: number;
            }[];
            /** The data that it was filled with. */
            data: {
                [key: string]: unknown;
            };
            /** What the data lacks; then there is no result. */
            issues: {
                path: string;
                message: string;
            }[];
            result: {
                fileName: string | null;
                mimeType: string;
                subject: string | null;
                text: string | null;
                /** To look at; of a Word document without its layout. */
                html: string | null;
                /** The bytes of a file. */
                content: string | null;
                /** The first pages of a PDF as pictures; width and height are pixels. */
                pages: {
                    width: number;
                    height: number;
                    png: string;
                }[];
                /** How many pages a PDF has; 0 for everything else. */
                pageCount: number;
            } | null;
            /** With `source`: the workflows that would keep an earlier version after saving it. */
            keeping?: {
                /** Published workflows whose runs keep an earlier version, because the newest takes other data. They use the newest once they are published again. */
                keptBy: {
                    id: string;
                    name: string;
                    /** The version that its next runs use. */
                    version: number;
                    /** What the newest version takes otherwise. */
                    changes: string[];
                    steps: {
                        id: string;
                        title: string;
                        /** The placeholders that the step gives no value, in the draft. */
                        lacks: string[];
                    }[];
                }[];
                /** How many more there are that the access rules do not show to you. */
                keptByOthers: number;
            };
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    } | {
        status: 503;
        data: ErrorA;
    }>(`/api/v2/templates/${encodeURIComponent(template)}/render`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * List the kinds of connections and the providers of each, with the schemas of their settings
 */
export function listConnectionKinds(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                kind: "emr" | "homecare" | "billing" | "bank" | "directory" | "warehouse" | "clearinghouse" | "hie" | "payer-docs" | "letters" | "model" | "sms" | "fax" | "web";
                title: string;
                description: string;
                providers: {
                    id: string;
                    title: string;
                    description: string;
                    configSchema: {
                        [key: string]: unknown;
                    };
                    secretsSchema: {
                        [key: string]: unknown;
                    };
                    embedded: boolean;
                }[];
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/connection-kinds", {
        ...opts
    });
}
/**
 * List connections, by kind and slug
 */
export function listConnections({ limit, cursor, kind }: {
    limit?: number;
    cursor?: string;
    kind?: "emr" | "homecare" | "billing" | "bank" | "directory" | "warehouse" | "clearinghouse" | "hie" | "payer-docs" | "letters" | "model" | "sms" | "fax" | "web";
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                kind: "emr" | "homecare" | "billing" | "bank" | "directory" | "warehouse" | "clearinghouse" | "hie" | "payer-docs" | "letters" | "model" | "sms" | "fax" | "web";
                slug: string;
                name: string;
                provider: string;
                config: {
                    [key: string]: unknown;
                };
                secretsSet: string[];
                limits: {
                    concurrent: number | null;
                    perMinute: number | null;
                };
                workerLabel: string | null;
                lastTest: {
                    at: string;
                    ok: boolean;
                    message: string;
                } | null;
                lastCallAt: string | null;
                createdAt: string;
            }[];
            nextCursor: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/connections${QS.query(QS.explode({
        limit,
        cursor,
        kind
    }))}`, {
        ...opts
    });
}
/**
 * Create a connection to an outside system
 */
export function createConnection(body: {
    kind: "emr" | "homecare" | "billing" | "bank" | "directory" | "warehouse" | "clearinghouse" | "hie" | "payer-docs" | "letters" | "model" | "sms" | "fax" | "web";
    slug: string;
    name: string;
    provider: string;
    config?: {
        [key: string]: unknown;
    };
    secrets?: {
        [key: string]: string | null;
    };
    /** A step over a limit waits for its turn; an endpoint answers 429 with `Retry-After`. */
    limits?: {
        concurrent: number | null;
        perMinute: number | null;
    };
    /** Only workers with this label call it, for example those in its network. */
    workerLabel?: string | null;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            id: string;
            kind: "emr" | "homecare" | "billing" | "bank" | "directory" | "warehouse" | "clearinghouse" | "hie" | "payer-docs" | "letters" | "model" | "sms" | "fax" | "web";
            slug: string;
            name: string;
            provider: string;
            config: {
                [key: string]: unknown;
            };
            secretsSet: string[];
            limits: {
                concurrent: number | null;
                perMinute: number | null;
            };
            workerLabel: string | null;
            lastTest: {
                at: string;
                ok: boolean;
                message: string;
            } | null;
            lastCallAt: string | null;
            createdAt: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/connections", oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * List the labels of workers, which connections and workflows may be bound to
 */
export function listWorkerLabels(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                label: string;
                /** How many living workers serve it; 0: what is bound to it waits. */
                workers: number;
            }[];
            /** How many living workers serve what is bound to no label. */
            unbound: number;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/worker-labels", {
        ...opts
    });
}
/**
 * Read a connection, and which workflows use it
 */
export function getConnection(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            kind: "emr" | "homecare" | "billing" | "bank" | "directory" | "warehouse" | "clearinghouse" | "hie" | "payer-docs" | "letters" | "model" | "sms" | "fax" | "web";
            slug: string;
            name: string;
            provider: string;
            config: {
                [key: string]: unknown;
            };
            secretsSet: string[];
            limits: {
                concurrent: number | null;
                perMinute: number | null;
            };
            workerLabel: string | null;
            lastTest: {
                at: string;
                ok: boolean;
                message: string;
            } | null;
            lastCallAt: string | null;
            createdAt: string;
            /** The workflows that name it, in their published version or their draft. A name that a workflow computes cannot be known. */
            usedBy: {
                id: string;
                name: string;
                published: boolean;
                draft: boolean;
                steps: {
                    id: string;
                    title: string;
                }[];
            }[];
            /** How many more workflows name it that the access rules do not show to you. */
            usedByOthers: number;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/connections/${encodeURIComponent(id)}`, {
        ...opts
    });
}
/**
 * Change a connection; what is left out stays
 */
export function updateConnection(id: string, body: {
    slug?: string;
    replace?: boolean;
    name?: string;
    config?: {
        [key: string]: unknown;
    };
    secrets?: {
        [key: string]: string | null;
    };
    limits?: {
        concurrent: number | null;
        perMinute: number | null;
    };
    workerLabel?: string | null;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            kind: "emr" | "homecare" | "billing" | "bank" | "directory" | "warehouse" | "clearinghouse" | "hie" | "payer-docs" | "letters" | "model" | "sms" | "fax" | "web";
            slug: string;
            name: string;
            provider: string;
            config: {
                [key: string]: unknown;
            };
            secretsSet: string[];
            limits: {
                concurrent: number | null;
                perMinute: number | null;
            };
            workerLabel: string | null;
            lastTest: {
                at: string;
                ok: boolean;
                message: string;
            } | null;
            lastCallAt: string | null;
            createdAt: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/connections/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body
    }));
}
/**
 * Delete a connection with its credentials permanently
 */
export function deleteConnection(id: string, { replaceWith, confirm }: {
    replaceWith?: string;
    confirm?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/connections/${encodeURIComponent(id)}${QS.query(QS.explode({
        replaceWith,
        confirm
    }))}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * List the drafts that another connection would change
 */
export function previewReplacement(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            workflows: {
                id: string;
                name: string;
                /** The revision to send, so that nothing newer is overwritten. */
                draftRevision: number;
                /** The steps of the draft that name the connection. */
                steps: {
                    id: string;
                    title: string;
                    typeTitle: string;
                }[];
                /** Whether the published version names it; it does so until the draft is published. */
                published: boolean;
                /** Why the caller may not change this draft. */
                mayNot?: string;
            }[];
            /** How many more name it that the access rules do not show to you. */
            others: number;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/connections/${encodeURIComponent(id)}/replacement`, {
        ...opts
    });
}
/**
 * Name another connection in the drafts that use this one
 */
export function replaceConnection(id: string, body: {
    /** The slug of the other connection; it must be of the same kind. */
    replaceWith: string;
    workflows: {
        id: string;
        draftRevision: number;
    }[];
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            changed: {
                id: string;
                name: string;
                draftRevision: number;
            }[];
            notChanged: {
                id: string;
                name: string | null;
                /** The code of the error, such as `version_conflict`. */
                error: string;
                message: string;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/connections/${encodeURIComponent(id)}/replacement`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Test a connection without changing anything at the provider
 */
export function testConnection(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            ok: boolean;
            message: string;
            at: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/connections/${encodeURIComponent(id)}/test`, {
        ...opts,
        method: "POST"
    });
}
/**
 * List the last calls of a connection, newest first
 */
export function listConnectionCalls(id: string, { limit, cursor }: {
    limit?: number;
    cursor?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                /** When the call began. */
                at: string;
                /** What was asked of the connection, for example `createTextNote`; `test` is a person’s test. */
                operation: string;
                ok: boolean;
                /** The error code of Rounds (`provider_error`, `provider_timeout`, `provider_unavailable`, `cancelled` …), or null. */
                error: string | null;
                /** The HTTP status that the provider answered with, where that is what went wrong. */
                providerStatus: number | null;
                /** The provider’s own code of what went wrong. */
                providerCode: string | null;
                durationMs: number;
                /** A task of a run (null for callers who do not see the run), a request of the API (its `X-Request-Id`), or the service by itself. */
                by: {
                    kind: "run";
                    runId: string | null;
                    taskId: string | null;
                } | {
                    kind: "request";
                    requestId: string;
                } | {
                    kind: "service";
                };
            }[];
            nextCursor: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/connections/${encodeURIComponent(id)}/calls${QS.query(QS.explode({
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * Read what language models used today and this month, and their limits
 */
export function getModelUse(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            limits: {
                tokensPerDay: number | null;
                tokensPerMonth: number | null;
                dollarsPerDay: number | null;
                dollarsPerMonth: number | null;
                callsPerMinute: number | null;
            };
            today: {
                calls: number;
                tokens: number;
                dollars: number;
                unpriced: number;
            };
            month: {
                calls: number;
                tokens: number;
                dollars: number;
                unpriced: number;
            };
            connections: {
                calls: number;
                tokens: number;
                dollars: number;
                unpriced: number;
                connectionId: string;
                slug: string | null;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/models/use", {
        ...opts
    });
}
/**
 * Read what a run used of language models
 */
export function getRunModelUse(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            calls: number;
            tokens: number;
            dollars: number;
            unpriced: number;
            byCall: {
                id: string;
                runId: string;
                taskId: string | null;
                step: string | null;
                attempt: number;
                begunAt: string;
                endedAt: string | null;
                model: string;
                prompt: string;
                inputTokens: number;
                outputTokens: number;
                dollars: number | null;
                error: string | null;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/runs/${encodeURIComponent(id)}/model-use`, {
        ...opts
    });
}
/**
 * See a text as it would go out to a model, with names and numbers replaced
 */
export function previewReplaced(body: {
    text: string;
    known?: unknown;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            text: string;
            replaced: {
                kind: "NAME" | "DATE" | "AGE" | "ADDRESS" | "ZIP" | "PHONE" | "EMAIL" | "URL" | "IP" | "ID" | "TEXT";
                values: number;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/models/preview", oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * List the mails of workflows, newest first
 */
export function listMails({ limit, cursor, status, q }: {
    limit?: number;
    cursor?: string;
    status?: "queued" | "held" | "sent" | "delivered" | "bounced" | "complained" | "suppressed" | "kept" | "failed";
    q?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                recipients: string[];
                subject: string;
                status: "queued" | "held" | "sent" | "delivered" | "bounced" | "complained" | "suppressed" | "kept" | "failed";
                error: string | null;
                runId: string | null;
                taskId: string | null;
                createdAt: string;
                sentAt: string | null;
            }[];
            nextCursor: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/mails${QS.query(QS.explode({
        limit,
        cursor,
        status,
        q
    }))}`, {
        ...opts
    });
}
/**
 * Read a mail
 */
export function getMail(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            recipients: string[];
            subject: string;
            status: "queued" | "held" | "sent" | "delivered" | "bounced" | "complained" | "suppressed" | "kept" | "failed";
            error: string | null;
            runId: string | null;
            taskId: string | null;
            createdAt: string;
            sentAt: string | null;
            cc: string[];
            bcc: string[];
            replyTo: string | null;
            text: string;
            html: string | null;
            attachments: {
                fileId: string;
                fileName: string;
                mimeType: string;
                size: number;
            }[];
            events: {
                "type": "delivered" | "delayed" | "bounced" | "complained";
                recipient: string | null;
                hard: boolean;
                code: string | null;
                reason: string | null;
                at: string;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/mails/${encodeURIComponent(id)}`, {
        ...opts
    });
}
/**
 * Answer what becomes of a mail that is held after a restore
 */
export function answerHeldMail(id: string, body: {
    answer: "send" | "was-sent" | "leave";
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            recipients: string[];
            subject: string;
            status: "queued" | "held" | "sent" | "delivered" | "bounced" | "complained" | "suppressed" | "kept" | "failed";
            error: string | null;
            runId: string | null;
            taskId: string | null;
            createdAt: string;
            sentAt: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/mails/${encodeURIComponent(id)}/held`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * List the addresses that get no mails, newest first
 */
export function listSuppressedAddresses({ limit, cursor, q }: {
    limit?: number;
    cursor?: string;
    q?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                address: string;
                reason: "bounced" | "complained";
                detail: string | null;
                mailId: string | null;
                createdAt: string;
            }[];
            nextCursor: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/mail-suppressions${QS.query(QS.explode({
        limit,
        cursor,
        q
    }))}`, {
        ...opts
    });
}
/**
 * Send mails to an address again
 */
export function liftSuppression(id: string, body: {
    reason: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            address: string;
            reason: "bounced" | "complained";
            detail: string | null;
            mailId: string | null;
            createdAt: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/mail-suppressions/${encodeURIComponent(id)}/lift`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Read how the organization sends mails
 */
export function getMailSender(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            name: string | null;
            address: string | null;
            sendsFromAddress: boolean;
            replyTo: string | null;
            server: {
                host: string;
                port: number;
                security: "starttls" | "tls" | "none";
                userName: string | null;
                hasPassword: boolean;
            } | null;
            installationSends: boolean;
            bounceDomain: string | null;
            installationBounceDomain: string | null;
            webhook: {
                url: string;
                provider: ("ses" | "sendgrid" | "postmark") | null;
                key: string | null;
                hasSecret: boolean;
                subscribedAt: string | null;
            };
            dkim: {
                id: string;
                domain: string;
                selector: string;
                recordName: string;
                record: string;
                verifiedAt: string | null;
                createdAt: string;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/mail-sender", {
        ...opts
    });
}
/**
 * Change how the organization sends mails
 */
export function changeMailSender(body: {
    name?: string | null;
    address?: string | null;
    replyTo?: string | null;
    server?: {
        host: string;
        port: number;
        security: "starttls" | "tls" | "none";
        userName?: string | null;
        password?: string | null;
    } | null;
    bounceDomain?: string | null;
    webhook?: {
        provider: "ses" | "sendgrid" | "postmark";
        key: string;
        secret?: string;
    } | null;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            name: string | null;
            address: string | null;
            sendsFromAddress: boolean;
            replyTo: string | null;
            server: {
                host: string;
                port: number;
                security: "starttls" | "tls" | "none";
                userName: string | null;
                hasPassword: boolean;
            } | null;
            installationSends: boolean;
            bounceDomain: string | null;
            installationBounceDomain: string | null;
            webhook: {
                url: string;
                provider: ("ses" | "sendgrid" | "postmark") | null;
                key: string | null;
                hasSecret: boolean;
                subscribedAt: string | null;
            };
            dkim: {
                id: string;
                domain: string;
                selector: string;
                recordName: string;
                record: string;
                verifiedAt: string | null;
                createdAt: string;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/mail-sender", oazapfts.json({
        ...opts,
        method: "PATCH",
        body
    }));
}
/**
 * Make a key that signs mails (DKIM)
 */
export function createDkimKey(body: {
    domain: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            id: string;
            domain: string;
            selector: string;
            recordName: string;
            record: string;
            verifiedAt: string | null;
            createdAt: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/mail-sender/dkim-keys", oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Delete a key that signs mails
 */
export function deleteDkimKey(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/mail-sender/dkim-keys/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Look at the DNS records of the sender (SPF, DKIM, DMARC)
 */
export function checkMailRecords(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            records: {
                kind: "spf" | "dkim" | "dmarc";
                name: string;
                state: "good" | "missing" | "wrong" | "unknown";
                message: string;
                found: string[];
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/mail-sender/check-records", {
        ...opts,
        method: "POST"
    });
}
/**
 * Send a mail to try the sender
 */
export function sendTestMail(body: {
    to: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            sent: boolean;
            message: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/mail-sender/test", oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * For providers: webhook of mails
 */
export function receiveMailWebhook(token: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            [key: string]: unknown;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/hooks/mail/${encodeURIComponent(token)}`, {
        ...opts,
        method: "POST"
    });
}
/**
 * List the mails that were received, newest first
 */
export function listReceivedMails({ limit, cursor, status, runId }: {
    limit?: number;
    cursor?: string;
    status?: "waiting" | "started" | "answered" | "stopped" | "refused" | "unreadable";
    runId?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                purpose: "start" | "reply";
                status: "waiting" | "started" | "answered" | "stopped" | "refused" | "unreadable";
                reason: {
                    code: string;
                    message: string;
                } | null;
                "from": string;
                subject: string;
                recipient: string;
                attachments: {
                    id: string;
                    fileName: string;
                    mimeType: string;
                    size: number;
                }[];
                workflow: {
                    id: string;
                    slug: string;
                    name: string;
                } | null;
                runId: string | null;
                receivedAt: string;
            }[];
            nextCursor: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/received-mails${QS.query(QS.explode({
        limit,
        cursor,
        status,
        runId
    }))}`, {
        ...opts
    });
}
/**
 * Read a received mail
 */
export function getReceivedMail(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            purpose: "start" | "reply";
            status: "waiting" | "started" | "answered" | "stopped" | "refused" | "unreadable";
            reason: {
                code: string;
                message: string;
            } | null;
            "from": string;
            subject: string;
            recipient: string;
            attachments: {
                id: string;
                fileName: string;
                mimeType: string;
                size: number;
            }[];
            workflow: {
                id: string;
                slug: string;
                name: string;
            } | null;
            runId: string | null;
            receivedAt: string;
            fromName: string;
            to: string[];
            cc: string[];
            date: string | null;
            text: string;
            newText: string;
            autoSubmitted: boolean;
            checks: {
                /** Whether the server may send for its domain. */
                spf: "pass" | "fail" | "softfail" | "neutral" | "none" | "policy" | "temperror" | "permerror";
                /** Whether a signature over the mail is right. */
                dkim: "pass" | "fail" | "softfail" | "neutral" | "none" | "policy" | "temperror" | "permerror";
                /** Whether the domain of the sender’s address stands by the mail. */
                dmarc: "pass" | "fail" | "softfail" | "neutral" | "none" | "policy" | "temperror" | "permerror";
                /** SPF or DKIM passed for the domain of the sender’s address. */
                aligned: boolean;
            } | null;
            envelope: {
                sender: string;
                remoteAddress: string | null;
                helo: string | null;
            };
            size: number;
            mayStart: boolean;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/received-mails/${encodeURIComponent(id)}`, {
        ...opts
    });
}
/**
 * Download a received mail as it was sent
 */
export function downloadReceivedMail(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: string;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/received-mails/${encodeURIComponent(id)}/content`, {
        ...opts
    });
}
/**
 * Start the workflow of a received mail by hand
 */
export function startReceivedMail(id: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            runId: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/received-mails/${encodeURIComponent(id)}/start`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * Read the mail address that starts a workflow
 */
export function getMailTrigger(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            receiving: boolean;
            address: string | null;
            enabled: boolean;
            rules: {
                /** Addresses and domains; empty allows everybody. */
                senders: string[];
                /** SPF or DKIM must pass for the domain of the sender’s address. */
                requireProven: boolean;
                /** In any case; empty allows every subject. */
                subjectContains: string;
                /** Such as of a scanner. Answers of absent people and mailing lists never start a run. */
                acceptAutomatic: boolean;
            };
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/mail-trigger`, {
        ...opts
    });
}
/**
 * Give a workflow a mail address, or change its rules
 */
export function setMailTrigger(id: string, body: {
    enabled?: boolean;
    rules: {
        /** Addresses and domains; empty allows everybody. */
        senders?: string[];
        /** SPF or DKIM must pass for the domain of the sender’s address. */
        requireProven?: boolean;
        /** In any case; empty allows every subject. */
        subjectContains?: string;
        /** Such as of a scanner. Answers of absent people and mailing lists never start a run. */
        acceptAutomatic?: boolean;
    };
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            receiving: boolean;
            address: string | null;
            enabled: boolean;
            rules: {
                /** Addresses and domains; empty allows everybody. */
                senders: string[];
                /** SPF or DKIM must pass for the domain of the sender’s address. */
                requireProven: boolean;
                /** In any case; empty allows every subject. */
                subjectContains: string;
                /** Such as of a scanner. Answers of absent people and mailing lists never start a run. */
                acceptAutomatic: boolean;
            };
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/mail-trigger`, oazapfts.json({
        ...opts,
        method: "PUT",
        body
    }));
}
/**
 * Give a workflow another mail address
 */
export function rotateMailTrigger(id: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            receiving: boolean;
            address: string | null;
            enabled: boolean;
            rules: {
                /** Addresses and domains; empty allows everybody. */
                senders: string[];
                /** SPF or DKIM must pass for the domain of the sender’s address. */
                requireProven: boolean;
                /** In any case; empty allows every subject. */
                subjectContains: string;
                /** Such as of a scanner. Answers of absent people and mailing lists never start a run. */
                acceptAutomatic: boolean;
            };
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/workflows/${encodeURIComponent(id)}/mail-trigger/rotate`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * For providers: webhook of received mails
 */
export function receiveInboundMail(provider: "postmark" | "sendgrid", opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            [key: string]: unknown;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/hooks/received-mail/${encodeURIComponent(provider)}`, {
        ...opts,
        method: "POST"
    });
}
/**
 * Send an encrypted mail
 */
export function sendSecureMessage(body: {
    recipients: {
        /** Where the link goes. */
        email: string;
        /** How the one-time code gets to the recipient. phone: you read it out. question: mail, and an answer that only the recipient knows. sms: a text message. mail: weaker, because who reads the mailbox has link and code. */
        codeWay?: "mail" | "phone" | "sms" | "question";
        /** For the way “question”. Who has the link sees it: put no patient data into it. */
        question?: string;
        /** Case and spaces do not matter. It is stored as a hash. */
        answer?: string;
        /** For the way “sms”, like +12125550100. */
        phone?: string;
        /** For a code by text message: its short name. Left out: the only one of the organization. */
        smsConnection?: string;
    }[];
    /** Only the recipient sees it, after the code. The mail has a neutral one. */
    subject: string;
    /** Plain text. It may have patient data: it is encrypted. */
    text: string;
    /** Uploaded files; encrypted copies are attached. */
    fileIds?: string[];
    /** Days until the message is deleted; 30 at most. */
    validDays?: number;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            id: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/secure-messages", oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * List encrypted mails, newest first
 */
export function listSecureMessages({ limit, cursor }: {
    limit?: number;
    cursor?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                subject: string | null;
                status: "waiting" | "opened" | "read" | "replied" | "expired" | "withdrawn";
                recipients: string[];
                undelivered: boolean;
                runId: string | null;
                createdBy: string;
                createdAt: string;
                expiresAt: string;
                endedAt: string | null;
            }[];
            nextCursor: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/secure-messages${QS.query(QS.explode({
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * Read an encrypted mail with its replies
 */
export function getSecureMessage(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            subject: string | null;
            status: "waiting" | "opened" | "read" | "replied" | "expired" | "withdrawn";
            runId: string | null;
            createdBy: string;
            createdAt: string;
            expiresAt: string;
            endedAt: string | null;
            text: string | null;
            endReason: ("expired" | "withdrawn") | null;
            files: {
                id: string;
                fileName: string;
                mimeType: string;
                size: number;
            }[];
            recipients: {
                id: string;
                email: string;
                codeWay: "mail" | "phone" | "sms" | "question";
                status: "waiting" | "opened" | "read" | "replied" | "expired" | "withdrawn";
                openedAt: string | null;
                readAt: string | null;
                repliedAt: string | null;
                mail: {
                    status: "queued" | "held" | "sent" | "delivered" | "bounced" | "complained" | "suppressed" | "kept" | "failed";
                    error: string | null;
                } | null;
                locked: boolean;
            }[];
            replies: {
                id: string;
                recipientId: string;
                text: string | null;
                files: {
                    id: string;
                    fileName: string;
                    mimeType: string;
                    size: number;
                }[];
                createdAt: string;
            }[];
            events: {
                "type": "sent" | "renewed" | "way-changed" | "address-changed" | "opened" | "code-mailed" | "code-texted" | "code-told" | "wrong-code" | "read" | "replied" | "expired" | "withdrawn";
                recipientId: string | null;
                at: string;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/secure-messages/${encodeURIComponent(id)}`, {
        ...opts
    });
}
/**
 * Download a file of an encrypted mail or of a reply
 */
export function getSecureMessageFile(id: string, fileId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: string;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    } | {
        status: 503;
        data: ErrorA;
    }>(`/api/v2/secure-messages/${encodeURIComponent(id)}/files/${encodeURIComponent(fileId)}`, {
        ...opts
    });
}
/**
 * Withdraw an encrypted mail: its content is deleted at once
 */
export function withdrawSecureMessage(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/secure-messages/${encodeURIComponent(id)}/withdraw`, {
        ...opts,
        method: "POST"
    });
}
/**
 * Mail a recipient a new link; the old one stops working
 */
export function renewSecureLink(id: string, recipientId: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/secure-messages/${encodeURIComponent(id)}/recipients/${encodeURIComponent(recipientId)}/link`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * Correct the address of a recipient, and mail the link there
 */
export function changeSecureAddress(id: string, recipientId: string, body: {
    /** Where the link goes. */
    email: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/secure-messages/${encodeURIComponent(id)}/recipients/${encodeURIComponent(recipientId)}/email`, oazapfts.json({
        ...opts,
        method: "PUT",
        body
    }));
}
/**
 * Change how the code gets to a recipient
 */
export function changeSecureCodeWay(id: string, recipientId: string, body: {
    /** How the one-time code gets to the recipient. phone: you read it out. question: mail, and an answer that only the recipient knows. sms: a text message. mail: weaker, because who reads the mailbox has link and code. */
    codeWay?: "mail" | "phone" | "sms" | "question";
    /** For the way “question”. Who has the link sees it: put no patient data into it. */
    question?: string;
    /** Case and spaces do not matter. It is stored as a hash. */
    answer?: string;
    /** For the way “sms”, like +12125550100. */
    phone?: string;
    /** For a code by text message: its short name. Left out: the only one of the organization. */
    smsConnection?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/secure-messages/${encodeURIComponent(id)}/recipients/${encodeURIComponent(recipientId)}/code-way`, oazapfts.json({
        ...opts,
        method: "PUT",
        body
    }));
}
/**
 * Make a code to read out to a recipient; it is shown once
 */
export function tellSecureCode(id: string, recipientId: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            code: string;
            expiresAt: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/secure-messages/${encodeURIComponent(id)}/recipients/${encodeURIComponent(recipientId)}/code`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * Exchange the token of a link for a cookie
 */
export function openSecureLink(body: {
    token: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            state: "locked" | "open" | "expired" | "withdrawn";
            organization: {
                name: string;
                logo: {
                    path: string;
                    width: number;
                    height: number;
                } | null;
            };
            codeWay: "mail" | "phone" | "sms" | "question";
            question: string | null;
            expiresAt: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/public/secure-messages/open", oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * Read the state of a link by its cookie
 */
export function getSecureLink(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            state: "locked" | "open" | "expired" | "withdrawn";
            organization: {
                name: string;
                logo: {
                    path: string;
                    width: number;
                    height: number;
                } | null;
            };
            codeWay: "mail" | "phone" | "sms" | "question";
            question: string | null;
            expiresAt: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/public/secure-messages/${encodeURIComponent(id)}`, {
        ...opts
    });
}
/**
 * Ask for a one-time code
 */
export function askSecureCode(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 202;
        data: {
            resendAfterSeconds: number;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/public/secure-messages/${encodeURIComponent(id)}/codes`, {
        ...opts,
        method: "POST"
    });
}
/**
 * Open the message with a one-time code
 */
export function unlockSecureMessage(id: string, body: {
    code: string;
    answer?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            state: "locked" | "open" | "expired" | "withdrawn";
            organization: {
                name: string;
                logo: {
                    path: string;
                    width: number;
                    height: number;
                } | null;
            };
            codeWay: "mail" | "phone" | "sms" | "question";
            question: string | null;
            expiresAt: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/public/secure-messages/${encodeURIComponent(id)}/unlock`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * Read an opened message
 */
export function getSecureContent(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            subject: string;
            text: string;
            sentAt: string;
            files: {
                id: string;
                fileName: string;
                mimeType: string;
                size: number;
            }[];
            replies: {
                id: string;
                text: string;
                files: {
                    id: string;
                    fileName: string;
                    mimeType: string;
                    size: number;
                }[];
                createdAt: string;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/public/secure-messages/${encodeURIComponent(id)}/content`, {
        ...opts
    });
}
/**
 * Download a file of an opened message
 */
export function getSecureContentFile(id: string, fileId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: string;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    } | {
        status: 503;
        data: ErrorA;
    }>(`/api/v2/public/secure-messages/${encodeURIComponent(id)}/files/${encodeURIComponent(fileId)}`, {
        ...opts
    });
}
/**
 * Upload a file for a reply; the browser chooses its id
 */
export function putSecureReplyFile(id: string, fileId: string, body: {
    /** The file. */
    file: Blob;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            fileName: string;
            mimeType: string;
            size: number;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/public/secure-messages/${encodeURIComponent(id)}/files/${encodeURIComponent(fileId)}`, oazapfts.multipart({
        ...opts,
        method: "PUT",
        body
    }));
}
/**
 * Reply to an opened message; the browser chooses the id of the reply
 */
export function replyToSecureMessage(id: string, replyId: string, body: {
    text: string;
    fileIds?: string[];
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/public/secure-messages/${encodeURIComponent(id)}/replies/${encodeURIComponent(replyId)}`, oazapfts.json({
        ...opts,
        method: "PUT",
        body
    }));
}
/**
 * Close an opened message in this browser
 */
export function closeSecureMessage(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/public/secure-messages/${encodeURIComponent(id)}/close`, {
        ...opts,
        method: "POST"
    });
}
/**
 * Read what needs attention now
 */
export function getHome(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            screens: {
                open: number;
                mine: number;
                overdue: number;
                top: {
                    taskId: string;
                    runId: string;
                    stepId: string;
                    title: string;
                    workflow: {
                        id: string;
                        slug: string;
                        name: string;
                    };
                    "case": {
                        title: string | null;
                        subtitle: string | null;
                        caseColumns: {
                            label: string;
                            value: string;
                        }[] | null;
                        patientKey: string | null;
                    };
                    priority: number;
                    openedAt: string;
                    claim: {
                        userId: string;
                        name: string;
                        at: string;
                        mine: boolean;
                    } | null;
                    sender: {
                        userId: string;
                        name: string;
                        note: string | null;
                    } | null;
                    assignedFor: {
                        userId: string;
                        name: string;
                        until: string;
                    } | null;
                    dueAt: string | null;
                    dueIn: {
                        minutes: number;
                        days: number;
                        timeZone: string;
                    } | null;
                    nextAction: {
                        at: string;
                        "do": "remind" | "assign" | "return" | "priority" | "start";
                        when: "before-due" | "after-due" | "after-opening" | "unassigned" | "follow-up" | "opening";
                        to?: "assignee" | "group" | "people";
                        people?: string[];
                        priority?: number;
                        workflow?: string;
                    } | null;
                    followUpAt: string | null;
                    hasDraft: boolean;
                }[];
            };
            failing: {
                workflow: {
                    id: string;
                    slug: string;
                    name: string;
                };
                failed: number;
                lastRunId: string;
                lastAt: string;
            }[];
            days: {
                day: string;
                running: number;
                suspended: number;
                completed: number;
                failed: number;
                cancelled: number;
            }[] | null;
            duration: {
                runs: number;
                medianSeconds: number | null;
                p95Seconds: number | null;
            } | null;
            queue: {
                pending: number;
                oldestSeconds: number | null;
            } | null;
            books: {
                accepted: number;
                completed: number;
                failed: number;
                cancelled: number;
                active: number;
                suspended: number;
                balanced: boolean;
            } | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/home", {
        ...opts
    });
}
/**
 * List API keys
 */
export function listApiKeys({ limit, cursor, ownerId }: {
    limit?: number;
    cursor?: string;
    ownerId?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                name: string;
                prefix: string;
                role: string;
                permissions: string[];
                workflows: {
                    id: string;
                    slug: string;
                    name: string;
                }[] | null;
                mode: "live" | "test";
                status: "active" | "expires-soon" | "expired" | "stopped";
                expiresAt: string | null;
                previousUntil: string | null;
                ratePerMinute: number | null;
                createdAt: string;
                createdBy: string | null;
                owner: {
                    id: string;
                    name: string;
                } | null;
                lastUsedAt: string | null;
                lastUsedFor: string | null;
                lastUsedAddress: string | null;
                lastUsedAgent: string | null;
            }[];
            nextCursor: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/api-keys${QS.query(QS.explode({
        limit,
        cursor,
        ownerId
    }))}`, {
        ...opts
    });
}
/**
 * Create an API key
 */
export function createApiKey(body: {
    name: string;
    /** What the key may do: all that this role may. `builder` when `permissions` is left out, too. */
    role?: string;
    /** What the key may do, instead of `role`: at most what you may do. */
    permissions?: string[];
    /** The ids of the workflows that the key may touch; null: every one. */
    workflows?: string[] | null;
    mode?: "live" | "test";
    /** One year from now when left out. `null`: it never expires. */
    expiresAt?: string | null;
    ratePerMinute?: number | null;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            id: string;
            name: string;
            prefix: string;
            role: string;
            permissions: string[];
            workflows: {
                id: string;
                slug: string;
                name: string;
            }[] | null;
            mode: "live" | "test";
            status: "active" | "expires-soon" | "expired" | "stopped";
            expiresAt: string | null;
            previousUntil: string | null;
            ratePerMinute: number | null;
            createdAt: string;
            createdBy: string | null;
            owner: {
                id: string;
                name: string;
            } | null;
            lastUsedAt: string | null;
            lastUsedFor: string | null;
            lastUsedAddress: string | null;
            lastUsedAgent: string | null;
            key: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/api-keys", oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Change the end, the limit or the owner of an API key
 */
export function changeApiKey(id: string, body: {
    expiresAt?: string | null;
    ratePerMinute?: number | null;
    /** Hands the key over to this member. Only a person may do so. */
    ownerId?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            name: string;
            prefix: string;
            role: string;
            permissions: string[];
            workflows: {
                id: string;
                slug: string;
                name: string;
            }[] | null;
            mode: "live" | "test";
            status: "active" | "expires-soon" | "expired" | "stopped";
            expiresAt: string | null;
            previousUntil: string | null;
            ratePerMinute: number | null;
            createdAt: string;
            createdBy: string | null;
            owner: {
                id: string;
                name: string;
            } | null;
            lastUsedAt: string | null;
            lastUsedFor: string | null;
            lastUsedAddress: string | null;
            lastUsedAgent: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/api-keys/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body
    }));
}
/**
 * Delete an API key for good
 */
export function deleteApiKey(id: string, confirm: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/api-keys/${encodeURIComponent(id)}${QS.query(QS.explode({
        confirm
    }))}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Replace the secret of an API key
 */
export function rotateApiKey(id: string, body?: {
    /** Until then the key before works, too: at most 7 days from now, 24 hours when left out. An instant that is over ends it at once. */
    previousUntil?: string;
    /** As before when left out. */
    expiresAt?: string | null;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            name: string;
            prefix: string;
            role: string;
            permissions: string[];
            workflows: {
                id: string;
                slug: string;
                name: string;
            }[] | null;
            mode: "live" | "test";
            status: "active" | "expires-soon" | "expired" | "stopped";
            expiresAt: string | null;
            previousUntil: string | null;
            ratePerMinute: number | null;
            createdAt: string;
            createdBy: string | null;
            owner: {
                id: string;
                name: string;
            } | null;
            lastUsedAt: string | null;
            lastUsedFor: string | null;
            lastUsedAddress: string | null;
            lastUsedAgent: string | null;
            key: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/api-keys/${encodeURIComponent(id)}/rotate`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * List members
 */
export function listMembers({ limit, cursor, search }: {
    limit?: number;
    cursor?: string;
    search?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                name: string;
                email: string;
                role: string;
                /** The name of the role, for people to read. */
                roleName: string;
                status: "active" | "disabled";
                disabledAt: string | null;
                lastSeenAt: string | null;
                createdAt: string;
                you: boolean;
            }[];
            nextCursor: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/members${QS.query(QS.explode({
        limit,
        cursor,
        search
    }))}`, {
        ...opts
    });
}
/**
 * Add a member
 */
export function addMember(body: {
    name: string;
    email: string;
    role: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            id: string;
            name: string;
            email: string;
            role: string;
            /** The name of the role, for people to read. */
            roleName: string;
            status: "pending" | "expired" | "inviter_left";
            mail: {
                status: "not_sent" | "queued" | "sent" | "failed";
                reason: string | null;
            };
            invitedBy: string;
            createdAt: string;
            expiresAt: string;
            link: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/members", oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Read a member
 */
export function getMember(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            name: string;
            email: string;
            role: string;
            /** The name of the role, for people to read. */
            roleName: string;
            status: "active" | "disabled";
            disabledAt: string | null;
            lastSeenAt: string | null;
            createdAt: string;
            you: boolean;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/members/${encodeURIComponent(id)}`, {
        ...opts
    });
}
/**
 * Change the role of a member
 */
export function changeMember(id: string, body: {
    role: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            name: string;
            email: string;
            role: string;
            /** The name of the role, for people to read. */
            roleName: string;
            status: "active" | "disabled";
            disabledAt: string | null;
            lastSeenAt: string | null;
            createdAt: string;
            you: boolean;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/members/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body
    }));
}
/**
 * Remove a member
 */
export function removeMember(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/members/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Read how a member gets in, and what ends with their access
 */
export function getMemberAccess(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            signIn: {
                hasPassword: boolean;
                totp: {
                    createdAt: string;
                } | null;
                passkeys: {
                    createdAt: string;
                    lastUsedAt: string | null;
                }[];
                recoveryCodesLeft: number;
            };
            ends: {
                sessions: number;
                apiKeys: number;
                claims: number;
            };
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/members/${encodeURIComponent(id)}/access`, {
        ...opts
    });
}
/**
 * Disable a member
 */
export function disableMember(id: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            member: {
                id: string;
                name: string;
                email: string;
                role: string;
                /** The name of the role, for people to read. */
                roleName: string;
                status: "active" | "disabled";
                disabledAt: string | null;
                lastSeenAt: string | null;
                createdAt: string;
                you: boolean;
            };
            ended: {
                sessions: number;
                apiKeys: number;
                claims: number;
            };
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/members/${encodeURIComponent(id)}/disable`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * Enable a disabled member again
 */
export function enableMember(id: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            name: string;
            email: string;
            role: string;
            /** The name of the role, for people to read. */
            roleName: string;
            status: "active" | "disabled";
            disabledAt: string | null;
            lastSeenAt: string | null;
            createdAt: string;
            you: boolean;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/members/${encodeURIComponent(id)}/enable`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * List pending memberships
 */
export function listInvitations({ limit, cursor }: {
    limit?: number;
    cursor?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                name: string;
                email: string;
                role: string;
                /** The name of the role, for people to read. */
                roleName: string;
                status: "pending" | "expired" | "inviter_left";
                mail: {
                    status: "not_sent" | "queued" | "sent" | "failed";
                    reason: string | null;
                };
                invitedBy: string;
                createdAt: string;
                expiresAt: string;
            }[];
            nextCursor: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/invitations${QS.query(QS.explode({
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * Create a new link for a pending membership
 */
export function renewInvitation(id: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            name: string;
            email: string;
            role: string;
            /** The name of the role, for people to read. */
            roleName: string;
            status: "pending" | "expired" | "inviter_left";
            mail: {
                status: "not_sent" | "queued" | "sent" | "failed";
                reason: string | null;
            };
            invitedBy: string;
            createdAt: string;
            expiresAt: string;
            link: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/invitations/${encodeURIComponent(id)}/link`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * Revoke a pending membership
 */
export function revokeInvitation(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/invitations/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Read the invitation behind a link
 */
export function openInvitation(token: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            organization: string;
            logo: {
                path: string;
                width: number;
                height: number;
            } | null;
            role: string;
            /** The name of the role, for people to read. */
            roleName: string;
            name: string;
            email: string;
            invitedBy: string;
            expiresAt: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/public/invitations/${encodeURIComponent(token)}`, {
        ...opts
    });
}
/**
 * Accept an invitation with a password
 */
export function acceptInvitation(token: string, body: {
    account: "existing";
    password: string;
} | {
    account: "new";
    name: string;
    password: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            organization: string;
            role: string;
            /** The name of the role, for people to read. */
            roleName: string;
            email: string;
        };
    } | {
        status: 202;
        data: {
            step: "second-factor";
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/public/invitations/${encodeURIComponent(token)}/accept`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * Decline an invitation
 */
export function declineInvitation(token: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/public/invitations/${encodeURIComponent(token)}/decline`, {
        ...opts,
        method: "POST"
    });
}
/**
 * Accept an invitation as the person who is signed in
 */
export function joinOrganization(body: {
    token: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            organization: string;
            role: string;
            /** The name of the role, for people to read. */
            roleName: string;
            email: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/profile/memberships", oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * List the organizations that you belong to
 */
export function listMemberships({ kind, id }: {
    kind?: "run" | "screen" | "workflow" | "form" | "file" | "schedule" | "connection" | "policy" | "mail" | "letter" | "member";
    id?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                organizationId: string;
                organization: string;
                role: string;
                /** The name of the role, for people to read. */
                roleName: string;
                current: boolean;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/profile/memberships${QS.query(QS.explode({
        kind,
        id
    }))}`, {
        ...opts
    });
}
/**
 * List your accounts in other clusters of this service
 */
export function listOrganizationsElsewhere(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                /** Sign in there by `/sign-in?cell=` and this name. */
                cell: string;
                /** Empty where that account was made apart: it tells them when you sign in there. */
                organizations: {
                    organizationId: string;
                    organization: string;
                    roleName: string;
                }[];
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/profile/organizations-elsewhere", {
        ...opts
    });
}
/**
 * Work in another organization that you belong to
 */
export function switchOrganization(body: {
    organizationId: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            organizationId: string;
            organization: string;
            role: string;
            /** The name of the role, for people to read. */
            roleName: string;
            current: boolean;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/profile/organization", oazapfts.json({
        ...opts,
        method: "PUT",
        body
    }));
}
/**
 * Read the settings of the organization
 */
export function getSettings(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            slug: string;
            name: string;
            timeZone: string;
            retentionDays: number | null;
            sessionIdleMinutes: number;
            sessionHours: number;
            mailFrom: string | null;
            mailName: string | null;
            logo: {
                path: string;
                width: number;
                height: number;
            } | null;
            privacyNote: string | null;
            savedForms: boolean;
            secondFactor: "nobody" | "owners" | "everyone";
            modelLimits: {
                tokensPerDay: number | null;
                tokensPerMonth: number | null;
                dollarsPerDay: number | null;
                dollarsPerMonth: number | null;
                callsPerMinute: number | null;
            };
            createdAt: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/settings", {
        ...opts
    });
}
/**
 * Change the settings of the organization
 */
export function changeSettings(body: {
    name?: string;
    timeZone?: string;
    mailFrom?: string | null;
    mailName?: string | null;
    privacyNote?: string | null;
    savedForms?: boolean;
    retentionDays?: number | null;
    sessionIdleMinutes?: number;
    sessionHours?: number;
    secondFactor?: "nobody" | "owners" | "everyone";
    modelLimits?: {
        tokensPerDay: number | null;
        tokensPerMonth: number | null;
        dollarsPerDay: number | null;
        dollarsPerMonth: number | null;
        callsPerMinute: number | null;
    };
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            slug: string;
            name: string;
            timeZone: string;
            retentionDays: number | null;
            sessionIdleMinutes: number;
            sessionHours: number;
            mailFrom: string | null;
            mailName: string | null;
            logo: {
                path: string;
                width: number;
                height: number;
            } | null;
            privacyNote: string | null;
            savedForms: boolean;
            secondFactor: "nobody" | "owners" | "everyone";
            modelLimits: {
                tokensPerDay: number | null;
                tokensPerMonth: number | null;
                dollarsPerDay: number | null;
                dollarsPerMonth: number | null;
                callsPerMinute: number | null;
            };
            createdAt: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/settings", oazapfts.json({
        ...opts,
        method: "PATCH",
        body
    }));
}
/**
 * Read what the organization uses, and its limits
 */
export function getUsage(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            requests: {
                mostPerMinute: number | null;
            };
            starts: {
                lastHour: number;
                mostPerMinute: number | null;
            };
            storage: {
                bytes: number;
                files: number;
                mostBytes: number | null;
            };
            code: {
                seconds: number;
                mostSecondsPerHour: number | null;
                hours: {
                    hour: string;
                    seconds: number;
                }[];
            };
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/usage", {
        ...opts
    });
}
/**
 * List the business calendars: when people of the organization work
 */
export function listCalendars(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                slug: string;
                name: string;
                isDefault: boolean;
                rules: {
                    timeZone: string | null;
                    hours: {
                        sunday: {
                            "from": string;
                            to: string;
                        }[];
                        monday: {
                            "from": string;
                            to: string;
                        }[];
                        tuesday: {
                            "from": string;
                            to: string;
                        }[];
                        wednesday: {
                            "from": string;
                            to: string;
                        }[];
                        thursday: {
                            "from": string;
                            to: string;
                        }[];
                        friday: {
                            "from": string;
                            to: string;
                        }[];
                        saturday: {
                            "from": string;
                            to: string;
                        }[];
                    };
                    country: string | null;
                    state: string | null;
                    worked: string[];
                    special: {
                        date: string;
                        name: string;
                        hours: {
                            "from": string;
                            to: string;
                        }[];
                    }[];
                };
                holidays: {
                    date: string;
                    name: string;
                }[];
                revision: number;
                updatedBy: string | null;
                updatedAt: string;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/calendars", {
        ...opts
    });
}
/**
 * Add a business calendar
 */
export function createCalendar(body: {
    name: string;
    /** Made from the name when left out; it never changes. */
    slug?: string;
    rules: {
        timeZone: string | null;
        hours: {
            sunday: {
                "from": string;
                to: string;
            }[];
            monday: {
                "from": string;
                to: string;
            }[];
            tuesday: {
                "from": string;
                to: string;
            }[];
            wednesday: {
                "from": string;
                to: string;
            }[];
            thursday: {
                "from": string;
                to: string;
            }[];
            friday: {
                "from": string;
                to: string;
            }[];
            saturday: {
                "from": string;
                to: string;
            }[];
        };
        country: string | null;
        state: string | null;
        worked: string[];
        special: {
            date: string;
            name: string;
            hours: {
                "from": string;
                to: string;
            }[];
        }[];
    };
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            id: string;
            slug: string;
            name: string;
            isDefault: boolean;
            rules: {
                timeZone: string | null;
                hours: {
                    sunday: {
                        "from": string;
                        to: string;
                    }[];
                    monday: {
                        "from": string;
                        to: string;
                    }[];
                    tuesday: {
                        "from": string;
                        to: string;
                    }[];
                    wednesday: {
                        "from": string;
                        to: string;
                    }[];
                    thursday: {
                        "from": string;
                        to: string;
                    }[];
                    friday: {
                        "from": string;
                        to: string;
                    }[];
                    saturday: {
                        "from": string;
                        to: string;
                    }[];
                };
                country: string | null;
                state: string | null;
                worked: string[];
                special: {
                    date: string;
                    name: string;
                    hours: {
                        "from": string;
                        to: string;
                    }[];
                }[];
            };
            holidays: {
                date: string;
                name: string;
            }[];
            revision: number;
            updatedBy: string | null;
            updatedAt: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/calendars", oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Read a business calendar, and which workflows use it
 */
export function getCalendar(calendar: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            slug: string;
            name: string;
            isDefault: boolean;
            rules: {
                timeZone: string | null;
                hours: {
                    sunday: {
                        "from": string;
                        to: string;
                    }[];
                    monday: {
                        "from": string;
                        to: string;
                    }[];
                    tuesday: {
                        "from": string;
                        to: string;
                    }[];
                    wednesday: {
                        "from": string;
                        to: string;
                    }[];
                    thursday: {
                        "from": string;
                        to: string;
                    }[];
                    friday: {
                        "from": string;
                        to: string;
                    }[];
                    saturday: {
                        "from": string;
                        to: string;
                    }[];
                };
                country: string | null;
                state: string | null;
                worked: string[];
                special: {
                    date: string;
                    name: string;
                    hours: {
                        "from": string;
                        to: string;
                    }[];
                }[];
            };
            holidays: {
                date: string;
                name: string;
            }[];
            revision: number;
            updatedBy: string | null;
            updatedAt: string;
            /** The workflows that name it, in their published version or their draft. A name that a workflow computes cannot be known. */
            usedBy: {
                id: string;
                name: string;
                published: boolean;
                draft: boolean;
                steps: {
                    id: string;
                    title: string;
                }[];
            }[];
            /** How many more workflows name it that the access rules do not show to you. */
            usedByOthers: number;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/calendars/${encodeURIComponent(calendar)}`, {
        ...opts
    });
}
/**
 * Change a business calendar
 */
export function changeCalendar(calendar: string, body: {
    name?: string;
    rules?: {
        timeZone: string | null;
        hours: {
            sunday: {
                "from": string;
                to: string;
            }[];
            monday: {
                "from": string;
                to: string;
            }[];
            tuesday: {
                "from": string;
                to: string;
            }[];
            wednesday: {
                "from": string;
                to: string;
            }[];
            thursday: {
                "from": string;
                to: string;
            }[];
            friday: {
                "from": string;
                to: string;
            }[];
            saturday: {
                "from": string;
                to: string;
            }[];
        };
        country: string | null;
        state: string | null;
        worked: string[];
        special: {
            date: string;
            name: string;
            hours: {
                "from": string;
                to: string;
            }[];
        }[];
    };
    /** It counts where none is named. */
    isDefault?: true;
    /** Of the calendar that the change is based on. */
    revision: number;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            slug: string;
            name: string;
            isDefault: boolean;
            rules: {
                timeZone: string | null;
                hours: {
                    sunday: {
                        "from": string;
                        to: string;
                    }[];
                    monday: {
                        "from": string;
                        to: string;
                    }[];
                    tuesday: {
                        "from": string;
                        to: string;
                    }[];
                    wednesday: {
                        "from": string;
                        to: string;
                    }[];
                    thursday: {
                        "from": string;
                        to: string;
                    }[];
                    friday: {
                        "from": string;
                        to: string;
                    }[];
                    saturday: {
                        "from": string;
                        to: string;
                    }[];
                };
                country: string | null;
                state: string | null;
                worked: string[];
                special: {
                    date: string;
                    name: string;
                    hours: {
                        "from": string;
                        to: string;
                    }[];
                }[];
            };
            holidays: {
                date: string;
                name: string;
            }[];
            revision: number;
            updatedBy: string | null;
            updatedAt: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/calendars/${encodeURIComponent(calendar)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body
    }));
}
/**
 * Delete a business calendar
 */
export function deleteCalendar(calendar: string, { replaceWith, confirm }: {
    replaceWith?: string;
    confirm?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/calendars/${encodeURIComponent(calendar)}${QS.query(QS.explode({
        replaceWith,
        confirm
    }))}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * List the public holidays of a year in a country or state
 */
export function listHolidays(country: string, year: number, { state }: {
    state?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                date: string;
                name: string;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/holidays${QS.query(QS.explode({
        country,
        state,
        year
    }))}`, {
        ...opts
    });
}
/**
 * List the countries and states whose public holidays are known
 */
export function listHolidayCountries(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                code: string;
                name: string;
                states: {
                    code: string;
                    name: string;
                }[];
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/holidays/countries", {
        ...opts
    });
}
/**
 * Set the logo of the organization
 */
export function setLogo(body: Blob, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            slug: string;
            name: string;
            timeZone: string;
            retentionDays: number | null;
            sessionIdleMinutes: number;
            sessionHours: number;
            mailFrom: string | null;
            mailName: string | null;
            logo: {
                path: string;
                width: number;
                height: number;
            } | null;
            privacyNote: string | null;
            savedForms: boolean;
            secondFactor: "nobody" | "owners" | "everyone";
            modelLimits: {
                tokensPerDay: number | null;
                tokensPerMonth: number | null;
                dollarsPerDay: number | null;
                dollarsPerMonth: number | null;
                callsPerMinute: number | null;
            };
            createdAt: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/settings/logo", {
        ...opts,
        method: "PUT",
        body
    });
}
/**
 * Remove the logo of the organization
 */
export function removeLogo(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            slug: string;
            name: string;
            timeZone: string;
            retentionDays: number | null;
            sessionIdleMinutes: number;
            sessionHours: number;
            mailFrom: string | null;
            mailName: string | null;
            logo: {
                path: string;
                width: number;
                height: number;
            } | null;
            privacyNote: string | null;
            savedForms: boolean;
            secondFactor: "nobody" | "owners" | "everyone";
            modelLimits: {
                tokensPerDay: number | null;
                tokensPerMonth: number | null;
                dollarsPerDay: number | null;
                dollarsPerMonth: number | null;
                callsPerMinute: number | null;
            };
            createdAt: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/settings/logo", {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Read a logo
 */
export function getLogo(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: string;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/public/logos/${encodeURIComponent(id)}`, {
        ...opts
    });
}
/**
 * Examine this installation
 */
export function examineInstallation(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            examinedAt: string;
            findings: {
                about: string;
                level: "fine" | "warning" | "problem";
                says: string;
                toDo: string | null;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/instance/findings", {
        ...opts
    });
}
/**
 * List the organizations of this installation
 */
export function listOrganizations({ limit, cursor }: {
    limit?: number;
    cursor?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                slug: string;
                name: string;
                timeZone: string;
                createdAt: string;
                members: number;
                owners: number;
                ratePerMinute: number | null;
                quotas: {
                    requestsPerMinute: number | null;
                    startsPerMinute: number | null;
                    storageBytes: number | null;
                    codeSecondsPerHour: number | null;
                };
            }[];
            nextCursor: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/instance/organizations${QS.query(QS.explode({
        limit,
        cursor
    }))}`, {
        ...opts
    });
}
/**
 * Create an organization and invite its first owner
 */
export function createOrganization(body: {
    name: string;
    timeZone?: string;
    owner: {
        name: string;
        email: string;
    };
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            organization: {
                id: string;
                slug: string;
                name: string;
                timeZone: string;
                createdAt: string;
                members: number;
                owners: number;
                ratePerMinute: number | null;
                quotas: {
                    requestsPerMinute: number | null;
                    startsPerMinute: number | null;
                    storageBytes: number | null;
                    codeSecondsPerHour: number | null;
                };
            };
            invitation: {
                id: string;
                name: string;
                email: string;
                role: string;
                /** The name of the role, for people to read. */
                roleName: string;
                status: "pending" | "expired" | "inviter_left";
                mail: {
                    status: "not_sent" | "queued" | "sent" | "failed";
                    reason: string | null;
                };
                invitedBy: string;
                createdAt: string;
                expiresAt: string;
                link: string;
            };
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/instance/organizations", oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Rename an organization
 */
export function renameOrganization(id: string, body: {
    name: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            slug: string;
            name: string;
            timeZone: string;
            createdAt: string;
            members: number;
            owners: number;
            ratePerMinute: number | null;
            quotas: {
                requestsPerMinute: number | null;
                startsPerMinute: number | null;
                storageBytes: number | null;
                codeSecondsPerHour: number | null;
            };
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/instance/organizations/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body
    }));
}
/**
 * Set how many API requests a minute an organization may make
 */
export function limitOrganization(id: string, body: {
    ratePerMinute: number | null;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            slug: string;
            name: string;
            timeZone: string;
            createdAt: string;
            members: number;
            owners: number;
            ratePerMinute: number | null;
            quotas: {
                requestsPerMinute: number | null;
                startsPerMinute: number | null;
                storageBytes: number | null;
                codeSecondsPerHour: number | null;
            };
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/instance/organizations/${encodeURIComponent(id)}/rate-limit`, oazapfts.json({
        ...opts,
        method: "PUT",
        body
    }));
}
/**
 * Set what an organization may use
 */
export function setQuotas(id: string, body: {
    requestsPerMinute: number | null;
    startsPerMinute: number | null;
    storageBytes: number | null;
    codeSecondsPerHour: number | null;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            slug: string;
            name: string;
            timeZone: string;
            createdAt: string;
            members: number;
            owners: number;
            ratePerMinute: number | null;
            quotas: {
                requestsPerMinute: number | null;
                startsPerMinute: number | null;
                storageBytes: number | null;
                codeSecondsPerHour: number | null;
            };
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/instance/organizations/${encodeURIComponent(id)}/quotas`, oazapfts.json({
        ...opts,
        method: "PUT",
        body
    }));
}
/**
 * Invite the first owner of an organization again, or somebody else
 */
export function inviteFirstOwner(id: string, body: {
    name: string;
    email: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            id: string;
            name: string;
            email: string;
            role: string;
            /** The name of the role, for people to read. */
            roleName: string;
            status: "pending" | "expired" | "inviter_left";
            mail: {
                status: "not_sent" | "queued" | "sent" | "failed";
                reason: string | null;
            };
            invitedBy: string;
            createdAt: string;
            expiresAt: string;
            link: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/instance/organizations/${encodeURIComponent(id)}/owner`, oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * List the instance administrators
 */
export function listInstanceAdministrators(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                name: string;
                email: string;
                grantedBy: string;
                createdAt: string;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/instance/administrators", {
        ...opts
    });
}
/**
 * Make somebody an instance administrator
 */
export function addInstanceAdministrator(body: {
    email: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            id: string;
            name: string;
            email: string;
            grantedBy: string;
            createdAt: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/instance/administrators", oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * End that somebody is an instance administrator
 */
export function removeInstanceAdministrator(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/instance/administrators/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * List the places where a member is signed in
 */
export function listMemberSessions(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                userAgent: string | null;
                createdAt: string;
                lastSeenAt: string;
                expiresAt: string;
                locked: boolean;
                current: boolean;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/members/${encodeURIComponent(id)}/sessions`, {
        ...opts
    });
}
/**
 * Sign a member out everywhere
 */
export function endMemberSessions(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            ended: number;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/members/${encodeURIComponent(id)}/sessions`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Sign out one session of a member
 */
export function endMemberSession(id: string, sessionId: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/members/${encodeURIComponent(id)}/sessions/${encodeURIComponent(sessionId)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Read the state of your session
 */
export function getOwnSession(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            personId: string;
            name: string;
            locked: boolean;
            idleMinutes: number;
            idleForSeconds: number;
            endsAt: string;
            confirmed: boolean;
            confirmBy: {
                password: boolean;
                code: boolean;
                recoveryCode: boolean;
                passkey: boolean;
                passkeyHost: string | null;
                singleSignOn: string | null;
            };
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/profile/session", {
        ...opts
    });
}
/**
 * Say that you did something
 */
export function reportActivity(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            personId: string;
            name: string;
            locked: boolean;
            idleMinutes: number;
            idleForSeconds: number;
            endsAt: string;
            confirmed: boolean;
            confirmBy: {
                password: boolean;
                code: boolean;
                recoveryCode: boolean;
                passkey: boolean;
                passkeyHost: string | null;
                singleSignOn: string | null;
            };
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/profile/session/activity", {
        ...opts,
        method: "POST"
    });
}
/**
 * Lock your session
 */
export function lockSession(body?: {
    idle?: boolean;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            personId: string;
            name: string;
            locked: boolean;
            idleMinutes: number;
            idleForSeconds: number;
            endsAt: string;
            confirmed: boolean;
            confirmBy: {
                password: boolean;
                code: boolean;
                recoveryCode: boolean;
                passkey: boolean;
                passkeyHost: string | null;
                singleSignOn: string | null;
            };
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/profile/session/lock", oazapfts.json({
        ...opts,
        method: "PUT",
        body
    }));
}
/**
 * Ask for one of your passkeys, to confirm that it is you
 */
export function askSessionPasskey(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            challengeId: string;
            options: {
                [key: string]: unknown;
            };
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/profile/session/passkey/options", {
        ...opts,
        method: "POST"
    });
}
/**
 * Confirm that it is you
 */
export function confirmSession(body: {
    personId: string;
    password?: string;
    code?: string;
    passkey?: {
        challengeId: string;
        response: {
            id: string;
            rawId: string;
            "type": "public-key";
            authenticatorAttachment?: "platform" | "cross-platform";
            clientExtensionResults?: {
                [key: string]: unknown;
            };
            response: {
                clientDataJSON: string;
                authenticatorData: string;
                signature: string;
                userHandle?: string;
            };
        };
    };
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            personId: string;
            name: string;
            locked: boolean;
            idleMinutes: number;
            idleForSeconds: number;
            endsAt: string;
            confirmed: boolean;
            confirmBy: {
                password: boolean;
                code: boolean;
                recoveryCode: boolean;
                passkey: boolean;
                passkeyHost: string | null;
                singleSignOn: string | null;
            };
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/profile/session/confirmation", oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * Read how people sign in
 */
export function getSingleSignOn(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            connections: {
                id: string;
                kind: "oidc" | "saml";
                name: string;
                status: "draft" | "tested" | "active";
                oidc: {
                    issuer: string;
                    clientId: string;
                } | null;
                saml: {
                    entityId: string;
                    ssoUrl: string;
                    certificates: string[];
                    sloUrl?: string;
                    sloRequestUrl?: string;
                    signOutThere?: boolean;
                    metadataUrl?: string;
                    signedResponse: boolean;
                    certificatesEnd: string[];
                    ownKeyEnd: string | null;
                    checkedAt: string | null;
                    metadataProblem: string | null;
                } | null;
                joinRole: ("owner" | "builder" | "worker" | "auditor" | "viewer") | null;
                addresses: {
                    callback: string | null;
                    backChannelLogout: string | null;
                    signedOut: string | null;
                    acs: string | null;
                    metadata: string | null;
                    logout: string | null;
                    start: string;
                };
                lastTest: {
                    at: string;
                    ok: boolean;
                    message: string;
                    found?: {
                        subject: string;
                        email: string | null;
                        name: string | null;
                    };
                } | null;
                createdAt: string;
            }[];
            domains: {
                id: string;
                domain: string;
                record: {
                    name: string;
                    "type": "TXT";
                    value: string;
                };
                connectionId: string | null;
                enforced: boolean;
                provenAt: string | null;
                checkedAt: string | null;
                failingSince: string | null;
            }[];
            breakGlassOwners: {
                userId: string;
                name: string;
                email: string;
                usedAt: string | null;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/sso", {
        ...opts
    });
}
/**
 * Set up an identity provider
 */
export function createSsoConnection(body: {
    kind: "oidc";
    name: string;
    oidc: {
        issuer: string;
        clientId: string;
    };
    clientSecret: string;
    joinRole?: ("builder" | "worker" | "auditor" | "viewer") | null;
} | {
    kind: "saml";
    name: string;
    saml: {
        entityId: string;
        ssoUrl: string;
        certificates: string[];
        sloUrl?: string;
        sloRequestUrl?: string;
        signOutThere?: boolean;
        metadataUrl?: string;
        signedResponse?: boolean;
    };
    joinRole?: ("builder" | "worker" | "auditor" | "viewer") | null;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            id: string;
            kind: "oidc" | "saml";
            name: string;
            status: "draft" | "tested" | "active";
            oidc: {
                issuer: string;
                clientId: string;
            } | null;
            saml: {
                entityId: string;
                ssoUrl: string;
                certificates: string[];
                sloUrl?: string;
                sloRequestUrl?: string;
                signOutThere?: boolean;
                metadataUrl?: string;
                signedResponse: boolean;
                certificatesEnd: string[];
                ownKeyEnd: string | null;
                checkedAt: string | null;
                metadataProblem: string | null;
            } | null;
            joinRole: ("owner" | "builder" | "worker" | "auditor" | "viewer") | null;
            addresses: {
                callback: string | null;
                backChannelLogout: string | null;
                signedOut: string | null;
                acs: string | null;
                metadata: string | null;
                logout: string | null;
                start: string;
            };
            lastTest: {
                at: string;
                ok: boolean;
                message: string;
                found?: {
                    subject: string;
                    email: string | null;
                    name: string | null;
                };
            } | null;
            createdAt: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/sso/connections", oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Change, activate or pause an identity provider
 */
export function changeSsoConnection(id: string, body: {
    name?: string;
    oidc?: {
        issuer: string;
        clientId: string;
    };
    clientSecret?: string;
    saml?: {
        entityId: string;
        ssoUrl: string;
        certificates: string[];
        sloUrl?: string;
        sloRequestUrl?: string;
        signOutThere?: boolean;
        metadataUrl?: string;
        signedResponse?: boolean;
    };
    joinRole?: ("builder" | "worker" | "auditor" | "viewer") | null;
    active?: boolean;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            kind: "oidc" | "saml";
            name: string;
            status: "draft" | "tested" | "active";
            oidc: {
                issuer: string;
                clientId: string;
            } | null;
            saml: {
                entityId: string;
                ssoUrl: string;
                certificates: string[];
                sloUrl?: string;
                sloRequestUrl?: string;
                signOutThere?: boolean;
                metadataUrl?: string;
                signedResponse: boolean;
                certificatesEnd: string[];
                ownKeyEnd: string | null;
                checkedAt: string | null;
                metadataProblem: string | null;
            } | null;
            joinRole: ("owner" | "builder" | "worker" | "auditor" | "viewer") | null;
            addresses: {
                callback: string | null;
                backChannelLogout: string | null;
                signedOut: string | null;
                acs: string | null;
                metadata: string | null;
                logout: string | null;
                start: string;
            };
            lastTest: {
                at: string;
                ok: boolean;
                message: string;
                found?: {
                    subject: string;
                    email: string | null;
                    name: string | null;
                };
            } | null;
            createdAt: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/sso/connections/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body
    }));
}
/**
 * Delete an identity provider
 */
export function deleteSsoConnection(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/sso/connections/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Begin a test sign-in
 */
export function testSsoConnection(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            url: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/sso/connections/${encodeURIComponent(id)}/test`, {
        ...opts,
        method: "POST"
    });
}
/**
 * Make a new key of our own for a SAML provider
 */
export function renewSsoKey(id: string, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            kind: "oidc" | "saml";
            name: string;
            status: "draft" | "tested" | "active";
            oidc: {
                issuer: string;
                clientId: string;
            } | null;
            saml: {
                entityId: string;
                ssoUrl: string;
                certificates: string[];
                sloUrl?: string;
                sloRequestUrl?: string;
                signOutThere?: boolean;
                metadataUrl?: string;
                signedResponse: boolean;
                certificatesEnd: string[];
                ownKeyEnd: string | null;
                checkedAt: string | null;
                metadataProblem: string | null;
            } | null;
            joinRole: ("owner" | "builder" | "worker" | "auditor" | "viewer") | null;
            addresses: {
                callback: string | null;
                backChannelLogout: string | null;
                signedOut: string | null;
                acs: string | null;
                metadata: string | null;
                logout: string | null;
                start: string;
            };
            lastTest: {
                at: string;
                ok: boolean;
                message: string;
                found?: {
                    subject: string;
                    email: string | null;
                    name: string | null;
                };
            } | null;
            createdAt: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/sso/connections/${encodeURIComponent(id)}/key`, {
        ...opts,
        method: "POST",
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    });
}
/**
 * Read the metadata of a SAML provider
 */
export function readSamlMetadata(body: {
    xml: string;
} | {
    url: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            entityId: string;
            ssoUrl: string;
            certificates: string[];
            sloUrl?: string;
            sloRequestUrl?: string;
            metadataUrl?: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    } | {
        status: 502;
        data: ErrorA;
    } | {
        status: 504;
        data: ErrorA;
    }>("/api/v2/sso/saml-metadata", oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * Add a domain of e-mail addresses
 */
export function addEmailDomain(body: {
    domain: string;
    connectionId?: string | null;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            id: string;
            domain: string;
            record: {
                name: string;
                "type": "TXT";
                value: string;
            };
            connectionId: string | null;
            enforced: boolean;
            provenAt: string | null;
            checkedAt: string | null;
            failingSince: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/sso/domains", oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Look for the DNS record of a domain
 */
export function checkEmailDomain(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            domain: string;
            record: {
                name: string;
                "type": "TXT";
                value: string;
            };
            connectionId: string | null;
            enforced: boolean;
            provenAt: string | null;
            checkedAt: string | null;
            failingSince: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/sso/domains/${encodeURIComponent(id)}/check`, {
        ...opts,
        method: "POST"
    });
}
/**
 * Choose the provider of a domain, or enforce it
 */
export function changeEmailDomain(id: string, body: {
    connectionId?: string | null;
    enforced?: boolean;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            id: string;
            domain: string;
            record: {
                name: string;
                "type": "TXT";
                value: string;
            };
            connectionId: string | null;
            enforced: boolean;
            provenAt: string | null;
            checkedAt: string | null;
            failingSince: string | null;
            /** How many sessions ended because they began without the provider. */
            sessionsEnded: number;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/sso/domains/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body
    }));
}
/**
 * Give up a domain
 */
export function deleteEmailDomain(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/sso/domains/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Choose the break-glass owners
 */
export function setBreakGlassOwners(body: {
    userIds: string[];
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            connections: {
                id: string;
                kind: "oidc" | "saml";
                name: string;
                status: "draft" | "tested" | "active";
                oidc: {
                    issuer: string;
                    clientId: string;
                } | null;
                saml: {
                    entityId: string;
                    ssoUrl: string;
                    certificates: string[];
                    sloUrl?: string;
                    sloRequestUrl?: string;
                    signOutThere?: boolean;
                    metadataUrl?: string;
                    signedResponse: boolean;
                    certificatesEnd: string[];
                    ownKeyEnd: string | null;
                    checkedAt: string | null;
                    metadataProblem: string | null;
                } | null;
                joinRole: ("owner" | "builder" | "worker" | "auditor" | "viewer") | null;
                addresses: {
                    callback: string | null;
                    backChannelLogout: string | null;
                    signedOut: string | null;
                    acs: string | null;
                    metadata: string | null;
                    logout: string | null;
                    start: string;
                };
                lastTest: {
                    at: string;
                    ok: boolean;
                    message: string;
                    found?: {
                        subject: string;
                        email: string | null;
                        name: string | null;
                    };
                } | null;
                createdAt: string;
            }[];
            domains: {
                id: string;
                domain: string;
                record: {
                    name: string;
                    "type": "TXT";
                    value: string;
                };
                connectionId: string | null;
                enforced: boolean;
                provenAt: string | null;
                checkedAt: string | null;
                failingSince: string | null;
            }[];
            breakGlassOwners: {
                userId: string;
                name: string;
                email: string;
                usedAt: string | null;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/sso/break-glass-owners", oazapfts.json({
        ...opts,
        method: "PUT",
        body
    }));
}
/**
 * List the places where you are signed in
 */
export function listSessions(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                userAgent: string | null;
                createdAt: string;
                lastSeenAt: string;
                expiresAt: string;
                locked: boolean;
                current: boolean;
            }[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/sessions", {
        ...opts
    });
}
/**
 * Sign out everywhere, this browser included
 */
export function endAllSessions(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            ended: number;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/sessions", {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Sign out one of your sessions
 */
export function endSession(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/sessions/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Change your password
 */
export function changePassword(body: {
    currentPassword: string;
    newPassword: string;
}, { idempotencyKey }: {
    idempotencyKey?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/profile/password", oazapfts.json({
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "Idempotency-Key": idempotencyKey
        })
    }));
}
/**
 * Create the first owner account of a new installation
 */
export function createFirstOwner(body: {
    name: string;
    email: string;
    password: string;
    organizationName?: string;
    setUpToken?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            email: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/first-start", oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * Read how you sign in
 */
export function getSecurity(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            hasPassword: boolean;
            totp: {
                createdAt: string;
            } | null;
            passkeys: {
                id: string;
                name: string;
                backedUp: boolean;
                createdAt: string;
                lastUsedAt: string | null;
            }[];
            passkeyHost: string | null;
            recoveryCodesLeft: number;
            requiredFrom: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/profile/security", {
        ...opts
    });
}
/**
 * Begin to set up an authenticator app
 */
export function startTotp(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            secret: string;
            picture: string;
            setUp: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/profile/totp/options", {
        ...opts,
        method: "POST"
    });
}
/**
 * Confirm the authenticator app with its first code
 */
export function addTotp(body: {
    setUp: string;
    code: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            recoveryCodes: string[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/profile/totp", oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * Remove the authenticator app
 */
export function removeTotp(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/profile/totp", {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Begin to add a passkey
 */
export function startPasskey(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            challengeId: string;
            options: {
                [key: string]: unknown;
            };
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/profile/passkeys/options", {
        ...opts,
        method: "POST"
    });
}
/**
 * Add a passkey
 */
export function addPasskey(body: {
    challengeId: string;
    name: string;
    response: {
        id: string;
        rawId: string;
        "type": "public-key";
        authenticatorAttachment?: "platform" | "cross-platform";
        clientExtensionResults?: {
            [key: string]: unknown;
        };
        response: {
            clientDataJSON: string;
            attestationObject: string;
            authenticatorData?: string;
            transports?: string[];
            publicKeyAlgorithm?: number;
            publicKey?: string;
        };
    };
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 201;
        data: {
            recoveryCodes: string[];
            id: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/profile/passkeys", oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * Rename one of your passkeys
 */
export function renamePasskey(id: string, body: {
    name: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/profile/passkeys/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PATCH",
        body
    }));
}
/**
 * Remove one of your passkeys
 */
export function removePasskey(id: string, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/profile/passkeys/${encodeURIComponent(id)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Make new recovery codes
 */
export function replaceRecoveryCodes(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            recoveryCodes: string[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/profile/recovery-codes", {
        ...opts,
        method: "POST"
    });
}
/**
 * Read what is missing in the sign-in of this browser
 */
export function getSignIn(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            pending: {
                step: "second-factor" | "set-up-factor" | "new-password";
                email: string;
                code: boolean;
                passkey: boolean;
                recoveryCode: boolean;
                passwordFault: string | null;
                maySkip: boolean;
            } | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/sign-in", {
        ...opts
    });
}
/**
 * Give up the sign-in of this browser
 */
export function endSignIn(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/sign-in", {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Go on with the code of an authenticator app, or a recovery code
 */
export function giveSignInCode(body: {
    code: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            step: ("second-factor" | "set-up-factor" | "new-password") | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/sign-in/code", oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * Ask for a passkey: any one, or one of who has given the password
 */
export function askSignInPasskey(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            challengeId: string;
            options: {
                [key: string]: unknown;
            };
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/sign-in/passkey/options", {
        ...opts,
        method: "POST"
    });
}
/**
 * Sign in, or go on, with a passkey
 */
export function giveSignInPasskey(body: {
    challengeId: string;
    response: {
        id: string;
        rawId: string;
        "type": "public-key";
        authenticatorAttachment?: "platform" | "cross-platform";
        clientExtensionResults?: {
            [key: string]: unknown;
        };
        response: {
            clientDataJSON: string;
            authenticatorData: string;
            signature: string;
            userHandle?: string;
        };
    };
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            step: ("second-factor" | "set-up-factor" | "new-password") | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/sign-in/passkey", oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * Set up an authenticator app while signing in
 */
export function setUpSignInTotp(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            secret: string;
            picture: string;
            setUp: string;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/sign-in/totp/options", {
        ...opts,
        method: "POST"
    });
}
/**
 * Confirm the authenticator app with its first code, and go on
 */
export function confirmSignInTotp(body: {
    setUp: string;
    code: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            step: ("second-factor" | "set-up-factor" | "new-password") | null;
            recoveryCodes: string[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/sign-in/totp", oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * Begin to add a passkey while signing in
 */
export function makeSignInPasskey(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            challengeId: string;
            options: {
                [key: string]: unknown;
            };
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/sign-in/new-passkey/options", {
        ...opts,
        method: "POST"
    });
}
/**
 * Add the passkey as the second factor, and go on
 */
export function addSignInPasskey(body: {
    challengeId: string;
    name: string;
    response: {
        id: string;
        rawId: string;
        "type": "public-key";
        authenticatorAttachment?: "platform" | "cross-platform";
        clientExtensionResults?: {
            [key: string]: unknown;
        };
        response: {
            clientDataJSON: string;
            attestationObject: string;
            authenticatorData?: string;
            transports?: string[];
            publicKeyAlgorithm?: number;
            publicKey?: string;
        };
    };
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            step: ("second-factor" | "set-up-factor" | "new-password") | null;
            recoveryCodes: string[];
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/sign-in/new-passkey", oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * Choose a new password while signing in
 */
export function replaceSignInPassword(body: {
    newPassword: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            step: ("second-factor" | "set-up-factor" | "new-password") | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/sign-in/password", oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * Put off the present step of signing in, where that is allowed
 */
export function skipSignInStep(body: {
    step: "second-factor" | "set-up-factor" | "new-password";
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            step: ("second-factor" | "set-up-factor" | "new-password") | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/sign-in/skip", oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * Ask for a link to choose a new password
 */
export function requestPasswordReset(body: {
    email: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 409;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/password-resets", oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * Choose a new password with the link of a mail
 */
export function resetPassword(token: string, body: {
    newPassword: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 204;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 404;
        data: ErrorA;
    } | {
        status: 413;
        data: ErrorA;
    } | {
        status: 415;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/password-resets/${encodeURIComponent(token)}`, oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * List audit entries, newest first
 */
export function listAudit({ limit, cursor, action, actor, objectKind, objectId, patient, reads, $from, until }: {
    limit?: number;
    cursor?: string;
    action?: string;
    actor?: string;
    objectKind?: string;
    objectId?: string;
    patient?: string;
    reads?: "true" | "false";
    $from?: string;
    until?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            items: {
                id: string;
                at: string;
                actor: {
                    kind: "user" | "api-key" | "engine" | "public" | "directory";
                    id: string;
                    name: string;
                };
                action: string;
                "object": {
                    kind: string;
                    id: string;
                    name: string | null;
                };
                run: {
                    id: string;
                    title: string | null;
                } | null;
                details: {
                    [key: string]: unknown;
                };
                requestId: string | null;
            }[];
            nextCursor: string | null;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/audit${QS.query(QS.explode({
        limit,
        cursor,
        action,
        actor,
        objectKind,
        objectId,
        patient,
        reads,
        "from": $from,
        until
    }))}`, {
        ...opts
    });
}
/**
 * Read audit entries as a CSV file, newest first
 */
export function exportAudit({ action, actor, objectKind, objectId, patient, reads, $from, until }: {
    action?: string;
    actor?: string;
    objectKind?: string;
    objectId?: string;
    patient?: string;
    reads?: "true" | "false";
    $from?: string;
    until?: string;
} = {}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: string;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 422;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>(`/api/v2/audit/csv${QS.query(QS.explode({
        action,
        actor,
        objectKind,
        objectId,
        patient,
        reads,
        "from": $from,
        until
    }))}`, {
        ...opts
    });
}
/**
 * The change history of the service as an RSS 2.0 feed
 */
export function readChangelogFeed(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: string;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/v2/changelog/feed.xml", {
        ...opts
    });
}
/**
 * Check that the process is alive
 */
export function readHealth(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            status: "ok";
            uptimeSeconds: number;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/health", {
        ...opts
    });
}
/**
 * Check that the process can serve requests
 */
export function readReadiness(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            status: "ready";
            workers: number;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    } | {
        status: 503;
        data: ErrorA;
    }>("/api/ready", {
        ...opts
    });
}
/**
 * Read the metrics of the whole service for Prometheus
 */
export function readMetrics(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: string;
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 401;
        data: ErrorA;
    } | {
        status: 403;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/metrics", {
        ...opts
    });
}
/**
 * This reference as an OpenAPI 3.1 document
 */
export function readOpenApi(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: {
            [key: string]: unknown;
        };
    } | {
        status: 400;
        data: ErrorA;
    } | {
        status: 429;
        data: ErrorA;
    } | {
        status: 500;
        data: ErrorA;
    }>("/api/openapi.json", {
        ...opts
    });
}
