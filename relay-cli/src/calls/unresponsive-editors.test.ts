import { type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import { expect, test } from 'vitest'
import { UnresponsiveEditors } from './unresponsive-editors.ts'

const late: CallOutcome = failed('deadline_exceeded', 'Late.', { hint: 'Again.' })
const at = (sentAt: number, now = sentAt + 31_000) => ({
	sentAt,
	inTime: now < sentAt + 30_000,
	now,
})

test('the second unanswered call in a row says since when, and to notify the user', () => {
	const silences = new UnresponsiveEditors()
	expect(silences.ended('a', late, at(0))).toEqual(late)
	const second = silences.ended('a', failed('effect_unknown', 'Late.'), at(40_000))
	if (second.status !== 'error') throw new Error('no error')
	expect(second.error.code).toBe('effect_unknown')
	expect(second.error.message).toBe(
		'Late. Unity has been silent since 00:00:00 UTC (71 s): 2 calls in a row got no response.',
	)
	expect(second.error.hint).toMatch(/^Do not repeat the call. Tell the user/)
	expect(JSON.stringify(silences.ended('a', late, at(80_000)))).toContain('3 calls in a row')
})

test('any answer before the deadline ends the silence, even an error', () => {
	const silences = new UnresponsiveEditors()
	silences.ended('a', late, at(0))
	silences.ended('a', failed('not_found', 'There is no such object.'), at(40_000))
	expect(silences.ended('a', late, at(80_000))).toEqual(late)
	// A reload in the middle of a call: the editor itself said that the effect is unknown.
	silences.ended('a', failed('effect_unknown', 'Cut off.'), at(120_000, 121_000))
	expect(silences.ended('a', late, at(160_000))).toEqual(late)
})

test('silence is counted per editor, and starts over after a restart', () => {
	const silences = new UnresponsiveEditors()
	silences.ended('a', late, at(0))
	expect(silences.ended('b', late, at(40_000))).toEqual(late)
	silences.forget('a')
	expect(silences.ended('a', late, at(80_000))).toEqual(late)
})
