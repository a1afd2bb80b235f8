/**
 * Our additions to the AI SDK's UI message stream v1: message metadata and the
 * `data-*` parts. Parts with the same type and id replace one another in place.
 */
import * as z from 'zod'
import { CallError } from './calls.ts'
import { RunState, Usage } from './runs.ts'

/** `metadata` of an assistant message; later values merge into earlier ones. */
export const MessageMetadata = z.object({
	runId: z.string().optional(),
	/** `provider/model`, e.g. `anthropic/claude-sonnet-5` or `demo/planner`. */
	model: z.string().optional(),
	/** Unix milliseconds. */
	createdAt: z.number().int().optional(),
	finishedAt: z.number().int().optional(),
	/** Final state; absent while the run goes on. */
	state: RunState.optional(),
	usage: Usage.optional(),
})
export type MessageMetadata = z.infer<typeof MessageMetadata>

/** `data-step`, id `step-<seq>`: one knot of the run's line. */
export const StepPart = z.object({
	seq: z.number().int().nonnegative(),
	kind: z.enum(['model', 'tools']),
	state: z.enum(['running', 'waiting', 'done', 'failed']),
	startedAt: z.number().int(),
	finishedAt: z.number().int().optional(),
})
export type StepPart = z.infer<typeof StepPart>

/** `data-call`, id = tool call id: what the tool part itself cannot say. */
export const CallPart = z.object({
	toolCallId: z.string(),
	startedAt: z.number().int(),
	finishedAt: z.number().int().optional(),
	/** Where it ran; absent for calls that reached no editor. */
	editorKey: z.string().optional(),
	editorName: z.string().optional(),
	error: CallError.optional(),
	/** Latest progress line. */
	progress: z.string().optional(),
})
export type CallPart = z.infer<typeof CallPart>

/** `data-wait`, id = tool call id: a gap in the line. */
export const WaitPart = z.object({
	on: z.enum(['editor', 'approval', 'retry']),
	/** One short clause: "Unity compiles scripts", "no editor is connected". */
	reason: z.string(),
	startedAt: z.number().int(),
	endedAt: z.number().int().optional(),
})
export type WaitPart = z.infer<typeof WaitPart>

/** `data-notice`: something the user should know that is not the model's text. */
export const NoticePart = z.object({
	level: z.enum(['info', 'warning', 'error']),
	/** Stable; the page maps it to an action. */
	code: z.string(),
	text: z.string(),
	/** What to do next. */
	hint: z.string().optional(),
})
export type NoticePart = z.infer<typeof NoticePart>

/** The `data-*` parts by the name after the dash. */
export const DataParts = {
	step: StepPart,
	call: CallPart,
	wait: WaitPart,
	notice: NoticePart,
} as const
export type DataParts = {
	step: StepPart
	call: CallPart
	wait: WaitPart
	notice: NoticePart
}

/** A stored attachment inside a tool's output, in place of its bytes. */
export const StoredAttachment = z.object({
	name: z.string(),
	mediaType: z.string(),
	/** Path on this origin: `/api/conversations/:id/blobs/:blobId`. */
	url: z.string(),
	width: z.number().int().optional(),
	height: z.number().int().optional(),
	bytes: z.number().int(),
})
export type StoredAttachment = z.infer<typeof StoredAttachment>

/** `output` of every `tool-*` part that succeeded. */
export const ToolOutput = z.object({
	result: z.unknown(),
	attachments: z.array(StoredAttachment).optional(),
})
export type ToolOutput = z.infer<typeof ToolOutput>
