/**
 * Whatever a model does without asking anybody: no call of risk read or write returns bytes of a file that usually holds
 * secrets, or of a secret in a log, through any sequence of copies, moves, commits, switches, diffs, searches and reads.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { permissionsOf, resolveCall, worstRisk } from '@fairlead/protocol/tools'
import type { CallOutcome } from '@fairlead/protocol/wire/calls'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { volume } from '../../../test/volume.ts'
import { gitTool } from '../git/git-tool.ts'
import { type FileTool, place, run, useFolder } from './test-kit.ts'

const SEQUENCES = volume(200)
const LENGTH = 8
/** The gate runs the same sequences each time; fast-check prints the seed of a failure. */
const SEED = process.env['FAIRLEAD_TESTS'] === 'full' ? {} : { seed: 28 }
const LONG_MS = 600_000
const PLANTED = 'planted-7Q'
const SECRETS = [
	'.env',
	'Server/.env',
	'.kube/config',
	'.ssh/id_rsa',
	'Assets/Sub/.aws/credentials',
	'Assets/Backend/credentials.json',
	'Assets/Keys/release.keystore',
]
const LOG = 'Assets/Logs of builds/build.log'

useFolder()

const FOLDERS = ['.kube', 'Assets/Sub', 'Assets/Sub/.aws', 'Assets/Backend']
const FREE = ['Assets/k', 'Assets/Moved', 'Assets/notes.txt', 'Assets/Backend']
const from = fc.constantFrom(...SECRETS, LOG, ...FOLDERS, 'Assets/k')
const to = fc.constantFrom(...FREE, 'Assets/k/deep')
const branch = fc.constantFrom('main', 'one')
const written = fc.constantFrom(...SECRETS, LOG, 'Assets/linked.txt')
const dry_run = fc.boolean()
/** Parts of lines with and without a secret: some occur once, some often, some nowhere. */
const find = fc.constantFrom(
	...['begun', 'ended', 'e', '\n', 'export', 'DB_PASSWORD=', '-accessToken', 'accessToken\n'],
	...['KEY', 'DB_PASSWORD=p', 'planted', 'export DB_PASSWORT'],
)

const CHANGES = fc.oneof(
	fc.record({ tool: fc.constantFrom('copy_file', 'move_file'), from, to }),
	fc.record({ tool: fc.constant('write_file'), path: to, content: fc.constant('plain\n') }),
	fc.record({ tool: fc.constant('write_file'), path: written, content: find, dry_run }),
	fc.record({
		tool: fc.constant('edit_file'),
		path: written,
		edits: fc.array(
			fc.record({
				find,
				replace: fc.constantFrom('', 'x', '/', 'a\nb'),
				replace_all: fc.boolean(),
			}),
			{ minLength: 1, maxLength: 2 },
		),
		dry_run,
	}),
	fc.record({
		tool: fc.constant('append_to_file'),
		path: written,
		content: fc.constantFrom('more\n', '/x', '\nx'),
	}),
	fc.record({
		tool: fc.constant('git'),
		action: fc.constant('commit'),
		message: fc.constant('m'),
		paths: fc.constantFrom(['Assets'], ['.']),
	}),
	fc.record(
		{
			tool: fc.constant('git'),
			action: fc.constant('switch'),
			name: branch,
			create: fc.boolean(),
		},
		{ requiredKeys: ['tool', 'action', 'name'] },
	),
)
type Called = { readonly tool: string; readonly [argument: string]: unknown }

/** Sequences that once showed a secret. */
const FOUND: Called[][] = [
	[{ tool: 'copy_file', from: '.kube', to: 'Assets/k' }],
	[{ tool: 'copy_file', from: LOG, to: 'Assets/notes.txt' }],
	[{ tool: 'write_file', path: LOG, content: 'x', dry_run: true }],
	[{ tool: 'append_to_file', path: LOG, content: 'more\n' }],
	[{ tool: 'edit_file', path: LOG, edits: [{ find: 'ended', replace: 'x' }] }],
	[{ tool: 'edit_file', path: LOG, edits: [{ find: 'e', replace: 'x' }], dry_run: true }],
	[{ tool: 'edit_file', path: LOG, edits: [{ find: 'DB_PASSWORT', replace: 'x' }] }],
	// Without its name, the value would be a word like any other.
	[{ tool: 'edit_file', path: LOG, edits: [{ find: '-accessToken', replace: 'x' }] }],
	[{ tool: 'edit_file', path: LOG, edits: [{ find: 'DB_PASSWORD=', replace: 'x' }] }],
	[
		{ tool: 'git', action: 'commit', message: 'm', paths: ['Assets'] },
		{ tool: 'git', action: 'switch', name: 'one', create: true },
		{ tool: 'move_file', from: 'Assets/Backend', to: 'Assets/Moved' },
		{ tool: 'write_file', path: 'Assets/Backend', content: 'plain\n' },
		{ tool: 'git', action: 'commit', message: 'm', paths: ['Assets'] },
		{ tool: 'git', action: 'switch', name: 'main' },
	],
]

