import { TERMINAL_LIMITS, ViewerTerminalAct } from '@fairlead/protocol/agents/terminals'
import { expect, test } from 'vitest'
import { openingOf } from './opening.ts'

const EMPTY = {
	prompt: '',
	mode: 'default',
	program: null,
	worktree: false,
	folders: '',
} as const
const isTaken = (opening: object): boolean =>
	ViewerTerminalAct.safeParse({
		...opening,
		editorKey: 'relay-1:aaaaaaaaaaaa',
		size: { columns: 80, rows: 24 },
	}).success

test('a form that nobody filled in starts an agent that waits', () => {
	const opening = openingOf(EMPTY)
	expect(opening).toEqual({ act: 'open_agent', mode: 'default' })
	expect(isTaken(opening)).toBe(true)
	expect(openingOf({ ...EMPTY, prompt: ' \n', folders: '\n  \n' })).toEqual(opening)
})

test('the filled-in fields are asked for, a folder per line', () => {
	const opening = openingOf({
		prompt: ' Mend the door\nand paint it ',
		mode: 'plan',
		program: null,
		worktree: true,
		folders: '/srv/shared\r\n  ../a folder with spaces \n',
	})
	expect(opening).toEqual({
		act: 'open_agent',
		mode: 'plan',
		prompt: 'Mend the door\nand paint it',
		worktree: true,
		folders: ['/srv/shared', '../a folder with spaces'],
	})
	expect(isTaken(opening)).toBe(true)
})

test('another agent is asked for by its name, and gets no mode of Claude Code', () => {
	const opening = openingOf({ ...EMPTY, program: 'Gemini', mode: 'plan' })
	expect(opening).toEqual({ act: 'open_agent', program: 'Gemini' })
	expect(isTaken(opening)).toBe(true)
})

test('more folders than the room takes are said to be too many', () => {
	const lines = (count: number) => Array.from({ length: count }, (_, at) => `/f${at}`).join('\n')
	expect(isTaken(openingOf({ ...EMPTY, folders: lines(TERMINAL_LIMITS.folders) }))).toBe(true)
	expect(openingOf({ ...EMPTY, folders: lines(TERMINAL_LIMITS.folders + 1) })).toHaveProperty(
		'issue',
	)
})
