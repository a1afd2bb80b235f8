/** Enforces the table "Parts" of docs/architecture.md: a part with forbidden imports can no longer be changed or shipped on its own. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { circles, type Import, importsOf } from './imports.ts'
import { ROOT } from './paths.ts'

interface Rule {
	/** Folders that it may import from besides itself, single files (doors) of others, and packages by name. */
	readonly may: readonly (string | RegExp)[]
	/** Packages not named in any `may` are allowed. */
	readonly anyPackage?: true
}

const WORKER_COMMON = [
	'protocol/',
	'worker/src/ids.ts',
	'worker/src/json-depth.ts',
	'worker/src/within.ts',
	'worker/src/env.ts',
	'zod',
] as const
/** The interfaces between routes, Conversations and rooms: types, and pure functions over them. */
const PORTS = 'worker/src/ports/'
/** Code that changes what waits for people notifies their feeds. */
const TELL = 'worker/src/feeds/tell.ts'
/** The tools of every part: an object's SQLite, secrets, outgoing addresses. */
const PLATFORM = 'worker/src/platform/'
/** Tables and queries of nouns with a folder of their own. */
const STORES =
	/^worker\/src\/(?:(?:(?:accounts|arena|automations|computers|models|projects|sharing|usage)\/store|conversations\/record)\/|(?:push|mcp-servers|mcp\/oauth|automations\/outgoing)\/(?:store|schema)\.ts$)/
/** The database: what many parts read, and the stores of nouns. */
const D1 = ['worker/src/db/', STORES] as const
/** Pushes to browsers without an open page. */
const PUSH = 'worker/src/push/'

/** The rooms that features may import, and through which they meet. */
const BELOW_FEATURES = [
	'protocol/',
	...['run', 'data', 'parts', 'actions', 'ui'].map((room) => `web/src/${room}/`),
] as const
const FEATURES = readdirSync(join(ROOT, 'web/src/features')).map(
	(name) => `web/src/features/${name}/`,
)

/** What the agent knows of models and providers: what a person may choose and set, where they are, and whether a key works. */
const MODELS_OF_THE_AGENT = [
	'worker/src/agent/model/models.ts',
	'worker/src/agent/model/offered.ts',
	'worker/src/agent/model/set-facts.ts',
	'worker/src/agent/providers/addresses.ts',
	'worker/src/agent/providers/check-key.ts',
	'worker/src/agent/providers/list-models.ts',
	'worker/src/agent/providers/read-models.ts',
] as const

/** Pictures and files of a message. */
const BLOBS = 'worker/src/conversations/routes/blobs.ts'

/** Of a noun whose routes stand beside its store and its rules. */
const routesOf = (noun: string, ...more: readonly string[]): Rule => ({
	may: [
		...WORKER_COMMON,
		`worker/src/${noun}/`,
		'worker/src/usage/',
		// How every route is written, reads a request and is recorded.
		'worker/src/http/',
		'worker/src/access/',
		'worker/src/accounts/',
		...D1,
		PORTS,
		PLATFORM,
		'hono',
		...more,
	],
})

