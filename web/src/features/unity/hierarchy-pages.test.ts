import { type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import { describe, expect, test } from 'vitest'
import { type HierarchyPages, MAX_OBJECTS, PAGE_OBJECTS, readHierarchy } from './hierarchy-pages.ts'

/** An editor with `total` objects; `breakAt` is the read that fails. */
function editor(total: number, breakAt = Number.POSITIVE_INFINITY) {
	const cursors: unknown[] = []
	const read = async (params: Record<string, unknown>): Promise<CallOutcome> => {
		cursors.push(params['cursor'])
		if (cursors.length === breakAt) return failed('internal', 'The editor is busy.')
		const start = Number(params['cursor'] ?? 0)
		const end = Math.min(total, start + PAGE_OBJECTS)
		const objects = Array.from({ length: end - start }, (_, i) => ({ instanceId: `${start + i}` }))
		const nextCursor = end < total ? String(end) : null
		return { status: 'ok', result: { scenes: [], objects, total, nextCursor } }
	}
	return { read, cursors }
}
const pagesOf = (outcome: CallOutcome): HierarchyPages => {
	if (outcome.status !== 'ok') throw new Error(outcome.error.message)
	return outcome.result as HierarchyPages
}

describe('reading a large scene', () => {
	test('one page at first, the next where it ended, each object once', async () => {
		const { read, cursors } = editor(250)
		const first = pagesOf(await readHierarchy(read, PAGE_OBJECTS))
		expect([first.objects.length, first.total]).toEqual([100, 250])
		const more = pagesOf(await readHierarchy(read, 200, first))
		const all = pagesOf(await readHierarchy(read, 300, more))
		expect(all.nextCursor).toBeNull()
		expect(new Set(all.objects.map((o) => o.instanceId)).size).toBe(250)
		expect(cursors).toEqual([undefined, '100', '200'])
	})

	test('a change reads again as much as was shown, from the beginning', async () => {
		const { read, cursors } = editor(1_000)
		expect(pagesOf(await readHierarchy(read, 300)).objects.length).toBe(300)
		expect(cursors).toEqual([undefined, '100', '200'])
	})

	test('ends at what a page can show, and still says how many objects there are', async () => {
		const { read } = editor(5_000)
		const pages = pagesOf(await readHierarchy(read, 10_000))
		expect(pages).toMatchObject({ total: 5_000, nextCursor: null })
		expect(pages.objects.length).toBe(MAX_OBJECTS)
	})

	test('a failure in the middle keeps what was read and where to go on', async () => {
		const pages = pagesOf(await readHierarchy(editor(500, 3).read, 500))
		expect([pages.objects.length, pages.nextCursor]).toEqual([200, '200'])
	})

	test('a failure of the very first read is said', async () => {
		expect((await readHierarchy(editor(500, 1).read, 500)).status).toBe('error')
	})
})
