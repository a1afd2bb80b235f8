/** Pictures are shown to the model; a file that is not a whole picture never reaches its provider. */
import { deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { codeOf, put, run, useFolder } from '../test-kit.ts'

useFolder()

const PNG = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAEklEQVR4nGP8z8Dwn4EIwESMIgBxHQICD7Yw7QAAAABJRU5ErkJggg==',
	'base64',
)
const GIF = Buffer.from('R0lGODlhAwACAIAAAP8AAAAAACwAAAAAAwACAAACAoRRADs=', 'base64')
const JPEG = Buffer.from(
	'ffd8ffe000104a46494600010100000100010000ffdb000401ffffc0000b080002000301011100ffda0008010100003f00d2ffd9',
	'hex',
)
const webp = (kind: string, body: Buffer): Buffer => {
	const size = Buffer.alloc(4)
	size.writeUInt32LE(12 + body.length)
	const chunk = Buffer.alloc(4)
	chunk.writeUInt32LE(body.length)
	return Buffer.concat([Buffer.from('RIFF'), size, Buffer.from(`WEBP${kind}`), chunk, body])
}
const WEBP = {
	lossy: webp('VP8 ', Buffer.from('0000009d012a03000200000000000000', 'hex')),
	lossless: webp('VP8L', Buffer.from('2f02400000000000000000000000', 'hex')),
	extended: webp('VP8X', Buffer.from('00000000020000010000', 'hex')),
}

const PICTURES: readonly (readonly [string, string, Buffer])[] = [
	['a.png', 'image/png', PNG],
	['a.jpg', 'image/jpeg', JPEG],
	['a.gif', 'image/gif', GIF],
	['a.webp', 'image/webp', WEBP.lossy],
	['b.webp', 'image/webp', WEBP.lossless],
	['c.webp', 'image/webp', WEBP.extended],
	['named-otherwise.bytes', 'image/png', PNG],
]

it.each(PICTURES)('%s is shown as %s', async (name, mediaType, bytes) => {
	put(`Assets/${name}`, bytes)
	expect(await run('read_file', { path: `Assets/${name}` })).toMatchObject({
		status: 'ok',
		result: { content: '', picture: { mediaType, width: 3, height: 2, bytes: bytes.length } },
		attachments: [{ name, mediaType, width: 3, height: 2, base64: bytes.toString('base64') }],
	})
})

it.each(PICTURES.slice(0, 6))('%s that is cut is refused', async (name, _type, bytes) => {
	for (const end of [4, 12, bytes.length - 3]) {
		put(`Assets/${name}`, bytes.subarray(0, end))
		const outcome = await run('read_file', { path: `Assets/${name}` })
		if (outcome.status === 'ok') expect(outcome.attachments).toBeUndefined()
		else expect(codeOf(outcome)).toBe('unsupported')
	}
})

it('a picture that is too large to show is refused with its size', async () => {
	const header = Buffer.from(PNG)
	header.writeUInt32BE(9_000, 16)
	put('Assets/wide.png', header)
	const heavy = Buffer.concat([
		PNG.subarray(0, 33),
		deflateSync(Buffer.alloc(10)),
		Buffer.alloc(1_900_000),
		PNG.subarray(-12),
	])
	put('Assets/heavy.png', heavy)
	for (const [path, said] of [
		['Assets/wide.png', '9000 × 2 pixels'],
		['Assets/heavy.png', `${heavy.length} bytes`],
	]) {
		expect(await run('read_file', { path })).toMatchObject({
			error: { code: 'too_large', message: expect.stringContaining(String(said)) },
		})
	}
})