/** By folder, or by the beginning of a file's path; the longest match counts. */
const RULES: Readonly<Record<string, Rule>> = {
	'protocol/src/': { may: ['zod'] },
	// Bundled into the page of the MCP App: of the packages, only types.
	'protocol/app/': {
		may: ['protocol/src/mcp/', '@modelcontextprotocol/client', '@modelcontextprotocol/ext-apps'],
	},
	'worker/src/': { may: ['protocol/', 'worker/'], anyPackage: true },
	'worker/src/access/': { may: ['protocol/'] },
	'worker/src/db/': {
		may: [
			...WORKER_COMMON,
			'worker/src/access/',
			STORES,
			'drizzle-orm',
			'@cloudflare/workers-types',
		],
	},
	[PLATFORM]: { may: ['protocol/', 'worker/src/env.ts', 'worker/src/within.ts', 'node:dns'] },
	'worker/src/ports/': { may: ['protocol/', 'worker/src/access/', 'node:buffer'] },
	'worker/src/accounts/': {
		may: [
			...WORKER_COMMON,
			'worker/src/access/',
			...D1,
			'worker/src/projects/membership.ts',
			PLATFORM,
			PORTS,
			TELL,
			'drizzle-orm',
			'hono',
			'worker/src/pictures/',
			'cloudflare:workers',
			'@better-auth/core',
			'@simplewebauthn/server',
			'worker/src/mail/',
		],
	},
	'worker/src/mail/': { may: ['worker/src/env.ts', 'worker/src/within.ts'] },
	'worker/src/agent/': {
		may: [
			'protocol/',
			'zod',
			PORTS,
			'color-name',
			'@anthropic-ai/sdk',
			'openai',
			'worker/src/within.ts',
			// What budgets say of a run, as routes and D1's queries read it too.
			'worker/src/access/dollar-budgets.ts',
		],
	},
	'worker/src/pictures/': { may: [PORTS, 'worker/src/env.ts'] },
	'worker/src/sharing/': { may: ['protocol/', 'marked'] },
	'worker/src/feeds/': {
		may: [...WORKER_COMMON, 'worker/src/access/', ...D1, PORTS, PUSH, 'cloudflare:workers'],
	},
	[PUSH]: {
		may: [
			...WORKER_COMMON,
			...D1,
			'worker/src/access/',
			PLATFORM,
			// Which hosts may be asked, how, and when again.
			'worker/src/automations/outgoing/send.ts',
			'worker/src/automations/outgoing/wire.ts',
			'drizzle-orm',
			'hono',
		],
	},
	'worker/src/rooms/': {
		may: [
			// Its version.
			'worker/package.json',
			...WORKER_COMMON,
			'worker/src/access/',
			PLATFORM,
			PORTS,
			// An answer as visitors get it.
			'worker/src/sharing/',
			// Where what a relay asks for its MCP clients becomes calls and runs of conversations.
			'worker/src/mcp/desk-call.ts',
			'worker/src/mcp/desk-runs.ts',
			'cloudflare:workers',
			'node:crypto',
			'drizzle-orm',
		],
	},
	'worker/src/conversations/': {
		may: [
			// What of a call visitors see.
			'worker/src/sharing/shared-calls.ts',
			'worker/src/arena/tools/pack-tools.ts',
			...WORKER_COMMON,
			'worker/src/access/',
			'worker/src/agent/',
			...D1,
			PORTS,
			TELL,
			// The limits that runs count against.
			'worker/src/usage/quotas.ts',
			// Keys of people at model providers.
			'worker/src/models/model-keys.ts',
			PLATFORM,
			'worker/src/models/server-key-limits.ts',
			'worker/src/mcp-servers/',
			'worker/src/models/',
			'worker/src/web-search/',
			'worker/src/pictures/',
			'cloudflare:workers',
			'node:crypto',
			'drizzle-orm',
		],
	},
	'worker/src/http/': {
		may: [
			...WORKER_COMMON,
			'worker/src/access/',
			'worker/src/accounts/',
			...D1,
			'worker/package.json',
			'worker/src/conversations/routes/',
			'worker/src/projects/',
			'worker/src/rooms/routes/',
			'worker/src/usage/',
			'worker/src/computers/',
			PLATFORM,
			PORTS,
			TELL,
			PUSH,
			'worker/src/sharing/',
			'worker/src/automations/',
			'worker/src/mcp/',
			'worker/src/arena/',
			'worker/src/mcp-servers/',
			'worker/src/models/',
			'worker/src/web-search/',
			'worker/src/pictures/',
			// How a run begins, and the available models.
			'worker/src/conversations/start-run.ts',
			'worker/src/agent/model/models.ts',
			'worker/src/agent/model/offered.ts',
			'worker/src/agent/model/set-facts.ts',
			// Where a provider is, whether it takes a key, and what a model server lists.
			'worker/src/agent/providers/addresses.ts',
			'worker/src/agent/providers/check-key.ts',
			'worker/src/agent/providers/list-models.ts',
			'worker/src/agent/providers/read-models.ts',
			'hono',
			'drizzle-orm',
			'cloudflare:workers',
		],
	},
	'worker/src/mcp/': {
		may: [
			...WORKER_COMMON,
			'worker/src/access/',
			'worker/src/accounts/',
			...D1,
			'worker/package.json',
			'drizzle-orm',
			PORTS,
			'worker/src/conversations/start-run.ts',
			'@modelcontextprotocol/server',
			// Which hosts may be asked.
			PLATFORM,
			// A call in one line, for the app.
			'worker/src/sharing/page/call-line.ts',
		],
	},
	'worker/src/mcp-servers/': {
		may: [
			...WORKER_COMMON,
			'worker/src/accounts/',
			...D1,
			PORTS,
			'drizzle-orm',
			'@modelcontextprotocol/client',
			// Which hosts may be asked.
			PLATFORM,
		],
	},
	'worker/src/models/': {
		may: [
			...WORKER_COMMON,
			'worker/src/access/',
			'worker/src/accounts/',
			...D1,
			PORTS,
			PLATFORM,
			...MODELS_OF_THE_AGENT,
			'worker/src/mcp-servers/guarded-fetch.ts',
			'drizzle-orm',
		],
	},
	'worker/src/projects/': {
		may: [
			...WORKER_COMMON,
			'worker/src/access/',
			'worker/src/accounts/',
			...D1,
			PORTS,
			TELL,
			'worker/src/mail/',
			PLATFORM,
			'drizzle-orm',
		],
	},
	'worker/src/usage/': {
		may: [
			...WORKER_COMMON,
			'worker/src/access/',
			...D1,
			PORTS,
			PLATFORM,
			'worker/src/http/problem.ts',
			'drizzle-orm',
		],
	},
	'worker/src/conversations/record/': {
		may: [...WORKER_COMMON, 'worker/src/access/', ...D1, PORTS, 'drizzle-orm'],
	},
	'worker/src/computers/': {
		may: [
			...WORKER_COMMON,
			'worker/src/access/',
			'worker/src/accounts/',
			...D1,
			PORTS,
			PLATFORM,
			'drizzle-orm',
		],
	},
	'worker/src/sharing/store/': {
		may: [
			...WORKER_COMMON,
			'worker/src/access/',
			'worker/src/accounts/',
			...D1,
			PORTS,
			PLATFORM,
			'hono',
			'drizzle-orm',
		],
	},
	'worker/src/web-search/': {
		may: [
			...WORKER_COMMON,
			...D1,
			PORTS,
			'worker/src/models/model-keys.ts',
			PLATFORM,
			'worker/src/agent/providers/retry-after.ts',
		],
	},
	'worker/src/arena/': {
		may: [
			...WORKER_COMMON,
			'corewar/',
			'worker/package.json',
			...D1,
			PORTS,
			PLATFORM,
			// How another server's arena is reached, with a person's key.
			'worker/src/agent/providers/retry-after.ts',
			'worker/src/models/reach-endpoint.ts',
			'worker/src/mcp-servers/guarded-fetch.ts',
			// What any API of this server reads a request by.
			'worker/src/http/body.ts',
			'worker/src/http/local-limits.ts',
			'worker/src/http/problem.ts',
			'cloudflare:workers',
			'drizzle-orm',
			'hono',
		],
	},
	'worker/src/automations/': {
		may: [
			...WORKER_COMMON,
			'worker/src/access/',
			...D1,
			PLATFORM,
			'worker/src/conversations/start-run.ts',
			'worker/src/mail/',
			'cloudflare:workers',
			'croner',
			'drizzle-orm',
			'node:dns',
		],
	},
	'worker/src/push/routes.ts': routesOf('push'),
	'worker/src/accounts/routes/': routesOf('accounts', 'worker/src/arena/remove-player.ts'),
	'worker/src/projects/routes/': routesOf('projects'),
	'worker/src/usage/routes/': routesOf('usage', 'worker/src/models/server-key-limits.ts'),
	'worker/src/conversations/routes/': routesOf(
		'conversations',
		'worker/src/sharing/',
		'worker/src/pictures/',
		'worker/src/models/routes/usable-model.ts',
		'drizzle-orm',
	),
	'worker/src/rooms/routes/': routesOf('rooms'),
	'worker/src/computers/routes/': routesOf('computers', BLOBS),
	'worker/src/models/routes/': routesOf('models', ...MODELS_OF_THE_AGENT, 'worker/src/web-search/'),
	'worker/src/sharing/routes/': routesOf(
		'sharing',
		'worker/src/pictures/',
		'worker/src/conversations/routes/made-once.ts',
		BLOBS,
	),
	'worker/src/mcp/routes/': routesOf(
		'mcp',
		'worker/src/arena/tools/pack-tools.ts',
		'worker/src/rooms/routes/join-room.ts',
	),
	'worker/src/mcp-servers/routes.ts': routesOf('mcp-servers'),
	'worker/src/mcp-servers/oauth/routes.ts': routesOf('mcp-servers'),
	'worker/src/automations/routes/': routesOf(
		'automations',
		'worker/src/agent/model/models.ts',
		'worker/src/models/routes/usable-model.ts',
	),
	'worker/src/automations/outgoing/routes.ts': routesOf('automations'),
	'worker/src/arena/routes/': routesOf('arena', 'worker/src/models/'),
	'relay-cli/src/': { may: ['protocol/', 'relay-cli/'], anyPackage: true },
	'relay-cli/src/commands/': {
		may: ['protocol/', 'relay-cli/', 'simulator/'],
		anyPackage: true,
	},
	// It is published, and may not need what is not.
	'client/src/': { may: [], anyPackage: true },
	// It is published, and runs anywhere: nothing of ours, no packages, nothing from Node.
	'corewar/src/': { may: [] },
	// Its command, for Node.
	'corewar/src/cli/': { may: ['corewar/src/', /^node:/] },
	// Copied by people, who have what is published: nothing else of ours.
	'examples/': { may: ['client/dist/index.js', 'standardwebhooks'] },
	'simulator/src/': { may: ['protocol/', 'simulator/'], anyPackage: true },
	'simulator/src/engine/': { may: ['protocol/', '@dimforge/rapier3d-compat'] },
	'web/src/': { may: ['protocol/', 'corewar/', 'web/src/'], anyPackage: true },
	// Buttons, menus, notes: without knowledge of the product.
	// Which characters cannot be seen is one table for the page and for forms of MCP clients.
	'web/src/ui/': { may: ['protocol/src/unseen.ts'], anyPackage: true },
	'web/src/actions/': { may: [], anyPackage: true },
	'web/src/parts/': { may: ['protocol/', 'web/src/ui/'], anyPackage: true },
	'web/src/data/': { may: ['protocol/', 'web/src/ui/'], anyPackage: true },
	'web/src/run/': {
		may: ['protocol/', 'web/src/data/', 'web/src/parts/', 'web/src/ui/'],
		anyPackage: true,
	},
	// Features know neither the pages that put them together nor each other.
	...Object.fromEntries(
		FEATURES.map((folder) => [folder, { may: BELOW_FEATURES, anyPackage: true } as const]),
	),
	// The workbench plays with the engine itself.
	'web/src/features/corewar/': { may: [...BELOW_FEATURES, 'corewar/'], anyPackage: true },
}
const ARCHITECTURE = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
const WORKER_FOLDERS = Object.keys(RULES)
	.flatMap((folder) => /^worker\/src\/(.+)\/$/.exec(folder)?.[1] ?? [])
	.filter((folder) => !/\/(routes|store|record)$/.test(folder))
	.sort()
