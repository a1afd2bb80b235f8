/** Which parts may import what: the table "Parts" of docs/architecture.md, as a program reads it. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../paths.ts'

export interface Rule {
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
const TELL = 'worker/src/feeds/notify-feeds.ts'
/** The tools of every part: an object's SQLite, secrets, outgoing addresses. */
const PLATFORM = 'worker/src/platform/'
/** Tables and queries of nouns with a folder of their own. */
const STORES =
	/^worker\/src\/(?:(?:(?:accounts|arena|automations|computers|models|projects|sharing|usage)\/store|conversations\/record)\/|(?:push|mcp-client|mcp-server\/oauth|automations\/outgoing)\/(?:store|schema)\.ts$)/
/** The routes of nouns. */
const ROUTES = /^worker\/src\/[\w-]+\/(?:\w+\/)?routes(?:\/|\.ts$)/
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

/** Files of the agent that others may use for models and providers: choices and settings, addresses, and whether a key works. */
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

/** Folders that the rules and tables of a noun in D1 may use. */
const NOUN = [
	...WORKER_COMMON,
	'worker/src/access/',
	'worker/src/accounts/',
	...D1,
	PORTS,
	PLATFORM,
	'drizzle-orm',
] as const

/** The rule for the routes of a noun, which stand beside its store and its rules. */
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

/** The rooms of the relay, from the ground up: each may import those before it. `app/` puts them together, for commands. */
export const RELAY_ROOMS = [
	...[
		'platform',
		'disk',
		'logs',
		'proxy',
		'replies',
		'rpc',
		'home',
		'requests',
		'unity',
		'service',
	],
	...['editors', 'outside', 'files', 'history', 'file-tools', 'programs', 'git', 'context'],
	...['mcp-client', 'calls', 'link', 'doctor', 'mcp-server', 'agents', 'acp', 'terminals', 'app'],
]
const relayFolder = (room: string): string => `relay-cli/src/${room}/`
const relayRule = (floor: number): Rule => ({
	may: ['protocol/', 'relay-cli/package.json', ...RELAY_ROOMS.slice(0, floor).map(relayFolder)],
	anyPackage: true,
})

/** Rules by folder, or by the beginning of a file's path; the longest match counts. */
export const RULES: Readonly<Record<string, Rule>> = {
	'protocol/src/': { may: ['zod'] },
	// The one file of it that needs Node's crypto, which the Worker has too.
	'protocol/src/wire/token-proof.ts': { may: ['node:crypto'] },
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
			'worker/src/json-depth.ts',
			'worker/src/platform/backoff.ts',
			// The verdict of budgets on a run, as routes and D1's queries read it too.
			'worker/src/access/dollar-budgets.ts',
		],
	},
	'worker/src/pictures/': { may: [PORTS, 'worker/src/env.ts'] },
	'worker/src/sharing/': { may: ['protocol/', 'marked'] },
	'worker/src/feeds/': {
		may: [
			...WORKER_COMMON,
			'worker/src/access/',
			...D1,
			PLATFORM,
			PORTS,
			PUSH,
			'cloudflare:workers',
		],
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
			// The server's version.
			'worker/package.json',
			...WORKER_COMMON,
			'worker/src/access/',
			PLATFORM,
			PORTS,
			TELL,
			// An answer as visitors get it.
			'worker/src/sharing/',
			// Turns what a relay asks for its MCP clients into calls and runs of conversations.
			'worker/src/mcp-server/calls/desk-call.ts',
			'worker/src/mcp-server/runs/desk-runs.ts',
			'cloudflare:workers',
			'node:crypto',
			'drizzle-orm',
		],
	},
	'worker/src/conversations/': {
		may: [
			// The part of a call that visitors see.
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
			'worker/src/mcp-client/',
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
			ROUTES,
			PLATFORM,
			PORTS,
			// The arena's own API, and the models that a server has.
			'worker/src/agent/model/models.ts',
			'worker/src/arena/http/serve.ts',
			// The sender of a request: the tokens of relays and of MCP clients.
			'worker/src/computers/relay-tokens.ts',
			'worker/src/mcp-server/oauth/connections.ts',
			'worker/package.json',
			'hono',
			'drizzle-orm',
			'cloudflare:workers',
		],
	},
	'worker/src/mcp-server/': {
		may: [
			...WORKER_COMMON,
			'worker/src/access/',
			'worker/src/accounts/',
			...D1,
			'worker/package.json',
			'drizzle-orm',
			PORTS,
			'worker/src/conversations/start-run.ts',
			// Where the calls of a client stand.
			'worker/src/conversations/clients/client-conversation.ts',
			'@modelcontextprotocol/server',
			// Which hosts may be asked.
			PLATFORM,
			// A call in one line, for the app.
			'worker/src/sharing/page/call-line.ts',
		],
	},
	'worker/src/mcp-client/': {
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
		may: [...NOUN, ...MODELS_OF_THE_AGENT, 'worker/src/mcp-client/guarded-fetch.ts'],
	},
	'worker/src/projects/': { may: [...NOUN, TELL, 'worker/src/mail/'] },
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
	'worker/src/computers/': { may: NOUN },
	'worker/src/sharing/store/': { may: [...NOUN, 'hono'] },
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
			'worker/src/mcp-client/guarded-fetch.ts',
			// The reader of requests for any API of this server.
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
	'worker/src/mcp-server/routes/': routesOf(
		'mcp-server',
		'worker/src/arena/tools/pack-tools.ts',
		'worker/src/rooms/routes/join-room.ts',
	),
	'worker/src/mcp-client/routes.ts': routesOf('mcp-client'),
	'worker/src/mcp-client/oauth/routes.ts': routesOf('mcp-client'),
	'worker/src/automations/routes/': routesOf(
		'automations',
		'worker/src/agent/model/models.ts',
		'worker/src/models/routes/usable-model.ts',
	),
	'worker/src/automations/outgoing/routes.ts': routesOf('automations'),
	'worker/src/arena/routes/': routesOf('arena', 'worker/src/models/'),
	'relay-cli/src/': { may: ['protocol/', 'relay-cli/'], anyPackage: true },
	...Object.fromEntries(RELAY_ROOMS.map((room, floor) => [relayFolder(room), relayRule(floor)])),
	'relay-cli/src/commands/': {
		may: ['protocol/', 'relay-cli/', 'simulator/'],
		anyPackage: true,
	},
	// The client is published, and may not need what is not.
	'client/src/': { may: [], anyPackage: true },
	// The engine is published, and runs anywhere: nothing of ours, no packages, nothing from Node.
	'corewar/src/': { may: [] },
	// The engine's command, for Node.
	'corewar/src/cli/': { may: ['corewar/src/', /^node:/] },
	// People copy them, and have what is published: nothing else of ours.
	'examples/': { may: ['client/dist/index.js', 'standardwebhooks'] },
	'simulator/src/': { may: ['protocol/', 'simulator/'], anyPackage: true },
	'simulator/src/engine/': { may: ['protocol/', '@dimforge/rapier3d-compat'] },
	'web/src/': { may: ['protocol/', 'corewar/', 'web/src/'], anyPackage: true },
	// Buttons, menus and notes know nothing of the product.
	// Which characters cannot be seen is one table for the page and for forms of MCP clients.
	'web/src/ui/': { may: ['protocol/src/view/unseen.ts'], anyPackage: true },
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
