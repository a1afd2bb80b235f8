/** A run's result on the page, without times and waits, and the comparison of two results. */
import { resolveCall } from '@fairlead/protocol/tools'
import { tokenOf } from './kit/ledger.ts'

type Part = Record<string, unknown> & { type: string }

export interface StoredUi {
	readonly id: string
	readonly role: string
	readonly parts: readonly Part[]
	readonly metadata?: { readonly state?: string; readonly [more: string]: unknown }
}

export interface ToolLine {
	readonly kind: 'tool'
	readonly toolCallId: string
	readonly name: string
	readonly input: unknown
	/** `ok`, `denied`, `open`, or the error's code. */
	readonly fate: string
	readonly output: unknown
	readonly approved: unknown
	readonly errorText: string
	/** From the call's proposal to its end, milliseconds of the wall clock. */
	readonly tookMs: number
}

export type Line =
	| { readonly kind: 'text' | 'reasoning'; readonly text: string }
	| { readonly kind: 'step'; readonly text: string }
	| { readonly kind: 'notice'; readonly text: string }
	| ToolLine

export function linesOf(message: StoredUi): Line[] {
	const calls = new Map<string, Record<string, unknown>>()
	for (const part of message.parts)
		if (part.type === 'data-call')
			calls.set(String(part['id']), part['data'] as Record<string, unknown>)
	return message.parts.flatMap((part): Line[] => {
		if (part.type === 'text' || part.type === 'reasoning')
			return [{ kind: part.type, text: String(part['text']) }]
		if (part.type === 'step-start') return [{ kind: 'step', text: '' }]
		if (part.type === 'data-notice') {
			const { code } = part['data'] as { code: string }
			// When the project's notes are read depends on the relay, which comes and goes; how much a run has used, on failed tries.
			const varies = code === 'notes' || code.endsWith('_limit_near')
			return varies ? [] : [{ kind: 'notice', text: code }]
		}
		if (!part.type.startsWith('tool-')) return []
		const call = calls.get(String(part['toolCallId']))
		const error = call?.['error'] as { code: string } | undefined
		return [
			{
				kind: 'tool',
				toolCallId: String(part['toolCallId']),
				name: part.type.slice('tool-'.length),
				input: part['input'],
				fate: fateOf(String(part['state']), error),
				output: part['output'],
				approved: (part['approval'] as { approved?: boolean } | undefined)?.approved,
				errorText: String(part['errorText'] ?? ''),
				tookMs: Number(call?.['finishedAt'] ?? 0) - Number(call?.['startedAt'] ?? 0),
			},
		]
	})
}

function fateOf(state: string, error: { code: string } | undefined): string {
	if (state === 'output-available') return 'ok'
	if (state === 'output-denied') return 'denied'
	if (state === 'output-error') return error?.code ?? 'no_code'
	return 'open'
}

export const toolsOf = (message: StoredUi): ToolLine[] =>
	linesOf(message).filter((line) => line.kind === 'tool')

export interface Excuses {
	/** Its approval was decided differently from the reference run: `approvals.ts` judges that. */
	readonly decidedAnew: (toolCallId: string) => boolean
	/** Approval may have been requested in only one of the two runs. */
	readonly askedOnce: (toolCallId: string) => boolean
	/** A fault happened that may cost a call its answer. */
	readonly disrupted: boolean
	/** The relay's disk was full: it begins nothing that it cannot journal. */
	readonly diskWasFull: boolean
	/** The relay itself was killed: its own writes may have been in progress. */
	readonly relayDied: boolean
}

/** Codes for a call that could not be completed. */
const LOST = new Set([
	'deadline_exceeded',
	'effect_unknown',
	'target_gone',
	'no_editor',
	'cancelled',
	'editor_busy',
])
const DISK_FULL = 'disk is full'
/** Clocks and graces differ by less than this. */
const SLACK_MS = 500

/** Sentences about differences without a declared reason. `whole`: the run was not cut short. */
export function differences(
	expected: readonly Line[],
	seen: readonly Line[],
	whole: boolean,
	excuses: Excuses,
): string[] {
	const found: string[] = []
	const told = seen.filter((line) => line.kind !== 'notice')
	if (whole && seen.length !== expected.length)
		found.push(`${seen.length} parts instead of ${expected.length}`)
	told.forEach((line, index) => {
		const wanted = expected[index]
		if (!wanted || wanted.kind !== line.kind) {
			found.push(`part ${index} is ${line.kind} instead of ${wanted?.kind ?? 'nothing'}`)
		} else if (line.kind === 'tool' && wanted.kind === 'tool') {
			const problem = toolDifference(wanted, line, whole, excuses)
			if (problem) found.push(`${line.toolCallId}: ${problem}`)
		} else if (line.kind !== 'tool' && wanted.kind !== 'tool' && line.text !== wanted.text) {
			const cut = !whole && index === told.length - 1 && wanted.text.startsWith(line.text)
			if (!cut) found.push(`part ${index} says "${line.text}" instead of "${wanted.text}"`)
		}
	})
	return found
}

function toolDifference(
	wanted: ToolLine,
	seen: ToolLine,
	whole: boolean,
	excuses: Excuses,
): string | null {
	if (seen.toolCallId !== wanted.toolCallId || seen.name !== wanted.name) return 'another call'
	if (!whole && (seen.fate === 'cancelled' || seen.fate === 'no_code')) return null
	if (JSON.stringify(seen.input) !== JSON.stringify(wanted.input)) return 'other arguments'
	if (excuses.decidedAnew(seen.toolCallId)) return null
	if (seen.approved !== wanted.approved && !excuses.askedOnce(seen.toolCallId))
		return `approved: ${seen.approved} instead of ${wanted.approved}`
	if (seen.fate === wanted.fate)
		return JSON.stringify(seen.output) === JSON.stringify(wanted.output) ? null : 'another result'
	if (excuses.diskWasFull && seen.errorText.includes(DISK_FULL)) return null
	if (wanted.fate !== 'ok' || !LOST.has(seen.fate))
		return `${seen.fate} instead of ${wanted.fate} (${seen.errorText})`
	const { once, timeoutMs, runsOn } = factsOf(seen)
	if (seen.fate === 'effect_unknown' && !once) return 'effect_unknown for a call that may run twice'
	if (excuses.disrupted || seen.tookMs >= timeoutMs - SLACK_MS) return null
	if (seen.fate === 'effect_unknown' && runsOn === 'relay' && excuses.relayDied) return null
	return `${seen.fate} after ${seen.tookMs} ms without a reason (${seen.errorText})`
}

export const tokenOfTool = (tool: Pick<ToolLine, 'input'>): string => tokenOf(tool.input ?? {})

export function factsOf(tool: Pick<ToolLine, 'name' | 'input'>): {
	once: boolean
	timeoutMs: number
	runsOn: string
	token: string
} {
	const resolved = resolveCall(tool.name, tool.input)
	const token = tokenOfTool(tool)
	if (!resolved.ok) return { once: false, timeoutMs: 0, runsOn: 'nowhere', token }
	const { action, tool: spec } = resolved.call
	return { once: action.replay === 'once', timeoutMs: action.timeoutMs, runsOn: spec.runsOn, token }
}
