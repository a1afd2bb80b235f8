/**
 * Follows recorded logs of Unity and says which words the relay would have shown: `FAIRLEAD_EDITOR_LOGS=folder node
 * relay-cli/test/kit/recorded-logs.ts`. Each log is read line by line, as if Unity were writing it and were quiet after each
 * line; the lines at which the word changes are printed. A file `x.log.words` beside `x.log` holds the words that are
 * right, one a line, then `after:` with the word once the process has ended, and `errors:` with their number; then the
 * two are compared. Recordings are other people's, so none is in this repository: bring your own.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inferState, type Sight } from '../../src/outside/infer-state.ts'
import { LogReader } from '../../src/outside/log-session.ts'

const OPEN: Omit<Sight, 'session'> = {
	locked: true,
	running: true,
	silentMs: 10_000,
	quiet: true,
	dialog: null,
	hasPackage: true,
	changed: false,
}
/** The time that a build server writes before each line. */
const TIMESTAMP = /^\d{4}-\d\d-\d\dT[\d:.]+Z /

interface Told {
	/** Lines are counted from 1. */
	readonly words: readonly (readonly [line: number, word: string])[]
	readonly after: string
	readonly errors: number
	readonly version: string | null
	readonly project: boolean
}

function follow(text: string): Told {
	const reader = new LogReader()
	const words: [number, string][] = []
	for (const [index, line] of text.split('\n').entries()) {
		reader.line(line.replace(/\r$/, '').replace(TIMESTAMP, ''))
		const word = inferState({ ...OPEN, session: reader.session }).state
		if (words.at(-1)?.[1] !== word) words.push([index + 1, word])
	}
	const { session } = reader
	return {
		words,
		after: inferState({ ...OPEN, session, running: false, locked: false }).state,
		errors: session.errorCount,
		version: session.unityVersion,
		project: session.project !== null,
	}
}

const shown = ({ words, after, errors }: Told): string =>
	[...words.map(([, word]) => word), `after: ${after}`, `errors: ${errors}`].join('\n')

function expected(path: string): string | null {
	try {
		return readFileSync(`${path}.words`, 'utf8').trim()
	} catch {
		return null
	}
}

const folder = process.env['FAIRLEAD_EDITOR_LOGS']
if (folder === undefined || folder === '') {
	process.stderr.write('Set FAIRLEAD_EDITOR_LOGS to a folder with recorded logs (*.log).\n')
	process.exit(2)
}
let wrong = 0
for (const name of readdirSync(folder)
	.filter((one) => one.endsWith('.log'))
	.sort()) {
	const told = follow(readFileSync(join(folder, name), 'utf8'))
	const right = expected(join(folder, name))
	const verdict = right === null ? 'no words to compare' : right === shown(told) ? 'right' : 'WRONG'
	if (verdict === 'WRONG') wrong++
	process.stdout.write(
		[
			`${name}: ${verdict}; Unity ${told.version ?? '?'}, project ${told.project ? 'named' : 'not named'}`,
			...told.words.map(([line, word]) => `  ${String(line).padStart(7)} ${word}`),
			`          after: ${told.after}, errors: ${told.errors}\n`,
		].join('\n'),
	)
}
process.exit(wrong > 0 ? 1 : 0)
