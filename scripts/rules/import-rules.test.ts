/** Enforces the table "Parts" of docs/architecture.md: a part with forbidden imports can no longer be changed or shipped on its own. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../paths.ts'
import { RELAY_ROOMS, RULES, type Rule } from './import-rules.ts'
import { circles, type Import, importsOf } from './imports.ts'
import { trackedFiles } from './tracked-files.ts'

const ARCHITECTURE = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
const ROOMS = readFileSync(join(ROOT, 'docs/rooms.md'), 'utf8')
const WORKER_FOLDERS = Object.keys(RULES)
	.flatMap((folder) => /^worker\/src\/(.+)\/$/.exec(folder)?.[1] ?? [])
	.filter((folder) => !/\/(routes|store|record)$/.test(folder))
	.sort()
/** A grammar is recursive: an expression may contain a lambda with statements. */
const RECURSIVE = 'simulator/src/scripts/parser/'
/** The rules are for shipped code; tests and their kits may import more. */
const IS_TEST = /\.test\.tsx?$|\/test-(?:kit|project)\.ts$|\/testing\.ts$/

const isFile = (to: string): boolean => to.includes('/') && /\.\w+$/.test(to)

function ruleFor(file: string): readonly [string, Rule] | undefined {
	return Object.entries(RULES)
		.filter(([folder]) => file.startsWith(folder))
		.sort(([a], [b]) => b.length - a.length)[0]
}

function isAllowed(to: string, folder: string, rule: Rule): boolean {
	if (to.startsWith(folder)) return true
	if (!isFile(to) && rule.anyPackage) return true
	return rule.may.some((one) =>
		typeof one === 'string'
			? to === one || (one.endsWith('/') && to.startsWith(one))
			: one.test(to),
	)
}

const files = (await trackedFiles(/\.tsx?$/)).filter((file) => ruleFor(file) && !IS_TEST.test(file))
const imports = new Map<string, readonly Import[]>()
for (const file of files) imports.set(file, await importsOf(ROOT, file))

describe.each(Object.entries(RULES))('%s', (folder, rule) => {
	const inside = files.filter((file) => ruleFor(file)?.[0] === folder)

	test('imports only what the table allows', () => {
		expect(inside).not.toEqual([])
		const wrong = inside.flatMap((file) =>
			(imports.get(file) ?? [])
				.filter(({ to }) => !isAllowed(to, folder, rule))
				.map(({ to }) => `${file} imports ${to}`),
		)
		expect(wrong).toEqual([])
	})
})

/** The last column of the part's row in "Parts". */
function documented(folder: string): string {
	const [, cells] = ARCHITECTURE.split(`\n| \`${folder}\` |`)
	return cells?.slice(0, cells.indexOf(' |\n')).split(' | ').at(-1) ?? '(it has no row)'
}

describe.each(WORKER_FOLDERS)('worker/src/%s/: the table in docs/architecture.md', (name) => {
	const folder = `worker/src/${name}/`
	const may = RULES[folder]?.may.filter((one) => typeof one === 'string') ?? []

	test('names the folders that the rule allows', () => {
		const named = documented(folder).split(/[,;] /)
		expect(named.filter((one) => WORKER_FOLDERS.includes(one)).sort()).toEqual(
			WORKER_FOLDERS.filter((other) => may.includes(`worker/src/${other}/`)),
		)
	})

	test('names the single files of other folders that the rule allows', () => {
		const doors = may.flatMap((one) => /^worker\/src\/(.+\/.+\.ts)$/.exec(one)?.[1] ?? [])
		const named = [...documented(folder).matchAll(/`([\w/-]+\/[\w-]+\.ts)`/g)].map(([, one]) => one)
		expect(named.sort()).toEqual(doors.sort())
	})
})

test('"The agent\'s rooms" in docs/rooms.md has a row for each folder of the agent', () => {
	const [, rows = ''] = ROOMS.split("\n## The agent's rooms\n")
	const named = [...rows.slice(0, rows.indexOf('\n## ')).matchAll(/^\| `([\w-]+)\/` \|/gm)]
	const rooms = readdirSync(join(ROOT, 'worker/src/agent'), { withFileTypes: true })
	expect(named.map(([, room]) => room).sort()).toEqual(
		rooms
			.filter((room) => room.isDirectory())
			.map((room) => room.name)
			.sort(),
	)
})

