/** A transcript as it is read: a call of a tool with its result is one piece. Pure. */
import type { TranscriptEntry } from '@fairlead/protocol/agents'

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
	return entries.flatMap((entry): Piece[] => {
		if (entry.kind === 'tool')
			return [
				{ kind: 'call', byte: entry.byte, tool: entry, result: results.get(entry.toolId) ?? null },
			]
		if (entry.kind !== 'result') return [entry]
		if (called.has(entry.toolId)) return []
		return [{ kind: 'call', byte: entry.byte, tool: null, result: entry }]
	})
}

/** As a unified diff without places: they are not in the transcript. */
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
