import type { ApprovalPart, PreviewRead } from '@fairlead/protocol/conversations/stream-parts'
import type { CallView } from '@fairlead/protocol/view/call-view'
import { expect, test } from 'vitest'
import type { ChatMessage } from '../../run/messages/messages.ts'
import { nextGroup, openCalls } from './together.ts'

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

/** An answer in which these calls are open, after those that `ended`. */
const answer = (calls: readonly CallView[], ended: readonly CallView[] = []): ChatMessage => {
	const part = (state: string) => (call: CallView) => ({
		type: 'tool-x',
		toolCallId: call.callId,
		input: call.input,
		state,
	})
	const parts = [
		...ended.map(part('output-available')),
		...calls.map((call) => part(call.approvalId ? 'approval-requested' : 'input-available')(call)),
	]
	return { id: 'm', role: 'assistant', parts: parts as ChatMessage['parts'] }
}
const groupOf = (
	before: readonly string[],
	calls: readonly CallView[],
	ended: readonly CallView[] = [],
) => {
	const ask = calls.filter(({ approvalId }) => approvalId !== undefined)
	return nextGroup(before, ask, openCalls([answer(calls, ended)], ask))
}

test('independent calls are one decision, also about the same object', () => {
	const calls = [write('a', 'a.txt'), write('b', 'b.txt'), move('c', '7'), move('d', '7')]
	expect(groupOf([], calls)).toEqual(['a', 'b', 'c', 'd'])
})

test('a call that shows a file waits for the calls before it that change the file, wherever they name it', () => {
	const batch = asking('batch', { operations: [{ args: { path: 'Assets/Tools/A.cs' } }] })
	const folder = asking('copy', {}, { shows: 'folder', params: { path: 'Assets/Tools' } })
	const others = [write('a', 'a.txt'), write('again', 'a.txt'), write('b', 'a.txt.meta')]
	expect(groupOf([], [batch, folder, ...others])).toEqual(['batch', 'a', 'b'])
	expect(groupOf([], [folder, batch])).toEqual(['copy', 'batch'])
})

test.each([
	'./Assets/Data/conf.txt',
	'Assets//Data/./conf.txt',
	'Assets\\Data\\conf.txt',
	'ASSETS/data/Conf.TXT',
	'Assets/Data',
	'Assets',
	'cp evil Assets/Data/conf.txt',
])('a file that an earlier call names as %s is asked about after it', (name) => {
	const code = asking('code', {}, { shows: 'source', params: { path: 'Assets/Data/conf.txt' } })
	expect(groupOf([], [asking('other', { to: name }), code])).toEqual(['other'])
	expect(groupOf([], [asking('other', { folder: '.' }), code])).toEqual(['other', 'code'])
	expect(
		groupOf([], [asking('other', { to: 'Assets/Data/conf.txt2' }), write('a', 'b/c')]),
	).toEqual(['other', 'a'])
})

test('a call that was approved and has not ended still changes the file', () => {
	const first = write('a', 'a.txt')
	const running = { ...first, approvalId: undefined }
	expect(groupOf(['a'], [running, write('again', 'a.txt')])).toEqual([])
	expect(groupOf([], [write('again', 'a.txt')], [running])).toEqual(['again'])
})

test('an answer that is not on screen has the calls that ask', () => {
	const calls = [write('a', 'a.txt'), write('again', 'a.txt')]
	expect(nextGroup([], calls, openCalls([], calls))).toEqual(['a'])
})

test('a call that asks no sooner than its neighbour joins it', () => {
	const first = groupOf([], [write('a', 'a.txt')])
	expect(groupOf(first, [write('a', 'a.txt'), write('b', 'b.txt')])).toEqual(['a', 'b'])
})

test('the calls of a decision stay together while they are answered, and the next ones follow', () => {
	const calls = [write('a', 'a.txt'), write('b', 'b.txt'), write('again', 'a.txt')]
	const first = groupOf([], calls)
	expect(groupOf(first, calls)).toBe(first)
	expect(groupOf(first, calls.slice(1))).toBe(first)
	expect(groupOf(first, calls.slice(2))).toEqual(['again'])
	expect(groupOf(['again'], [])).toEqual([])
})
