/** Looking around in a folder without Unity. */
import { bags } from '@fairlead/protocol/wire/safe-read'
import { call, type Perform } from './desk.ts'
import { bullets, counted } from './words.ts'

/** The most urgent first. */
const MARKS = ['FIXME', 'TODO', 'HACK', 'XXX']

export const describe: Perform = function* (desk) {
	const result = yield* call('look into the folder', 'list_directory', { path: '.' })
	const lines = bags(result['entries']).map(({ path, kind }) => {
		return `${path}${kind === 'directory' ? '/' : ''}`
	})
	const cut = result['truncated'] === true ? 'more than ' : ''
	const count = lines.length === 1 ? '1 entry' : `${lines.length} entries`
	desk.say(bullets(`The folder has ${cut}${count}:`, lines))
}

export const findUnfinished: Perform = function* (desk) {
	const regex = `\\b(${MARKS.join('|')})\\b`
	const result = yield* call('search the folder', 'search_files', { regex })
	const rank = (text: unknown): number => MARKS.findIndex((word) => String(text).includes(word))
	const lines = bags(result['matches'])
		.toSorted((a, b) => rank(a['text']) - rank(b['text']))
		.map(({ path, line, text }) => `${path}:${line} ${String(text).trim()}`)
	const total = Number(result['total'] ?? lines.length)
	const head = 'I looked for the marks FIXME, TODO, HACK and XXX, and list them in that order'
	desk.say(bullets(`${head}: ${counted(total, 'line')}.`, lines, total))
}

export const showChanges: Perform = function* (desk) {
	const status = yield* call('ask Git', 'git', { action: 'status' })
	const lines = bags(status['files']).map(({ path, state }) => `${String(state).trim()} ${path}`)
	if (lines.length === 0) return desk.say('Nothing has changed since the last commit.')
	const { diff } = yield* call('compare with the last commit', 'git', { action: 'diff' })
	const total = Number(status['total'] ?? lines.length)
	desk.say(bullets(`${counted(total, 'file')} changed since the last commit:`, lines, total))
	if (diff) desk.say('The step above shows the lines.')
}

export const runTests: Perform = function* (desk) {
	desk.say('I run the tests as npm projects do.')
	const input = { action: 'run', command: ['npm', 'test'] }
	const { exitCode, state } = yield* call('run the tests', 'run_command', input)
	const ended = exitCode === null ? String(state) : `code ${exitCode}`
	const failed = `They ended with ${ended}; the step above has their output. Finding the cause needs a real model.`
	desk.say(exitCode === 0 ? 'They passed.' : failed)
}
