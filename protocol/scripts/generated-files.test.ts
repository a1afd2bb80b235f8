import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { EditorLink } from '../src/wire/editor-link.ts'
import { parseFrame } from '../src/wire/json-rpc.ts'
import { EditorOutcome } from '../src/wire/stored-reply.ts'
import { EDITOR_LINK_FRAMES } from './editor-link-frames.ts'
import { generatedFiles } from './generated-files.ts'

const root = join(import.meta.dirname, '..', '..')
const files = await generatedFiles()

test.each([...files])(
	'%s is fresh: other languages test against it (npm run generate)',
	async (path, text) => {
		const present = await readFile(join(root, path), 'utf8')
		expect(present.replaceAll('\r\n', '\n')).toBe(text)
	},
)

test('generating twice gives the same bytes', async () => {
	expect(await generatedFiles()).toEqual(files)
})

describe('the frames of the editor link', () => {
	test.each(EDITOR_LINK_FRAMES)('$name', (example) => {
		if (example.kind === 'malformed') {
			expect(parseFrame(example.text)).toMatchObject({ kind: 'malformed', ...pick(example.error) })
			return
		}
		expect(parseFrame(JSON.stringify(example.frame)).kind).toBe(example.kind)
		const side = example.from === 'editor' ? EditorLink.toRelay : EditorLink.toEditor
		const other = example.from === 'editor' ? EditorLink.toEditor : EditorLink.toRelay
		const frame = example.frame as { params?: unknown; result?: unknown }
		switch (example.kind) {
			case 'request': {
				const request = (side.requests as Record<string, { params: z.core.$ZodType }>)[
					example.method
				]
				expect(request && z.parse(request.params, frame.params)).toEqual(frame.params)
				return
			}
			case 'notification': {
				const schema = (side.notifications as Record<string, z.core.$ZodType>)[example.method]
				expect(schema && z.parse(schema, frame.params)).toEqual(frame.params)
				return
			}
			case 'success': {
				const request = (other.requests as Record<string, { result: z.core.$ZodType }>)[
					example.answers
				]
				expect(request && z.parse(request.result, frame.result)).toEqual(frame.result)
				if (example.answers === 'call') EditorOutcome.parse(frame.result)
				return
			}
			case 'failure':
				return
			default:
				example satisfies never
		}
	})

	test('every message of the link has one', () => {
		const wanted = [EditorLink.toRelay, EditorLink.toEditor].flatMap((side) => [
			...Object.keys(side.requests),
			...Object.keys(side.notifications),
		])
		const shown = EDITOR_LINK_FRAMES.flatMap((e) => ('method' in e ? [e.method] : []))
		expect(new Set(shown)).toEqual(new Set(wanted))
	})
})

function pick(error: object): object {
	const { id, error: body } = error as { id: unknown; error: { code: number } }
	return { id, error: { code: body.code } }
}
