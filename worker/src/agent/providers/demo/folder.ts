/** Looking around in a folder without Unity. */
import { call, type Desk, type Plan } from './desk.ts'
import { asList } from './transcript.ts'
import { counted } from './words.ts'

const SHOWN = 20

const bullets = (lines: readonly string[], total: number): string => {
	const more = total > SHOWN ? [`… and ${total - SHOWN} more`] : []
	return [...lines.slice(0, SHOWN), ...more].map((line) => `- ${line}`).join('\n')
}

export function* describeFolder(desk: Desk): Plan {
	const result = yield* call('look into the folder', 'list_directory', { path: '.' })
	const entries = asList(result['entries'])
	if (entries.length === 0) return desk.say('The folder is empty.')
	const lines = entries.map(({ path, kind }) => `${path}${kind === 'directory' ? '/' : ''}`)
	const cut = result['truncated'] === true ? 'more than ' : ''
	desk.say(
		`The folder has ${cut}${counted(entries.length, 'entry').replace(/ys$/, 'ies')}:\n\n${bullets(lines, lines.length)}\n`,
	)
}

export function* findUnfinished(desk: Desk): Plan {
	const result = yield* call('search the folder', 'search_files', {
		regex: '\\b(TODO|FIXME|HACK|XXX)\\b',
	})
	const matches = asList(result['matches'])
	const total = Number(result['total'] ?? matches.length)
	if (total === 0) return desk.say('No file has a TODO, FIXME, HACK or XXX in it.')
	const order = ['FIXME', 'TODO', 'HACK', 'XXX']
	const rank = (text: unknown): number => order.findIndex((word) => String(text).includes(word))
	const lines = matches
		.sort((a, b) => rank(a['text']) - rank(b['text']))
		.map(({ path, line, text }) => `${path}:${line} ${String(text).trim()}`)
	desk.say(
		`I looked for the marks FIXME, TODO, HACK and XXX, and list them in that order: ${counted(total, 'line')}.\n\n${bullets(lines, total)}\n`,
	)
}

export function* showChanges(desk: Desk): Plan {
	const status = yield* call('ask Git', 'git', { action: 'status' })
	const files = asList(status['files'])
	if (files.length === 0) return desk.say('Nothing has changed since the last commit.')
	const { diff } = yield* call('compare with the last commit', 'git', { action: 'diff' })
	const lines = files.map(({ path, state }) => `${String(state).trim()} ${path}`)
	const total = Number(status['total'] ?? files.length)
	desk.say(`${counted(total, 'file')} changed since the last commit:\n\n${bullets(lines, total)}\n`)
	if (diff) desk.say('The step above shows the lines.')
}

export function* runTests(desk: Desk): Plan {
	desk.say('I run the tests as npm projects do.')
	const result = yield* call('run the tests', 'run_command', {
		action: 'run',
		command: ['npm', 'test'],
	})
	const code = result['exitCode']
	desk.say(
		code === 0
			? 'They passed.'
			: `They ended with ${code === null ? String(result['state']) : `code ${code}`}; the step above has their output. Finding the cause needs a real model.`,
	)
}