/** Every way to look at what is there now, file by file and as a whole. */
function looks(): Called[] {
	const files = readdirSync(place.project, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && !`${entry.parentPath}/`.includes('/.git/'))
		.map((entry) => relative(place.project, join(entry.parentPath, entry.name)))
	return [
		...[...files, 'Assets/linked.txt'].map((path) => ({ tool: 'read_file', path })),
		...['.', 'Assets', '.kube', 'Assets/k', 'Assets/linked.txt'].map((path) => ({
			tool: 'search_files',
			regex: 'planted|KEY',
			path,
		})),
		...[{}, { staged: true }, { since: 'main' }, { since: 'one' }].map((more) => ({
			tool: 'git',
			action: 'diff',
			...more,
		})),
		{ tool: 'git', action: 'log' },
	]
}

const git = gitTool({ commands: undefined as never })

/** Returns null if a person would be asked. */
async function unasked({ tool, ...args }: Called): Promise<CallOutcome | null> {
	const risk = worstRisk(permissionsOf(tool, args, 'unity'))
	if (risk !== 'read' && risk !== 'write') return null
	if (tool !== 'git') return run(tool as FileTool, args)
	const resolved = resolveCall('git', args)
	if (!resolved.ok) return { status: 'error', error: resolved.error }
	return git(resolved.call.args, {
		room: 'room',
		callId: 'call',
		actionName: resolved.call.actionName,
		folder: place.project,
		editorKey: 'relay:000000000000',
		deadlineAt: Number.MAX_SAFE_INTEGER,
		signal: new AbortController().signal,
		progress: () => undefined,
	})
}

function plant(): void {
	const terminal = (...args: string[]): unknown =>
		execFileSync('git', args, { cwd: place.project, stdio: 'pipe' })
	const put = (name: string, text: string): void => {
		mkdirSync(join(place.project, name, '..'), { recursive: true })
		writeFileSync(join(place.project, name), text)
	}
	for (const name of SECRETS) put(name, `KEY=${PLANTED}\n`)
	put(LOG, logOf(PLANTED))
	symlinkSync(join(place.project, LOG), join(place.project, 'Assets/linked.txt'))
	terminal('init', '-q', '-b', 'main')
	terminal('config', 'user.name', 'Ada')
	terminal('config', 'user.email', 'ada@example.com')
	terminal('add', '.')
	terminal('commit', '-q', '-m', 'All')
	// A later change is in every diff.
	for (const name of SECRETS) put(name, `KEY=${PLANTED}-2\n`)
	put(LOG, logOf(`${PLANTED}-2`))
}

/** On a line with its name, and on a line of its own, as Unity writes its arguments. */
const logOf = (secret: string): string =>
	`begun\nexport DB_PASSWORD=${secret}\n-accessToken\n${secret}\nended\n`

it(
	`${SEQUENCES} sequences of calls that nobody was asked about show no planted secret`,
	async () => {
		let answered = 0
		let round = 0
		const outside = place.project
		await fc.assert(
			fc.asyncProperty(fc.array(CHANGES, { minLength: 2, maxLength: LENGTH }), async (changes) => {
				place.project = `${outside}-${round++}`
				mkdirSync(join(place.project, 'Assets'), { recursive: true })
				mkdirSync(join(place.project, 'ProjectSettings'))
				plant()
				const show = async (called: Called): Promise<void> => {
					const outcome = await unasked(called)
					if (outcome?.status === 'ok') answered++
					expect(JSON.stringify(outcome), JSON.stringify(called)).not.toContain(PLANTED)
				}
				for (const called of changes) await show(called)
				for (const called of looks()) await show(called)
			}),
			{ numRuns: SEQUENCES, examples: FOUND.map((one): [Called[]] => [one]), ...SEED },
		)
		// The calls were such as do something.
		expect(answered).toBeGreaterThan(SEQUENCES)
	},
	LONG_MS,
)
