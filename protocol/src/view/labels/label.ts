/** Labels of tool calls: a sentence in pieces, so that names stand out without any markup in strings. */

import type { CallState } from '../call-view.ts'
import { cutLine } from '../cut-line.ts'
import { visible } from '../visible.ts'

export type Segment =
	| { readonly type: 'text'; readonly text: string }
	| { readonly type: 'name'; readonly text: string }
	| { readonly type: 'code'; readonly text: string }
export type Label = readonly Segment[]

export const name = (text: string): Segment => ({ type: 'name', text })
export const code = (text: string): Segment => ({ type: 'code', text })

type Piece = Segment | string | number | Label | null | undefined

/**
 * Joins pieces with single spaces; empty ones vanish; punctuation sticks to what stands before it. Characters that
 * are invisible are written out: people base decisions on these sentences.
 */
export function say(...pieces: Piece[]): Label {
	const flat = pieces.flatMap((piece): readonly Segment[] => {
		if (piece === null || piece === undefined || piece === '') return []
		if (typeof piece !== 'object') return [{ type: 'text', text: visible(String(piece)) }]
		return 'type' in piece ? [{ ...piece, text: visible(piece.text) }] : piece
	})
	const out: Segment[] = []
	const push = (segment: Segment) => {
		const last = out.at(-1)
		if (last?.type === 'text' && segment.type === 'text') {
			out[out.length - 1] = { type: 'text', text: last.text + segment.text }
		} else out.push(segment)
	}
	for (const segment of flat) {
		// A name that begins with a dot is a name: `.env`.
		const sticks = segment.type === 'text' && /^[\s,.:;)]/.test(segment.text)
		const spaced = sticks || out.at(-1)?.text.endsWith(' ')
		if (out.length > 0 && !spaced) push({ type: 'text', text: ' ' })
		push(segment)
	}
	return out
}

export const plain = (label: Label): string => label.map((segment) => segment.text).join('')

/** The verb in the tense that fits: while it runs, when it is done, when it failed. */
export function verb(state: CallState, doing: string, done: string, base: string): string {
	switch (state) {
		case 'preparing':
		case 'running':
			return doing
		case 'asking':
			return `Wants to ${base}`
		case 'done':
			return done
		case 'failed':
			return `Could not ${base}`
		case 'denied':
			return `Denied: ${base}`
		default:
			return state satisfies never
	}
}

/** "1 error", "3 errors". */
export const count = (n: number, one: string, many = `${one}s`): string =>
	`${n.toLocaleString('en')} ${n === 1 ? one : many}`

/** Rotations have such differences to zero from their arithmetic alone. */
const NOISE = 1e-6
/** Below it, three decimals would leave out most of a number. */
const SMALL = 0.1

/** Numbers of a scene: three decimals, or three digits of a small one, without trailing zeros. */
export function num(n: number): string {
	const size = Math.abs(n)
	if (size < NOISE) return '0'
	return String(size < SMALL ? Number(n.toPrecision(3)) : Math.round(n * 1000) / 1000)
}

export const isVector = (value: unknown): value is number[] =>
	Array.isArray(value) &&
	value.length >= 2 &&
	value.length <= 4 &&
	value.every((n) => typeof n === 'number')

export const vector = (value: unknown): string | null =>
	isVector(value) ? `(${value.map(num).join(', ')})` : null

/** A property's value on one line. @param cut limits its length */
export function valueText(value: unknown, cut = cutLine): string {
	if (value === null || value === undefined) return 'none'
	if (typeof value === 'number') return num(value)
	if (typeof value === 'boolean') return value ? 'on' : 'off'
	if (typeof value === 'string') return value === '' ? '“”' : cut(value)
	const plain = (item: unknown) => typeof item === 'string' || typeof item === 'number'
	if (Array.isArray(value) && !isVector(value) && value.every(plain))
		return value.join(', ') || 'none'
	return vector(value) ?? cut(JSON.stringify(value))
}

/** `/Parent/Cube` → `Cube`, `Assets/A/B.cs` → `B.cs`. Ids stay as they are. */
export const baseName = (path: string): string => path.split('/').filter(Boolean).at(-1) ?? path
