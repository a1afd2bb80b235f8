/** A program that takes the place of Unity's command line `unity`, of which only `open PROJECT` is used. Run by tests, never imported. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Misbehaviour of `open`, which should start the editor and end well. */
export type Misdeed =
	| { readonly do: 'fail'; readonly exitCode: number; readonly words: string }
	| { readonly do: 'die' | 'stay' }

const at = (name: string): string => join(process.env['FAKE_UNITY'] ?? '', name)

function open(project: string): void {
	const env = Object.keys(process.env)
	appendFileSync(at('opened.ndjson'), `${JSON.stringify({ pid: process.pid, project, env })}\n`)
	const path = at('misdeed.json')
	if (!existsSync(path)) return
	const deed = JSON.parse(readFileSync(path, 'utf8')) as Misdeed
	switch (deed.do) {
		case 'fail':
			process.stderr.write(`${deed.words}\n`)
			process.exitCode = deed.exitCode
			return
		case 'die':
			process.kill(process.pid, 'SIGKILL')
			return
		case 'stay':
			setInterval(() => undefined, 1_000)
			return
		default:
			deed satisfies never
	}
}

if (process.argv[2] === 'open') open(String(process.argv[3]))
else {
	process.stderr.write('usage\n')
	process.exit(2)
}
