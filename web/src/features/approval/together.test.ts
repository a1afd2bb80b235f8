import type { ApprovalPart, PreviewRead } from '@fairlead/protocol/conversations/stream-parts'
import type { CallView } from '@fairlead/protocol/view/call-view'
import { expect, test } from 'vitest'
import { nextGroup } from './together.ts'

const asking = (callId: string, input: CallView['input'], read?: Partial<PreviewRead>): CallView =>
	({
		callId,
		input,
		approvalId: callId,
		approval: { reads: read ? [read] : [] } as unknown as ApprovalPart,
	}) as CallView

const write = (id: string, path: string) =>
	asking(id, { path, content: 'x' }, { shows: 'file', params: { path } })
const move = (id: string, object: string) =>
	asking(id, { instance_id: object }, { shows: 'object', params: { instance_id: object } })

test('independent calls are one decision, also about the same object', () => {
	const calls = [write('a', 'a.txt'), write('b', 'b.txt'), move('c', '7'), move('d', '7')]
	expect(nextGroup([], calls)).toEqual(['a', 'b', 'c', 'd'])
})

test('a call that shows a file waits for the calls before it that change the file, wherever they name it', () => {
	const batch = asking('batch', { operations: [{ args: { path: 'Assets/Tools/A.cs' } }] })
	const folder = asking('copy', {}, { shows: 'folder', params: { path: 'Assets/Tools' } })
	const others = [write('a', 'a.txt'), write('again', 'a.txt'), write('b', 'a.txt.meta')]
	expect(nextGroup([], [batch, folder, ...others])).toEqual(['batch', 'a', 'b'])
	expect(nextGroup([], [folder, batch])).toEqual(['copy', 'batch'])
})

test('a call that asks no sooner than its neighbour joins it', () => {
	const first = nextGroup([], [write('a', 'a.txt')])
	expect(nextGroup(first, [write('a', 'a.txt'), write('b', 'b.txt')])).toEqual(['a', 'b'])
})

test('the calls of a decision stay together while they are answered, and the next ones follow', () => {
	const calls = [write('a', 'a.txt'), write('b', 'b.txt'), write('again', 'a.txt')]
	const first = nextGroup([], calls)
	expect(nextGroup(first, calls)).toBe(first)
	expect(nextGroup(first, calls.slice(1))).toBe(first)
	expect(nextGroup(first, calls.slice(2))).toEqual(['again'])
	expect(nextGroup(['again'], [])).toEqual([])
})
