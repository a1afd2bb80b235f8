/**
 * Our additions to the AI SDK's UI message stream v1: message metadata and the
 * `data-*` parts. Parts with the same type and id replace one another in place.
 */
import * as z from 'zod/mini'
import { Author } from '../people/author.ts'
import { CallError, Withdrawal } from '../wire/calls.ts'
import { RevertPart } from './revert.ts'
import { RunState, Usage } from './runs.ts'

/** `metadata` of an assistant message; later values merge into earlier ones. */
export const MessageMetadata = z.object({
	runId: z.optional(z.string()),
	/** `provider/model`, e.g. `anthropic/claude-sonnet-5` or `demo/planner`. */
	model: z.optional(z.string()),
	/** Unix milliseconds. */
	createdAt: z.optional(z.int()),
	finishedAt: z.optional(z.int()),
	/** Final state; absent during the run. */
	state: z.optional(RunState),
	usage: z.optional(Usage),
	/** US dollars by the provider's list prices; absent if the model's price is not known. */
	costUsd: z.optional(z.number().check(z.nonnegative())),
	/** The person who stopped the run. */
	stoppedBy: z.optional(Author),
	/** The author of a user's message. */
	by: z.optional(Author),
})
export type MessageMetadata = z.infer<typeof MessageMetadata>

/** `data-step`, id `step-<seq>`: one knot of the run's line. */
export const StepPart = z.object({
	seq: z.int().check(z.nonnegative()),
	kind: z.enum(['model', 'tools']),
	state: z.enum(['running', 'waiting', 'done', 'failed']),
	startedAt: z.int(),
	finishedAt: z.optional(z.int()),
})
export type StepPart = z.infer<typeof StepPart>

/** `data-call`, id = tool call id: data that the tool part cannot hold. */
export const CallPart = z.object({
	toolCallId: z.string(),
	startedAt: z.int(),
	/** Absent while it has no outcome, and with an `error` if it never began. */
	finishedAt: z.optional(z.int()),
	/** The seat that it ran in; absent for calls that reached no editor. */
	editorKey: z.optional(z.string()),
	editorName: z.optional(z.string()),
	error: z.optional(CallError),
	/** Why it never began, if its client said more than that it no longer waits. */
	withdrawn: z.optional(Withdrawal),
	/** The id by which `room.commands` asks for the output of a running command. */
	callId: z.optional(z.string()),
	/** It is over, and a call of its kind changes nothing. Absent in older messages. */
	reads: z.optional(z.literal(true)),
	/** Latest progress line. */
	progress: z.optional(z.string()),
	/**
	 * Changes that a call without a result made, or may have made: its sub-agent was stopped or waited in vain (as in
	 * the result of `delegate`), or it was sent, and no answer came.
	 */
	changed: z.optional(z.array(z.string())),
})
export type CallPart = z.infer<typeof CallPart>

/** `data-wait`, id = tool call id: a gap in the line. */
export const WaitPart = z.object({
	on: z.enum(['editor', 'approval', 'retry']),
	/** One short clause: "Unity compiles scripts", "no editor is connected". */
	reason: z.string(),
	startedAt: z.int(),
	endedAt: z.optional(z.int()),
})
export type WaitPart = z.infer<typeof WaitPart>

/** `data-notice`: information for the user that is not the model's text. */
export const NoticePart = z.object({
	level: z.enum(['info', 'warning', 'error']),
	/** Stable; the page maps it to an action. */
	code: z.string(),
	text: z.string(),
	/** The next thing to do. */
	hint: z.optional(z.string()),
})
export type NoticePart = z.infer<typeof NoticePart>

/** A read of the current state; send it as `room.read`, to the seat of the approval. */
export const PreviewRead = z.object({
	/**
	 * The renderer for the comparison: a file's text, a component's properties, an object, an asset, what a folder holds;
	 * source: the text that a copy or a move would make run.
	 */
	shows: z.enum(['file', 'component', 'object', 'asset', 'folder', 'source']),
	/** A tool of the registry, in a call that changes nothing. */
	method: z.string(),
	params: z.record(z.string(), z.unknown()),
})
export type PreviewRead = z.infer<typeof PreviewRead>

