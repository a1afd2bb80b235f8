import { MAX_RESULT_CHARS } from '@fairlead/protocol/tools'
import { describe, expect, it } from 'vitest'
import {
	callsTools,
	executing,
	MachineKit,
	readWithSdk,
	says,
	scripted,
} from '../../../test/machine-kit.ts'
import type { ChatRequest } from '../model/types.ts'

const LOOK: { id: string; name: string; input: Record<string, unknown> } = {
	id: 't1',
	name: 'unity_query',
	input: { action: 'selection' },
}

const BATCH: { id: string; name: string; input: Record<string, unknown> } = {
	id: 't1',
	name: 'unity_hierarchy',
	input: { action: 'create', name: 'Box' },
}

/** Runs a single call with this result; returns what the model gets. */
async function afterResult(result: unknown, pictureBytes?: number, call = LOOK) {
	const requests: ChatRequest[] = []
	const base64 = Buffer.alloc(pictureBytes ?? 0, 1).toString('base64')
	const attachments =
		pictureBytes === undefined ? [] : [{ name: 'game', mediaType: 'image/jpeg' as const, base64 }]
	const kit = new MachineKit({
		provider: scripted([callsTools([call]), says('Seen. ')], requests),
		room: executing(() => ({ status: 'ok', result, attachments })),
	})
	kit.post('look')
	await kit.settleDown()
	expect(kit.store.latestRun()?.state).toBe('completed')
	expect(await readWithSdk(kit.frames)).toEqual(kit.answer())
	return { kit, told: JSON.stringify(requests.at(-1)?.messages.at(-1)) }
}

describe('a result beyond its limit', () => {
	it('is cut for the model, which is told how to get the rest', async () => {
		const { told } = await afterResult('x'.repeat(3 * MAX_RESULT_CHARS))
		expect(told.length).toBeLessThan(1.1 * MAX_RESULT_CHARS)
		expect(told).toMatch(/text: \d+ of 48000 characters shown. Narrow the request/)
	})

	it('gives the model its total and a way to the next page', async () => {
		const objects = Array.from({ length: 200 }, (_, id) => ({ id, path: `/${'x'.repeat(150)}` }))
		const { told } = await afterResult({ objects, total: 812, nextCursor: 'o200' })
		const shown = Number(/objects: (\d+) of 200 shown/.exec(told)?.[1])
		expect(shown).toBeGreaterThan(50)
		expect(told).toContain('\\"total\\":812')
		expect(told).toContain(`\\"nextCursor\\":\\"o${shown}\\"`)
		expect(told).toContain('Pass nextCursor as cursor')
	})

	it('says that the whole change was made, if it was a change', async () => {
		const results = Array.from({ length: 100 }, (_, id) => ({ id, path: `/${'x'.repeat(300)}` }))
		const { told } = await afterResult({ results, count: 100 }, undefined, BATCH)
		expect(told).toContain('The call succeeded as a whole')
		expect(told).toContain('\\"count\\":100')
	})

	it('does not prevent the run from being stored, however large it is', async () => {
		const { kit } = await afterResult('y'.repeat(3_000_000))
		expect(JSON.stringify(kit.answer()).length).toBeLessThan(100_000)
	})

	it('tells both the person and the model when it is a picture', async () => {
		const { kit, told } = await afterResult({ view: 'game' }, 2_400_000)
		expect(told).toContain('game (2.4 MB) was too large to store. Ask for a smaller one.')
		expect(kit.answer()?.parts).toContainEqual(
			expect.objectContaining({
				type: 'data-notice',
				data: expect.objectContaining({ code: 'attachment_too_large' }),
			}),
		)
		const small = await afterResult({ view: 'game' }, 1_000)
		expect(small.told).toContain('"mediaType":"image/jpeg","blobId"')
		expect(JSON.stringify(small.kit.answer())).toContain('"mediaType":"image/jpeg"')
		expect(JSON.stringify(small.kit.answer())).not.toContain('too large')
	})
})

describe('text that the model has just written', () => {
	const write = {
		id: 't1',
		name: 'write_file',
		input: { path: 'Assets/Spin.cs', content: 'class Spin {}' },
	}
	const result = (created: boolean) => ({
		path: 'Assets/Spin.cs',
		created,
		bytes: 13,
		sha256: 'a'.repeat(64),
		diff: '@@ -0,0 +1 @@\n+class Spin {}\n',
	})

	it('does not return to the model as the diff of a new file; the page shows it', async () => {
		const { kit, told } = await afterResult(result(true), undefined, write)
		expect(told).not.toContain('@@')
		expect(told).toContain('Assets/Spin.cs')
		expect(JSON.stringify(kit.answer())).toContain('+class Spin')
	})

	it('returns as a diff if the file existed before', async () => {
		const { told } = await afterResult(result(false), undefined, write)
		expect(told).toContain('@@')
	})
})
