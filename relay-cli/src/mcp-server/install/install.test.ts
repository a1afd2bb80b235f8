/** Users' configurations: ours in, ours out, and nothing else changed. */
import {
	chmodSync,
	existsSync,
	mkdirSync,
	readFileSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/kit/support.ts'
import { type Machine, MCP_CLIENTS, type McpClient } from './clients.ts'
import { entryOf, install, type Target, uninstall } from './install.ts'
import { setJson } from './json-config.ts'
import { removeToml, setToml } from './toml-config.ts'

const SERVER = { command: '/usr/bin/node', args: ['/opt/fairlead/dist/fairlead.mjs', 'mcp'] }
const OTHER = { command: '/usr/bin/node', args: ['/new/fairlead/dist/fairlead.mjs', 'mcp'] }

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
	folder = temporaryFolder()
})
afterEach(() => folder.remove())

const machine = (): Machine => ({ platform: 'linux', env: {}, home: folder.path })
const clientOf = (id: string): McpClient => {
	const client = MCP_CLIENTS.find((one) => one.id === id)
	if (!client) throw new Error(id)
	return client
}
const target = (id: string, dryRun = false): Target => ({
	client: clientOf(id),
	machine: machine(),
	home: join(folder.path, '.fairlead'),
	dryRun,
})
function write(id: string, text: string): string {
	const file = clientOf(id).file(machine())
	mkdirSync(dirname(file), { recursive: true })
	writeFileSync(file, text)
	return file
}
const textOf = (id: string): string => readFileSync(clientOf(id).file(machine()), 'utf8')

test.each(MCP_CLIENTS.map(({ id }) => id))(
	'%s starts the server with the home folder that was chosen',
	async (id) => {
		const env = { FAIRLEAD_HOME: '/x/a "home"' }
		expect(await install(target(id), { ...SERVER, env })).toMatchObject({ kind: 'added' })
		const text = textOf(id)
		expect(text).toContain('FAIRLEAD_HOME')
		expect(text).toContain(JSON.stringify(env.FAIRLEAD_HOME))
		expect(await install(target(id), { ...SERVER, env })).toMatchObject({ kind: 'unchanged' })
		expect(await install(target(id), SERVER)).toMatchObject({ kind: 'replaced' })
		expect(textOf(id)).not.toContain('FAIRLEAD_HOME')
	},
)

const CONFIGS: [string, string, string][] = [
	['an empty file', 'cursor', ''],
	['an empty object', 'cursor', '{}'],
	['an empty object on lines', 'cursor', '{\n}\n'],
	[
		'comments, tabs, trailing commas',
		'zed',
		'// my settings\n{\n\t"theme": "One Dark", // dark\n\t/* servers */\n\t"context_servers": {\n\t\t"other": { "command": "x", "args": [] },\n\t},\n}\n',
	],
	['no servers yet', 'gemini', '{\n    "theme": "x",\n    "a": [1,2,  3]\n}\n'],
	['an empty list of servers', 'vscode', '{\n  "servers": {},\n  "inputs": []\n}'],
	[
		'Windows line ends',
		'vscode',
		'{\r\n  "servers": {\r\n    "a": { "command": "b" }\r\n  }\r\n}\r\n',
	],
	['one line', 'cursor', '{"mcpServers":{"a":{"command":"b"}}}'],
	['a byte order mark', 'windsurf', '\uFEFF{\n  "mcpServers": { "a": { "command": "b" } }\n}\n'],
	[
		'secrets of others',
		'claude-code',
		'{\n  "oauth": {"t": "s3cret"},\n  "projects": {"/a": {}}\n}\n',
	],
	[
		'TOML with comments',
		'codex',
		'# mine\nmodel = "o5"   # best\n\n[mcp_servers.other]\ncommand = "x"\nargs = [\n  "[mcp_servers.fairlead]",\n]\n\n# end\n',
	],
	['TOML of one line', 'codex', 'model = "o5"\n'],
	['an empty TOML file', 'codex', ''],
]