/** A permission that one answer may give beyond its call. */
export const Permission = z.object({
	tool: z.string(),
	/** `run` for tools without actions. */
	action: z.string(),
	/** The only subject that it covers, such as the path of a menu item. */
	subject: z.optional(z.string()),
})
export type Permission = z.infer<typeof Permission>

/**
 * once: this call · run: everything it `covers`, until the run ends · project: from now on, in every
 * conversation of the project (an approval only; see `/api/projects/:id/grants`).
 */
export const ApprovalScope = z.enum(['once', 'run', 'project'])
export type ApprovalScope = z.infer<typeof ApprovalScope>

/**
 * `data-approval`, id = tool call id: an approval request and its answer. Written
 * when it is requested, and again when it is answered. For a call that a remembered answer
 * decided, written once, with `answer`: nobody is asked. The arguments are the tool part's `input`.
 */
export const ApprovalPart = z.object({
	/** The id in the path of `POST …/approvals/:approvalId`. */
	approvalId: z.string(),
	toolCallId: z.string(),
	tool: z.string(),
	/** `run` for tools without actions. */
	action: z.string(),
	/**
	 * The permissions that an answer with a wider scope than `once` gives. A batch has those of its actions
	 * that need approval: it runs without asking when all of them are allowed. Absent in older messages.
	 */
	covers: z.optional(z.array(Permission)),
	/** Permissions that `wider: true` in the answer gives in place of `covers`, and what they allow. */
	wider: z.optional(z.array(z.extend(Permission, { means: z.string() }))),
	risk: z.enum(['read', 'write', 'destructive', 'execute']),
	/** Sentences that tell why a call whose tool is harmless counts as running code. */
	why: z.optional(z.string()),
	/** The seat that the run is bound to; absent: the project's target. */
	editorKey: z.optional(z.string()),
	/** It may change an open scene, which loses the change when play mode ends. */
	inScene: z.optional(z.literal(true)),
	/** Reads of the values that the change would replace, in the order of the arguments; may be empty. */
	reads: z.array(PreviewRead),
	/** Present for visitors with a share link who do not see all of the call: a member of the project answers. */
	withheld: z.optional(z.literal(true)),
	/** Unix milliseconds. */
	askedAt: z.int(),
	answer: z.optional(
		z.object({
			approved: z.boolean(),
			/** `project` with `by: 'memory'`: a grant of the project. */
			scope: ApprovalScope,
			reason: z.optional(z.string()),
			/** person: someone was asked · memory: an earlier answer · ended: the run continued or ended without an answer. */
			by: z.enum(['person', 'memory', 'ended']),
			/** The person who answered. Absent in older messages. */
			author: z.optional(Author),
			at: z.int(),
		}),
	),
})
export type ApprovalPart = z.infer<typeof ApprovalPart>

/** The `data-*` parts by the name after the dash. */
export const DataParts = {
	step: StepPart,
	call: CallPart,
	wait: WaitPart,
	notice: NoticePart,
	approval: ApprovalPart,
	revert: RevertPart,
	author: Author,
} as const
export type DataParts = {
	step: StepPart
	call: CallPart
	wait: WaitPart
	notice: NoticePart
	approval: ApprovalPart
	revert: RevertPart
	/** id = the `steering-message` it belongs to: somebody other than the run's author wrote it. */
	author: Author
}

/** A stored attachment inside a tool's output, in place of its bytes. */
export const StoredAttachment = z.object({
	name: z.string(),
	mediaType: z.string(),
	/** Path on this origin: `/api/conversations/:id/blobs/:blobId`. */
	url: z.string(),
	width: z.optional(z.int()),
	height: z.optional(z.int()),
	bytes: z.int(),
})
export type StoredAttachment = z.infer<typeof StoredAttachment>

/** `output` of every `tool-*` part that succeeded. */
export const ToolOutput = z.object({
	result: z.unknown(),
	attachments: z.optional(z.array(StoredAttachment)),
})
export type ToolOutput = z.infer<typeof ToolOutput>