/** A grammar is recursive: an expression may contain a lambda with statements. */
const RECURSIVE = 'simulator/src/scripts/parser/'
/** For shipped code; tests and their kits may import more. */
const IS_TEST = /\.test\.tsx?$|\/test-project\.ts$|\/testing\.ts$/

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

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
	cwd: ROOT,
	encoding: 'utf8',
})
	.split('\n')
	.filter((file) => ruleFor(file) && !IS_TEST.test(file))
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

test('"The agent\'s rooms" in docs/architecture.md has a row for each folder of the agent', () => {
	const [, rows = ''] = ARCHITECTURE.split("\n## The agent's rooms\n")
	const named = [...rows.slice(0, rows.indexOf('\n## ')).matchAll(/^\| `([\w-]+)\/` \|/gm)]
	const rooms = readdirSync(join(ROOT, 'worker/src/agent'), { withFileTypes: true })
	expect(named.map(([, room]) => room).sort()).toEqual(
		rooms
			.filter((room) => room.isDirectory())
			.map((room) => room.name)
			.sort(),
	)
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
	expect(refused('corewar/src/', 'zod')).toBe(true)
	expect(refused('corewar/src/', 'protocol/src/ids.ts')).toBe(true)
	expect(refused('protocol/src/', 'worker/src/ids.ts')).toBe(true)
	expect(refused('examples/', 'client/src/index.ts')).toBe(true)
	expect(refused('web/src/features/chat/', 'web/src/features/unity/pane.tsx')).toBe(true)
	expect(refused('web/src/features/chat/', 'web/src/app/router.tsx')).toBe(true)
	expect(refused('web/src/run/', 'web/src/features/chat/thread.tsx')).toBe(true)
	expect(refused('web/src/parts/', 'web/src/data/api/client.ts')).toBe(true)
	expect(refused('web/src/ui/', 'web/src/parts/values.tsx')).toBe(true)
})
