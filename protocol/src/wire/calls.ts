/**
 * Calls: one execution of one tool, wherever it runs. The same envelope travels
 * room → relay → editor; both relay and editor journal it under its call id, so
 * that a repeated id returns the stored outcome and never runs twice.
 */
import * as z from 'zod/mini'

/** 1–128 characters of [A-Za-z0-9._:-]. The Conversation mints it: `<conversationId>.<n>`. */
export const CallId = z.string().check(z.regex(/^[A-Za-z0-9._:-]{1,128}$/))
/** SHA-256, lower-case hex, of {@link canonicalJson} of `{method, params}`. */
export const ArgsHash = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** All calls of one agent step share a group, so that one undo reverts the step. */
export const UndoGroup = z.object({
	/** Stable id of the step. */
	id: z.string().check(z.minLength(1), z.maxLength(128)),
	/** Shown in Unity's Edit menu: "Undo <name>". */
	name: z.string().check(z.minLength(1), z.maxLength(200)),
})
export type UndoGroup = z.infer<typeof UndoGroup>

export const Call = z.object({
	callId: CallId,
	/** A tool name of the registry. */
	method: z.string().check(z.minLength(1), z.maxLength(64)),
	/** The tool's arguments, already checked against the registry by the sender. */
	params: z.record(z.string(), z.unknown()),
	argsHash: ArgsHash,
	/** Milliseconds the receiver has from receipt on; relative because clocks differ. */
	deadlineMs: z.int().check(z.minimum(1), z.maximum(3_600_000)),
	undoGroup: z.optional(UndoGroup),
})
export type Call = z.infer<typeof Call>

/**
 * Why a call failed. Codes are stable: the model, the page and tests rely on them.
 * `effect_unknown` alone leaves open whether the call changed something.
 */
export const CallErrorCode = z.enum([
	'invalid_arguments',
	'unknown_tool',
	'not_found',
	'ambiguous',
	'unknown_property',
	'unknown_type',
	'already_exists',
	'dirty_scene',
	'in_play_mode',
	'not_in_play_mode',
	'compile_errors',
	'unsupported',
	'outside_project',
	'stale_file',
	'no_match',
	'too_large',
	'no_editor',
	'ambiguous_target',
	'target_gone',
	'editor_busy',
	'modal_dialog',
	'deadline_exceeded',
	'effect_unknown',
	'conflict',
	'denied',
	'cancelled',
	'disk_full',
	'internal',
])
export type CallErrorCode = z.infer<typeof CallErrorCode>

/** A reason to withdraw a call before it began, besides that nobody waits. `answered`: in the program that asked. */
export const Withdrawal = z.enum(['answered'])
export type Withdrawal = z.infer<typeof Withdrawal>

export const CallError = z.object({
	code: CallErrorCode,
	/** One sentence that a user understands. */
	message: z.string().check(z.maxLength(4_000)),
	/** The next thing to do. */
	hint: z.optional(z.string().check(z.maxLength(2_000))),
	/** Facts for the model: near matches, names that exist, per-property results. */
	data: z.optional(z.unknown()),
})
export type CallError = z.infer<typeof CallError>

/** Binary results travel beside the JSON result and are stored out of band. */
export const Attachment = z.object({
	name: z.string().check(z.minLength(1), z.maxLength(200)),
	mediaType: z.enum([
		'image/png',
		'image/jpeg',
		'image/gif',
		'image/webp',
		'text/plain',
		'application/json',
	]),
	/** Standard base64 with padding. */
	base64: z.string(),
	width: z.optional(z.int().check(z.positive())),
	height: z.optional(z.int().check(z.positive())),
})
export type Attachment = z.infer<typeof Attachment>

export const CallOutcome = z.discriminatedUnion('status', [
	z.object({
		status: z.literal('ok'),
		result: z.unknown(),
		attachments: z.optional(z.array(Attachment).check(z.maxLength(8))),
		/** Time spent executing, measured where it ran. */
		durationMs: z.optional(z.number().check(z.nonnegative())),
	}),
	z.object({
		status: z.literal('error'),
		error: CallError,
		durationMs: z.optional(z.number().check(z.nonnegative())),
	}),
])
export type CallOutcome = z.infer<typeof CallOutcome>

/** Shorthand for a failed outcome. */
export function failed(
	code: CallErrorCode,
	message: string,
	more: { hint?: string; data?: unknown } = {},
): Extract<CallOutcome, { status: 'error' }> {
	return { status: 'error', error: { code, message, ...more } }
}

/**
 * One line of a journal: one end's knowledge of a call.
 * `received` → not begun; `started` → begun, effect unknown; `done` → the outcome is stored.
 */
export const JournalEntry = z.discriminatedUnion('state', [
	z.object({ callId: CallId, argsHash: ArgsHash, state: z.literal('received') }),
	z.object({ callId: CallId, argsHash: ArgsHash, state: z.literal('started') }),
	z.object({
		callId: CallId,
		argsHash: ArgsHash,
		state: z.literal('done'),
		outcome: CallOutcome,
	}),
])
export type JournalEntry = z.infer<typeof JournalEntry>

/** Sent upstream when an outcome is ready but the call's socket is gone. */
export const CallSettled = z.object({ callId: CallId, outcome: CallOutcome })
export type CallSettled = z.infer<typeof CallSettled>

export const CallProgress = z.object({
	callId: CallId,
	message: z.string().check(z.maxLength(500)),
	/** 0–1 if known. */
	fraction: z.optional(z.number().check(z.minimum(0), z.maximum(1))),
})
export type CallProgress = z.infer<typeof CallProgress>

export const CallIds = z.object({ callIds: z.array(CallId).check(z.maxLength(1_000)) })
export type CallIds = z.infer<typeof CallIds>

/**
 * JSON with the keys of every object sorted by UTF-16 code unit (RFC 8785's order),
 * `undefined` members left out. The same value always gives the same text.
 */
export function canonicalJson(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map((v) => canonicalJson(v ?? null)).join(',')}]`
	if (typeof value === 'object' && value !== null) {
		const members = Object.entries(value)
			.filter(([, v]) => v !== undefined)
			.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
			.map(([k, v]) => `${JSON.stringify(k)}:${canonicalJson(v)}`)
		return `{${members.join(',')}}`
	}
	return JSON.stringify(value ?? null)
}
