/** The requests of a folder without Unity, most of which look around. */
import { bags } from '@fairlead/protocol/wire/safe-read'
import { call } from './desk.ts'
import { once, project } from './project.ts'
import { bullets, counted } from './words.ts'

/** The most urgent first. */
const MARKS = ['FIXME', 'TODO', 'HACK', 'XXX']
const RUN_TESTS = { action: 'run', command: ['npm', 'test'] }
const TOUR =
	'describe what is in this folder, then find what is unfinished, then show me what has changed since the last commit'

export const FOLDER = project(TOUR, {
	'describe what is in this folder': [
		'(?:describe|list|show me) (?:what is in )?(?:this|the) (?:folder|files)',
		once('look into the folder', 'list_directory', { path: '.' }, ({ entries, truncated }) => {
			const lines = bags(entries).map(({ path, kind }) => path + (kind === 'directory' ? '/' : ''))
			const count = lines.length === 1 ? '1 entry' : `${lines.length} entries`
			return bullets(`The folder has ${truncated ? 'more than ' : ''}${count}:`, lines)
		}),
	],
	'find what is unfinished': [
		'find (?:what is unfinished|(?:all |the )?todos)(?:,? and list it by importance)?',
		once('search it', 'search_files', { regex: `\\b(${MARKS.join('|')})\\b` }, (result) => {
			const rank = (text: unknown) => MARKS.findIndex((word) => String(text).includes(word))
			const lines = bags(result['matches'])
				.toSorted((a, b) => rank(a['text']) - rank(b['text']))
				.map(({ path, line, text }) => `${path}:${line} ${String(text).trim()}`)
			const total = Number(result['total'] ?? lines.length)
			const head = 'I looked for the marks FIXME, TODO, HACK and XXX, and list them in that order'
			return bullets(`${head}: ${counted(total, 'line')}.`, lines, total)
		}),
	],
	'show me what has changed since the last commit': [
		'(?:show me |list )?what (?:has )?changed(?: since the last commit)?',
		function* (desk) {
			const status = yield* call('ask Git', 'git', { action: 'status' })
			const lines = bags(status['files']).map(
				({ path, state }) => `${String(state).trim()} ${path}`,
			)
			if (lines.length === 0) return desk.say('Nothing has changed since the last commit.')
			const { diff } = yield* call('compare with the last commit', 'git', { action: 'diff' })
			const total = Number(status['total'] ?? lines.length)
			desk.say(bullets(`${counted(total, 'file')} changed since the last commit:`, lines, total))
			if (diff) desk.say('The step above shows the lines.')
		},
	],
	'run the tests': [
		'run the tests(?: and fix what fails)?',
		once('run the tests', 'run_command', RUN_TESTS, ({ exitCode, state }) => {
			if (exitCode === 0) return 'They passed.'
			const ended = exitCode === null ? String(state) : `code ${exitCode}`
			return `They ended with ${ended}; the step above has their output. Finding the cause needs a real model.`
		}),
	],
})
