/** A line of calls says what became of them: a denial with its reason, and time without a person's thinking. */
import type { CallView } from '@fairlead/protocol/view/call-view'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { call } from '../../../../test/call-view.ts'

const { CallLines } = await import('./call-lines.tsx')

const html = (calls: readonly CallView[]): string =>
	renderToStaticMarkup(createElement(CallLines, { calls, reverted: false })).replace(/<[^>]+>/g, '')

const approval = (reason?: string): CallView['approval'] => ({
	approvalId: 'c',
	toolCallId: 'c',
	tool: 'unity_hierarchy',
	action: 'create',
	risk: 'write',
	reads: [],
	askedAt: 0,
	answer: {
		approved: reason === undefined,
		scope: 'once',
		by: 'person',
		at: 65_000,
		...(reason === undefined ? {} : { reason }),
	},
})
const sphere = { action: 'create', primitive_type: 'Sphere' }

test('a denial says why', () => {
	const denied = {
		...call('unity_hierarchy', sphere, undefined, 'denied'),
		approval: approval('two are enough'),
	}
	expect(html([denied])).toContain('“two are enough”')
})

test('a group that was approved one by one shows its own time, and the wait apart', () => {
	const done = (callId: string): CallView => ({
		...call('unity_hierarchy', sphere, { name: 'Sphere' }),
		callId,
		beganAt: 65_000,
		approval: approval(),
		call: { toolCallId: callId, startedAt: 0, finishedAt: 65_020 } as CallView['call'],
	})
	expect(html([done('a'), done('b')])).toContain('20 ms, waited 1:05 min for approval')
})

test('each failure of a folded group has a title, unless the line above it names the call', () => {
	const failed = (callId: string): CallView => ({
		...call('unity_hierarchy', { ...sphere, name: callId }, undefined, 'failed'),
		callId,
		errorText: 'No such scene.',
	})
	const done = { ...call('unity_hierarchy', sphere, { name: 'Sphere' }), callId: 'done' }
	const titles = (...calls: CallView[]) => html(calls).match(/Could not create (One|Two)/g)
	expect(titles(failed('One'), done, failed('Two'))).toEqual([
		'Could not create One',
		'Could not create Two',
	])
	expect(titles(failed('One'), failed('Two'))).toEqual([
		'Could not create One',
		'Could not create Two',
	])
})
