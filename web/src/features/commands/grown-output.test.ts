import type { CommandOutput } from '@fairlead/protocol/commands/running-commands'
import { expect, test } from 'vitest'
import { grown, NOTHING_YET } from './grown-output.ts'

const part = (firstByte: number, output: string, more: Partial<CommandOutput> = {}) => ({
	...({ handle: 'cmd_000000', state: 'running', exitCode: null, repeatsLine: false } as const),
	output,
	firstByte,
	nextByte: firstByte + output.length,
	outputBytes: 1_000_000,
	...more,
})

test('parts follow one another', () => {
	const one = grown(NOTHING_YET, part(0, 'one\n'))
	const two = grown(one, part(one.nextByte, 'two\n'))
	expect(two).toEqual({
		text: 'one\ntwo\n',
		nextByte: 8,
		cut: false,
		standing: { state: 'running', exitCode: null },
	})
	expect(grown(two, part(8, '')).standing).toBe(two.standing)
	const ended = grown(two, part(8, 'end\n', { state: 'exited', exitCode: 1 }))
	expect(ended.standing).toEqual({ state: 'exited', exitCode: 1 })
})

test('a line that is written over is shown as it is now, once', () => {
	const bar = grown(NOTHING_YET, part(0, 'start\n10%', { nextByte: 10 }))
	const more = grown(bar, part(10, '90%', { repeatsLine: true, nextByte: 14 }))
	expect(more.text).toBe('start\n90%')
	expect(grown(more, part(14, 'done\n', { repeatsLine: true })).text).toBe('start\ndone\n')
})

test('the newest part of an output that grew faster than it is read stays, and the page says that it is cut', () => {
	const one = grown(NOTHING_YET, part(0, 'one\n'))
	const far = grown(one, part(90_000, 'ine 900\nline 901\n', { repeatsLine: true }))
	expect(far).toMatchObject({ text: 'ine 900\nline 901\n', cut: true })
	expect(grown(far, part(far.nextByte, 'more\n')).cut).toBe(true)
})

test('a page that stays open keeps a bounded number of whole lines', () => {
	let shown = NOTHING_YET
	for (let i = 0; i < 100; i++)
		shown = grown(shown, part(shown.nextByte, `${'x'.repeat(4_000)} ${i}\n`))
	expect(shown.text.length).toBeLessThanOrEqual(128 * 1024)
	expect(shown.text).toMatch(/^x{4000} \d+\n/)
	expect(shown.text).toMatch(/ 99\n$/)
	expect(shown.cut).toBe(true)
})
