/** Pictures, which Unity's bridge writes to a file: only a file that the relay named is read. */
import { randomBytes } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Attachment, failed } from '@fairlead/protocol/calls'
import type { ToolArgs } from '@fairlead/protocol/tools'
import * as z from 'zod'
import type { Bridge } from './bridge.ts'
import { BridgeError } from './bridge-error.ts'
import { refuseGiven } from './scene-objects.ts'

/** Unity empties this folder of the project itself. */
const FOLDER = ['Temp', 'Fairlead'] as const
const MAX_BYTES = 8 * 1024 * 1024
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const Picture = z.object({ width: z.int().positive(), height: z.int().positive() })

export interface Pictured {
	readonly result: unknown
	readonly attachments: Attachment[]
}

export const pictureOfGame = (
	bridge: Bridge,
	args: ToolArgs<'unity_screenshot', 'game'>,
): Promise<Pictured> => picture(bridge, 'game', args)

export function pictureOfScene(
	bridge: Bridge,
	args: ToolArgs<'unity_screenshot', 'scene'>,
): Promise<Pictured> {
	refuseGiven(args, ['look_at', 'frame', 'direction', 'distance'])
	return picture(bridge, 'scene', args)
}

async function picture(
	bridge: Bridge,
	view: 'game' | 'scene',
	{ width, height }: { width: number; height: number },
): Promise<Pictured> {
	const folder = join(bridge.folder, ...FOLDER)
	await mkdir(folder, { recursive: true })
	const output = join(folder, `${randomBytes(8).toString('hex')}.png`)
	try {
		const said = Picture.safeParse(await bridge.run('screenshot', { view, output, width, height }))
		const bytes = await readPicture(output)
		// The size stands in the file, behind its signature and the header's length and name.
		const size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
		const shown = said.success ? said.data : size
		return {
			result: { view, ...shown, camera: null },
			attachments: [
				{
					name: 'screenshot',
					mediaType: 'image/png',
					base64: bytes.toString('base64'),
					...shown,
				},
			],
		}
	} finally {
		await rm(output, { force: true })
	}
}

/** @throws {BridgeError} if there is no picture of a bearable size. */
async function readPicture(path: string): Promise<Buffer> {
	const file = await open(path, 'r').catch(() => null)
	try {
		const size = (await file?.stat())?.size ?? 0
		const bytes = size > PNG.length + 16 && size <= MAX_BYTES ? await file?.readFile() : undefined
		if (bytes?.subarray(0, PNG.length).equals(PNG)) return bytes
		throw new BridgeError(
			failed(
				'internal',
				`Unity reported a picture, but the file is ${size > MAX_BYTES ? 'too large' : 'missing or no PNG'}.`,
				{
					hint: 'Repeat the call, or ask for a smaller picture.',
				},
			),
		)
	} finally {
		await file?.close()
	}
}
