/** The person reads on a locked phone which conversation needs them, hears each question once, and is not shown what is answered. */
import type { NeedsYou } from '@fairlead/protocol/conversations/approvals'
import { expect, test } from 'vitest'
import { answered, GENERAL, noticesOf } from './notices.ts'

const waiting = (...ids: string[]): NeedsYou => ({
	conversations: ids.map((id) => ({
		conversationId: id,
		title: `Title of ${id}`,
		projectId: 'prj_1',
		projectName: 'Castle',
		runId: `run_${id}`,
	})),
	more: false,
})
const tags = (needs: NeedsYou | null, ...shown: string[]): string[] =>
	noticesOf(needs, new Set(shown)).map(({ tag }) => tag)

test('says which conversation waits, in which project, and leads there', () => {
	expect(noticesOf(waiting('a'), new Set())).toEqual([
		{
			title: 'Title of a needs you',
			body: 'Castle',
			tag: 'a',
			path: '/p/prj_1/c/a',
			silent: false,
		},
	])
})

test('shows what is new and leaves what is shown', () => {
	expect(tags(waiting('b', 'a'), 'a')).toEqual(['b'])
	expect(tags(waiting('f', 'e', 'd', 'c', 'b', 'a'))).toEqual(['f', 'e', 'd', 'c', 'b'])
})

test('shows something for every push, or the browser would take the permission away', () => {
	expect(tags(waiting('b', 'a'), 'a', 'b')).toEqual(['b'])
	expect(noticesOf(null, new Set())).toMatchObject([{ tag: GENERAL, path: '/', silent: false }])
	expect(noticesOf(waiting(), new Set())).toMatchObject([{ tag: GENERAL, silent: true }])
})

test('takes away what was answered, and nothing while that cannot be read', () => {
	const shown = new Set(['a', 'b', GENERAL])
	expect(answered(waiting('a'), shown)).toEqual(['b', GENERAL])
	expect(answered(null, shown)).toEqual([])
})
