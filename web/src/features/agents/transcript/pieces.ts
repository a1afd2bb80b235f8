/** A transcript as it is read: a call of a tool with its result is one piece, and a plan a list. Pure. */
import type { TranscriptEntry } from '@fairlead/protocol/agents/agents'

type ToolEntry = Extract<TranscriptEntry, { kind: 'tool' }>
type ResultEntry = Extract<TranscriptEntry, { kind: 'result' }>

export type Piece =
	| Exclude<TranscriptEntry, ToolEntry | ResultEntry>
	/** `tool` null: its call is before what was read. `result` null: it runs, or its end is after. */
	| {
			readonly kind: 'call'
			readonly byte: number
			readonly tool: ToolEntry | null
			readonly result: ResultEntry | null
	  }
	| {
			readonly kind: 'plan'
			readonly byte: number
			readonly steps: readonly PlanStep[]
			/** Whether a newer plan follows. */
			readonly isOld: boolean
	  }

export interface PlanStep {
	readonly state: 'done' | 'doing' | 'due'
	readonly text: string
}

const STEP = /^\[([x> ])\] (.+)$/
const STATES: Readonly<Record<string, PlanStep['state']>> = { x: 'done', '>': 'doing', ' ': 'due' }

/** The steps of a note that is an agent's plan, as the relay writes one; null: it is another note. */
export function stepsOf(note: string): readonly PlanStep[] | null {
	const [head, ...lines] = note.split('\n')
	if (head !== 'Plan:' || lines.length === 0) return null
	const steps = lines.flatMap((line): PlanStep[] => {
		const [, mark = '', text = ''] = STEP.exec(line) ?? []
		const state = STATES[mark]
		return state ? [{ state, text }] : []
	})
	return steps.length === lines.length ? steps : null
}

/** Unique among the pieces: one line of the file may hold several. */
export const keyOf = (piece: Piece): string =>
	piece.kind === 'call'
		? `call ${piece.tool?.toolId ?? piece.result?.toolId}`
		: `${piece.kind} ${piece.byte}`

export function piecesOf(entries: readonly TranscriptEntry[]): Piece[] {
	const results = new Map(
		entries.flatMap((entry) => (entry.kind === 'result' ? [[entry.toolId, entry]] : [])),
	)
	const called = new Set(entries.flatMap((entry) => (entry.kind === 'tool' ? [entry.toolId] : [])))
	const pieces = entries.flatMap((entry): Piece[] => {
		if (entry.kind === 'note') {
			const steps = stepsOf(entry.text)
			return [steps ? { kind: 'plan', byte: entry.byte, steps, isOld: false } : entry]
		}
		if (entry.kind === 'tool')
			return [
				{ kind: 'call', byte: entry.byte, tool: entry, result: results.get(entry.toolId) ?? null },
			]
		if (entry.kind !== 'result') return [entry]
		if (called.has(entry.toolId)) return []
		return [{ kind: 'call', byte: entry.byte, tool: null, result: entry }]
	})
	return withNewestPlan(pieces)
}

/** A plan that was updated at once is left out; one that was updated later is old. */
function withNewestPlan(pieces: readonly Piece[]): Piece[] {
	const newest = pieces.findLast(({ kind }) => kind === 'plan')
	return pieces
		.filter((piece, at) => piece.kind !== 'plan' || pieces[at + 1]?.kind !== 'plan')
		.map((piece) => (piece.kind === 'plan' ? { ...piece, isOld: piece !== newest } : piece))
}

/** A unified diff without line numbers, which are not in the transcript. */
export function diffOf(before: string | undefined, after: string): string {
	const lines = (sign: string, text: string): string[] =>
		text === ''
			? []
			: text
					.replace(/\n$/, '')
					.split('\n')
					.map((line) => sign + line)
	return [...lines('-', before ?? ''), ...lines('+', after)].join('\n')
}
