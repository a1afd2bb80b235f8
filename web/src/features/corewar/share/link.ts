/**
 * A battle in the fragment of an address: `#battle=1.<base64url of deflated JSON>`. The fragment is not sent to any
 * server. What comes in is a stranger's: its size is bounded before and while it is unpacked, and each field is checked.
 */
import { type BattleSetup, fieldsOf, isCount, readSetup } from '../battle/setup.ts'

/** Version of the form, not of the engine: that one's version stands in the battle. */
const VERSION = '1'
const KEY = 'battle'
/** Mail and chat programs cut longer addresses. */
const MAX_FRAGMENT = 32_000
/** Unpacked. Ten warriors of a link have together less than a megabyte. */
const MAX_TEXT_BYTES = 1_000_000

export interface SharedBattle {
	readonly setup: BattleSetup
	/** The round to open, from 0; null: none. */
	readonly round: number | null
}

export type Opened =
	| { readonly kind: 'none' }
	| { readonly kind: 'battle'; readonly shared: SharedBattle }
	| { readonly kind: 'unreadable'; readonly why: string }

/** @returns the fragment with `#`; null if the battle is too long for a link */
export async function fragmentFor(shared: SharedBattle): Promise<string | null> {
	const bytes = new TextEncoder().encode(JSON.stringify(shared))
	if (bytes.length > MAX_TEXT_BYTES) return null
	const packed = await gathered(
		new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw')),
		MAX_FRAGMENT,
	)
	if (packed === null) return null
	const text = base64Url(packed)
	const fragment = `#${KEY}=${VERSION}.${text}`
	return fragment.length > MAX_FRAGMENT ? null : fragment
}

/** @param fragment of an address, with `#` or empty. Never throws. */
export async function battleIn(fragment: string): Promise<Opened> {
	const found = /^#battle=(\w*)\.(.*)$/s.exec(fragment)
	if (!found)
		return fragment.startsWith(`#${KEY}=`) ? unreadable('It is cut off.') : { kind: 'none' }
	const [, version, text = ''] = found
	if (version !== VERSION) return unreadable('It was made by another version of this page.')
	if (fragment.length > MAX_FRAGMENT) return unreadable('It is longer than any link of this page.')
	const packed = bytesOf(text)
	if (packed === null) return unreadable('It is damaged or cut off.')
	const bytes = await unpacked(packed)
	if (bytes === null) return unreadable('It is damaged or cut off, or holds too much.')
	try {
		const value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
		const fields = fieldsOf(value, ['setup', 'round'])
		const setup = readSetup(fields?.['setup'])
		if (fields === null || setup === null)
			return unreadable('It holds something else than a battle.')
		const { round } = fields
		if (round !== null && !isCount(round, 0, setup.rounds - 1)) {
			return unreadable('It names a round that the battle does not have.')
		}
		return { kind: 'battle', shared: { setup, round } }
	} catch {
		return unreadable('It is damaged or cut off.')
	}
}

const unreadable = (why: string): Opened => ({ kind: 'unreadable', why })

async function unpacked(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer> | null> {
	try {
		const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
		return await gathered(stream, MAX_TEXT_BYTES)
	} catch {
		return null
	}
}

/** @returns null as soon as there are more than `max` bytes */
async function gathered(
	stream: ReadableStream<Uint8Array>,
	max: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
	const parts: Uint8Array[] = []
	let length = 0
	const reader = stream.getReader()
	for (;;) {
		const { done, value } = await reader.read()
		if (done) break
		length += value.length
		if (length > max) {
			await reader.cancel().catch(() => undefined)
			return null
		}
		parts.push(value)
	}
	const whole = new Uint8Array(length)
	let at = 0
	for (const part of parts) {
		whole.set(part, at)
		at += part.length
	}
	return whole
}

function base64Url(bytes: Uint8Array): string {
	let text = ''
	for (const byte of bytes) text += String.fromCharCode(byte)
	return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> | null {
	if (!/^[\w-]+$/.test(text)) return null
	try {
		const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
		return Uint8Array.from(binary, (one) => one.charCodeAt(0))
	} catch {
		return null
	}
}
