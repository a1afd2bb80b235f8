/** A visitor follows a run: no folder of the desk and no secret comes through in pieces, and coming back loses no word. */
import type { UiChunk } from '@fairlead/protocol/conversations/ui-chunks'
import { expect, test } from 'vitest'
import { Random } from '../../../test/chaos/kit/random.ts'
import { withoutDeskPaths } from './desk-paths.ts'
import { sharedFrames } from './shared-frames.ts'
import { sharedWords } from './shared-names.ts'

const PATHS = [
	'/data/ada-7Q/Game/Assets/x.cs',
	'/run/media/ada-7Q/My Disk/Game/Library/a.b',
	'C:\\Users\\Ada L-7Q\\My Game\\Assets\\a.cs:3',
	'\\\\server\\share-7Q\\Game\\Temp\\x',
	'//nas/share-7Q/Game/Logs/x.log',
	'file:///srv/ada-7Q/Game/ProjectSettings/x.asset',
	'vscode://file/data/ada-7Q/Game/Assets/x.cs',
	'~/Games-7Q/Mine/Packages/manifest.json',
	"/scratch/Bob's-7Q/Game/UserSettings/x",
	'/tmp/out-7Q.png',
]
const WORDS = [
	'I moved /Floor/Cube',
	'and',
	'C',
	'either/or',
	'https://docs.example/data/Manual/Library/x.html',
	'`',
	'\n',
	' ',
	'filed',
	'a // b',
	'Assets/Player.cs(3,4):',
]

/** `7Q` marks what must not come through. */
const SECRETS = [
	'DB_PASSWORD=hunter-7Q',
	'password: hunter-7Q',
	'**API key:** `hunter-7Q`',
	'"password": "two words-7Q",',
	'Authorization: Bearer abc-7Q',
	'sk-7Q3CRabcdefghijklmnop',
	'postgres://ada:hunter-7Q@db.example/x',
	'curl -u ada:hunter-7Q https://a.example',
	'| user | password |\n|---|---|\n| ada | hunter-7Q |\n\n',
	"storePassword 'hunter-7Q'",
]

/** A text in pieces of a few characters, as a model streams it. */
function framesOf(text: string, random: Random): string[] {
	const chunks: UiChunk[] = [{ type: 'text-start', id: 't' }]
	for (let at = 0; at < text.length; ) {
		const length = random.between(1, 9)
		chunks.push({ type: 'text-delta', id: 't', delta: text.slice(at, at + length) })
		at += length
		if (random.chance(0.05))
			chunks.push({ type: 'source-url', sourceId: `${at}`, url: 'https://a.example' })
	}
	chunks.push({ type: 'text-end', id: 't' }, { type: 'finish', finishReason: 'stop' })
	return chunks.map((chunk, at) => `id: ${at}\ndata: ${JSON.stringify(chunk)}\n\n`)
}

async function shown(frames: readonly string[]): Promise<string[]> {
	const pieces = (async function* () {
		for (const frame of frames) yield new TextEncoder().encode(frame)
	})()
	let text = ''
	for await (const piece of sharedFrames(pieces, new Map())) text += new TextDecoder().decode(piece)
	return text.split('\n\n').filter((frame) => frame !== '')
}

const chunkOf = (frame: string) => JSON.parse(frame.slice(frame.indexOf('data: ') + 6)) as UiChunk
const idOf = (frame: string) => Number(/^id: (\d+)/.exec(frame)?.[1])
const wordsOf = (frames: readonly string[]) =>
	frames
		.map(chunkOf)
		.map((chunk) => (chunk.type === 'text-delta' ? chunk.delta : ''))
		.join('')

function textOf(random: Random): string {
	const part = () => random.pick(random.chance(0.4) ? PATHS : WORDS)
	return Array.from({ length: random.between(1, 8) }, part).join(random.pick([' ', '\n', '; ']))
}

test('paths that are split anywhere are cut as in the whole text, and nothing else is lost', async () => {
	const random = new Random(77)
	for (let i = 0; i < 2_000; i++) {
		const text = textOf(random)
		const frames = framesOf(text, random)
		const got = await shown(frames)
		expect(wordsOf(got), text).not.toContain('7Q')
		expect(wordsOf(got), text).toBe(withoutDeskPaths(text))
		const others = (of: readonly string[]) =>
			of.map(chunkOf).filter(({ type }) => type !== 'text-delta')
		expect(others(got)).toEqual(others(frames))
	}
})

test('secrets that are split anywhere do not come through, and the rest does', async () => {
	const random = new Random(80)
	for (let i = 0; i < 500; i++) {
		const part = () => random.pick(random.chance(0.4) ? SECRETS : WORDS)
		const text = Array.from({ length: random.between(1, 8) }, part).join(
			random.pick([' ', '\n', '\n\n']),
		)
		expect(sharedWords(text), text).not.toContain('7Q')
		const words = wordsOf(await shown(framesOf(text, random)))
		expect(words, text).not.toContain('7Q')
		expect(words, text).toBe(sharedWords(text))
	}
})

test('a visitor whose stream was cut comes back with the last cursor and gets what was held', async () => {
	const random = new Random(78)
	for (let i = 0; i < 1_000; i++) {
		const text = textOf(random)
		const frames = framesOf(text, random)
		const first = await shown(frames.slice(0, random.between(1, frames.length)))
		const cursor = first.map(idOf).at(-1) ?? -1
		const rest = await shown(frames.slice(cursor + 1))
		const words = wordsOf([...first, ...rest])
		expect(words, text).not.toContain('7Q')
		// After a cut, a word that goes on is not known: a path in it may be cut.
		expect(words.replaceAll(/\s/g, '').length, text).toBeLessThanOrEqual(text.length)
		const ids = [...first, ...rest].map(idOf)
		expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
		expect(ids.at(-1)).toBe(frames.length - 1)
	}
})

test.each([
	[
		'begin with a space',
		['A', ' cube is', ' in', ' the scene, with', ' 12 lights.', ' Done'],
		' Done',
	],
	['end with one', ['A ', 'cube ', 'is in ', 'the scene. ', 'Done'], 'Done'],
	['have no spaces', ['立方体', '在场景', '中。'], ''],
])('only the last word is held of pieces that %s', async (_how, deltas, held) => {
	const chunks: UiChunk[] = deltas.map((delta) => ({ type: 'text-delta', id: 't', delta }))
	const got = await shown(
		chunks.map((chunk, at) => `id: ${at}\ndata: ${JSON.stringify(chunk)}\n\n`),
	)
	expect(wordsOf(got) + held).toBe(deltas.join(''))
})