describe('each client', () => {
	test.each(MCP_CLIENTS.map((one) => [one.title, one.id]))(
		'%s: written where there was no file, and gone again',
		async (_, id) => {
			const file = clientOf(id).file(machine())
			expect(await install(target(id), SERVER)).toEqual({ kind: 'added', file })
			expect(textOf(id)).toContain('/opt/fairlead/dist/fairlead.mjs')
			expect(await install(target(id), SERVER)).toEqual({ kind: 'unchanged', file })
			expect(await uninstall(target(id))).toEqual({ kind: 'removed', file })
			expect(existsSync(file)).toBe(false)
			expect((await uninstall(target(id))).kind).toBe('absent')
		},
	)

	const REMOTE = { url: 'https://fairlead.example/mcp/prj_0000000001' }
	test.each([
		['claude-code', { type: 'http', ...REMOTE }],
		['cursor', REMOTE],
		['vscode', { type: 'http', ...REMOTE }],
		['windsurf', { serverUrl: REMOTE.url }],
		['codex', REMOTE],
		['zed', REMOTE],
		['gemini', { httpUrl: REMOTE.url }],
	])('%s takes the address of a project, instead of the command and back', async (id, entry) => {
		expect(entryOf(clientOf(id), REMOTE)).toEqual(entry)
		const file = clientOf(id).file(machine())
		expect((await install(target(id), REMOTE)).kind).toBe('added')
		expect(textOf(id)).toContain(REMOTE.url)
		expect((await install(target(id), REMOTE)).kind).toBe('unchanged')
		expect((await install(target(id), SERVER)).kind).toBe('replaced')
		expect(textOf(id)).not.toContain(REMOTE.url)
		expect((await install(target(id), REMOTE)).kind).toBe('replaced')
		expect(textOf(id)).not.toContain(SERVER.command)
		expect((await uninstall(target(id))).kind).toBe('removed')
		expect(existsSync(file)).toBe(false)
	})

	test('that takes no address says what to do instead, and keeps its file', async () => {
		write('claude-desktop', '{}')
		const done = await install(target('claude-desktop'), REMOTE)
		expect(done).toMatchObject({
			kind: 'refused',
			why: expect.stringContaining('custom connector'),
		})
		expect(done).toMatchObject({ why: expect.stringContaining(REMOTE.url) })
		expect(textOf('claude-desktop')).toBe('{}')
	})

	test("an address of somebody else's under our name is not taken for ours", async () => {
		write('cursor', '{"mcpServers":{"fairlead":{"url":"https://other.example/mcp"}}}')
		expect((await install(target('cursor'), REMOTE)).kind).toBe('refused')
		expect((await uninstall(target('cursor'))).kind).toBe('refused')
	})

	test('has its place on every system', () => {
		const windows = { platform: 'win32', env: { APPDATA: 'C:\\U\\R' }, home: 'C:\\U' } as const
		const mac = { platform: 'darwin', env: {}, home: '/Users/a' } as const
		const files = (on: Machine): string[] => MCP_CLIENTS.map((one) => one.file(on))
		expect(files(windows)).toEqual([
			'C:\\U\\.claude.json',
			'C:\\U\\R\\Claude\\claude_desktop_config.json',
			'C:\\U\\.cursor\\mcp.json',
			'C:\\U\\R\\Code\\User\\mcp.json',
			'C:\\U\\.codeium\\windsurf\\mcp_config.json',
			'C:\\U\\.codex\\config.toml',
			'C:\\U\\R\\Zed\\settings.json',
			'C:\\U\\.gemini\\settings.json',
		])
		expect(files(mac).slice(1, 4)).toEqual([
			'/Users/a/Library/Application Support/Claude/claude_desktop_config.json',
			'/Users/a/.cursor/mcp.json',
			'/Users/a/Library/Application Support/Code/User/mcp.json',
		])
		expect(clientOf('zed').file(mac)).toBe('/Users/a/.config/zed/settings.json')
		const moved = {
			platform: 'linux',
			env: { XDG_CONFIG_HOME: '/c', CODEX_HOME: '/x' },
			home: '/h',
		} as const
		expect(clientOf('vscode').file(moved)).toBe('/c/Code/User/mcp.json')
		expect(clientOf('codex').file(moved)).toBe('/x/config.toml')
	})
})