test('"The relay\'s rooms" in docs/rooms.md has them in the order in which they import each other', () => {
	const [, rows = ''] = ROOMS.split("\n## The relay's rooms\n")
	const named = [...rows.slice(0, rows.indexOf('\n## ')).matchAll(/^\| `([\w-]+)\/` \|/gm)]
	expect(named.map(([, room]) => room)).toEqual(RELAY_ROOMS)
	const folders = readdirSync(join(ROOT, 'relay-cli/src'), { withFileTypes: true })
		.filter((room) => room.isDirectory() && room.name !== 'commands')
		.map((room) => room.name)
	expect([...RELAY_ROOMS].sort()).toEqual(folders.sort())
})

test('nothing but examples imports what is built from sources of this repository: it may be older than they are', () => {
	const built = [...imports].flatMap(([file, of]) =>
		file.startsWith('examples/')
			? []
			: of.filter(({ to }) => /^[\w-]+\/dist\//.test(to)).map(({ to }) => `${file} imports ${to}`),
	)
	expect(built).toEqual([])
})

test("the engine of Core War imports nothing of its command, which would bring Node's modules along", () => {
	const command = 'corewar/src/cli/'
	const wrong = [...imports].flatMap(([file, of]) =>
		file.startsWith(command) ? [] : of.filter(({ to }) => to.startsWith(command)).map(() => file),
	)
	expect(wrong).toEqual([])
})

test('no files import each other in a circle: the load order would decide what works', () => {
	const graph = new Map(
		[...imports].map(([file, of]) => [file, of.filter((one) => !one.isType).map((one) => one.to)]),
	)
	const found = circles(graph).filter((group) => !group.every((f) => f.startsWith(RECURSIVE)))
	expect(found).toEqual([])
	expect(
		circles(
			new Map([
				['a', ['b']],
				['b', ['c']],
				['c', ['a']],
				['d', ['a']],
			]),
		),
	).toEqual([['a', 'b', 'c']])
})

test('the rules reject what they are meant to', () => {
	const refused = (folder: string, to: string) => !isAllowed(to, folder, RULES[folder]!)
	expect(refused('worker/src/agent/', 'cloudflare:workers')).toBe(true)
	expect(refused('worker/src/agent/', 'worker/src/rooms/project-room.ts')).toBe(true)
	expect(refused('worker/src/conversations/', 'worker/src/rooms/calls/routing.ts')).toBe(true)
	expect(refused('worker/src/ports/', 'worker/src/agent/run/run-state.ts')).toBe(true)
	expect(refused('worker/src/http/', 'worker/src/agent/run/run-machine.ts')).toBe(true)
	expect(refused('simulator/src/engine/', 'node:fs')).toBe(true)
	expect(refused('relay-cli/src/', 'simulator/src/simulator.ts')).toBe(true)
	expect(refused('relay-cli/src/files/', 'relay-cli/src/calls/verdicts.ts')).toBe(true)
	expect(refused('relay-cli/src/mcp-server/', 'relay-cli/src/app/relay.ts')).toBe(true)
	expect(refused('corewar/src/', 'zod')).toBe(true)
	expect(refused('corewar/src/', 'protocol/src/ids.ts')).toBe(true)
	expect(refused('protocol/src/', 'worker/src/ids.ts')).toBe(true)
	expect(refused('examples/', 'client/src/index.ts')).toBe(true)
	expect(refused('web/src/features/chat/', 'web/src/features/unity/pane.tsx')).toBe(true)
	expect(refused('web/src/features/chat/', 'web/src/app/router.tsx')).toBe(true)
	expect(refused('web/src/run/', 'web/src/features/chat/conversation-view.tsx')).toBe(true)
	expect(refused('web/src/parts/', 'web/src/data/api/client.ts')).toBe(true)
	expect(refused('web/src/ui/', 'web/src/parts/values.tsx')).toBe(true)
})