describe('a file of the user', () => {
	test.each(CONFIGS)('%s comes back byte for byte', async (_, id, text) => {
		write(id, text)
		expect((await install(target(id), SERVER)).kind).toBe('added')
		const once = textOf(id)
		expect((await install(target(id), SERVER)).kind).toBe('unchanged')
		expect(textOf(id)).toBe(once)
		expect((await install(target(id), OTHER)).kind).toBe('replaced')
		expect(textOf(id)).toContain('/new/fairlead')
		expect((await uninstall(target(id))).kind).toBe('removed')
		expect(textOf(id)).toBe(text)
	})

	test.each(CONFIGS)('%s: every line of it is still there with our entry', async (_, id, text) => {
		write(id, text)
		await install(target(id), SERVER)
		const lines = text.split('\n').map((line) => line.trim().replace(/^\uFEFF/, ''))
		for (const line of lines.filter((one) => one.length > 12 && !one.startsWith('{"')))
			expect(textOf(id)).toContain(line.replace(/[{}]*,?$/, '').trim())
	})

	test.each([
		['cursor', '{ "mcpServers": { "a": 1, } \n "b" }', 'line 2, column 2'],
		['cursor', '{ "mcpServers": [] }', '"mcpServers" is not an object (line 1, column 17)'],
		['cursor', '[]', 'not an object'],
		['codex', 'a = 1\nb = = 2\n', 'line 2, column 5'],
		['codex', 'mcp_servers = { fairlead = { command = "fairlead", args = ["mcp"] } }\n', 'by hand'],
	])(
		'%s with a mistake (%j) is not touched, and the message says where',
		async (id, text, said) => {
			write(id, text)
			const done = await install(target(id), OTHER)
			expect(done).toMatchObject({ kind: 'refused', why: expect.stringContaining(said) })
			expect(textOf(id)).toBe(text)
		},
	)

	test("with somebody else's entry of our name is not touched without --force", async () => {
		const text = '{"mcpServers":{"fairlead":{"command":"other"}}}'
		write('cursor', text)
		expect((await install(target('cursor'), SERVER)).kind).toBe('refused')
		expect((await uninstall(target('cursor'))).kind).toBe('refused')
		expect(textOf('cursor')).toBe(text)
		expect((await install(target('cursor'), SERVER, true)).kind).toBe('replaced')
	})

	test('is not changed by a dry run', async () => {
		write('cursor', '{}')
		expect((await install(target('cursor', true), SERVER)).kind).toBe('added')
		expect(textOf('cursor')).toBe('{}')
		await install(target('cursor'), SERVER)
		expect((await uninstall(target('cursor', true))).kind).toBe('removed')
		expect(textOf('cursor')).toContain('fairlead')
	})

	test('that is not UTF-8 is not touched', async () => {
		const file = write('cursor', '')
		writeFileSync(file, Buffer.from([0x7b, 0xff, 0x7d]))
		expect(await install(target('cursor'), SERVER)).toMatchObject({ why: 'it is not UTF-8 text' })
	})

	test.skipIf(process.platform === 'win32')('keeps its mode, and a link stays a link', async () => {
		const file = clientOf('cursor').file(machine())
		mkdirSync(dirname(file), { recursive: true })
		const real = join(folder.path, 'dotfiles.json')
		writeFileSync(real, '{}')
		chmodSync(real, 0o600)
		symlinkSync(real, file)
		await install(target('cursor'), SERVER)
		expect(readFileSync(real, 'utf8')).toContain('fairlead')
		expect(statSync(real).mode & 0o777).toBe(0o600)
	})
})

test('a path with quotes and backslashes is written so that the client reads it back', () => {
	const value = { command: 'C:\\Program "Files"\\node.exe', args: ['ä', 'mcp'] }
	expect(JSON.parse(setJson('{}', ['a', 'b'], value))).toEqual({ a: { b: value } })
	const toml = setToml('', ['mcp_servers', 'fairlead'], value)
	expect(toml).toContain('command = "C:\\\\Program \\"Files\\"\\\\node.exe"')
	expect(removeToml(toml, ['mcp_servers', 'fairlead'])).toBe('')
})
